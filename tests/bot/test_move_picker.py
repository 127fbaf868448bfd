"""From legal moves to questions, one field at a time; and what buttons carry."""

import random
import re
from dataclasses import replace

import pytest

from bot.games import GAMES as BOT_GAMES
from bot.games import PickerHints
from bot.panels.move_picker import BESIDE, back, below, narrow
from bot.ui.custom_id import LONGEST, PATTERN, Id, read_id
from rules import GAMES
from rules.notation import print_move
from rules.table import Table

MOVES = ["place gallia 1", "place italia 2", "merchant gallia italia 1", "merchant gallia italia 2",
         "merchant gallia anglia 1", "king gallia", "end"]  # fmt: skip


def words(prefix: str = "") -> list[str]:
    return [choice.prefix for choice in narrow(MOVES, prefix)]


def test_first_the_kind_of_move_then_field_after_field() -> None:
    assert words() == ["place", "merchant", "king", "end"]
    assert words("place") == ["place gallia", "place italia"]


def test_a_field_with_one_value_is_skipped() -> None:
    assert words("merchant") == ["merchant gallia italia", "merchant gallia anglia"]


def test_an_answer_that_leaves_one_move_is_that_move() -> None:
    assert {choice.prefix: choice.move for choice in narrow(MOVES)} == {
        "place": "", "merchant": "", "king": "king gallia", "end": "end"
    }  # fmt: skip
    assert [choice.move for choice in narrow(MOVES, "place")] == ["place gallia 1", "place italia 2"]


def test_one_legal_move_is_one_answer() -> None:
    [choice] = narrow(["reveal gallia-a"])
    assert (choice.prefix, choice.move, choice.words) == ("reveal gallia-a", "reveal gallia-a", ["reveal", "gallia-a"])


def test_back_leads_to_the_question_before() -> None:
    assert narrow(MOVES, back(MOVES, "merchant gallia italia")) == narrow(MOVES, "merchant")
    assert back(MOVES, "merchant") == ""


def test_words_are_whole() -> None:
    assert below(["king gallia", "king galliab"], "king gallia") == ["king gallia"]
    assert narrow(MOVES, "nobody") == []


@pytest.mark.parametrize("game", BOT_GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_move_of_a_game_is_reached_by_buttons_that_fit(game: str, seed: int) -> None:
    table = Table(GAMES[game], 4, str(seed), {"confirm": "on"})
    chance = random.Random(seed)
    while not table.over:
        seat = table.due()[0].seat
        moves = [print_move(move) for move in table.legal(seat)]
        how = BOT_GAMES[game].hints(table.view(seat))
        reached: set[str] = set()
        open_, asked = [""], {""}
        while open_:
            choices = narrow(moves, open_.pop(), how)
            selects = {choice.kind for choice in choices if not choice.beside}
            assert 0 < sum(choice.beside for choice in choices) + len(selects) <= BESIDE
            assert len({choice.prefix for choice in choices}) == len(choices)
            for choice in choices:
                assert len(str(Id(2**63, "pick", seat, 99999, choice.prefix))) <= LONGEST
                assert sorted(choice.moves) == sorted(below(moves, choice.prefix))
                if choice.move:
                    reached.add(choice.move)
                elif choice.prefix not in asked:
                    open_.append(choice.prefix)
                    asked.add(choice.prefix)
                    assert back(moves, choice.prefix, how) in asked
        assert reached == set(moves)
        table.play(seat, chance.choice(moves))


@pytest.mark.parametrize("press", [Id(7, "turn"), Id(7, "pick", 0, 31, "merchant gallia italia 3")])
def test_ids_are_read_as_they_were_written(press: Id) -> None:
    found = re.fullmatch(PATTERN, str(press))
    assert found is not None
    assert read_id(found.groupdict()) == press


def test_an_id_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="longer"):
        str(Id(1, "pick", 0, 1, "x" * 100))


REACH = {"h1": {"h1": 0, "h2": 0, "h3": 1}, "h2": {"h2": 0, "h3": 0, "h1": 0}}
PRICED = PickerHints(("go",), ("go",), 12, (), {"go": 1}, {}, lambda move: (REACH[move.split()[1]][move.split()[2]], 0))
JOURNEYS = [f"go {start} {to}" for start, places in REACH.items() for to in places]


