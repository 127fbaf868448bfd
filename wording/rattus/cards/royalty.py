"""The words of the cards of Royalty."""

from collections.abc import Collection, Sequence

from rules.rattus import events as e
from rules.rattus import moves as m
from rules.rattus.view import View
from wording.rattus.cards.card_words import CardWords, path
from wording.rattus.names import border, name, potions
from wording.speaker import Speaker


def _saved(events: Sequence[e.Saved], s: Speaker[View]) -> str:
    [event] = events
    values = {"region": name(event.region, s), "card": name("king", s)}
    if event.potions:
        lost = potions(event.potions, s)
        return s._("brought a cube from {region} to the palace ({card}; lost: {lost})", lost=lost, **values)
    return s._("brought a cube from {region} to the palace ({card})", **values)


KING = CardWords(
    labels={"king": lambda move, s: s._("King: a cube from {region} to the palace", region=name(move.region, s))},
    phrases={e.Saved: _saved},
    own_cubes=("king",),
)


QUEEN = CardWords(
    labels={"queen": lambda move, s: s._("Queen: cubes into {region}", region=name(move.region, s))},
    all_cubes=("queen",),
)


def _emperor(move: m.Emperor, s: Speaker[View]) -> str:
    if move.wall == m.RESERVE:
        return s._("Emperor: a new wall on {connection}", connection=border(move.connection, s))
    return s._("Emperor: {wall} to {connection}", wall=border(move.wall, s), connection=border(move.connection, s))


def _next_wall(s: Speaker[View], verbs: Collection[str]) -> str:
    return s._("You can build or move another wall. Still possible: {left}.", left=s.view.left)


def _walls_moved(events: Sequence[e.WallMoved], s: Speaker[View]) -> str:
    """Describe walls, either all built from the reserve or all moved."""
    card = name("emperor", s)
    if events[0].wall:
        paths = s.join_list([path(border(event.wall, s), border(event.connection, s), s) for event in events])
        return s.ngettext(
            "moved a wall {ways} ({card})", "moved {count} walls {ways} ({card})", len(events), ways=paths, card=card
        )
    where = s.join_list([border(event.connection, s) for event in events])
    return s.ngettext(
        "built a wall on {where} ({card})",
        "built {count} walls on {where} ({card})",
        len(events),
        where=where,
        card=card,
    )


EMPEROR = CardWords(
    labels={"emperor": _emperor},
    questions={"emperor": _next_wall},
    phrases={e.WallMoved: _walls_moved},
)


ROYALTY = {"king": KING, "queen": QUEEN, "emperor": EMPEROR}
