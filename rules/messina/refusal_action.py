"""Why a move of the action step is refused."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.errors import N_
from rules.messina import estate
from rules.messina import moves as m
from rules.messina.action import Actions
from rules.messina.building import Building, stacks
from rules.messina.components import (
    ACTIONS,
    BOUGHT,
    CLASSES,
    DISTRICTS,
    HEXES,
    HUT_IDS,
    HUT_TILES,
    INDEX,
    OVERSEER_SKIP,
    PATH_LENGTH,
    TOKENS,
    WAGONS,
    WORKSHOPS,
)
from rules.messina.effects import Benefit, step_price
from rules.messina.overseers import FORK, Activation, spending, ways
from rules.messina.reasons import Refused, no_hex, not_on_square, too_dear
from rules.messina.repopulate import Giving, enough_citizens
from rules.messina.state import GOLD, State
from rules.notation import Move


def _open(state: State, seat: int, now: Any) -> list[str]:
    """The effects that can be used now."""
    if isinstance(now, Benefit):
        return [now.effect]
    if isinstance(now, Building):
        return ["build"]
    hex_ = now.hex if isinstance(now, Actions) else ""
    options = HEXES[hex_].action.options if hex_ else ()
    return [*state.players[seat].queue, *(effect for one in options if not one.simple for effect in one.effects)]


def _no_effect(state: State, seat: int, now: Any, effect: str) -> Refused | None:
    if effect in _open(state, seat, now):
        return None
    return Refused(N_("Nothing allows that now: {effect}."), effect=effect)


def _act(state: State, seat: int, now: Actions, move: m.Act) -> Refused | None:
    if not now.hex:
        return Refused(N_("There is no hex action left in this turn; it is used, or the lieutenant went to a ship."))
    action = HEXES[now.hex].action
    if not 1 <= move.option <= len(action.options):
        return Refused(N_("The action of {hex} has no such option."), hex=now.hex)
    return too_dear(state.players[seat], now.hex, action.cost) or Refused(
        N_("The action of {hex} asks for a choice; say directly what to do: {effects}."),
        hex=now.hex,
        effects=tuple(effect.replace(":", " ") for effect in action.options[move.option - 1].effects),
    )


def _copy(state: State, seat: int, now: Any, move: m.Copy) -> Refused | None:
    if refused := _no_effect(state, seat, now, "any_hex_action") or no_hex(state, move.hex):
        return refused
    return Refused(N_("The action of {hex} has no such option."), hex=move.hex)


def _pay(state: State, seat: int, now: Any, move: m.Pay) -> Refused | None:
    if move.register == "popularity":
        return Refused(N_("Popularity moves only by removing plague cubes; it cannot be paid for."))
    if move.register not in BOUGHT:
        return Refused(
            N_("“{word}” is not a register. Steps can be paid for on: {registers}."),
            word=move.register,
            registers=BOUGHT,
        )
    return too_dear(state.players[seat], move.register, {"coin": step_price(state.players[seat])})


def _step(state: State, seat: int, now: Any, move: m.Step) -> Refused | None:
    return _no_effect(state, seat, now, "register") or Refused(
        N_("The step is for one of these registers: {registers}."), registers=BOUGHT
    )


def _scroll(state: State, seat: int, now: Any, move: m.Scroll) -> Refused | None:
    if refused := _no_effect(state, seat, now, "scroll"):
        return refused
    last = len(state.players[seat].scrolls)
    if not 1 <= move.column <= last:
        return Refused(N_("The scroll board has the tracks 1 to {last}."), last=last)
    return Refused(N_("The cube of track {column} is at the top."), column=move.column)


def _gild(state: State, seat: int, now: Any, move: m.Gild) -> Refused | None:
    if isinstance(now, Benefit | Actions) and (refused := _no_effect(state, seat, now, "upgrade")):
        return refused
    player = state.players[seat]
    known = {work.tile: work.side for work in player.workshops}
    known |= {name: hut.side for name, hut in zip(HUT_IDS, player.huts, strict=True)}
    known |= {name: player.squares[number] for name, number in INDEX.items()}
    if not known.get(move.spot):
        return Refused(N_("You have no citizen there: {spot}."), spot=move.spot)
    if known[move.spot] == GOLD:
        return Refused(N_("The citizen there is upgraded already: {spot}."), spot=move.spot)
    return Refused(N_("Nothing allows that now: {effect}."), effect="upgrade")


def _overseer(state: State, seat: int, now: Any, move: m.Advance | m.Elevate) -> Refused | None:
    if move.overseer not in CLASSES:
        return Refused(N_("“{word}” is not an overseer. They are: {overseers}."), word=move.overseer, overseers=CLASSES)
    skip = False
    if isinstance(move, m.Advance):
        fitting = [effect for effect in _open(state, seat, now) if effect.startswith("overseer")]
        if not fitting:
            return Refused(N_("Nothing allows you to advance an overseer now."))
        if not set(fitting) & set(spending(m.Advance(move.overseer, "on"))):
            only = tuple(effect.partition(":")[2] for effect in fitting)
            return Refused(N_("You can advance only: {overseers}."), overseers=only)
        skip = OVERSEER_SKIP in fitting
    elif refused := _no_effect(state, seat, now, "upgrade_and_advance_overseer"):
        return refused
    overseer = state.players[seat].overseers[move.overseer]
    if overseer.step == PATH_LENGTH:
        return Refused(N_("This overseer has gone the whole path: {overseer}."), overseer=move.overseer)
    if move.way.startswith("skip") and not skip:
        return Refused(N_("Nothing allows you to skip a step."))
    if overseer.branch and move.way.endswith(("left", "right")):
        return Refused(N_("This overseer has chosen its branch: {branch}."), branch=overseer.branch)
    if not overseer.branch and overseer.step >= FORK - 1 and move.way in ("on", "skip"):
        return Refused(N_("Here the path forks: say left or right."))
    return Refused(N_("The overseer cannot advance like that; it can: {ways}."), ways=ways(overseer, skip))


def _promote(state: State, seat: int, now: Any, move: m.Promote) -> Refused | None:
    if move.overseer not in CLASSES:
        return Refused(N_("“{word}” is not an overseer. They are: {overseers}."), word=move.overseer, overseers=CLASSES)
    return _no_effect(state, seat, now, "upgrade_overseer") or Refused(
        N_("This overseer is upgraded already: {overseer}."), overseer=move.overseer
    )


def _activate(state: State, seat: int, now: Any, move: m.Activate) -> Refused | None:
    player = state.players[seat]
    if not isinstance(now, Activation) and not any(e.startswith("activate") for e in _open(state, seat, now)):
        return Refused(N_("Nothing allows you to activate a citizen now."))
    if refused := not_on_square(player, move.square):
        return refused
    if move.square in (player.spent or ()):
        return Refused(N_("{square} works once in a game, and you have used it."), square=move.square)
    if refused := too_dear(player, move.square, ACTIONS[player.board][move.square].action.cost):
        return refused
    if isinstance(now, Activation):
        if move.square in now.used:
            return Refused(N_("The citizen on {square} was activated in this advance already."), square=move.square)
        if not any(move.square in group for group in now.groups):
            return Refused(N_("{square} is not beside this space of the path."), square=move.square)
    return Refused(N_("No more citizens can be activated there."))


def _done(state: State, seat: int, now: Any, move: m.Done) -> Refused | None:
    if isinstance(now, Building):
        return Refused(N_("After a restack something must be built, if anything can be."))
    return Refused(N_("That costs nothing, so it is not declined."))


def _restack(state: State, seat: int, now: Any, move: m.Restack) -> Refused | None:
    if isinstance(now, Building):
        return Refused(N_("Only one kind of tiles can be restacked, and once; build now."))
    if refused := _no_effect(state, seat, now, "build"):
        return refused
    player = state.players[seat]
    allowed = [one for one in (*TOKENS, "points") if one != "coin" or state.options["restack_token_coin"] == "yes"]
    if move.stacks not in ("huts", "workshops"):
        return Refused(
            N_("Only hut upgrades (huts) or workshops can be restacked, for one of: {tokens}."), tokens=tuple(allowed)
        )
    if move.token not in allowed:
        return Refused(N_("A restack is paid with one of: {tokens}."), tokens=tuple(allowed))
    if (player.points if move.token == "points" else getattr(player, move.token)) < 1:
        return Refused(N_("You have nothing of that to pay with: {token}."), token=move.token)
    assert not any(len(stack) > 1 for stack in stacks(state, move.stacks))
    return Refused(N_("There is no other tile under the ones on offer."))


def _build(state: State, seat: int, now: Any, move: m.Hut | m.Workshop | m.Wagon) -> Refused | None:
    if refused := _no_effect(state, seat, now, "build"):
        return refused
    player = state.players[seat]
    offers: dict[type[Move], tuple[list[list[str]], Mapping[str, Any]]] = {
        m.Hut: (state.hut_stacks, HUT_TILES),
        m.Workshop: (list(state.offer.values()), WORKSHOPS),
        m.Wagon: (state.wagon_stacks, WAGONS),
    }
    where, tiles = offers[type(move)]
    tops = tuple(stack[-1] for stack in where if stack)
    if move.tile not in tops:
        return Refused(N_("{tile} is not on offer. On offer: {tiles}."), tile=move.tile, tiles=tops)
    if refused := too_dear(player, move.tile, tiles[move.tile].cost):
        return refused
    if isinstance(move, m.Hut):
        if move.hut not in HUT_IDS:
            return Refused(N_("“{word}” is not a hut."), word=move.hut)
        if player.huts[HUT_IDS.index(move.hut)].upgrade:
            return Refused(N_("{hut} has an upgrade already."), hut=move.hut)
        if not isinstance(now, Building) or not now.only or now.only == "huts":
            return Refused(N_("Empty huts without an upgrade are all alike; take the first of them."))
    return Refused(N_("After this restack one of the tiles just turned up must be built."))


def _repopulate(state: State, seat: int, now: Actions, move: m.Repopulate) -> Refused | None:
    player = state.players[seat]
    if not now.hex:
        return Refused(N_("Only the hex chosen in this turn can be repopulated, instead of its action."))
    if now.hex not in DISTRICTS:
        return Refused(N_("A harbour cannot be repopulated."))
    district = DISTRICTS[now.hex]
    if state.hexes[now.hex].owner is not None:
        return Refused(N_("{hex} is repopulated already."), hex=now.hex)
    if not player.tiles:
        return Refused(N_("You have no repopulation tile left."))
    if not any(not cart.used for cart in player.wagons):
        return Refused(N_("You have no wagon that is unused this round."))
    if refused := too_dear(player, now.hex, district.cost):
        return refused
    if not enough_citizens(player, now.hex):
        return Refused(
            N_("{hex} asks for citizens on squares or in workshops: {citizens}; upgraded ones: {gold}."),
            hex=now.hex,
            citizens=tuple(f"{number} {name}" for name, number in district.citizens.items()),
            gold=tuple(f"{number} {name}" for name, number in district.gold.items()),
        )
    return Refused(N_("{hex} asks for a lieutenant that is unused this round."), hex=now.hex)


def _give(state: State, seat: int, now: Giving, move: m.Give) -> Refused | None:
    if not now.left:
        return Refused(N_("All citizens are given up; now a lieutenant is asked for."))
    citizen, least = now.left[0]
    player = state.players[seat]
    if move.spot not in estate.spots(player, citizen):
        return Refused(N_("There is no {citizen} of yours there: {spot}."), citizen=citizen, spot=move.spot)
    if estate.side(player, move.spot) < least:
        return Refused(N_("An upgraded {citizen} is asked for."), citizen=citizen)
    return Refused(N_("Everybody who fits is given up; there is nothing to choose."))


def _part(state: State, seat: int, now: Giving, move: m.Part) -> Refused | None:
    if now.left:
        return Refused(N_("First choose the citizens."))
    if move.start in state.players[seat].standing:
        return Refused(
            N_("The lieutenant on {place} was used this round; an unused one is asked for."), place=move.start
        )
    return Refused(N_("You have no unused lieutenant there: {place}."), place=move.start)


ACTION_REASONS: Mapping[type[Move], Callable[[State, int, Any, Any], Refused | None]] = {
    m.Act: _act,
    m.Copy: _copy,
    m.Pay: _pay,
    m.Step: _step,
    m.Scroll: _scroll,
    m.Gild: _gild,
    m.Advance: _overseer,
    m.Elevate: _overseer,
    m.Promote: _promote,
    m.Activate: _activate,
    m.Done: _done,
    m.Restack: _restack,
    m.Hut: _build,
    m.Workshop: _build,
    m.Wagon: _build,
    m.Repopulate: _repopulate,
    m.Give: _give,
    m.Part: _part,
}
