from itertools import product

import msgspec
import pytest

from rules.errors import BadPosition
from rules.game import start_game
from rules.messina.components import BOARDS, DISTRICTS, SCROLL_BOARDS
from rules.messina.events import BoardTaken, RoundBegan
from rules.messina.setup import UNTESTED
from rules.table import Table, read_position
from tests.rules.messina.games import GAME, SEATS, options
from tests.rules.messina.scene import Scene, happened

SIDES = ["standard", "advanced", *UNTESTED]


@pytest.mark.parametrize("seats", SEATS)
def test_boards_are_dealt_at_random(seats):
    dealt = set()
    for seed in range(60):
        state, events = start_game(GAME, seats, str(seed), options(seats, variant="advanced"))
        boards = [player.board for player in state.players]
        assert len({*boards}) == len({player.scroll_board for player in state.players}) == seats
        told = [(event.seat, event.kind, event.board) for event in happened(events, BoardTaken)]
        assert told == [
            *((seat, "board", board) for seat, board in enumerate(boards)),
            *((seat, "scroll_board", player.scroll_board) for seat, player in enumerate(state.players)),
        ]
        assert not any(event.chosen for event in happened(events, BoardTaken))
        dealt |= {(player.board, player.scroll_board) for player in state.players}
    assert dealt == set(product(BOARDS, SCROLL_BOARDS))


def test_boards_are_chosen_from_the_last_seat_in_turn_order_on():
    table = Table(GAME, 3, "deal", {"variant": "advanced", "deal": "chosen"})
    last, middle, first = reversed(table.state.order)
    assert [(due.seat, due.question) for due in table.due()] == [(last, "board")]
    assert table.due()[0].moves == ["take yellow", "take purple", "take red", "take teal"]
    assert table.view(None).phase == "deal"
    table.play(last, "take red")
    assert table.due()[0].moves == ["take scroll-b1", "take scroll-b2", "take scroll-b3", "take scroll-b4"]
    table.undo(last)
    table.play(last, "take purple")
    events = table.play(last, "take scroll-b4")
    assert happened(events, BoardTaken) == [BoardTaken(last, "scroll_board", "scroll-b4", True)]
    assert table.undoable(last) == 0
    for text, why in (
        ("take purple", "has taken"),
        ("take scroll-b1", "not a board you can choose now"),
        ("end", "First choose"),
    ):
        with pytest.raises(Exception, match=why):
            table.play(middle, text)
    table.play(middle, "take yellow")
    table.play(middle, "take scroll-b1")
    table.play(first, "take teal")
    events = table.play(first, "take scroll-b2")
    assert happened(events, RoundBegan)
    assert (table.state.phase, table.due()[0].question, table.due()[0].seat) == ("turns", "turn", first)
    players = table.view(None).players
    assert [players[seat].board for seat in (last, middle, first)] == ["purple", "yellow", "teal"]
    assert [players[seat].scroll_board for seat in (last, middle, first)] == ["scroll-b4", "scroll-b1", "scroll-b2"]


@pytest.mark.parametrize("variant", SIDES)
def test_sides_may_be_mixed_and_are_then_marked_as_untested(variant):
    table = Table(GAME, 2, "mixed", {"variant": variant})
    view = table.view(None)
    assert view.untested == (variant in ("b_boards", "b_scrolls"))
    board_b, scroll_b = variant in ("advanced", "b_boards"), variant in ("advanced", "b_scrolls")
    for player in view.players:
        assert (player.board in BOARDS, player.scroll_board in SCROLL_BOARDS) == (board_b, scroll_b)
        assert player.hut_edge == ("right" if board_b else "left")
    assert ("scroll_1" in table.score().breakdown) == scroll_b
    assert ("scroll_buildings" in table.score().breakdown) == (not scroll_b)


def test_a_standard_game_keeps_no_trace_of_the_variants():
    position = Table(GAME, 3, "plain").get_position()
    assert set(position["options"]) & {"variant", "deal", "priority_tile"} == set()
    assert "opponent" not in position
    assert not {"board", "scroll_board", "spent"} & set(position["players"][0])
    assert Table(GAME, 3, "plain", {"variant": "standard"}).digest == Table(GAME, 3, "plain").digest
    assert Table(GAME, 3, "plain").view(None).options["variant"] == "standard"


