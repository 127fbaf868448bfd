"""From legal moves to questions, one field at a time; and what buttons carry."""

import random
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import msgspec
import pytest

from bot.ui.message import MAX_ID, Id
from games import GAMES as BOT_GAMES
from games import PickerHints
from games.move_picker import MAX_BESIDE, Said, field_place, goal_words, moves_beginning, next_answers, question_before
from rules import GAMES
from rules.messina.moves import Board, Go, Hut, Repopulate
from rules.notation import Move
from rules.rattus.components import CARDS
from rules.rattus.moves import Place
from rules.rattus.view import CardView, RatView
from rules.table import Table
from tests.rules.games import KNOWN_GAMES
from wording.text_limits import MAX_OPTIONS


def moves_of(*texts: str) -> list[Move]:
    """Return moves of any kind, with as many fields as the texts have."""
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


def test_first_the_kind_of_move_then_field_after_field() -> None:
    """A field with one value is skipped, and an answer that leaves one move is that move."""

    def answers(prefix: str = "") -> dict[str, str]:
        return {one.prefix: one.move.text if one.move else "" for one in next_answers(MOVES, said(prefix))}

    assert answers() == {"place": "", "merchant": "", "king": "king gallia", "end": "end"}
    assert answers("place") == {"place gallia": "place gallia 1", "place italia": "place italia 2"}
    assert list(answers("merchant")) == ["merchant gallia italia", "merchant gallia anglia"]


def test_one_legal_move_is_one_answer() -> None:
    [move] = moves_of("reveal gallia-a")
    [choice] = next_answers([move])
    assert (choice.prefix, choice.move, choice.words) == ("reveal gallia-a", move, ("reveal", "gallia-a"))


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
            assert 0 < sum(choice.beside for choice in choices) + len(selects) <= MAX_BESIDE
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
JOURNEYS = moves_of(*(f"go {start} {to}" for start, places in REACH.items() for to in places))
END = moves_of("end")


def texts(moves: Iterable[Move | None]) -> list[str]:
    return [move.text if move else "" for move in moves]


def crowd(count: int) -> list[Move]:
    """Return this many moves of other kinds."""
    return moves_of(*(f"other{number} x" for number in range(count)))


def test_a_goal_stands_for_its_cheapest_way_and_the_others_come_in_a_select() -> None:
    found = [choice for choice in next_answers([*JOURNEYS[1:], *END], (), PRICED) if choice.prefix != "end"]
    assert texts(choice.move for choice in found if choice.beside) == ["go h1 h2", "go h2 h3", "go h2 h1"]
    assert texts(choice.move for choice in found if not choice.beside) == ["go h2 h2", "go h1 h3"]
    many = moves_of(*(f"go h{start} h{goal}" for start in range(8) for goal in range(9)))
    grouped = next_answers(many, (), PickerHints(("go",), ("go",), path_fields=WAYS))
    assert [choice.prefix for choice in grouped if not choice.beside] == [f"go * h{goal}" for goal in range(9)], (
        "too many for selects: the way is asked for after the goal"
    )
    two = [*many[:27], *moves_of(*(f"sail h{start} h{goal}" for start in range(6) for goal in range(4)))]
    both = PickerHints(("go", "sail"), ("go", "sail"), path_fields=dict.fromkeys(("go", "sail"), "f1"))
    folded = [choice for choice in next_answers(two, (), both) if not choice.beside]
    assert len(folded) <= MAX_OPTIONS < len(two) - 13, "two kinds share a select"
    assert {choice.kind for choice in folded if not choice.move} == {"go", "sail"}
    asked = next_answers(JOURNEYS, said("go * h3"), PRICED)
    assert texts(choice.move for choice in asked) == ["go h2 h3", "go h1 h3"], "the cheaper one first"
    assert [choice.words for choice in asked] == [("go", "h2"), ("go", "h1")], "they are told by where they begin"


@pytest.mark.parametrize(("room", "beside"), [(8, 8), (7, 6), (5, 4), (4, 0), (2, 0)])
def test_as_many_ways_as_there_is_room_for_go_before_a_select_of_the_rest_unless_they_are_few(
    room: int, beside: int
) -> None:
    goals = moves_of(*(f"go home h{number}" for number in range(8)))
    hints = PickerHints(("go",), ("go",), path_fields=WAYS)
    found = [one for one in next_answers([*goals, *crowd(MAX_BESIDE - room)], (), hints) if one.kind == "go"]
    assert [one.beside for one in found] == [True] * beside + [False] * (8 - beside)
    assert {one.move for one in found} == set(goals)


def test_the_answers_to_one_question_stay_together() -> None:
    """Once nine of twelve regions were buttons, and three were in a select."""
    regions = moves_of(*(f"place region{number}" for number in range(12)))
    hints = PickerHints(("place",), ("place",))
    for others, beside in ((MAX_BESIDE - 12, True), (MAX_BESIDE - 11, False)):
        found = [one for one in next_answers([*regions, *crowd(others)], (), hints) if one.kind == "place"]
        assert [one.beside for one in found] == [beside] * 12


