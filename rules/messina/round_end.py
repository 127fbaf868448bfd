"""The end of a round: each seat's production, then the citizens in quarantine move on (7.1 and 7.2).

The seats decide at the same time. They get their gains at once. When all are done, stacked discs are reordered as if
the seats had acted in turn order.
"""

from collections.abc import Iterator

from rules.errors import N_
from rules.messina.action import estate
from rules.messina.action.gains import gain, take_step
from rules.messina.action.interruptible import Finish, Interruptible, with_workshop_moves
from rules.messina.components import HUT_IDS, HUT_TILES, LAST_ROUND, SQUARES, WORKSHOPS, Option
from rules.messina.events import Housed, InQuarantine, Produced, RoundEnded
from rules.messina.moves import Done, Gild, House, Produce
from rules.messina.reasons import Refused, no_room, no_workplace
from rules.messina.state import GOLD_SIDE, Player, State
from rules.notation import Move


def begin_quarantine(state: State, seat: int) -> None:
    """Move the seat's citizens from space I to space II, and ask where those already on space II should go (7.2)."""
    leaving = []
    for name, hut in zip(HUT_IDS, state.players[seat].huts, strict=True):
        if hut.space == 1:
            hut.space = 2
            state.emit(InQuarantine(seat, hut.citizen, name))
        elif hut.space == 2:
            leaving.append(name)
    state.pending[seat].append(Finish())
    if leaving:
        state.pending[seat].append(Quarantine(left=leaving))


class Quarantine(Interruptible):
    """Choosing a place for each citizen leaving quarantine. ``left``: the huts that they still have to leave (7.2)."""

    left: list[str]

    def options(self, state: State, seat: int) -> list[Move]:
        """Return moves to free squares and empty workshops of the citizen's class, or "-" if all of them are full."""
        player = state.players[seat]
        citizen = self._citizen(player, self.left[0])
        spots = estate.free_squares(player, citizen)
        spots += [work.tile for work in player.workshops if not work.side and WORKSHOPS[work.tile].citizen == citizen]
        huts = self.left[:1]
        if spots and len(spots) < len(self.left):
            rivals = [hut for hut in self.left if self._citizen(player, hut) == citizen]
            if len(spots) < len(rivals):  # citizens of the same side are alike
                huts = sorted({player.huts[HUT_IDS.index(hut)].side: hut for hut in reversed(rivals)}.values())
        own: list[Move] = [House(hut, spot) for hut in huts for spot in spots or ["-"]]
        return with_workshop_moves(state, seat, own, citizen)

    def must_ask(self, state: State, seat: int) -> bool:
        """Return whether the seat certainly has a choice, as the next citizen's sector has several free squares."""
        player = state.players[seat]
        return len(estate.free_squares(player, self._citizen(player, self.left[0]))) > 1

    @staticmethod
    def _citizen(player: Player, hut: str) -> str:
        return player.huts[HUT_IDS.index(hut)].citizen

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Move the citizen out, or to the supply if there is no room. A late workshop may pay out at once."""
        assert isinstance(move, House)
        player = state.players[seat]
        hut = player.huts[HUT_IDS.index(move.hut)]
        citizen, side = hut.citizen, hut.side
        hut.space, hut.citizen, hut.side = 0, "", 0
        self.left.remove(move.hut)
        if not self.left:
            state.pending[seat].pop()
        state.emit(Housed(seat, citizen, move.hut, move.spot.strip("-")))
        if move.spot != "-":
            estate.put_citizen(state, seat, move.spot, side)

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if not isinstance(move, House):
            return Refused(N_("First choose where the citizens leaving quarantine go: {huts}."), huts=tuple(self.left))
        if move.hut not in self.left:
            return Refused(N_("Nobody leaves {hut} now."), hut=move.hut)
        player = state.players[seat]
        citizen = self._citizen(player, move.hut)
        if move.spot == "-":
            return Refused(N_("You have room, so you can’t leave anyone behind: {citizen}."), citizen=citizen)
        if move.spot in HUT_IDS:
            told = N_("From quarantine a citizen goes to a square or a workshop, not to a hut: {citizen}.")
            return Refused(told, citizen=citizen)
        full = no_room if move.spot in SQUARES else no_workplace
        return full(player, move.spot, citizen) or Refused(
            N_("Bring the citizens out one after the other, starting with {hut}."), hut=self.left[0]
        )

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether all remaining citizens are on space II."""
        huts = dict(zip(HUT_IDS, state.players[seat].huts, strict=True))
        return bool(self.left) and all(hut in huts and huts[hut].space == 2 for hut in self.left)


