"""The end of a round: production, each seat by itself (section 7.1); quarantine follows.

The seats decide at the same time. They have their gains at once. The order of stacked discs is corrected when all are
done, as if they had acted in turn order.
"""

from collections.abc import Iterator

from rules.errors import N_
from rules.messina.action import estate
from rules.messina.action.finish import Finish
from rules.messina.action.gains import gain, take_step
from rules.messina.action.interjections import Interruptible
from rules.messina.component_types import Option
from rules.messina.components import HUT_TILES, LAST_ROUND, WORKSHOPS
from rules.messina.moves import Done, Gild, Produce
from rules.messina.reasons import Refused
from rules.messina.round.quarantine import begin_quarantine
from rules.messina.round_events import Produced, RoundEnded
from rules.messina.state import GOLD, Player, State
from rules.notation import Move

GOLD_POINTS = 1  # a production's points for an upgraded citizen in a workshop (5.5)


def begin_round_end(state: State) -> None:
    """Start production for all seats: all lieutenants are used."""
    state.phase = "round end"
    state.emit(RoundEnded(state.round))
    state.produced = [[] for _ in range(state.seats)]
    state.housed = [[] for _ in range(state.seats)]
    state.settled = [False] * state.seats
    for seat in range(state.seats):
        state.pending[seat].append(Production())


def end_round_end(state: State) -> None:
    """End production when all seats are done: order the discs that moved as if in turn order (7.1)."""
    for moved in (state.produced, state.housed):
        for seat in state.order:
            for track in moved[seat]:
                if track == "score":
                    state.scored.remove(seat)
                    state.scored.append(seat)
                else:
                    state.registers[track].arrive(seat)
    for player in state.players:
        if state.round == LAST_ROUND:
            player.deferred = []  # lost (6.6)
    state.produced, state.housed, state.settled = [], [], []
    state.barrier()


def sources(player: Player) -> Iterator[tuple[str, Option]]:
    """Yield every source and its products: huts, early workshops, upgraded citizens in workshops (7.1)."""
    for hut in player.huts:
        if hut.space and hut.upgrade:
            yield hut.upgrade, HUT_TILES[hut.upgrade].gain
    for work in player.workshops:
        gives = None if WORKSHOPS[work.tile].late else estate.yields(work)
        if gives is not None:
            yield work.tile, gives
        if work.side == GOLD:
            yield work.tile, Option({"points": GOLD_POINTS}, (), ())


def _upgrades(player: Player) -> list[str]:
    """Return the sources that produce upgrades of citizens, once for each upgrade."""
    return [source for source, gives in sources(player) for effect in gives.effects if effect == "upgrade"]


class Production(Interruptible):
    """The choice of actions before huts and workshops produce: moving citizens in, using a hut's upgrade."""

    gilded: int = 0  # upgrades used from huts and workshops before the rest is produced
    over: bool = False

    def options(self, state: State, seat: int) -> list[Move]:
        """Return moves of citizens into workshops, upgrades produced, and the move to produce (the rest).

        The order can only matter if there are workshops.
        """
        if self.over:
            return [Done()]
        player = state.players[seat]
        if not player.workshops:
            return [Produce()]
        moves = estate.workshop_moves(state, seat)
        if len(_upgrades(player)) > self.gilded:
            moves += estate.gilds(state, seat)
        return [*moves, Produce()]

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Use each source once; effects with a choice are asked after the tokens."""
        if isinstance(move, Produce):
            self.over = True
            self._produce(state, seat)
        elif isinstance(move, Done):
            state.pending[seat].pop()
            state.settled[seat] = True
            if state.round == LAST_ROUND:
                state.pending[seat].append(Finish())
            else:
                begin_quarantine(state, seat)
        elif isinstance(move, Gild):
            state.emit(Produced(seat, _upgrades(state.players[seat])[self.gilded]))
            self.gilded += 1
            estate.gild(state, seat, move)

    def _produce(self, state: State, seat: int) -> None:
        effects: list[str] = []
        used = _upgrades(state.players[seat])[: self.gilded] if self.gilded else []
        for source, gives in list(sources(state.players[seat])):
            if (gives.steps or gives.effects) and source not in used:
                state.emit(Produced(seat, source))
            gain(state, seat, gives.gains, source)
            for register in gives.steps:
                take_step(state, seat, register)
            effects += gives.effects
        for _ in range(self.gilded):
            effects.remove("upgrade")
        state.ask(seat, effects)

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Refuse any move that doesn't answer this question."""
        if isinstance(move, Gild):
            return estate.refuse_gild(state, seat, move)
        return Refused(N_("The round is over: move citizens to workshops, or produce."))
