"""Citizens of an estate: free spaces, workshops and their rewards, upgrades (5.1, 5.5, 5.8, 4.9)."""

from collections.abc import Callable

from rules.errors import N_
from rules.messina.action.gains import Effect, grant
from rules.messina.components import HUT_IDS, SECTOR_SQUARES, SQUARE_IDS, SQUARE_INDEX, SQUARES, WORKSHOPS, Option
from rules.messina.events import Employed, Gilded
from rules.messina.moves import Gild, Work
from rules.messina.reasons import Refused, no_workplace, not_on_square
from rules.messina.state import GOLD_SIDE, NORMAL_SIDE, HutSpace, Player, State, Workplace
from rules.notation import Move


def distinct_huts(player: Player, fits: Callable[[HutSpace], bool]) -> list[str]:
    """Return the huts that ``fits`` accepts. Empty huts without an upgrade are alike, so only the first is included."""
    found: list[str] = []
    bare = False
    for name, hut in zip(HUT_IDS, player.huts, strict=True):
        is_bare = not (hut.space or hut.upgrade)
        if fits(hut) and not (bare and is_bare):
            bare |= is_bare
            found.append(name)
    return found


def free_squares(player: Player, citizen: str) -> list[str]:
    """Return the free squares in the sector of this class."""
    return [SQUARE_IDS[square] for square in SECTOR_SQUARES[citizen] if not player.squares[square]]


def workplace(player: Player, tile: str) -> Workplace:
    """Return the player's workshop with this tile."""
    return next(work for work in player.workshops if work.tile == tile)


def yields(work: Workplace) -> Option | None:
    """Return what a workshop gives for its citizen, at each production or once if it is a late one (5.8).

    Return None without a citizen of the required side.
    """
    tile = WORKSHOPS[work.tile]
    if not work.side or (tile.need == "gold" and work.side < GOLD_SIDE):
        return None
    return tile.gold_gain if work.side == GOLD_SIDE else tile.gain


def put_citizen(state: State, seat: int, spot: str, side: int) -> None:
    """Put a citizen of this side on a square or into a workshop, or turn the one there. A late workshop may pay out."""
    player = state.players[seat]
    if spot in SQUARE_INDEX:
        player.squares[SQUARE_INDEX[spot]] = side
        return
    work = workplace(player, spot)
    work.side = side
    # A late workshop pays out once, as soon as its requirement is met (5.8).
    if WORKSHOPS[spot].late and not work.paid and (gives := yields(work)) is not None:
        work.paid = True
        grant(state, seat, gives, spot, loose=False)


def take_citizen(player: Player, spot: str) -> str:
    """Take the citizen away from a square or workshop. Returns its class."""
    if spot in SQUARE_INDEX:
        player.squares[SQUARE_INDEX[spot]] = 0
        return SQUARES[spot].sector
    workplace(player, spot).side = 0
    return WORKSHOPS[spot].citizen


def side_of(player: Player, spot: str) -> int:
    """Return the side of the citizen on a square or in a workshop, or 0 if there is none."""
    return player.squares[SQUARE_INDEX[spot]] if spot in SQUARE_INDEX else workplace(player, spot).side


def spots_of(player: Player, citizen: str) -> list[str]:
    """Return the squares and workshops with a citizen of the class."""
    squares = [SQUARE_IDS[square] for square in SECTOR_SQUARES[citizen] if player.squares[square]]
    return squares + [w.tile for w in player.workshops if w.side and WORKSHOPS[w.tile].citizen == citizen]


def workshop_moves(state: State, seat: int, which: str = "any") -> list[Move]:
    """Return the legal moves of citizens into workshops.

    If ``which`` is "any", return all of them. Otherwise it is the name of a class or empty: return those that are
    paid at once, and those that free a square in the sector of that class.
    """
    player = state.players[seat]
    moves: list[Move] = []
    for work in player.workshops:
        if not work.side:
            tile = WORKSHOPS[work.tile]
            every = which in ("any", tile.citizen)
            pays = tile.late and not work.paid  # at once, unless it needs an upgraded citizen (5.8)
            moves += [
                Work(SQUARE_IDS[square], work.tile)
                for square in SECTOR_SQUARES[tile.citizen]
                if (side := player.squares[square]) and (every or (pays and (tile.need != "gold" or side == GOLD_SIDE)))
            ]
    return moves


def employ(state: State, seat: int, move: Work) -> None:
    """Move a citizen from its square to a workshop."""
    player = state.players[seat]
    side = side_of(player, move.square)
    state.emit(Employed(seat, take_citizen(player, move.square), move.square, move.workshop))
    put_citizen(state, seat, move.workshop, side)


def refuse_employing(state: State, seat: int, move: Work) -> Refused | None:
    """Return why the citizen can't go to the workshop."""
    player = state.players[seat]
    return (
        not_on_square(player, move.square)
        or no_workplace(player, move.workshop, SQUARES[move.square].sector)
        or Refused(N_("All you can do now is end the turn, or undo moves."))
    )


def sides(player: Player) -> dict[str, int]:
    """Return the side of the citizen (0 if there is none) on each square and in each hut and workshop."""
    found = dict(zip(SQUARE_IDS, player.squares, strict=True))
    found |= zip(HUT_IDS, [hut.side for hut in player.huts], strict=True)
    found |= [(work.tile, work.side) for work in player.workshops]
    return found


def gilds(state: State, seat: int) -> list[Move]:
    """Return an upgrade move for each citizen that can be upgraded."""
    return [Gild(spot) for spot, side in sides(state.players[seat]).items() if side == NORMAL_SIDE]


def gild(state: State, seat: int, move: Gild) -> None:
    """Upgrade the citizen."""
    player, spot = state.players[seat], move.spot
    if spot in HUT_IDS:
        hut = player.huts[HUT_IDS.index(spot)]
        hut.side = GOLD_SIDE
        state.emit(Gilded(seat, hut.citizen, spot))
    else:
        state.emit(Gilded(seat, SQUARES[spot].sector if spot in SQUARE_INDEX else WORKSHOPS[spot].citizen, spot))
        put_citizen(state, seat, spot, GOLD_SIDE)


def refuse_gild(state: State, seat: int, move: Gild) -> Refused:
    """Return why the move can't upgrade a citizen on its spot."""
    side = sides(state.players[seat]).get(move.spot)
    if not side:
        return Refused(N_("You have no citizen there: {spot}."), spot=move.spot)
    if side == GOLD_SIDE:
        return Refused(N_("The citizen there is already upgraded: {spot}."), spot=move.spot)
    return Refused(N_("You can’t do that right now: {effect}."), effect="upgrade")


UPGRADE = Effect(
    (Gild,),
    lambda state, seat, effects: gilds(state, seat),
    lambda state, seat, effect, move: gild(state, seat, move),
    lambda state, seat, move, effects: refuse_gild(state, seat, move),
)
