import random
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.ui.message import MAX_ID, Id
from games import GAMES as BOT_GAMES
from games import PickerHints
from games.bot_game import MAX_BESIDE
from games.move_picker import Said, field_place, goal_words, moves_beginning, next_answers, question_before
from rules import GAMES
from rules.messina.moves import Hut, Repopulate
from rules.notation import Move
from rules.rattus.components import CARDS
from rules.rattus.events import Face
from rules.rattus.moves import Place
from rules.rattus.view import CardView, RatView
from rules.table import Table
from tests.kept import kept_case
from tests.rules.games import KNOWN_GAMES
from tests.rules.rattus.build import R, position


def moves_of(*texts: str) -> list[Move]:
    """Return moves that consist of these texts, each with a field for every word after the first."""
    return [kind_of(tuple(text.split()))(*text.split()[1:]) for text in texts]


@cache
def kind_of(words: tuple[str, ...]) -> type[Move]:
    fields = [*(f"f{place}" for place in range(1, len(words) - 1)), "goal"][: len(words) - 1]
    return kind_with(words[0], tuple(fields))


@cache
def kind_with(kind: str, fields: tuple[str, ...]) -> type[Move]:
    named = [(name, str) for name in fields]
    return msgspec.defstruct(kind, named, bases=(Move,), frozen=True, tag=kind)  # type: ignore[call-overload,no-any-return]


def said(text: str) -> Said:
    return tuple(text.split())


MOVES = moves_of("place gallia 1", "place italia 2", "merchant gallia italia 1", "merchant gallia italia 2",
         "merchant gallia anglia 1", "king gallia", "end")  # fmt: skip


def test_back_leads_to_the_question_before() -> None:
    assert next_answers(MOVES, question_before(MOVES, said("merchant gallia italia"))) == next_answers(
        MOVES, said("merchant")
    )
    assert question_before(MOVES, said("merchant")) == ()


def test_words_are_whole() -> None:
    kings = moves_of("king gallia", "king galliab")
    assert moves_beginning(kings, said("king gallia")) == kings[:1]
    assert next_answers(MOVES, said("nobody")) == []


