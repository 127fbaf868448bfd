"""The action step: hex action or repopulation, waiting effects, register payments, in any order (section 4.6)."""

from collections.abc import Iterator

from rules.game import Decision
from rules.messina import building, estate  # noqa: F401 - they register how their effects are carried out
from rules.messina import moves as m
from rules.messina.components import EVEN_SHIP, HEXES, SHIPS
from rules.messina.effects import HANDLERS, Handler, affordable, between, gain, grant, handler, pay, take_deferred
from rules.messina.events import Acted
from rules.messina.finish import end_turn, unconfirmed
from rules.messina.overseers import advances, spending
from rules.messina.registers import can_pay
from rules.messina.repopulate import can_repopulate, repopulate
from rules.messina.state import Player, State
from rules.notation import Move

EFFECT_OF: dict[type[Move], str] = {
    m.Step: "register",
    m.Scroll: "scroll",
    m.Gild: "upgrade",
    m.Promote: "upgrade_overseer",
    m.Elevate: "upgrade_and_advance_overseer",
    m.Copy: "any_hex_action",
    m.Restack: "build",
    m.Hut: "build",
    m.Workshop: "build",
    m.Wagon: "build",
}

# The hexes that merely give tokens.
GIFTS = frozenset(
    hex_.id
    for hex_ in HEXES.values()
    for option in hex_.action.options
    if len(hex_.action.options) == 1 and not (hex_.action.cost or option.steps or option.effects)
    if "points" not in option.gains
)

# By hex, the options that are carried out as a whole, and the effects of the others, whose moves are offered instead.
AT_ONCE = {
    hex_.id: [n for n, option in enumerate(hex_.action.options, 1) if option.simple or hex_.action.cost]
    for hex_ in HEXES.values()
}
ASKED = {
    hex_.id: [
        effect
        for n, option in enumerate(hex_.action.options, 1)
        if n not in AT_ONCE[hex_.id]
        for effect in option.effects
    ]
    for hex_ in HEXES.values()
}


def start_actions(state: State, seat: int, hex_: str) -> None:
    """Begin the action step, with the action of the chosen hex if there is one."""
    state.acting = True
    state.pending[seat].append(Actions(hex=hex_))
    take_deferred(state, seat)


def take_ship(state: State, seat: int, ship: str) -> None:
    """The ship comes to the estate and gives what it brings; an even one moves an overseer, too (K3)."""
    player = state.players[seat]
    dock, moored = state.ship(ship)
    state.docks[dock].remove(moored)
    player.ships.append(ship)
    printed = SHIPS[ship]
    gain(state, seat, {k: n for k, n in (("coin", printed.coins), ("points", printed.points)) if n}, ship)
    start_actions(state, seat, "")
    if len(player.ships) % 2 == 0:
        grant(state, seat, EVEN_SHIP, "even ships", loose=True)


class Actions(Decision, tag="act"):
    """What to do next in the action step. ``hex``: the hex whose action or repopulation is still open."""

    hex: str

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """Whatever is open, payments, citizens into workshops, and to end the turn."""
        player = state.players[seat]
        if self._gift(state, seat):
            yield m.Act(1)
            return
        effects = player.queue
        if self.hex:
            effects = [*effects, *ASKED[self.hex]]
            if self._can_act(player):
                yield from map(m.Act, AT_ONCE[self.hex])
        if effects:
            yield from _moves_of(state, seat, list(dict.fromkeys(effects)))
        if self.hex and can_repopulate(state, seat, self.hex):
            yield m.Repopulate()
        yield from HANDLERS["pay"].moves(state, seat, "")
        if player.workshops:
            yield from HANDLERS["work"].moves(state, seat, "any")
        yield m.End()

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """Do it; the step goes on until the player ends it."""
        if between(state, seat, move):
            return
        match move:
            case m.End():
                state.pending[seat].pop()
                end_turn(state, seat)
            case m.Act(number):
                hex_, self.hex = self.hex, ""
                _carry_out(state, seat, hex_, number, copied=False)
            case m.Repopulate():
                hex_, self.hex = self.hex, ""
                repopulate(state, seat, hex_)
            case _:
                effect = self._spend(state, seat, move)
                handler(effect).carry_out(state, seat, effect, move)

    def _spend(self, state: State, seat: int, move: Move) -> str:
        """Use up the effect that allows the move: the least useful one, a waiting one before the hex action."""
        queue = state.players[seat].queue
        printed = HEXES[self.hex].action.options if self.hex else ()
        options = [one for one in printed if not one.simple]
        effect = _effects_of(move, [*queue, *(effect for one in options for effect in one.effects)])[0]
        if effect in queue:
            queue.remove(effect)
        else:
            option = next(one for one in options if effect in one.effects)
            state.happened(Acted(seat, self.hex, printed.index(option) + 1, False))
            rest = list(option.effects)
            rest.remove(effect)
            queue += rest
            self.hex = ""
        return effect

    def waits(self, state: State, seat: int) -> bool:
        """Who can pay for a register or act may also end the turn; and the end may wait for the player's word."""
        player = state.players[seat]
        if can_pay(player) or (self.hex not in GIFTS and self._can_act(player)):
            return True
        return unconfirmed(state, seat) and not self._gift(state, seat)

    def _can_act(self, player: Player) -> bool:
        """Whether the hex has an action that is carried out as a whole, and the player its price."""
        return bool(self.hex and AT_ONCE[self.hex]) and affordable(player, HEXES[self.hex].action.cost)

    def _gift(self, state: State, seat: int) -> bool:
        """Whether all there is to do is to take the tokens of the hex: nobody would decline them."""
        player = state.players[seat]
        return (
            self.hex in GIFTS
            and not player.queue
            and not can_pay(player)
            and next(HANDLERS["work"].moves(state, seat, "any"), None) is None
            and not can_repopulate(state, seat, self.hex)
        )


def _moves_of(state: State, seat: int, effects: list[str]) -> Iterator[Move]:
    """The moves of effects, each move once."""
    seen: list[str] = []
    for effect in effects:
        name = effect.partition(":")[0]
        if name not in seen:
            seen.append(name)
            yield from (
                advances(state, seat, effects) if name == "overseer" else handler(name).moves(state, seat, effect)
            )


def _effects_of(move: Move, effects: list[str]) -> list[str]:
    """The effects among these that allow the move, the one to spend first."""
    if isinstance(move, m.Advance):
        return [effect for effect in spending(move) if effect in effects]
    if isinstance(move, m.Activate):
        return sorted((effect for effect in effects if effect.startswith("activate:")), reverse=True)
    return [effect for effect in effects if effect == EFFECT_OF[type(move)]]


def _carry_out(state: State, seat: int, hex_: str, number: int, *, copied: bool) -> None:
    """One option of a hex action; its icons may then be used in any order (4.6)."""
    action = HEXES[hex_].action
    state.happened(Acted(seat, hex_, number, copied))
    pay(state, seat, action.cost, hex_)
    grant(state, seat, action.options[number - 1], hex_, loose=True)


def _copies(state: State, seat: int, effect: str) -> Iterator[Move]:
    """The actions of all hexes in the city, figures or not (6.7)."""
    for hex_ in state.hexes:
        action = HEXES[hex_].action
        if affordable(state.players[seat], action.cost):
            for number in range(1, len(action.options) + 1):
                yield m.Copy(hex_, number)


def _copy(state: State, seat: int, effect: str, move: m.Copy) -> None:
    _carry_out(state, seat, move.hex, move.option, copied=True)


HANDLERS["any_hex_action"] = Handler(_copies, _copy, needless=False)
