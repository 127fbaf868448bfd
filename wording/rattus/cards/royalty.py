"""The words of the cards of Royalty."""

from collections.abc import Collection, Sequence

from rules.errors import N_
from rules.rattus import events as e
from rules.rattus import moves as m
from rules.rattus.view import View
from wording.rattus.cards.card_words import CardWords, ClassWords, way
from wording.rattus.names import CLASS_EMOJI, border, name, potions
from wording.speaker import MoveWords, QuestionWords, Speaker

SIGN = CLASS_EMOJI["royalty"]


def _saved(events: Sequence[e.Saved], s: Speaker[View]) -> str:
    [event] = events
    values = {"region": name(event.region, s), "card": name("king", s)}
    if event.potions:
        lost = potions(event.potions, s)
        return s._("brought a cube from {region} to the palace ({card}; lost: {lost})", lost=lost, **values)
    return s._("brought a cube from {region} to the palace ({card})", **values)


KING = CardWords(
    about=N_("Bring a cube to safety"),
    help=(
        N_(
            "**What:** move one of your own cubes from a region without rats to the palace. It "
            "stays safe there for the rest of the game and counts at the end."
        ),
        N_("I take a cube without potions if there is one, otherwise the one with the fewest; its potions are lost."),
        N_("**When:** at any free moment of your turn."),
        N_("**Final round:** the same."),
    ),
    moves={
        "king": MoveWords(
            SIGN,
            N_("King: a cube to the palace"),
            asks={
                "region": N_(
                    "From which region does a cube go to the palace? It is safe there for the rest of the game."
                )
            },
            label=lambda move, s: s._("King: a cube from {region} to the palace", region=name(move.region, s)),
        )
    },
    phrases={e.Saved: _saved},
    own_cubes=("king",),
)


QUEEN = CardWords(
    about=N_("Two more cubes for the largest area"),
    help=(
        N_(
            "**What:** if your largest area has more regions than any other player’s, you can "
            "place two more cubes than usual, even where there are no rats. An area is a set of "
            "connected regions with cubes of yours; the number of cubes, and walls, don’t matter."
        ),
        N_("**When:** while placing cubes (step B). With the Peasant, three more."),
        N_("**Final round:** under the same condition, place two cubes in one region of your choice."),
    ),
    moves={
        "queen": MoveWords(
            SIGN,
            N_("Queen: place cubes"),
            asks={"region": N_("Where does the Queen place your cubes?")},
            label=lambda move, s: s._("Queen: cubes into {region}", region=name(move.region, s)),
        )
    },
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
        ways = s.join_list([way(border(event.wall, s), border(event.connection, s), s) for event in events])
        return s.ngettext(
            "moved a wall {ways} ({card})", "moved {count} walls {ways} ({card})", len(events), ways=ways, card=card
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
    about=N_("Build walls"),
    help=(
        N_(
            "**What:** build or move up to three walls, each on one connection of two regions, at "
            "most one on each. No rat, cube or plague piece crosses a wall. Walls don’t stop what "
            "is placed freely or exchanged: cubes you place, nuns, bishops, the Messenger, the "
            "Witch."
        ),
        N_("**When:** at any free moment of your turn. Walls stay when the card changes hands."),
        N_("**Final round:** the same."),
        N_("**Hint:** if walls close every way out, the plague piece stays and your turn ends without a devastation."),
    ),
    moves={
        "emperor": MoveWords(
            SIGN,
            N_("Emperor: build or move walls"),
            asks={
                "wall": N_("Which wall?"),
                "connection": N_("Where does the wall go? No rat, cube or plague piece crosses it."),
            },
            label=_emperor,
        )
    },
    questions={
        "emperor": QuestionWords(
            N_("build walls"),
            _next_wall,
            calls={"emperor": N_("Build or move another wall"), "skip": N_("No more walls")},
        )
    },
    phrases={e.WallMoved: _walls_moved},
)


ROYALTY = ClassWords(
    title=N_("Royalty 👑"),
    about=N_("King, Queen, Emperor: palace, areas, walls"),
    cards={"king": KING, "queen": QUEEN, "emperor": EMPEROR},
)
