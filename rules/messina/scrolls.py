"""What the tracks of the scroll boards count and score (sections 8.2 and 9.1)."""

from collections import Counter
from collections.abc import Callable, Mapping

from rules.messina.component_types import ScrollTrack
from rules.messina.components import BARS, SHIPS, TRACKS
from rules.messina.state import Player

REGISTER_TRACK = "register_"  # prefix of tracks that score a register
FIRST_SCORING_STEP = 4  # of an overseer's path: the first amount is for this step, the next for the one after


def scroll_points(column: int, player: Player, hexes: int, spaces: Mapping[str, int]) -> int:
    """Return the points of a scroll track for this many repopulated hexes and discs on these register spaces."""
    track = TRACKS[player.scroll_board][column]
    level = player.scrolls[column]
    if not level:
        return 0
    worth = track.levels[level - 1]
    if not isinstance(worth, tuple):
        return int(_count(track, player, hexes) * worth)  # half points round down
    if track.scores.startswith(REGISTER_TRACK):
        register = track.scores.removeprefix(REGISTER_TRACK)
        bars = sum(spaces[register] >= first for first in BARS[register])
        return worth[bars - 1] if bars else 0
    steps = [one.step - FIRST_SCORING_STEP for one in player.overseers.values()]
    amounts = sorted((worth[step] for step in steps if step >= 0), reverse=True)
    return sum(amounts[: track.max_items])


def _count(track: ScrollTrack, player: Player, hexes: int) -> int:
    """Return how many of the track's items the player has, up to its maximum."""
    count = COUNTS[track.scores](player, hexes)
    return min(count, track.max_items) if track.max_items else count


def _huts(player: Player) -> int:
    return len([hut for hut in player.huts if hut.upgrade])


# By the item of a track: how many of them a player has, given the number of repopulated hexes.
COUNTS: Mapping[str, Callable[[Player, int], int]] = {
    "buildings": lambda player, hexes: _huts(player) + len(player.workshops),
    "ships": lambda player, hexes: len(player.ships),
    "repopulated": lambda player, hexes: hexes,
    "goods_one_type": lambda player, hexes: max(
        Counter(SHIPS[ship].goods for ship in player.ships).values(), default=0
    ),
    "workshops": lambda player, hexes: len(player.workshops),
    "huts": lambda player, hexes: _huts(player),
    "timber": lambda player, hexes: player.timber,
    "coins": lambda player, hexes: player.coin,
}