def test_of_a_usual_value_all_stand_beside_each_other_or_none() -> None:
    """Buttons for the regions with the most cubes; fewer cubes are in a select."""
    regions = moves_of(*(f"place region{number} {cubes}" for number in range(12) for cubes in (1, 2)))
    hints = PickerHints(("place",), ("place",), folded_fields={"place": "goal"}, cost=lambda move: (-int(move.goal), 0))  # type: ignore[attr-defined]
    found = [one for one in next_answers([*regions, *END], (), hints) if one.kind == "place"]
    assert texts(one.move for one in found if one.beside) == [f"place region{number} 2" for number in range(12)]
    assert texts(one.move for one in found if not one.beside) == [f"place region{number} 1" for number in range(12)]
    found = [one for one in next_answers([*regions, *crowd(9)], (), hints) if one.kind == "place"]
    assert {one.move for one in found if not one.beside} == set(regions), "no room for all of them"


def test_a_kind_without_room_or_rarely_wanted_is_one_answer_and_opens_to_all_its_own() -> None:
    for hints, others in ((PickerHints(("go",), path_fields=WAYS), MAX_BESIDE - 2), (PickerHints(path_fields=WAYS), 1)):
        found = next_answers([*JOURNEYS, *crowd(others)], (), hints)
        assert found[0].prefix == "go"
        opened = next_answers(JOURNEYS, ("go",), hints)
        assert {move for one in opened for move in one.moves} == set(JOURNEYS)
        assert [one.words[2] for one in opened if one.beside] == ["h1", "h2", "h3"]


def test_few_moves_are_shown_whole_unless_a_kind_is_asked_field_by_field() -> None:
    fights = moves_of("fight 1 1 0 -", "fight 1 0 1 -", "fight 1 0 1 h3", "leave")
    whole = PickerHints(inline=("fight",), max_whole=3)
    assert [(choice.move, choice.words) for choice in next_answers(fights, (), whole)] == [
        (fight, fight.words) for fight in fights
    ]
    fields = PickerHints(inline=("fight",), max_whole=2)
    assert [choice.prefix for choice in next_answers(fights, (), fields)] == ["fight 1 1", "fight 1 0", "leave"]


def test_of_what_is_asked_field_by_field_the_first_is_an_answer_beside_other_kinds() -> None:
    huts = moves_of("hut q8 1", "hut q8 2", "end")
    fields = PickerHints(inline=("hut",), max_whole=3, by_field=("hut",))
    found = [(choice.prefix, choice.words) for choice in next_answers(huts, (), fields)]
    assert found == [("hut q8", ("hut", "q8")), ("end", ("end",))], "else nobody reads which"
    assert [choice.move for choice in next_answers(huts, said("hut q8"), fields)] == huts[:2]
    assert [choice.move for choice in next_answers(huts[:2], (), fields)] == huts[:2], "one answer alone asks nothing"


def test_a_rare_move_is_beside_the_others_if_it_is_the_only_one_of_its_kind() -> None:
    hints = PickerHints(rare=("recall",))
    for count, beside in ((1, True), (2, False)):
        some = moves_of(*(f"recall h{number}" for number in range(count)))
        assert [(one.move, one.beside) for one in next_answers([*some, *END], (), hints)] == [
            *((move, beside) for move in some),
            (END[0], True),
        ]


def test_a_field_may_be_named_or_be_none_for_a_kind_of_move() -> None:
    [move] = moves_of("sail h1 h2 gold")
    fields = ({"sail": "f1"}, {"sail": "goal"}, {"sail": ""}, {"go": "f1"})
    assert [field_place(one, move) for one in fields] == [1, 3, 0, None]
    assert [goal_words(one, move) for one in (fields[0], fields[1], fields[3])] == [
        ("sail", "*", "h2", "gold"),
        ("sail", "h1", "h2"),
        ("sail", "h1", "h2", "gold"),
    ]


def test_where_there_is_not_room_for_all_those_stand_beside_each_other_that_are_wanted() -> None:
    ways = moves_of(*(f"go home h{number}" for number in range(1, 20)))
    hints = PickerHints(inline=("go",), selects=("go",), path_fields=WAYS)
    room = MAX_BESIDE - 2
    assert [choice.move for choice in next_answers([*ways, *END], (), hints) if choice.beside] == [*ways[:room], *END]
    hints = replace(hints, priority=lambda move: move != ways[14])
    shown = next_answers([*ways, *END], (), hints)
    wanted = [*ways[: room - 1], ways[14], *END]
    assert [choice.move for choice in shown if choice.beside] == wanted, "in their order"
    assert {choice.move for choice in shown} == {*ways, *END}


