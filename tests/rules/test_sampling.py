"""Every sample agrees with what a seat knows about hidden things according to the log."""

from typing import Any

import pytest

from rules import GAMES
from rules.chance import Chance
from rules.game import Game, sample_position, start_game
from rules.rattus import events as r
from rules.rattus.components import TOKEN_FACES, TOKENS
from rules.table import Table
from tests.rules.games import RandomGames
from tests.rules.messina.games import VARIANTS
from tests.rules.rattus import test_contract as rattus

EVERY = 4  # moves from sample to sample


class RattusLog:
    """The log's facts about each rat, by handle: its origin, its face by seat, and who looked at it."""

    def __init__(self, state: Any) -> None:
        self.origin: dict[str, Any] = dict.fromkeys(state.handles(), "laid")
        self.faces: dict[str, dict[int | None, Any]] = {handle: {} for handle in self.origin}
        self.gone: list[Any] = []

    def read(self, event: Any) -> None:
        match event:
            case r.RatPlaced(rat=rat, source=source):
                self.origin[rat] = source if source == "supply" else tuple(self.gone)
                self.faces[rat] = {}
            case r.RatMoved(rat=rat, to=to):
                self.origin[to], self.faces[to] = self.origin.pop(rat), self.faces.pop(rat)
            case r.Exchanged(rat=rat, other=other):
                for known in (self.origin, self.faces):
                    known[rat], known[other] = known[other], known[rat]
            case r.Saw(seat=seat, rat=rat, face=face):
                self.faces[rat][seat] = face
            case r.TurnedOver(rats=rats, faces=faces):
                for rat, face in zip(rats, faces, strict=True):
                    self.faces[rat][None] = face
            case r.Revealed(rat=rat, face=face) | r.Discarded(rat=rat, face=face):
                del self.origin[rat], self.faces[rat]
                self.gone.append(face)

    def check(self, state: Any, viewer: int | None) -> None:
        assert set(self.origin) == set(state.handles())
        removed = {TOKEN_FACES[token] for token in state.removed}
        for handle, origin in self.origin.items():
            rat, known = state.rat(handle), self.faces[handle]
            face = TOKEN_FACES[rat.token]
            assert face == known.get(None, known.get(viewer, face)), f"{handle} has the face that was seen"
            assert {seat for seat in known if seat is not None} == set(rat.seen), f"who looked at {handle} is public"
            assert (rat.token in state.laid) == (origin == "laid"), f"{handle} lies there since the set-up, or not"
            if origin == "laid":
                assert TOKENS[rat.token].start, f"{handle} lies there since the set-up"
            elif origin != "supply":
                assert face in (*origin, *removed), f"{handle} was in the box when it was drawn"
        assert not {TOKEN_FACES[token] for token in state.supply} & {*self.gone, *removed}


class MessinaLog:
    """The stacks of hut upgrades and workshops as shown by the log, from bottom to top. None is an unknown tile."""

    def __init__(self, state: Any) -> None:
        self.huts = [[None] * (len(stack) - 1) + stack[-1:] for stack in state.hut_stacks]
        self.early = [[None] * (len(stack) - 1) + stack[-1:] for stack in state.early.values()]
        self.late: list[list[Any]] = [[None] * len(stack) for stack in state.late.values()]
        self.offer = self.early

    def read(self, event: Any) -> None:
        match type(event).__name__:
            case "Restacked":
                for stack, top in zip(self.huts if event.stacks == "huts" else self.offer, event.tiles, strict=True):
                    if stack:
                        stack[:] = [*stack[-1:], *stack[:-1]]
                        stack[-1] = top
            case "LateWorkshops":
                self.offer = self.late
                for stack, top in zip(self.late, event.tiles, strict=True):
                    stack[-1:] = [top]
            case "Built":
                self.take((event.tile,), (event.next,))
            case "OpponentTook":
                self.take(event.tiles, event.next)

    def take(self, tiles: Any, following: Any) -> None:
        left = list(filter(None, following))
        for tile in tiles:
            for stack in (*self.huts, *self.offer):
                if stack[-1:] == [tile]:
                    stack.pop()
                    if stack:
                        stack[-1] = left.pop(0)

    def check(self, state: Any, viewer: int | None) -> None:
        now = [*state.hut_stacks, *state.early.values(), *state.late.values()]
        for known, stack in zip((*self.huts, *self.early, *self.late), now, strict=True):
            told = "tiles lie where everybody saw them go, and no others are known"
            assert len(stack) == len(known)
            top = len(stack) - 1 if known[-1:] != [None] else -1
            for at, (tile, there) in enumerate(zip(known, stack, strict=True)):
                assert tile in (None, there), told
                assert at == top or (there in state.known) == (tile is not None), told


CASES = [
    (game, log, seats, variant)
    for game, log, variants in (("rattus", RattusLog, rattus.TestRattus.variants), ("messina", MessinaLog, VARIANTS))
    for seats in GAMES[game].seats
    for variant in variants
]


@pytest.mark.parametrize(("game", "log", "seats", "variant"), CASES)
def test_no_sample_contradicts_what_the_log_tells(game: str, log: Any, seats: int, variant: dict[str, str]) -> None:
    """Samples agree with the public log and with what the seat saw, and use no other knowledge."""
    rules: Game[Any] = GAMES[game]
    games = RandomGames(rules)
    state, _ = start_game(rules, seats, "7", games.options(seats, **variant))
    told = log(state)
    for number, (now, _, _, events) in enumerate(games.random_game(seats, "7", **variant)):
        for event in events:
            told.read(event)
        if number % EVERY == 0 and not now.over:
            for viewer in (None, number // EVERY % seats):
                for lot in "ab":
                    sample = sample_position(rules, now, viewer, Chance(f"{number} {lot}"))
                    told.check(sample, viewer)
                    rules.validate(sample)


def test_tiles_that_were_revealed_before_going_back_stay_where_they_are() -> None:
    """P77: revealed tiles are drawn again after an undo, and everybody knows them."""
    lot, table = Chance("back"), Table(GAMES["messina"], 2, "back")
    while True:
        number, before = table.number, [list(stack) for stack in table.state.hut_stacks]
        due = table.due()[0]
        built = [move for move in due.moves if move.startswith("hut ")] or due.moves
        events = table.play(due.seat, built[lot.below(len(built))])
        if any(type(event).__name__ == "Built" and event.kind == "hut" and event.next for event in events):
            break
    revealed = [stack[-2] for stack, now in zip(before, table.state.hut_stacks, strict=True) if stack != now]
    table.back(0, number)
    assert table.state.hut_stacks == before
    for seed in range(20):
        drawn = sample_position(table.game, table.state, 0, Chance(str(seed))).hut_stacks
        assert [stack[-2] for stack in drawn if stack[-2] in revealed] == revealed
