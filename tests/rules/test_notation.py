"""Moves as lines of text, and the moves described by such lines."""

import pytest

from rules import GAMES
from rules.errors import BadNotation
from rules.notation import MAX_CACHED_LINE, End, Move, Notation, read_number
from rules.rattus.moves import Merchant, Monk, Place
from rules.table import Table
from tests.rules.messina.scene import Scene
from tests.rules.rattus.build import G, R, position

RATTUS = GAMES["rattus"].notation


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Place("gallia", 2), "place gallia 2"),
        (Merchant("gallia", "italia", 3), "merchant gallia italia 3"),
        (Monk("gallia-b", "italia"), "monk gallia-b italia"),
        (End(), "end"),
    ],
)
def test_a_move_is_parsed_from_its_notation(move, text):
    assert (move.text, move.words, move.kind) == (text, tuple(text.split()), text.split()[0])
    assert RATTUS.parse(text) == move
    assert RATTUS.parse(f"  {text.upper()}\t") == move


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "nonsense", "place gallia", "place gallia two", "place gallia 1 1", "place gallia " + "9" * 5000,
        "take " + "x " * 1000, "do place", "\x00", "ＥＮＤ２", "place gallia ٣x",
    ],
)  # fmt: skip
def test_text_that_is_no_move_is_parsed_as_none(text):
    assert RATTUS.parse(text) is None


@pytest.mark.parametrize("length", [MAX_CACHED_LINE, MAX_CACHED_LINE + 1, 5000])
def test_a_line_reads_the_same_however_long_it_is(length):
    assert RATTUS.parse("place gallia 2".ljust(length)) == Place("gallia", 2)
    assert RATTUS.parse("place gallia 2".ljust(length, "x")) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("0", 0), ("017", 17), ("9223372036854775807", 2**63 - 1), ("9223372036854775808", None)),
        *(("9" * 5000, None), ("", None), ("1.5", None), ("²", None)),
    ],
)
def test_a_number_is_one_that_a_database_can_store(text, number):
    assert read_number(text) == number


def test_every_kind_of_move_is_parsed_from_its_notation():
    for kind in RATTUS.kinds.values():
        types = {field: 3 if kind.__annotations__[field] is int else "gallia" for field in kind.__struct_fields__}
        move = kind(**types)
        assert RATTUS.parse(move.text) == move
        assert RATTUS.usage(move.kind).split()[1:] == [field.upper() for field in types]


def test_another_game_reads_its_own_moves():
    class Sail(Move, frozen=True):
        ship: str
        days: int

    notation = Notation(Sail)
    assert notation.parse("sail maria 3") == Sail("maria", 3)
    assert notation.parse("place gallia 2") is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("dance", "“dance” is not a move. Possible moves begin with: place"),
        ("", "“” is not a move"),
        ("place gallia", "The format is: place REGION CUBES"),
        ("place gallja 2", "“gallja” is not possible here. Did you mean “gallia”?"),
        ("place xqzw 2", "“xqzw” is not possible here. Possible: anglia, gallia, germania, "),
        ("take pope", "“pope” is not possible here. For example, this is possible: place anglia 2"),
        ("take " + "p" * 41, f"“{'p' * 40}” is not possible here."),
        ("take", "“take” is not possible now. Possible moves: place REGION CUBES."),
        ("x" * 5000, f"“{'x' * 80}” is not a move."),
    ],
)
def test_the_table_says_how_it_should_be_written(text, why):
    table = Table(GAMES["rattus"], 2, "seed", {"start": "0"})
    with pytest.raises(BadNotation) as refused:
        table.play(0, text)
    assert why in str(refused.value)
    assert len(str(refused.value)) < 200
    assert table.number == 0


def test_suggestions_for_typing_errors_are_in_play():
    table = position(cards={"monk": R, "king": G})
    refused = [refusal(table, R, text) for text in ("take pope", "take crusadr", "take witsh", "place galia 2")]
    assert refused == [
        "“pope” is not possible here. Possible: peasant, merchant, knight, witch, king.",
        "“crusadr” is not possible here. Possible: peasant, merchant, knight, witch, king.",
        "“witsh” is not possible here. Did you mean “witch”?",
        "“galia” is not possible here. Did you mean “gallia”?",
    ]


def test_twelve_words_that_would_be_possible_are_listed_and_of_more_only_one_move_as_an_example():
    scene = Scene()
    hexes = list(scene.state.hexes)
    assert len(hexes) == 17
    for hex_ in hexes[:4]:
        scene.state.hexes[hex_].taken = True
    assert refusal(scene.table, 0, "go home gallia") == (
        f"“gallia” is not possible here. For example, this is possible: go home {hexes[4]}"
    )
    scene.state.hexes[hexes[4]].taken = True
    assert refusal(scene.table, 0, "go home gallia") == (
        f"“gallia” is not possible here. Possible: {', '.join(hexes[5:])}."
    )
    assert refusal(scene.table, 0, "go home+gallia nw") == "“gallia” is not possible here. Possible: home."
    assert refusal(scene.table, 0, "go gallia nw") == "“gallia” is not possible here. Possible: home."


def test_no_word_is_suggested_if_several_are_equally_similar():
    scene = Scene()
    scene.moor("silk1", "nw")
    scene.moor("silk2", "nw")
    assert refusal(scene.table, 0, "board home silk9") == "“silk9” is not possible here. Possible: silk1, silk2."


def test_a_kind_of_move_that_is_not_possible_is_answered_with_those_that_are():
    scene = Scene()
    scene.moor("gems1", "nw")
    assert refusal(scene.table, 0, "take gems ship") == (
        "“take gems ship” is not possible now. Possible moves: go START HEX; board START SHIP."
    )


def refusal(table, seat, text):
    """Return the reason why the table refuses this text as a move."""
    with pytest.raises(BadNotation) as refused:
        table.play(seat, text)
    return str(refused.value)
