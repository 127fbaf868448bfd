"""The words of the cards of Chivalry."""

from collections.abc import Collection, Sequence

from rules.rattus import events as e
from rules.rattus.components import NEUTRAL_CUBES
from rules.rattus.view import View
from wording.rattus.cards.card_words import CardWords
from wording.rattus.names import face, name, region_of
from wording.speaker import Speaker


def _join(s: Speaker[View], verbs: Collection[str]) -> str:
    return s.ngettext(
        "Do you use the {card}, too? The plague piece can then count as {count} cube in "
        "{region} now, and does so in the final devastation.",
        "Do you use the {card}, too? The plague piece can then count as {count} cubes in "
        "{region} now, and does so in the final devastation.",
        NEUTRAL_CUBES,
        card=name(s.view.about[0], s),
        region=name(s.view.plague, s),
    )


def _neutral(events: Sequence[e.NeutralDeclared], s: Speaker[View]) -> str:
    return s.ngettext(
        "let the plague piece count as {count} cube ({card})",
        "let the plague piece count as {count} cubes ({card})",
        NEUTRAL_CUBES,
        card=name("knight", s),
    )


def _joined(events: Sequence[e.Joined], s: Speaker[View]) -> str:
    [event] = events
    return s._("used the {card}, too", card=name(event.card, s))


KNIGHT = CardWords(
    questions={"join": _join},
    phrases={e.NeutralDeclared: _neutral, e.Joined: _joined},
)


def _turned_over(events: Sequence[e.TurnedOver], s: Speaker[View]) -> str:
    [event] = events
    shown = [f"{handle[-1]} **{face(one, s)}**" for handle, one in zip(event.rats, event.faces, strict=True)]
    return s._(
        "turned over all rats in {region} together ({card}: {faces})",
        region=name(region_of(event.rats[0]), s),
        card=name("crusader", s),
        faces=s._(", ").join(shown),
    )


CRUSADER = CardWords(
    phrases={e.TurnedOver: _turned_over},
)


def _extra(s: Speaker[View], verbs: Collection[str]) -> str:
    return s._(
        "Your Soldier can bring one more rat, face down, to a neighbour of {region}.", region=name(s.view.plague, s)
    )


SOLDIER = CardWords(
    labels={"soldier": lambda move, s: s._("Soldier: a rat to {region}", region=name(move.region, s))},
    questions={"extra": _extra},
)


CHIVALRY = {"knight": KNIGHT, "crusader": CRUSADER, "soldier": SOLDIER}