def refused_position(position):
    with pytest.raises(BadPosition) as caught:
        read_position(GAME, position)
    return str(caught.value)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda p: p["players"][0].update(board="green"), "different board"),
        (lambda p: p["players"][0].update(board=p["players"][1]["board"]), "different board"),
        (lambda p: p["players"][0].pop("board"), "Every player must have a board"),
        (lambda p: p["players"][0].pop("spent"), "cannot have used up"),
        (lambda p: p["players"][0].update(spent=["cl1"]), "cannot have used up"),
        (lambda p: p["options"].update(variant="standard"), "options"),
        (lambda p: p["options"].pop("variant"), "side a"),
        (lambda p: p.update(opponent={}), "solo game"),
        (lambda p: p.update(phase="deal"), "Boards cannot be chosen"),
    ],
)
def test_impossible_advanced_positions_are_refused(change, why):
    table = Table(GAME, 2, "check", {"variant": "advanced"})
    position = msgspec.to_builtins(table.state)
    read_position(GAME, position)
    change(position)
    assert why in refused_position(position)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda p, o: p.pop("opponent"), "solo game"),
        (lambda p, o: o.update(popularity=0), "past the end of the register"),
        (lambda p, o: o.update(ready=-1), "3 lieutenants"),
        (lambda p, o: o["stack"].append("s99"), "at most one place"),
        (lambda p, o: o["stack"].append(o["stack"][0]), "at most one place"),
        (lambda p, o: o["stack"].pop(), "every round"),
        (lambda p, o: o.update(standing=["h1"]), "named by solo tiles of this round"),
        (lambda p, o: p["hexes"]["h5"].update(taken=False), "must be a figure on H5|a figure"),
        (lambda p, o: o.update(ready=1), "3 lieutenants"),  # The third is missing, and there are tiles to draw.
        (lambda p, o: o["taken"].extend(p["early"]["nun"]), "can take tiles at most once per turn"),
        (lambda p, o: o["taken"].append(p["late"]["nun"].pop()), "not on offer yet"),
        (lambda p, o: o.update(taken=["silk9"]), "ship"),
        (lambda p, o: o["taken"].append("h1"), "can only take ships"),
        (lambda p, o: o["taken"].append("q1"), "hut upgrade"),
        (lambda p, o: o["taken"].append("b1"), "workshop"),
        (lambda p, o: o["taken"].append("c1-1"), "wagon"),
    ],
)
def test_impossible_solo_positions_are_refused(change, why):
    scene = Scene(seats=1, round=3, coin=5)
    scene.tiles("s3")
    scene.play("go home nw", "end")
    position = msgspec.to_builtins(scene.state)
    read_position(GAME, position)
    change(position, position.get("opponent"))
    message = refused_position(position)
    assert any(one in message for one in why.split("|"))


def test_choosing_boards_reads_back_and_an_impossible_choice_is_refused():
    table = Table(GAME, 2, "deal", {"variant": "b_scrolls", "deal": "chosen"})
    position = msgspec.to_builtins(table.state)
    assert read_position(GAME, position) == table.state
    seat = table.due()[0].seat
    position["pending"][seat][0]["kind"] = "board"
    assert "does not fit" in refused_position(position)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda p: p["opponent"].update(popularity=2), "before all boards are chosen"),
        (lambda p: p["players"][0].update(spent=[]), "cannot have used up"),
        (lambda p: p["pending"][0][0].update(kind="scroll_board"), "does not fit"),
    ],
)
def test_positions_where_boards_are_chosen_must_be_otherwise_untouched(change, why):
    position = Table(GAME, 1, "deal", {"variant": "advanced", "deal": "chosen"}).get_position()
    read_position(GAME, position)
    change(position)
    assert why in refused_position(position)


def test_only_the_next_seat_in_order_chooses_a_board():
    position = Table(GAME, 3, "deal", {"variant": "advanced", "deal": "chosen"}).get_position()
    position["pending"].append(position["pending"].pop(0))
    assert "does not fit" in refused_position(position)


def test_nobody_repopulates_more_hexes_than_there_are_tiles():
    table = Table(GAME, 1, "check")
    plain = [hex_ for hex_ in table.state.hexes if hex_ in DISTRICTS and not DISTRICTS[hex_].lieutenants]
    for hexes, tiles in ((plain[:5], 0), (plain[:6], -1)):
        position = table.get_position()
        for hex_ in hexes:
            position["hexes"][hex_]["owner"] = 0
        position["players"][0]["tiles"] = tiles
        if tiles == 0:
            read_position(GAME, position)
        else:
            assert "repopulation tiles" in refused_position(position)