def test_a_select_takes_as_many_further_ways_as_it_has_room_for() -> None:
    many = moves_of(*(f"go h{start} h{goal}" for start in range(6) for goal in range(5)))
    further = [one for one in next_answers(many, (), PickerHints(("go",), ("go",), path_fields=WAYS)) if not one.beside]
    assert len(further) == MAX_OPTIONS
    assert all(one.move and one.field == 2 for one in further), "each is a whole way, told by its goal"
    two = [*many[:20], *moves_of(*(f"sail h{start} h{goal}" for start in range(3) for goal in range(5)))]
    both = PickerHints(("go", "sail"), ("go", "sail"), path_fields=dict.fromkeys(("go", "sail"), "f1"))
    assert [bool(one.move) for one in next_answers(two, (), both) if not one.beside] == [True] * MAX_OPTIONS
    one_more = next_answers([*JOURNEYS[1:3], JOURNEYS[4], *END], (), PRICED)
    assert texts(choice.move for choice in one_more if not choice.beside) == ["go h1 h3"], "not beside the goals"
    assert [choice.field for choice in next_answers(JOURNEYS[:1], (), PRICED)] == [0], "the only way is a whole move"


def test_a_goal_already_chosen_stays_in_the_answers_with_a_path() -> None:
    kind = kind_with("go", ("f1", "to", "cargo"))
    ways = [kind(*words.split()) for words in ("h1 h3 nun", "h1 h3 rat", "h2 h3 nun", "h1 h4 nun")]
    assert [one.prefix for one in next_answers(ways, said("go * h3"), PRICED)] == ["go h2 h3", "go h1 h3"]


def test_the_places_of_rattus_that_get_buttons_are_those_for_most_cubes() -> None:
    view = Table(GAMES["rattus"], 2, "order").view(0)
    [first, second] = regions = [replace_in(one, rats=[RatView(one.id, None)] * 2) for one in view.regions[:2]]
    second = replace_in(second, rats=second.rats[:1])
    for phase, question, taken, placed, room in (
        ("turns", "turn", False, False, (0, 0)),
        ("turns", "turn", True, False, (15, 0)),
        ("turns", "turn", True, True, (15, 15)),
        ("turns", "king", False, True, (15, 0)),
    ):
        now = replace_in(view, phase=phase, question=question, taken=taken, placed=placed, regions=[first, second])
        hints = BOT_GAMES["rattus"].hints(now)
        assert (hints.max_inline["place"], hints.max_inline["plague"]) == room
        costs = [hints.cost(Place(*where)) for where in ((first.id, 1), (second.id, 3), (second.id, 1))]
        assert costs == sorted(costs), "the region with more rats, then more cubes"
    assert len(regions) == 2


def test_own_cards_that_cannot_be_used_now_are_explained_but_not_used_ones() -> None:
    explain = BOT_GAMES["rattus"].moves_to_explain
    view = Table(GAMES["rattus"], 3, "cards", {"cards": "merchant+monk+king+knight+witch+peasant"}).view(0)
    mine = [replace_in(card, owner=0) for card in view.cards]
    now = replace_in(view, phase="turns", question="turn", cards=mine)
    kinds = {move.kind for move in explain(now, ())}
    assert kinds
    used = [replace_in(card, used=True) for card in mine]
    assert not explain(replace_in(now, cards=used), ())
    assert not explain(replace_in(now, cards=[replace_in(card, owner=1) for card in mine]), ())
    assert not explain(now, kinds)


def test_a_card_is_explained_with_the_first_things_that_it_could_be_used_on() -> None:
    """Own cubes, rats and their neighbours; without them, the region of the plague piece. The public uses no cards."""
    view = Table(GAMES["rattus"], 3, "cards").view(1)
    everything = [CardView(card.id, card.class_, 1, False) for card in CARDS.values()]
    now = replace_in(view, phase="turns", question="turn", plague="gallia", cards=everything)

    def explained(cubes: Collection[str], rats: Collection[str], seat: int | None = 1) -> list[str]:
        regions = [
            replace_in(
                one,
                cubes=[1, int(one.id in cubes), 0],
                rats=[RatView(f"{one.id}-b", None)] if one.id in rats else [],
            )
            for one in view.regions
        ]
        return texts(BOT_GAMES["rattus"].moves_to_explain(replace_in(now, regions=regions, seat=seat), ()))

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


def test_in_messina_goals_with_citizens_come_first_and_healthy_ones_before_all() -> None:
    view = Table(GAMES["messina"], 2, "order").view(0)
    [start, reached] = next(iter(view.reach.items()))
    price = min(reached.values())
    goal = next(one.id for one in view.hexes if reached.get(one.id) == price)
    order = []
    for citizens, cubes in ((["nun"], 0), (["nun"], 2), ([], 0)):
        hexes = [replace_in(one, citizens=citizens, cubes=cubes) if one.id == goal else one for one in view.hexes]
        order.append(BOT_GAMES["messina"].hints(replace_in(view, hexes=hexes)).priority(Go(start, goal)))
    assert order == [(price, (False, False)), (price, (False, True)), (price, (True, False))]
    board = BOT_GAMES["messina"].hints(view)
    ship = next(ship.id for dock in view.docks for ship in dock.ships if dock.id in reached)
    assert board.priority(Board(start, ship))[1] == (True, False), "as a place without citizens"


def test_what_building_in_messina_suggests_depends_on_the_question() -> None:
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
    """Return a view with other values in these fields."""
    return msgspec.structs.replace(view, **fields)
