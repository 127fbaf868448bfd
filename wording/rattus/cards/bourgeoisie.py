"""The words of the cards of Bourgeoisie."""

from collections.abc import Collection, Sequence

from rules.rattus import events as e
from rules.rattus import moves as m
from rules.rattus.view import View
from wording.rattus.cards.card_words import CardWords, cube, cubes_moved
from wording.rattus.names import name, potions
from wording.speaker import Speaker


def _merchant(move: m.Merchant, s: Speaker[View]) -> str:
    return s.ngettext(
        "Merchant: {count} cube from {region} to {to}",
        "Merchant: {count} cubes from {region} to {to}",
        move.cubes,
        region=name(move.region, s),
        to=name(move.to, s),
    )


def _carry(s: Speaker[View], verbs: Collection[str]) -> str:
    region, to = (name(word, s) for word in s.view.about)
    return s._(
        "Which cube goes next from {region} to {to}? The potions under it go with it. Still to choose: {left}.",
        region=region,
        to=to,
        left=s.view.left,
    )


MERCHANT = CardWords(
    labels={"merchant": _merchant, "carry": lambda move, s: s._("Merchant: {cube}", cube=cube(move.potions, s))},
    questions={"carry": _carry},
    phrases={e.CubesMoved: cubes_moved},
    own_cubes=("merchant",),
    all_cubes=("merchant",),
)


def _messenger(move: m.Messenger, s: Speaker[View]) -> str:
    values = {"player": s.marked_player(move.owner), "region": name(move.region, s)}
    if move.potions:
        return s._("Messenger: {player} in {region}, {potions}", potions=potions(move.potions, s), **values)
    return s._("Messenger: {player} in {region}", **values)


def _other_cube(s: Speaker[View], verbs: Collection[str]) -> str:
    return s._("Which cube in another region do you exchange for the one in {region}?", region=name(s.view.about[0], s))


def _exchanged(events: Sequence[e.CubesExchanged], s: Speaker[View]) -> str:
    [event] = events
    return s._(
        "exchanged {cube} in {region} for {other} in {to} ({card})",
        cube=_cube(event.seat, event.owner, event.potions, s),
        region=name(event.region, s),
        other=_cube(event.seat, event.other_owner, event.other_potions, s),
        to=name(event.to, s),
        card=name("messenger", s),
    )


def _cube(seat: int, owner: int, count: int, s: Speaker[View]) -> str:
    """Describe a cube that the seat exchanges, its own or another player's."""
    if owner != seat:
        own = s._("a cube of {player}", player=s.player(owner))
    else:
        own = s._("one of your cubes") if seat == s.reader else s._("one of their own cubes")
    return s._("{cube} with {potions}", cube=own, potions=potions(count, s)) if count else own


MESSENGER = CardWords(
    labels={"messenger": _messenger},
    questions={"messenger": _other_cube},
    phrases={e.CubesExchanged: _exchanged},
    all_cubes=("messenger",),
)


def _mayor(s: Speaker[View], verbs: Collection[str]) -> str:
    text = s._("Where does the next cube go? Only regions where you had the majority. Still to place: {left}.",
               left=s.view.left)  # fmt: skip
    leave = s._("You can leave these out.")
    return f"{text} {leave}" if "skip" in verbs else text


MAYOR = CardWords(
    questions={"mayor": _mayor},
)


BOURGEOISIE = {"merchant": MERCHANT, "messenger": MESSENGER, "mayor": MAYOR}