def crowd(count: int) -> list[str]:
    """So many other kinds of move."""
    return [f"other{number} x" for number in range(count)]


def test_a_goal_stands_for_its_cheapest_way_and_the_others_come_in_a_select() -> None:
    found = [choice for choice in narrow([*JOURNEYS[1:], "end"], "", PRICED) if choice.prefix != "end"]
    assert [choice.move for choice in found if choice.beside] == ["go h1 h2", "go h2 h3", "go h2 h1"]
    assert [choice.move for choice in found if not choice.beside] == ["go h2 h2", "go h1 h3"]
    many = [f"go h{start} h{goal}" for start in range(8) for goal in range(9)]
    grouped = narrow(many, "", PickerHints(("go",), ("go",), ways={"go": 1}))
    assert [choice.prefix for choice in grouped if not choice.beside] == [f"go * h{goal}" for goal in range(9)], (
        "too many for selects: the way is asked for after the goal"
    )
    asked = narrow(JOURNEYS, "go * h3", PRICED)
    assert [choice.move for choice in asked] == ["go h2 h3", "go h1 h3"], "the cheaper one first"
    assert [choice.words for choice in asked] == [["go", "h2"], ["go", "h1"]], "they are told by where they begin"


@pytest.mark.parametrize(("room", "beside"), [(8, 8), (7, 6), (5, 4), (4, 0), (2, 0)])
def test_as_many_answers_as_there_is_room_for_go_before_a_select_of_the_rest_unless_they_are_few(
    room: int, beside: int
) -> None:
    goals = [f"go home h{number}" for number in range(8)]
    hints = PickerHints(("go",), ("go",), ways={"go": 1})
    found = [one for one in narrow([*goals, *crowd(BESIDE - room)], "", hints) if one.kind == "go"]
    assert [one.beside for one in found] == [True] * beside + [False] * (8 - beside)
    assert sorted(one.move for one in found) == goals


def test_a_kind_without_room_or_rarely_wanted_is_one_answer_and_opens_to_all_its_own() -> None:
    for hints, others in ((PickerHints(("go",), ways={"go": 1}), BESIDE - 2), (PickerHints(ways={"go": 1}), 1)):
        found = narrow([*JOURNEYS, *crowd(others)], "", hints)
        assert found[0].prefix == "go"
        opened = narrow(JOURNEYS, "go", hints)
        assert {move for one in opened for move in one.moves} == set(JOURNEYS)
        assert [one.words[2] for one in opened if one.beside] == ["h1", "h2", "h3"]


def test_few_moves_are_shown_whole_unless_a_kind_is_asked_field_by_field() -> None:
    fights = ["fight 1 1 0 -", "fight 1 0 1 -", "fight 1 0 1 h3", "leave"]
    whole = PickerHints(spread=("fight",), whole=3)
    assert [choice.move for choice in narrow(fights, "", whole)] == fights
    fields = PickerHints(spread=("fight",), whole=2)
    assert [choice.prefix for choice in narrow(fights, "", fields)] == ["fight 1 1", "fight 1 0", "leave"]


def test_of_what_is_asked_field_by_field_the_first_is_an_answer_beside_other_kinds() -> None:
    huts = ["hut q8 1", "hut q8 2", "end"]
    fields = PickerHints(spread=("hut",), whole=3, by_field=("hut",))
    assert [choice.prefix for choice in narrow(huts, "", fields)] == ["hut q8", "end"], "else nobody reads which"
    assert [choice.prefix for choice in narrow(huts, "hut q8", fields)] == huts[:2]
    assert [choice.prefix for choice in narrow(huts[:2], "", fields)] == huts[:2], "one answer alone asks nothing"


def test_where_there_is_not_room_for_all_those_stand_beside_each_other_that_are_wanted() -> None:
    ways = [f"go home h{number}" for number in range(1, 15)]
    hints = PickerHints(spread=("go",), selects=("go",), ways={"go": 1})
    assert [choice.prefix for choice in narrow([*ways, "end"], "", hints) if choice.beside] == [*ways[:8], "end"]
    hints = replace(hints, wanted=lambda move: move != ways[12])
    shown = narrow([*ways, "end"], "", hints)
    assert [choice.prefix for choice in shown if choice.beside] == [*ways[:7], ways[12], "end"], "in their order"
    assert {choice.prefix for choice in shown} == {*ways, "end"}
