"""Boards of side b: dealt at random, or chosen by the players before the first round (section 9.1)."""

from collections.abc import Iterator, Mapping

from rules.decision import Decision
from rules.errors import N_
from rules.messina.components import BOARDS, NOT_DEALT, SCROLL_BOARDS
from rules.messina.moves import Take
from rules.messina.reasons import Refused
from rules.messina.round.preparation import begin_round
from rules.messina.round_events import BoardTaken
from rules.messina.state import State
from rules.notation import Move

BOARD, SCROLL_BOARD = "board", "scroll_board"
OF_SIDE_B: Mapping[str, tuple[str, ...]] = {
    "standard": (),
    "advanced": (BOARD, SCROLL_BOARD),
    "b_boards": (BOARD,),
    "b_scrolls": (SCROLL_BOARD,),
}
BOARDS_OF: Mapping[str, tuple[str, ...]] = {BOARD: tuple(BOARDS), SCROLL_BOARD: tuple(SCROLL_BOARDS)}


def kinds(state: State) -> tuple[str, ...]:
    """Return the kinds of boards that this table uses with side b."""
    return OF_SIDE_B[state.options.get("variant", "standard")]


def owners(state: State, kind: str) -> dict[str, int]:
    """Return the owner of each board of a kind that has one."""
    found = {getattr(player, kind): seat for seat, player in enumerate(state.players)}
    return {board: seat for board, seat in found.items() if board in BOARDS_OF[kind]}


def deal(state: State) -> None:
    """Deal the boards of side b, if any, or let the players choose them."""
    used = kinds(state)
    if used and state.options.get("deal") == "chosen":
        state.phase = "deal"
        return
    for kind in used:
        boards = list(BOARDS_OF[kind])
        state.chance.shuffle(boards)
        for seat, board in enumerate(boards[: state.seats]):
            _take(state, seat, kind, board, chosen=False)


def lacking(state: State) -> Iterator[tuple[int, str]]:
    """Yield each seat that still needs a board with the kind, in the order of choosing: last in turn order first."""
    return (
        (seat, kind)
        for seat in reversed(state.order)
        for kind in kinds(state)
        if getattr(state.players[seat], kind) is NOT_DEALT
    )


def choose_next(state: State) -> None:
    """Ask the next seat that needs a board. When everyone has theirs, the first round starts."""
    asked = next(lacking(state), None)
    if asked is None:
        begin_round(state, "setup")
    else:
        seat, kind = asked
        state.pending[seat].append(Dealing(kind=kind))


def _take(state: State, seat: int, kind: str, board: str, *, chosen: bool) -> None:
    player = state.players[seat]
    if kind == BOARD:
        player.board, player.spent = board, []
    else:
        player.scroll_board = board
    state.emit(BoardTaken(seat, kind, board, chosen))


class Dealing(Decision, tag="deal"):
    """The choice of a board of side b. ``kind`` is "board" or "scroll_board"."""

    kind: str

    @property
    def question(self) -> str:
        """Return the kind of board."""
        return self.kind

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the boards without an owner."""
        gone = owners(state, self.kind)
        return [Take(board) for board in BOARDS_OF[self.kind] if board not in gone]

    def apply(self, state: State, seat: int, move: Take) -> None:
        """Take the board. The next seat then chooses from the rest, so this can't be undone."""
        state.pending[seat].pop()
        _take(state, seat, self.kind, move.board, chosen=True)
        if self.kind == kinds(state)[-1]:
            state.barrier()

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Refuse any move that doesn't answer this question."""
        if not isinstance(move, Take):
            return Refused(N_("First choose a board to play with."))
        gone = owners(state, self.kind)
        if move.board in gone:
            return Refused(N_("Another player has taken this board: {board}."), board=move.board)
        free = tuple(board for board in BOARDS_OF[self.kind] if board not in gone)
        return Refused(
            N_("“{word}” is not a board you can choose now. You can take: {boards}."), word=move.board, boards=free
        )

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether it is this seat's turn to choose such a board."""
        return next(lacking(state), None) == (seat, self.kind)
