"""Hidden information and undo: R131 to R133, R146, and what each seat may know (section 13)."""

import random

import msgspec
import pytest

from rules.chance import Chance
from rules.errors import CannotUndo
from rules.game import Target, sample_position
from rules.rattus.components import TOKEN_FACES
from rules.rattus.events import Face, Saw
from rules.rattus.state import Protected
from rules.rattus.view import RatView
from rules.table import Table
from tests.rules.rattus.build import GAME, B, G, R, last, play, position


def rats(view):
    return [rat for region in view.regions for rat in region.rats]


def test_R131_the_public_view_shows_only_faces_that_were_turned_over():
    table = position(
        cards={"witch": R}, cubes={"gallia": "g9"}, rats={"gallia": ["1 A", "5 ?", "4 ?"], "italia": ["?"]},
        ask="devastation",
    )  # fmt: skip
    play(table, "witch gallia-a", "keep", "reveal gallia-b")
    view = table.view(None)
    assert [rat.face for rat in rats(view)] == [None] * 3
    text = msgspec.json.encode(view).decode()
    turned = [TOKEN_FACES[token] for token in table.state.discards]
    assert text.count('"number":') == len(turned)
    assert view.discards == turned
    for secret in (*table.state.supply, *table.state.removed, table.state.chance.seed, "draws", "seed"):
        assert f'"{secret}"' not in text


def test_R132_a_private_view_shows_seen_faces_that_still_exist():
    table = position(
        cards={"witch": R}, cubes={"gallia": "g9"}, rats={"gallia": ["1 A", "5 ?"], "italia": ["6 ?"]},
        ask="devastation",
    )  # fmt: skip
    play(table, "witch gallia-a", "witch italia-a", "keep")
    assert [rat.handle for rat in rats(table.view(R)) if rat.face] == ["gallia-a", "italia-a"]
    assert not [rat for rat in rats(table.view(G)) if rat.face]
    play(table, "reveal gallia-a")
    assert [rat.handle for rat in rats(table.view(R)) if rat.face] == ["italia-a"]


def test_R133_nothing_before_a_witch_look_can_be_undone():
    table = position(cards={"witch": R}, rats={"gallia": ["1 A"], "italia": ["6 ?"]})
    play(table, "take king")
    assert table.undoable(R) == 1
    play(table, "witch gallia-a")
    assert table.undoable(R) == 0
    with pytest.raises(CannotUndo, match="your last move revealed something new"):
        table.undo(R)


def test_R133_nothing_before_a_reveal_can_be_undone_even_of_a_known_rat():
    table = position(
        cards={"witch": R}, cubes={"gallia": "g9"}, rats={"gallia": ["6 ?", "5 ?", "4 ?"]}, plague="italia", seats=2
    )
    play(table, "witch gallia-a", "keep", "plague gallia", "spread italia", "spread italia")
    assert table.undoable(R) == 4
    play(table, "reveal gallia-a")
    assert table.undoable(R) == 0
    with pytest.raises(CannotUndo):
        table.undo(R)


def test_placing_unseen_rats_can_be_taken_back_and_comes_out_the_same():
    table = position(rats={"italia": ["?", "?"]}, cubes={"italia": "g1"}, confirm="on")
    play(table, "plague italia")
    before, supply = table.digest, list(table.state.supply)
    play(table, "spread gallia")
    first = table.state.rats["gallia"][0].token
    assert first == supply[-1]
    table.undo(R)
    assert table.digest == before
    play(table, "spread hispania")
    assert table.state.rats["hispania"][0].token == first


def test_R146_knowledge_goes_with_the_rat():
    table = position(cards={"witch": R, "monk": G}, rats={"gallia": ["1 A", "6 ?"], "italia": ["5 ?"]})
    play(table, "witch gallia-a", "witch gallia-b", "keep", "plague germania")
    play(table, "monk gallia-a italia", seat=G)
    view = {rat.handle: rat for rat in rats(table.view(R))}
    assert view["gallia-b"].face.number == 6
    assert view["italia-b"] == RatView("italia-b", Face(1, "A", ()))
    assert view["italia-a"].face is None
    assert not [rat for rat in rats(table.view(B)) if rat.face]


def busy_table():
    """Return a table with a bit of everything on it, after the Witch's owner has taken a card and placed cubes."""
    table = position(
        cards={"king": R, "witch": R, "knight": G}, cubes={"gallia": "r2 g1", "italia": "b1"},
        rats={"gallia": ["?", "?"], "italia": ["1 A", "?"]}, palace="r1", plague="italia", supply=7,
    )  # fmt: skip
    play(table, "take monk", "place gallia 2", "monk italia-b gallia", "witch gallia-a", "keep")
    state = table.state
    state.protected = [
        Protected(*one) for one in (("gallia", R, 1), ("gallia", G, 1), ("gallia", R, 2), ("italia", B, 1))
    ]
    state.bishops, state.nuns, state.walls = ["gallia", "italia", "gallia"], ["italia"], ["gallia+hispania"]
    state.baked, state.start, state.turned = [R, G, G], B, ["italia-a"]
    return table


