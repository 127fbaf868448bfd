"""The end of a round: citizens in quarantine move on, and those that leave it find a place (section 7.2)."""

from rules.errors import N_
from rules.messina.action import estate
from rules.messina.action.finish import Finish
from rules.messina.action.interjections import Interruptible, with_workshop_moves
from rules.messina.components import HUT_IDS, SQUARES
from rules.messina.moves import House
from rules.messina.reasons import Refused, no_room, no_workplace
from rules.messina.round_events import Housed, InQuarantine
from rules.messina.state import Player, State
from rules.notation import Move


def begin_quarantine(state: State, seat: int) -> None:
    """Move citizens on space I to space II; those on II leave (7.2)."""
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
    """The choice of a place for the citizens that leave quarantine. ``left`` are the huts they are still in (7.2)."""

    left: list[str]

    def options(self, state: State, seat: int) -> list[Move]:
        """Return free squares of the sector and empty workshops of the class; nowhere only if there is no room."""
        player = state.players[seat]
        citizen = self._citizen(player, self.left[0])
        spots = estate.free_squares(player, citizen) + estate.free_workshops(player, citizen)
        huts = self.left[:1]
        if spots and len(spots) < len(self.left):
            rivals = [hut for hut in self.left if self._citizen(player, hut) == citizen]
            if len(spots) < len(rivals):  # citizens of the same side are alike
                huts = sorted({player.huts[HUT_IDS.index(hut)].side: hut for hut in reversed(rivals)}.values())
        own: list[Move] = [House(hut, spot) for hut in huts for spot in spots or ["-"]]
        return with_workshop_moves(state, seat, own, citizen)

    def must_ask(self, state: State, seat: int) -> bool:
        """Return whether the sector has two free squares, and so a choice."""
        player = state.players[seat]
        return len(estate.free_squares(player, self._citizen(player, self.left[0]))) > 1

    @staticmethod
    def _citizen(player: Player, hut: str) -> str:
        return player.huts[HUT_IDS.index(hut)].citizen

    def answer(self, state: State, seat: int, move: Move) -> None:
        """Move the citizen out; a late workshop may pay at once."""
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
        """Refuse any move that doesn't answer this question."""
        if isinstance(move, House):
            return self._refuse_house(state.players[seat], move)
        return Refused(N_("First choose where the citizens leaving quarantine go: {huts}."), huts=tuple(self.left))

    def _refuse_house(self, player: Player, move: House) -> Refused:
        if move.hut not in self.left:
            return Refused(N_("Nobody leaves {hut} now."), hut=move.hut)
        citizen = self._citizen(player, move.hut)
        if move.spot == "-":
            return Refused(N_("You have room, so you can’t leave anyone behind: {citizen}."), citizen=citizen)
        if move.spot in HUT_IDS:
            return Refused(
                N_("From quarantine a citizen goes to a square or a workshop, not to a hut: {citizen}."),
                citizen=citizen,
            )
        full = no_room if move.spot in SQUARES else no_workplace
        return full(player, move.spot, citizen) or Refused(N_("One after the other: first {hut}."), hut=self.left[0])

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether everyone left is on space II."""
        huts = dict(zip(HUT_IDS, state.players[seat].huts, strict=True))
        return bool(self.left) and all(hut in huts and huts[hut].space == 2 for hut in self.left)
