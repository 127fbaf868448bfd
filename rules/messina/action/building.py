"""Building: restack, then a hut upgrade, a workshop or a wagon (section 5.7)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from rules.errors import N_
from rules.messina.action import estate
from rules.messina.action.gains import Effect, no_effect, pay
from rules.messina.action.interruptible import Interruptible
from rules.messina.components import HUT_IDS, HUT_TILES, TOKENS, WAGONS, WORKSHOPS
from rules.messina.events import Built, Gained, Paid, Restacked, Unused
from rules.messina.moves import Done, Hut, Restack, Wagon, Workshop
from rules.messina.reasons import Refused, too_dear
from rules.messina.state import Cart, State, Workplace
from rules.notation import Move

STACKS = ("huts", "workshops")


def stacks(state: State, kind: str) -> list[list[str]]:
    """Return the stacks of hut upgrades or of the workshops on offer; the last tile of each is face up."""
    return state.hut_stacks if kind == "huts" else list(state.offer.values())


def builds(state: State, seat: int, only: str = "") -> list[Move]:
    """Return what the player can pay for. ``only``: from this kind of stacks, if so agreed after a restack (D7)."""
    player = state.players[seat]
    moves: list[Move] = []
    if only != "workshops":
        huts = estate.distinct_huts(player, lambda hut: not hut.upgrade)
        for stack in state.hut_stacks:
            if huts and stack and player.affords(HUT_TILES[stack[-1]].cost):
                moves += [Hut(stack[-1], hut) for hut in huts]
    if only != "huts":
        for stack in state.offer.values():
            if stack and player.affords(WORKSHOPS[stack[-1]].cost):
                moves.append(Workshop(stack[-1]))
    if not only:
        for stack in state.wagon_stacks:
            if stack and player.affords(WAGONS[stack[-1]].cost):
                moves.append(Wagon(stack[-1]))
    return moves


def restacks(state: State, seat: int) -> list[Move]:
    """Return a restack of each kind for every possible price, if there is another tile to see (D6, A16, A17)."""
    player = state.players[seat]
    tokens = [token for token in TOKENS if getattr(player, token)]
    if state.options["restack_token_coin"] == "no" and player.coin:
        tokens.remove("coin")
    if player.points > 0:
        tokens.append("points")
    return [
        Restack(kind, token) for kind in STACKS if max(map(len, stacks(state, kind)), default=0) > 1 for token in tokens
    ]


def _moves(state: State, seat: int, effects: Sequence[str]) -> list[Move]:
    return builds(state, seat) + restacks(state, seat)


def build(state: State, seat: int, effect: str, move: Hut | Workshop | Wagon | Restack) -> None:
    """Carry out a build, or the restack before it."""
    if isinstance(move, Restack):
        _restack(state, seat, move)
        return
    player = state.players[seat]
    tile = move.tile
    where = [*state.hut_stacks, *state.offer.values(), *state.wagon_stacks]
    stack = next(one for one in where if one and one[-1] == tile)
    stack.pop()
    kind, hut, cost = "wagon", "", {}
    match move:
        case Hut():
            kind, hut, cost = "hut", move.hut, HUT_TILES[tile].cost
        case Workshop():
            kind, cost = "workshop", WORKSHOPS[tile].cost
        case Wagon():
            cost = WAGONS[tile].cost
    pay(state, seat, cost, tile)
    state.emit(Built(seat, kind, tile, hut, stack[-1] if stack else ""))
    match move:
        case Hut():
            player.huts[HUT_IDS.index(hut)].upgrade = tile
        case Workshop():
            player.workshops.append(Workplace(tile))
        case Wagon():
            player.wagons.append(Cart(tile))
            if WAGONS[tile].points:
                state.score(seat, WAGONS[tile].points)
                state.emit(Gained(seat, tile, {"points": WAGONS[tile].points}))
    if stack:
        state.barrier()


def _restack(state: State, seat: int, move: Restack) -> None:
    if move.token == "points":
        state.score(seat, -1)
        state.emit(Paid(seat, "restack", {"points": 1}))
    else:
        pay(state, seat, {move.token: 1}, "restack")
    turned = stacks(state, move.stacks)
    for stack in turned:
        stack[:] = stack[-1:] + stack[:-1]
    state.emit(Restacked(seat, move.stacks, [stack[-1] if stack else "" for stack in turned]))
    state.barrier()
    strict = state.options["restack_duty"] == "restacked"
    state.pending[seat].append(Building(only=move.stacks if strict else ""))


class Building(Interruptible, tag="restacked"):
    """The duty to build something after a restack, if possible (D7)."""

    payable: ClassVar[Literal["inside"]] = "inside"
    only: str  # the stacks that must be built from, if the table is strict

    def answers(self, state: State, seat: int) -> list[Move]:
        """Return the possible builds; if there are none, the end of the duty, and builds from the other stacks."""
        moves = builds(state, seat, self.only)
        if not moves:
            moves = [*(builds(state, seat) if self.only else ()), Done()]
        return moves

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Build, or end the duty."""
        state.pending[seat].pop()
        if isinstance(move, Hut | Workshop | Wagon):
            build(state, seat, "build", move)
        else:
            state.emit(Unused(seat, "build"))

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Refuse any move other than building until the duty is over."""
        match move:
            case Restack():
                return Refused(N_("You can restack only one kind of tile, and only once. Build now."))
            case Hut() | Workshop() | Wagon():
                return _refuse_build(state, seat, move, self.only)
        return Refused(N_("After a restack you must build something if you can."))

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the duty is about a known kind of stacks, or about everything."""
        return self.only in ("", *STACKS)