def test_rats_that_lie_face_up_are_known_to_all():
    table = busy_table()
    assert [GAME.seen(table.view(None), Target("region", name))[1] for name in ("gallia", "italia")] == [False, True]
    twins = [sample_position(GAME, table.state, G, Chance(str(lot))) for lot in range(9)]
    assert {twin.rat("italia-a").token for twin in twins} == {table.state.rat("italia-a").token}


def test_a_sampled_position_keeps_who_has_seen_the_rats_of_a_question():
    table = position(cards={"witch": R}, rats={"gallia": ["1 A"], "italia": ["6 ?"]})
    play(table, "witch gallia-a", "witch italia-a")
    assert set(table.view(None).about) == {"gallia-a", "italia-a"}
    twin = sample_position(GAME, table.state, G, Chance("lot"))
    assert [twin.rat(handle).seen for handle in ("gallia-a", "italia-a")] == [[R], [R]]


def test_the_view_knows_neutral_cubes_the_final_round_and_the_end():
    table = last(
        ask="final devastation", cards={"knight": G}, cubes={"gallia": "g1"}, rats={"gallia": ["6 ?"]}, confirm="on"
    )
    assert (table.view(None).neutral, table.view(None).final_order, table.view(None).trigger) == (False, [G], R)
    play(table, "neutral", seat=G)
    assert table.view(None).neutral
    play(table, "reveal gallia-a", seat=G)
    view = table.view(None)
    assert (view.phase, view.due, view.question, view.neutral) == ("over", [], "", False)
    assert view.score == table.score()


def test_all_know_that_the_plague_piece_will_count_at_the_end():
    """R141, R142: the public view shows whether the Knight was used."""
    table = position(ask="final", cards={"knight": R, "king": R}, cubes={"russia": "r1"}, plague="italia")
    assert not table.view(None).neutral_at_end
    play(table, "plague turcia")
    view = table.view(G)
    assert (view.phase, view.neutral_at_end, view.neutral) == ("final", True, False)
    play(table, "end")
    assert table.over
    assert not table.view(None).neutral_at_end


def test_two_and_three_players_leave_regions_unused():
    view = Table(GAME, 3, "x").view(None)
    assert (view.unused, view.phase, view.final_order) == (["russia", "tartaria"], "setup", [])
    assert Table(GAME, 2, "x").view(None).unused == ["bulgaria", "turcia", "russia", "tartaria"]


def known(table, seat):
    """Return the handles of the rats whose faces the seat sees, with their numbers."""
    return {rat.handle: rat.face.number for rat in rats(table.view(seat)) if rat.face}


def looked_and_gone_back(*more, seat=R):
    """Return a table where red looked at the rat in Gallia, played on, and then undid everything."""
    table = position(
        cards={"witch": R, "monk": G}, cubes={"gallia": "g9"},
        rats={"gallia": ["1 A", "6 ?"], "italia": ["5 ?", "4 ?"]}, confirm="on",
    )  # fmt: skip
    play(table, "witch gallia-a", "keep", *more)
    table.back(seat, 0)
    return table


def test_R132_P77_a_seat_keeps_what_it_saw_after_an_undo():
    """R132, P77, P78: after the undo the position has the same digest as before."""
    table = looked_and_gone_back("plague italia", "spread gallia", "spread hispania")
    assert table.digest == Table.from_position(GAME, table.log().position).digest
    assert known(table, R) == {"gallia-a": 1}
    assert known(table, G) == known(table, None) == {}
    play(table, "take king", "place italia 2")
    table.undo(R)
    assert known(table, R) == {"gallia-a": 1}
    for again in (table.settled(R), table.fork(), *(Table.load(GAME, table.log(), trusted=t) for t in (True, False))):
        assert known(again, R) == {"gallia-a": 1}
        assert known(again, G) == {}
    assert [known(moment, R) for moment in table.moments()] == [{"gallia-a": 1}] * 2
    assert table.undoable(R)
    assert known(table.settled(G), R) == {"gallia-a": 1}


def test_R132_a_look_in_a_fork_is_unknown_at_the_original_table():
    table = position(cards={"witch": R}, rats={"gallia": ["1 A"]}, confirm="on")
    fork = table.fork()
    play(fork, "witch gallia-a")
    fork.back(R, 0)
    play(table, "take king", "place gallia 1")
    table.undo(R)
    assert known(fork, R) == {"gallia-a": 1}
    assert known(table, R) == {}


