"""From legal moves to questions, one field at a time; and what buttons carry."""

import random
import re

import pytest

from bot.panels.ids import LONGEST, PATTERN, Id, read_id
from bot.panels.narrowing import PAGE, back, below, narrow
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


@pytest.mark.parametrize("seed", range(3))
def test_every_move_of_a_game_is_reached_by_buttons_that_fit(seed: int) -> None:
    table = Table(GAMES["rattus"], 4, str(seed), {"confirm": "on"})
    chance = random.Random(seed)
    while not table.over:
        seat = table.due()[0].seat
        moves = [print_move(move) for move in table.legal(seat)]
        reached: list[str] = []
        open_ = [""]
        while open_:
            choices = narrow(moves, open_.pop())
            assert 0 < len(choices) <= 2 * PAGE
            for choice in choices:
                assert len(str(Id(2**63, "pick", seat, 99999, choice.prefix))) <= LONGEST
                if choice.move:
                    reached.append(choice.move)
                else:
                    open_.append(choice.prefix)
        assert sorted(reached) == sorted(moves)
        table.play(seat, chance.choice(moves))


@pytest.mark.parametrize("press", [Id(7, "turn"), Id(7, "pick", 0, 31, "merchant gallia italia 3")])
def test_ids_are_read_as_they_were_written(press: Id) -> None:
    found = re.fullmatch(PATTERN, str(press))
    assert found is not None
    assert read_id(found.groupdict()) == press


def test_an_id_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="longer"):
        str(Id(1, "pick", 0, 1, "x" * 100))
