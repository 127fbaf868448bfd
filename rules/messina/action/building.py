"""Building: restack, then a hut upgrade, a workshop or a wagon (section 5.7)."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal

from rules.errors import N_
from rules.messina.action import estate
from rules.messina.action.gains import Effect, gain, pay
from rules.messina.action.interruptible import Interruptible
from rules.messina.components import HUT_IDS, HUT_TILES, TOKENS, WAGONS, WORKSHOPS
from rules.messina.events import Built, Restacked, Unused
from rules.messina.moves import Done, Hut, Restack, Wagon, Workshop
from rules.messina.reasons import Refused, too_dear
from rules.messina.state import Cart, State, Workplace
from rules.notation import Move

STACKS: Mapping[str, type[Move]] = {"huts": Hut, "workshops": Workshop}  # what can be restacked


def builds(state: State, seat: int, only: str = "") -> list[Move]:
    """Return the builds that the player can pay for.

    ``only`` limits them to one kind of stack, after a restack (D7).
    """
    player = state.players[seat]

    def able(stacks: Iterable[list[str]], tiles: Mapping[str, Any]) -> list[str]:
        return [stack[-1] for stack in stacks if stack and player.affords(tiles[stack[-1]].cost)]

    moves: list[Move] = []
    if only != "workshops" and (huts := estate.distinct_huts(player, lambda hut: not hut.upgrade)):
        moves += [Hut(tile, hut) for tile in able(state.hut_stacks, HUT_TILES) for hut in huts]
    if only != "huts":
        moves += map(Workshop, able(state.offer.values(), WORKSHOPS))
    if not only:
        moves += map(Wagon, able(state.wagon_stacks, WAGONS))
    return moves


def restacks(state: State, seat: int) -> list[Move]:
    """Return a restack of each kind at every affordable price, if it would reveal another tile (D6, A16, A17)."""
    player = state.players[seat]
    tokens = [token for token in prices(state) if getattr(player, token) > 0]
    several = [name for name, kind in STACKS.items() if max(map(len, offer(state, kind)[0]), default=0) > 1]
    return [Restack(kind, token) for kind in several for token in tokens]


def prices(state: State) -> tuple[str, ...]:
    """Return what a restack may be paid with: one token of any of these kinds, or a point."""
    coin = state.options["restack_token_coin"] == "yes"
    return (*(token for token in TOKENS if coin or token != "coin"), "points")


def build(state: State, seat: int, move: Hut | Workshop | Wagon) -> None:
    """Pay for a tile and take it; the one below it is revealed."""
    player, tile = state.players[seat], move.tile
    where, tiles = offer(state, type(move))
    stack = next(one for one in where if one and one[-1] == tile)
    stack.pop()
    pay(state, seat, tiles[tile].cost, tile)
    hut = move.hut if isinstance(move, Hut) else ""
    state.emit(Built(seat, type(move).__name__.lower(), tile, hut, stack[-1] if stack else ""))
    match move:
        case Hut():
            player.huts[HUT_IDS.index(hut)].upgrade = tile
        case Workshop():
            player.workshops.append(Workplace(tile))
        case Wagon():
            player.wagons.append(Cart(tile))
            gain(state, seat, {"points": WAGONS[tile].points} if WAGONS[tile].points else {}, tile)
    if stack:
        state.barrier()


def offer(state: State, kind: type[Move]) -> tuple[list[list[str]], Mapping[str, Any]]:
    """Return the stacks that a kind of move builds from, and the printed data of their tiles."""
    if kind is Hut:
        return state.hut_stacks, HUT_TILES
    return (list(state.offer.values()), WORKSHOPS) if kind is Workshop else (state.wagon_stacks, WAGONS)


def _restack(state: State, seat: int, move: Restack) -> None:
    """Pay for the restack and reveal other tiles. The player must then build something, if possible (D7)."""
    pay(state, seat, {move.token: 1}, "restack")
    turned, _ = offer(state, STACKS[move.stacks])
    for stack in turned:
        state.known += [tile for tile in stack[-1:] if tile not in state.known]
        stack[:] = stack[-1:] + stack[:-1]
    state.emit(Restacked(seat, move.stacks, [stack[-1] if stack else "" for stack in turned]))
    state.barrier()
    strict = state.options["restack_duty"] == "restacked"
    state.pending[seat].append(Building(only=move.stacks if strict else ""))


class Building(Interruptible, tag="restacked"):
    """The obligation to build something after a restack, if possible (D7)."""

    payable: ClassVar[Literal["inside"]] = "inside"
    only: str  # the kind of stack that must be used, if the table is strict

    def answers(self, state: State, seat: int) -> list[Move]:
        """Return the possible builds, or the move `Done` if there are none.

        If the table requires a build from the restacked tiles and none is possible, return builds from other
        stacks and `Done`.
        """
        return builds(state, seat, self.only) or [*(builds(state, seat) if self.only else ()), Done()]

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Build something, or end the obligation."""
        state.pending[seat].pop()
        if isinstance(move, Hut | Workshop | Wagon):
            build(state, seat, move)
        elif not builds(state, seat):
            state.emit(Unused(seat, "build"))

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move is refused: only a possible build is legal now."""
        match move:
            case Restack():
                return Refused(N_("You can restack only one kind of tile, and only once. Build now."))
            case Hut() | Workshop() | Wagon():
                return _refuse(state, seat, move, self.only)
        return Refused(N_("After a restack you must build something if you can."))

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether ``only`` is a kind of stack, or "" for any kind."""
        return self.only in ("", *STACKS)


def _refuse(state: State, seat: int, move: Restack | Hut | Workshop | Wagon, only: str = "") -> Refused:
    player = state.players[seat]
    if isinstance(move, Restack):
        if move.stacks not in STACKS:
            told = N_(
                "You can restack hut upgrades (“huts”) or workshops (“workshops”), and pay one of these: {tokens}."
            )
            return Refused(told, tokens=prices(state))
        if move.token not in prices(state):
            return Refused(N_("A restack costs one of these: {tokens}."), tokens=prices(state))
        if getattr(player, move.token) < 1:
            return Refused(N_("You have none of these tokens to pay with: {token}."), token=move.token)
        return Refused(N_("There is no other tile under the ones on offer."))
    where, tiles = offer(state, type(move))
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


def _restack_or_build(state: State, seat: int, effect: str, move: Restack | Hut | Workshop | Wagon) -> None:
    if isinstance(move, Restack):
        _restack(state, seat, move)
    else:
        build(state, seat, move)


BUILD = Effect(
    (Restack, Hut, Workshop, Wagon),
    moves=lambda state, seat, effects: builds(state, seat) + restacks(state, seat),
    apply=_restack_or_build,
    refuse=lambda state, seat, move, effects: _refuse(state, seat, move),
    needless=False,
)
