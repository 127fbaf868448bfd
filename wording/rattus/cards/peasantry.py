"""The words of the cards of Peasantry."""

from collections.abc import Collection, Sequence

from rules.rattus import events as e
from rules.rattus.view import View
from wording.rattus.cards.card_words import CardWords
from wording.rattus.names import name
from wording.speaker import Speaker

PEASANT = CardWords(
    labels={"peasant": lambda move, s: s._("Peasant: a cube into {region}", region=name(move.region, s))},
    all_cubes=("peasant",),
)


def _serf(s: Speaker[View], verbs: Collection[str]) -> str:
    return s._(
        "That rat killed another player’s cube. Does your Serf add one of your cubes in "
        "{region}? It counts, and can be struck, from the next rat on.",
        region=name(s.view.plague, s),
    )


SERF = CardWords(
    questions={"serf": _serf},
)


def _unload(s: Speaker[View], verbs: Collection[str]) -> str:
    owner = next((seat for seat, count in enumerate(s.view.baked) if count), 0)
    return s.ngettext(
        "{count} cube of {player} is on the Baker. Into which region does it go?",
        "{count} cubes of {player} are on the Baker. Into which region do all of them go?",
        sum(s.view.baked),
        player=s.player(owner),
    )


def _baked(events: Sequence[e.Baked], s: Speaker[View]) -> str:
    return s._("put a cube on the {card}", card=name("baker", s))


def _unloaded(events: Sequence[e.Unloaded], s: Speaker[View]) -> str:
    [event] = events
    return s.ngettext(
        "put {count} cube of {player} from the {card} into {region}",
        "put {count} cubes of {player} from the {card} into {region}",
        event.cubes,
        player=s.player(event.owner),
        card=name("baker", s),
        region=name(event.region, s),
    )


BAKER = CardWords(
    labels={"unload": lambda move, s: s._("The Baker's cubes into {region}", region=name(move.region, s))},
    questions={"unload": _unload},
    phrases={e.Baked: _baked, e.Unloaded: _unloaded},
    all_cubes=("unload",),
)


PEASANTRY = {"peasant": PEASANT, "serf": SERF, "baker": BAKER}