def _refuse_restack(state: State, seat: int, move: Restack) -> Refused:
    player = state.players[seat]
    allowed = [one for one in (*TOKENS, "points") if one != "coin" or state.options["restack_token_coin"] == "yes"]
    if move.stacks not in STACKS:
        return Refused(
            N_("You can restack only hut upgrades (huts) or workshops, and pay one of: {tokens}."),
            tokens=tuple(allowed),
        )
    if move.token not in allowed:
        return Refused(N_("A restack costs one of: {tokens}."), tokens=tuple(allowed))
    if (player.points if move.token == "points" else getattr(player, move.token)) < 1:
        return Refused(N_("You have none of these tokens to pay with: {token}."), token=move.token)
    assert not any(len(stack) > 1 for stack in stacks(state, move.stacks))
    return Refused(N_("There is no other tile under the ones on offer."))


def _refuse_build(state: State, seat: int, move: Hut | Workshop | Wagon, only: str = "") -> Refused:
    player = state.players[seat]
    offers: dict[type[Move], tuple[list[list[str]], Mapping[str, Any]]] = {
        Hut: (state.hut_stacks, HUT_TILES),
        Workshop: (list(state.offer.values()), WORKSHOPS),
        Wagon: (state.wagon_stacks, WAGONS),
    }
    where, tiles = offers[type(move)]
    tops = tuple(stack[-1] for stack in where if stack)
    if move.tile not in tops:
        return Refused(N_("{tile} is not on offer. On offer: {tiles}."), tile=move.tile, tiles=tops)
    if refused := too_dear(player, move.tile, tiles[move.tile].cost):
        return refused
    if isinstance(move, Hut):
        if move.hut not in HUT_IDS:
            return Refused(N_("“{word}” is not a hut."), word=move.hut)
        if player.huts[HUT_IDS.index(move.hut)].upgrade:
            return Refused(N_("This hut already has an upgrade: {hut}."), hut=move.hut)
        if only != "workshops":
            return Refused(N_("Empty huts without an upgrade are all the same; take the first of them."))
    return Refused(N_("After this restack you must build one of the tiles that were just turned up."))


def _refuse(state: State, seat: int, move: Hut | Workshop | Wagon | Restack, effects: Sequence[str]) -> Refused | None:
    if refused := no_effect(effects, "build"):
        return refused
    return _refuse_restack(state, seat, move) if isinstance(move, Restack) else _refuse_build(state, seat, move)


BUILD = Effect((Restack, Hut, Workshop, Wagon), _moves, build, _refuse, needless=False)