def test_R132_a_seats_knowledge_follows_the_token():
    """R132, R146: a seat knows the token wherever other players move it, until it is discarded."""
    table = looked_and_gone_back()
    play(table, "plague germania", "end")
    play(table, "monk gallia-a italia", seat=G)
    assert known(table, R) == {"italia-c": 1}
    state = table.state
    state.discard(state.lift_rat("italia-c"))
    assert state.recalled == {}, "a token that comes back from the box is not known again"


def test_R132_everybody_keeps_the_faces_of_an_undone_joint_reveal():
    table = position(
        cards={"crusader": R}, rats={"italia": ["5 ?", "4 ?"]}, cubes={"italia": "g9"}, plague="germania", confirm="on"
    )
    play(table, "plague italia", "spread gallia", "spread gallia", "crusader")
    table.back(R, 0)
    assert [known(table, seat) for seat in (R, G, B)] == [{"italia-a": 5, "italia-b": 4}] * 3


def with_a_rat_from_the_box() -> Table:
    """Return a table where the Soldier has put a token from the box in Italia."""
    table = position(
        seats=2, cards={"soldier": R, "serf": R}, cubes={"italia": "r1 g2", "gallia": "r1"}, plague="gallia", supply=0,
        ask="final", stock="r0", confirm="on",
    )  # fmt: skip
    play(table, "soldier italia")
    return table


def test_R132_knowledge_covers_a_rat_from_the_box():
    """R132, R147: the token from the box is always on the list of discards."""
    table = with_a_rat_from_the_box()
    assert known(table, R) == known(table, G) == {}
    play(table, "plague italia", "reveal italia-a")
    table.back(R, 1)
    [token] = table.state.drawn
    assert known(table, R) == known(table, G) == {"italia-a": TOKEN_FACES[token].number}


def test_sampled_positions_keep_what_each_seat_remembers():
    table = looked_and_gone_back()
    [token] = [rat.token for rat in table.state.rats["gallia"] if rat.letter == "a"]
    for seat, same, recalled in ((R, True, {token: [R]}), (G, False, None)):
        drawn = [sample_position(GAME, table.state, seat, Chance(str(lot))) for lot in range(9)]
        assert all(twin.rat("gallia-a").token == token for twin in drawn) == same
        for twin in drawn:  # Everybody knows that R remembers this rat.
            assert twin.recalled == (recalled or {twin.rat("gallia-a").token: [R]})
        for twin in drawn:
            GAME.validate(twin)


@pytest.mark.parametrize("seats", [2, 3])
def test_R132_after_undos_seats_know_exactly_what_they_saw(seats):
    """R132, P77: in random games with many undos, each seat knows exactly the seen faces of rats still on the board."""
    backs = 0
    for seed in range(12):
        lot, table = random.Random(f"{seats} {seed}"), Table(GAME, seats, str(seed), {"confirm": "on"})
        seen = {seat: set() for seat in range(seats)}  # The tokens on the board that each seat knows.
        gone = []  # Each token that was turned over, with its line.
        while table.number < 90 and not table.over:
            due = table.due()[0]
            before = {rat.token for lying in table.state.rats.values() for rat in lying}
            if table.steps and lot.random() < 0.06:
                line, backs = lot.choice([0, *(step.number for step in table.steps)][:-1]), backs + 1
                table.back(due.seat, line)
                for mine in seen.values():
                    mine.update(token for token, at in gone if at > line)
            else:
                witch = [move for move in due.moves if move.startswith(("witch", "take witch", "exchange"))]
                text = lot.choice(witch or due.moves)
                for event in table.play(due.seat, text):
                    if isinstance(event, Saw):
                        seen[event.seat].add(table.state.rat(event.rat).token)
            now = {rat.token for lying in table.state.rats.values() for rat in lying}
            if table.entries[-1].back is None:
                gone += [(token, table.number) for token in before - now]
            for seat, mine in seen.items():
                mine &= now
                assert sorted(known(table, seat)) == sorted(
                    f"{region}-{rat.letter}"
                    for region, lying in table.state.rats.items()
                    for rat in lying
                    if rat.token in mine
                ), (seed, table.number)
        *_, last = table.moments()
        for again in (last, *(Table.load(GAME, table.log(), trusted=trusted) for trusted in (True, False))):
            assert [known(again, seat) for seat in range(seats)] == [known(table, seat) for seat in range(seats)]
    assert backs > 20


def test_R147_a_rat_from_the_box_may_be_any_token_of_it_and_the_true_one():
    """R131, R147: if samples never had one of the tokens, they would reveal that the rat is not that token."""
    table = with_a_rat_from_the_box()
    [token] = table.state.drawn
    box = {*table.state.discards, *table.state.removed}
    drawn = [sample_position(GAME, table.state, G, Chance(str(lot))) for lot in range(400)]
    found = {one.drawn[0] for one in drawn}
    assert token in found <= box
    assert len(found) > len(box) // 2
    for one in drawn[:20]:
        GAME.validate(one)
