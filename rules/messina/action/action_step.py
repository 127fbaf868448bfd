"""The action step: hex action or repopulation, pending effects, register payments, in any order (section 4.6)."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from rules.decision import unconfirmed
from rules.errors import N_
from rules.messina import moves as m
from rules.messina.action import EFFECT_OF, EFFECTS, estate, moves_of, refuse_effect, registers, spent
from rules.messina.action.effect import effect_name
from rules.messina.action.finish import end_turn
from rules.messina.action.gains import gain, grant, take_deferred
from rules.messina.action.hex_action import act
from rules.messina.action.interjections import Interruptible
from rules.messina.action.repopulate import can_repopulate, refuse_repopulation, repopulate
from rules.messina.components import EVEN_SHIP, HEXES, SHIPS
from rules.messina.events import Acted
from rules.messina.reasons import Refused, too_dear
from rules.messina.state import Player, State
from rules.notation import Move

# The hexes that only give tokens, and the move that takes them.
TAKE = m.Act(1)
GIFTS = frozenset(
    hex_.id
    for hex_ in HEXES.values()
    for option in hex_.action.options
    if len(hex_.action.options) == 1 and not (hex_.action.cost or option.steps or option.effects)
    if "points" not in option.gains
)

# By hex: the options that are carried out as a whole, and the effects of the others with the number of their option
# (their moves are offered instead). Empty if no hex is open.
AT_ONCE: Mapping[str, list[int]] = {"": []} | {
    hex_.id: [n for n, option in enumerate(hex_.action.options, 1) if option.simple or hex_.action.cost]
    for hex_ in HEXES.values()
}
ASKED: Mapping[str, Mapping[str, int]] = {"": {}} | {
    hex_.id: {
        effect: n
        for n, option in enumerate(hex_.action.options, 1)
        if n not in AT_ONCE[hex_.id]
        for effect in option.effects
    }
    for hex_ in HEXES.values()
}


def start_actions(state: State, seat: int, hex_: str) -> None:
    """Start the action step, with the action of the chosen hex if it has one."""
    state.acting = True
    state.pending[seat].append(Actions(hex=hex_))
    take_deferred(state, seat)


def take_ship(state: State, seat: int, ship: str) -> None:
    """Move the ship to the estate and grant what it brings; an even ship also moves an overseer (K3)."""
    player = state.players[seat]
    dock, moored = state.ship(ship)
    state.docks[dock].remove(moored)
    player.ships.append(ship)
    printed = SHIPS[ship]
    gain(state, seat, {k: n for k, n in (("coin", printed.coins), ("points", printed.points)) if n}, ship)
    start_actions(state, seat, "")
    if len(player.ships) % 2 == 0:
        grant(state, seat, EVEN_SHIP, "even ships", loose=True)


class Actions(Interruptible, tag="act"):
    """The next choice in the action step. ``hex`` is the hex whose action or repopulation is still open."""

    payable: ClassVar[Literal["always"]] = "always"
    hex: str

    def options(self, state: State, seat: int) -> list[Move]:
        """Return everything that is open, payments, moves of citizens into workshops, and the end of the turn."""
        player = state.players[seat]
        moves: list[Move] = []
        if self._can_act(player):
            moves += map(m.Act, AT_ONCE[self.hex])
        if effects := [*player.queue, *ASKED[self.hex]]:
            moves += moves_of(state, seat, effects)
        if self.hex and can_repopulate(state, seat, self.hex):
            moves.append(m.Repopulate())
        moves += registers.payments(state, seat)
        if player.workshops:
            moves += estate.workshop_moves(state, seat)
        if self.hex in GIFTS and moves == [TAKE] and not player.queue:
            return moves  # Tokens are always worth taking.
        moves.append(m.End())
        return moves

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Carry out the move; the step continues until the player ends it."""
        if type(move) is m.End:
            state.pending[seat].pop()
            end_turn(state, seat)
        elif type(move) in EFFECT_OF:
            effect = self._spend(state, seat, move)
            EFFECTS[effect_name(effect)].apply(state, seat, effect, move)
        else:
            hex_, self.hex = self.hex, ""
            if isinstance(move, m.Act):
                act(state, seat, hex_, move.option, copied=False)
            else:
                repopulate(state, seat, hex_)

    def _spend(self, state: State, seat: int, move: Move) -> str:
        """Use up the effect that allows the move: the least useful one, and a pending one before the hex action."""
        queue = state.players[seat].queue
        effect = spent(move, [*queue, *ASKED[self.hex]])
        if effect not in queue:
            number = ASKED[self.hex][effect]
            state.emit(Acted(seat, self.hex, number, False))
            queue += HEXES[self.hex].action.options[number - 1].effects
            self.hex = ""
        queue.remove(effect)
        return effect

    def must_ask(self, state: State, seat: int) -> bool:
        """Return whether the player can act or pay instead of ending the turn, or must confirm the end."""
        player = state.players[seat]
        if registers.can_pay(player) or (self.hex not in GIFTS and self._can_act(player)):
            return True
        return unconfirmed(state, seat) and self.options(state, seat) != [TAKE]

    def _can_act(self, player: Player) -> bool:
        """Return whether the hex has an action that is carried out as a whole and the player can pay for it."""
        return bool(AT_ONCE[self.hex]) and player.affords(HEXES[self.hex].action.cost)

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move is no longer possible in this turn, or that no effect allows it."""
        match move:
            case m.Act(number):
                return self._refuse_action(state.players[seat], number)
            case m.Repopulate():
                return refuse_repopulation(state, seat, self.hex)
            case m.Go() | m.Board() | m.Recall():
                return Refused(N_("You use one lieutenant per turn, and you have used it. You can end the turn now."))
            case m.Rescue() | m.Fight() | m.Leave():
                return Refused(N_("Rescuing and fighting are over for this turn."))
        if type(move) in EFFECT_OF:
            return refuse_effect(state, seat, move, [*state.players[seat].queue, *ASKED[self.hex]])
        return Refused(N_("In this step you use the action of the hex and your other actions, or end the turn."))

    def _refuse_action(self, player: Player, number: int) -> Refused:
        if not self.hex:
            return Refused(
                N_("You have no hex action left this turn: you have used it, or your lieutenant went to a ship.")
            )
        action = HEXES[self.hex].action
        if not 1 <= number <= len(action.options):
            return Refused(N_("The action of {hex} has no such option."), hex=self.hex)
        return too_dear(
            player, self.hex, action.cost, N_("The action of {what} costs {cost}; you have {have}.")
        ) or Refused(
            N_("The action of {hex} offers a choice; say directly what to do: {effects}."),
            hex=self.hex,
            effects=tuple(effect.replace(":", " ") for effect in action.options[number - 1].effects),
        )

    def lost_on_end_turn(self, state: State, seat: int) -> tuple[str, ...]:
        """Return the pending effects, and the hex whose action is open."""
        return (*state.players[seat].queue, *[self.hex] * bool(self.hex))

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether a lieutenant of the seat is on the hex."""
        return not self.hex or (self.hex in state.hexes and self.hex in state.players[seat].standing)