GOLD_YIELD = Option(["points:1"])  # of an upgraded citizen in a workshop (5.5)


def begin_round_end(state: State) -> None:
    """Start production for all seats, because all lieutenants have been used."""
    state.phase = "round end"
    state.emit(RoundEnded(state.round))
    state.produced = [[] for _ in range(state.seats)]
    state.housed = [[] for _ in range(state.seats)]
    state.settled = [False] * state.seats
    for stack in state.pending:
        stack.append(Production())


def end_round_end(state: State) -> None:
    """Finish the end of the round: order the moved discs as if the seats had acted in turn order (7.1)."""
    for moved in (state.produced, state.housed):
        for seat in state.order:
            for track in moved[seat]:
                if track == "score":
                    state.scored.remove(seat)
                    state.scored.append(seat)
                else:
                    state.registers[track].arrive(seat)
    if state.round == LAST_ROUND:
        for player in state.players:
            player.deferred = []  # the actions are lost (6.6)
    state.produced, state.housed, state.settled = [], [], []
    state.barrier()


def production_sources(player: Player) -> Iterator[tuple[str, Option]]:
    """Yield every source and its products: huts, early workshops, upgraded citizens in workshops (7.1)."""
    for hut in player.huts:
        if hut.space and hut.upgrade:
            yield hut.upgrade, HUT_TILES[hut.upgrade].gain
    for work in player.workshops:
        gives = None if WORKSHOPS[work.tile].late else estate.yields(work)
        if gives is not None:
            yield work.tile, gives
        if work.side == GOLD_SIDE:
            yield work.tile, GOLD_YIELD


def _upgrades(player: Player) -> list[str]:
    """Return the sources that produce citizen upgrades, once for each upgrade."""
    return [source for source, gives in production_sources(player) for effect in gives.effects if effect == "upgrade"]


class Production(Interruptible):
    """Choosing actions before production: moving citizens into workshops, or upgrading citizens."""

    gilded: int = 0  # upgrades used from huts and workshops before the rest is produced
    over: bool = False

    def options(self, state: State, seat: int) -> list[Move]:
        """Return moves of citizens into workshops, upgrades that production gives, and the move to produce the rest.

        After production, return only the move that ends it.
        """
        if self.over:
            return [Done()]
        player = state.players[seat]
        if not player.workshops:  # The order can't matter.
            return [Produce()]
        moves = estate.workshop_moves(state, seat)
        if len(_upgrades(player)) > self.gilded:
            moves += estate.gilds(state, seat)
        return [*moves, Produce()]

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Carry out an upgrade, produce everything else, or end production.

        The player is asked about effects that offer a choice after gaining the tokens. The end of production starts
        the quarantine step, except in the last round.
        """
        if isinstance(move, Produce):
            self.over = True
            effects: list[str] = []
            used = _upgrades(state.players[seat])[: self.gilded] if self.gilded else []
            for source, gives in list(production_sources(state.players[seat])):
                if (gives.steps or gives.effects) and source not in used:
                    state.emit(Produced(seat, source))
                gain(state, seat, gives.gains, source)
                for register in gives.steps:
                    take_step(state, seat, register)
                effects += gives.effects
            for _ in range(self.gilded):
                effects.remove("upgrade")
            state.ask(seat, effects)
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

    def refuse_answer(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if isinstance(move, Gild):
            return estate.refuse_gild(state, seat, move)
        return Refused(N_("The round is over: move citizens to workshops, or produce."))
