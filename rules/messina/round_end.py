"""The end of a round: production and quarantine, each seat by itself (sections 7.1 and 7.2).

The seats decide at the same time. What they gain is theirs at once; who lies on top of a stack of discs is put right
when all are done, as if they had acted in turn order.
"""

from collections.abc import Iterator

from rules.game import Decision
from rules.messina import estate
from rules.messina.components import HUT_IDS, HUT_TILES, LAST_ROUND, WORKSHOPS
from rules.messina.effects import HANDLERS, Benefit, amid, between, gain, step
from rules.messina.finish import Finish
from rules.messina.moves import Done, Gild, House, Produce
from rules.messina.printed import Option
from rules.messina.round_events import Housed, InQuarantine, Produced, RoundEnded
from rules.messina.state import GOLD, Player, State
from rules.notation import Move

GOLD_POINTS = 1  # a production's points for an upgraded citizen in a workshop (5.5)


def begin_round_end(state: State) -> None:
    """All lieutenants are used: everybody produces."""
    state.phase = "round end"
    state.happened(RoundEnded(state.round))
    state.produced = [[] for _ in range(state.seats)]
    state.housed = [[] for _ in range(state.seats)]
    state.settled = [False] * state.seats
    for seat in range(state.seats):
        state.pending[seat].append(Production())


def end_round_end(state: State) -> None:
    """Everybody is done: order the discs that moved as if the seats had acted in turn order (7.1)."""
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
    """Everything that produces now, and what: huts, early workshops, upgraded citizens in workshops (7.1)."""
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
    """What produces upgrades of citizens now, once for each upgrade."""
    return [source for source, gives in sources(player) for effect in gives.effects if effect == "upgrade"]


class Production(Decision):
    """What to do before huts and workshops produce: bring citizens in, upgrade by a hut that yields that."""

    gilded: int = 0  # upgrades yielded by huts and workshops that were used before the rest is produced
    over: bool = False

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """Citizens into workshops, upgrades that are produced, and to produce (the rest).

        Only where there are workshops can it matter what comes first.
        """
        if self.over:
            yield Done()
            return
        player = state.players[seat]
        if player.workshops:
            yield from HANDLERS["work"].moves(state, seat, "any")
            if len(_upgrades(player)) > self.gilded:
                yield from HANDLERS["upgrade"].moves(state, seat, "upgrade")
        yield Produce()

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """Each source once; effects that ask something are asked after the tokens."""
        if between(state, seat, move):
            return
        match move:
            case Gild():
                state.happened(Produced(seat, _upgrades(state.players[seat])[self.gilded]))
                self.gilded += 1
                HANDLERS["upgrade"].carry_out(state, seat, "upgrade", move)
            case Produce():
                self.over = True
                self._produce(state, seat)
            case Done():
                state.pending[seat].pop()
                state.settled[seat] = True
                if state.round == LAST_ROUND:
                    state.pending[seat].append(Finish())
                else:
                    begin_quarantine(state, seat)

    def _produce(self, state: State, seat: int) -> None:
        effects: list[str] = []
        used = _upgrades(state.players[seat])[: self.gilded] if self.gilded else []
        for source, gives in list(sources(state.players[seat])):
            if (gives.steps or gives.effects) and source not in used:
                state.happened(Produced(seat, source))
            gain(state, seat, gives.gains, source)
            for register in gives.steps:
                step(state, seat, register)
            effects += gives.effects
        for _ in range(self.gilded):
            effects.remove("upgrade")
        state.pending[seat] += [Benefit(effect) for effect in reversed(effects)]


def begin_quarantine(state: State, seat: int) -> None:
    """Citizens on space I go to space II; those on II leave (7.2)."""
    leaving = []
    for name, hut in zip(HUT_IDS, state.players[seat].huts, strict=True):
        if hut.space == 1:
            hut.space = 2
            state.happened(InQuarantine(seat, hut.citizen, name))
        elif hut.space == 2:
            leaving.append(name)
    state.pending[seat].append(Finish())
    if leaving:
        state.pending[seat].append(Quarantine(left=leaving))


class Quarantine(Decision):
    """Where the citizens that leave quarantine go; ``left`` are the huts they are still in (7.2)."""

    left: list[str]

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """A free square of the sector or an empty workshop of the class; nowhere only if there is no room."""
        player = state.players[seat]
        citizen = self._citizen(player, self.left[0])
        spots = estate.free_squares(player, citizen) + estate.free_workshops(player, citizen)
        rivals = [hut for hut in self.left if self._citizen(player, hut) == citizen]
        unlike = {player.huts[HUT_IDS.index(hut)].side: hut for hut in reversed(rivals)}  # of one side they are alike
        huts = sorted(unlike.values()) if spots and len(spots) < len(rivals) else self.left[:1]
        own = (House(hut, spot) for hut in huts for spot in spots or ["-"])
        return amid(state, seat, own, citizen)

    def waits(self, state: State, seat: int) -> bool:
        """Two free squares of the sector are a choice."""
        player = state.players[seat]
        return len(estate.free_squares(player, self._citizen(player, self.left[0]))) > 1

    @staticmethod
    def _citizen(player: Player, hut: str) -> str:
        return player.huts[HUT_IDS.index(hut)].citizen

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """The citizen leaves; a late workshop may pay at once."""
        if between(state, seat, move):
            return
        assert isinstance(move, House)
        player = state.players[seat]
        hut = player.huts[HUT_IDS.index(move.hut)]
        citizen, side = hut.citizen, hut.side
        hut.space, hut.citizen, hut.side = 0, "", 0
        self.left.remove(move.hut)
        if not self.left:
            state.pending[seat].pop()
        state.happened(Housed(seat, citizen, move.hut, move.spot.strip("-")))
        if move.spot != "-":
            estate.put(state, seat, move.spot, side)