@pytest.mark.deep(one_in=2)
@pytest.mark.parametrize("game", KNOWN_GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_every_move_of_a_game_is_reached_by_buttons_that_fit(game: str, seed: int) -> None:
    table = Table(GAMES[game], 4, str(seed), {"confirm": "on"})
    chance = random.Random(seed)
    while not table.over:
        seat = table.due()[0].seat
        moves = table.legal(seat)
        how = BOT_GAMES[game].hints(table.view(seat))
        reached: set[Move] = set()
        open_: list[Said] = [()]
        asked: set[Said] = {()}
        while open_:
            choices = next_answers(moves, open_.pop(), how)
            selects = {choice.kind for choice in choices if not choice.beside}
            assert 0 < sum(choice.beside for choice in choices) + len(selects) <= how.max_beside
            assert len({choice.said for choice in choices}) == len(choices)
            for choice in choices:
                press = Id(2**63, "pick", seat, 99999, choice.prefix)
                assert len(str(press)) <= MAX_ID
                assert press.said == choice.said
                assert set(choice.moves) == set(moves_beginning(moves, choice.said))
                if choice.move:
                    reached.add(choice.move)
                elif choice.said not in asked:
                    open_.append(choice.said)
                    asked.add(choice.said)
                    assert question_before(moves, choice.said, how) in asked
        assert reached == set(moves)
        table.play(seat, chance.choice(moves).text)


REACH = {"h1": {"h1": 0, "h2": 0, "h3": 1}, "h2": {"h2": 0, "h3": 0, "h1": 0}}
WAYS = {"go": "f1"}
PRICED = PickerHints(
    ("go",), ("go",), max_whole=12, path_fields=WAYS, cost=lambda move: (REACH[move.words[1]][move.words[2]], 0)
)
GO = PickerHints(("go",), ("go",), path_fields=WAYS)
GO_AND_SAIL = PickerHints(("go", "sail"), ("go", "sail"), path_fields=dict.fromkeys(("go", "sail"), "f1"))
MOST_CUBES = PickerHints(
    *(("place",), ("place",)), folded_fields={"place": "goal"}, cost=lambda move: (-int(move.words[-1]), 0)
)
END = moves_of("end")
JOURNEYS = moves_of(*(f"go {start} {to}" for start, places in REACH.items() for to in places))
MANY = moves_of(*(f"go h{start} h{goal}" for start in range(8) for goal in range(9)))
HOME = moves_of(*(f"go home h{number}" for number in range(1, 20)))
REGIONS = moves_of(*(f"place region{number}" for number in range(12)))
CUBES = moves_of(*(f"place region{number} {cubes}" for number in range(12) for cubes in (1, 2)))
FIGHTS = moves_of("fight 1 1 0 -", "fight 1 0 1 -", "fight 1 0 1 h3", "leave")
HUTS = moves_of("hut q8 1", "hut q8 2", "end")
CARGO = [
    kind_with("go", ("f1", "to", "cargo"))(*one.split()) for one in ("h1 h3 nun", "h1 h3 rat", "h2 h3 nun", "h1 h4 nun")
]


def sails(count: int, goals: int) -> list[Move]:
    """Return this many moves by ship, spread over this many goals."""
    return moves_of(*(f"sail h{start} h{goal}" for start in range(count // goals) for goal in range(goals)))


def crowd(count: int) -> list[Move]:
    """Return this many moves, each of a different kind."""
    return moves_of(*(f"other{number} x" for number in range(count)))


CASES: dict[str, tuple[list[Move], str, PickerHints]] = {
    "first the kind of move": (MOVES, "", PickerHints()),
    "then field after field": (MOVES, "place", PickerHints()),
    "a field with one value is skipped": (MOVES, "merchant", PickerHints()),
    "one legal move is one answer": (moves_of("reveal gallia-a"), "", PickerHints()),
    "words are whole": (MOVES, "nobody", PickerHints()),
    "a goal stands for its cheapest way, and the others are in a select": ([*JOURNEYS[1:], *END], "", PRICED),
    "a way more is not beside the goals": ([*JOURNEYS[1:3], JOURNEYS[4], *END], "", PRICED),
    "the ways to a goal, the cheaper one first, told by where they begin": (JOURNEYS, "go * h3", PRICED),
    "the only way is a whole move": (JOURNEYS[:1], "", PRICED),
    "a goal already chosen stays in the answers with a path": (CARGO, "go * h3", PRICED),
    "too many ways for selects: the way is asked for after the goal": (MANY, "", GO),
    "a select takes as many further ways as it has room for": (MANY[:5] + MANY[9:34], "", GO),
    "two kinds share a select": ([*MANY[:27], *sails(24, 4)], "", GO_AND_SAIL),
    "of two kinds, too": ([*MANY[:20], *sails(15, 5)], "", GO_AND_SAIL),
    **{
        f"ways beside each other where there is room for {room}": ([*HOME[:8], *crowd(MAX_BESIDE - room)], "", GO)
        for room in (8, 7, 5, 4, 2)
    },
    **{
        f"{'all' if others + 12 <= MAX_BESIDE else 'none'} of twelve regions beside {others} others": (
            *([*REGIONS, *crowd(others)], ""),
            PickerHints(("place",), ("place",)),
        )
        for others in (MAX_BESIDE - 12, MAX_BESIDE - 11)
    },
    "all regions with the most cubes": ([*CUBES, *END], "", MOST_CUBES),
    "no room for all regions with the most cubes": ([*CUBES, *crowd(9)], "", MOST_CUBES),
    "a kind without room is one answer": (
        *([*JOURNEYS, *crowd(MAX_BESIDE - 2)], ""),
        PickerHints(("go",), path_fields=WAYS),
    ),
    "a kind rarely wanted is one answer": ([*JOURNEYS, *crowd(1)], "", PickerHints(path_fields=WAYS)),
    "that opens to all its own": (JOURNEYS, "go", PickerHints(path_fields=WAYS)),
    "few moves are shown whole": (FIGHTS, "", PickerHints(inline=("fight",), max_whole=3)),
    "more are asked field by field": (FIGHTS, "", PickerHints(inline=("fight",), max_whole=2)),
    "always by field beside other kinds": (HUTS, "", PickerHints(inline=("hut",), max_whole=3, by_field=("hut",))),
    "the next field": (HUTS, "hut q8", PickerHints(inline=("hut",), max_whole=3, by_field=("hut",))),
    "one answer alone asks nothing": (HUTS[:2], "", PickerHints(inline=("hut",), max_whole=3, by_field=("hut",))),
    "one rare move is beside the others": ([*moves_of("recall h0"), *END], "", PickerHints(rare=("recall",))),
    "two rare moves are not": ([*moves_of("recall h0", "recall h1"), *END], "", PickerHints(rare=("recall",))),
    "without room for all the first": ([*HOME, *END], "", GO),
    "without room for all those that are wanted, in their order": (
        *([*HOME, *END], ""),
        replace(GO, priority=lambda move: move != HOME[14]),
    ),
}


@pytest.mark.kept
@pytest.mark.parametrize("case", CASES)
def test_answers_are_those_of_the_question(case: str) -> None:
    """Every move can be reached from an answer to the first question."""
    moves, begun, hints = CASES[case]
    found = next_answers(moves, said(begun), hints)
    assert begun or {move for one in found for move in one.moves} == set(moves)
    now = []
    for one in found:
        place, words = "beside" if one.beside else "select", " ".join(one.words)
        now.append(f"{place}: {one.prefix} ({words}, word {one.field}) = {one.move.text if one.move else '…'}")
    assert now == kept_case(Path(__file__).with_name("kept") / "move_picker.json", case, now)


def test_a_field_may_be_named_or_be_none_for_a_kind_of_move() -> None:
    [move] = moves_of("sail h1 h2 gold")
    fields = ({"sail": "f1"}, {"sail": "goal"}, {"sail": ""}, {"go": "f1"})
    assert [field_place(one, move) for one in fields] == [1, 3, 0, None]
    assert [goal_words(one, move) for one in (fields[0], fields[1], fields[3])] == [
        ("sail", "*", "h2", "gold"),
        ("sail", "h1", "h2"),
        ("sail", "h1", "h2", "gold"),
    ]


def test_the_places_of_rattus_that_get_buttons_are_those_for_most_cubes() -> None:
    view = Table(GAMES["rattus"], 2, "order").view(0)
    [first, second] = regions = [replace_in(one, rats=[RatView(one.id, None)] * 2) for one in view.regions[:2]]
    second = replace_in(second, rats=second.rats[:1])
    for question, placed, room in (("turn", False, 0), ("turn", True, 15), ("king", True, 0)):
        now = replace_in(view, phase="turns", question=question, placed=placed, regions=[first, second])
        hints = BOT_GAMES["rattus"].hints(now)
        assert hints.max_inline == {"plague": room}
        costs = [hints.cost(Place(*where)) for where in ((first.id, 1), (second.id, 3), (second.id, 1))]
        assert costs == sorted(costs), "the region with more rats, then more cubes"
    assert len(regions) == 2


def test_a_card_is_explained_with_the_first_things_that_it_could_be_used_on() -> None:
    """Examples are in regions with rats or the player's own cubes, otherwise in the plague's region.

    Spectators see none.
    """
    view = Table(GAMES["rattus"], 3, "cards").view(1)
    everything = [CardView(card.id, card.class_, 1, False) for card in CARDS.values()]
    now = replace_in(view, phase="turns", question="turn", plague="gallia", cards=everything)

    def explained(cubes: Collection[str], rats: Collection[str], seat: int | None = 1) -> list[str]:
        regions = [
            replace_in(
                one, cubes=[1, int(one.id in cubes), 0], rats=[RatView(f"{one.id}-b", None)] if one.id in rats else []
            )
            for one in view.regions
        ]
        there = replace_in(now, regions=regions, seat=seat)
        return [move.text for move in BOT_GAMES["rattus"].moves_to_explain(there, ())]

    assert explained((), ()) == [
        *("monk gallia-a anglia", "merchant gallia anglia 1", "witch gallia-a", "king gallia", "baker"),
        *("messenger gallia 1 0", "nun reserve anglia", "bishop reserve anglia", "piper gallia anglia 0"),
        *("wizard gallia 0", "emperor reserve anglia+gallia"),
    ]
    assert explained(("italia", "russia"), ("hungaria", "polonia")) == [
        *("monk hungaria-b germania", "merchant italia gallia 1", "witch hungaria-b", "king italia", "baker"),
        *("messenger italia 1 0", "nun reserve gallia", "bishop reserve gallia", "piper italia gallia 0"),
        *("wizard italia 0", "emperor reserve anglia+gallia"),
    ]
    assert explained((), (), seat=None) == []


def test_only_in_normal_turns_of_rattus_it_is_certain_who_comes_next() -> None:
    view = Table(GAMES["rattus"], 3, "next").view(None)
    for phase, following in (("setup", None), ("turns", [1, 2, 0]), ("final", None), ("over", None)):
        found = [BOT_GAMES["rattus"].next_seat(replace_in(view, phase=phase), seat) for seat in range(3)]
        assert found == (following or [None] * 3)
    assert BOT_GAMES["messina"].next_seat(Table(GAMES["messina"], 3, "next").view(None), 0) is None


def test_moves_explained_while_building_in_messina_depend_on_the_question() -> None:
    explain = BOT_GAMES["messina"].moves_to_explain
    view = Table(GAMES["messina"], 2, "order").view(0)
    me = view.players[0]
    built = replace_in(me, huts=[replace_in(me.huts[0], upgrade="any"), *me.huts[1:]], wagons=[])
    for question, some in (("act", False), ("build", True), ("restacked", True), ("rescue", False)):
        now = replace_in(view, question=question, about="h1", players=[built, *view.players[1:]])
        found = explain(now, ())
        assert {move.hut for move in found if isinstance(move, Hut)} == ({"hut2"} if some else set())
        assert Repopulate() not in found, "without wagons"


def replace_in(view: Any, **fields: Any) -> Any:
    return replace(view, **fields)


def test_only_moves_whose_order_makes_no_difference_take_one_press() -> None:
    """One answer places two new rats. One turns over all rats, unless a face is known or another move is legal."""
    hints = BOT_GAMES["rattus"].hints
    lying = {"germania": ["?"] * 2, "italia": ["?"] * 2, "hungaria": ["?"] * 3, "hispania": ["?"] * 3}
    table = position(rats=lying, plague="gallia", cubes={"italia": "r1 g1"})
    table.play(R, "plague italia")
    pairs = hints(table.view(R)).in_a_row(table.legal(R))
    assert [" ".join(move.words[1][:3] for move in row) for row in pairs] == [
        *("gal gal", "gal ger", "gal tur", "ger tur", "tur tur"),
    ]
    table = position(rats=lying, plague="italia", ask="devastation", cubes={"italia": "r1 g1"})
    view, legal = table.view(R), table.legal(R)
    assert hints(view).in_a_row(legal) == [legal]
    assert not hints(view).in_a_row([*legal, Place("italia", 1)])
    faces = [RatView("italia-a", None), RatView("italia-b", Face(1, "A", ()))]
    known = [replace_in(one, rats=faces) if one.id == "italia" else one for one in view.regions]
    assert not hints(replace_in(view, regions=known)).in_a_row(legal)
