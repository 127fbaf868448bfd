"""Help that is read off the tables of the variants: boards of side b, the priority tile, solo tiles."""

from rules.messina.component_types import Level, PlayerBoard, ScrollTrack
from rules.messina.components import BOARDS, CLASSES, ROUNDS, SCROLL_BOARDS, SOLO_TILES
from wording.catalogue import Words
from wording.messina.amounts import action
from wording.messina.names import CLASS_EMOJI, ONCE, PRIORITIES, SCROLL_TRACKS, board_name
from wording.messina.opponent import solo_tile
from wording.messina.round_events import ROMAN

HALF = 0.5


def variants(w: Words) -> list[str]:
    """Each player board and scroll track of side b, and the turn order by the priority tile."""
    boards = [
        f"- **{board_name(name, w)}**: {', '.join(w._(SCROLL_TRACKS[track.scores]) for track in board.tracks)}"
        for name, board in SCROLL_BOARDS.items()
    ]
    return [
        "\n".join(_squares(board, w) for board in BOARDS.values()),
        "\n".join([*boards, *_levels(w)]),
        _priority_tile(w),
    ]


def _squares(board: PlayerBoard, w: Words) -> str:
    """The squares of a player board by sector; the left ones first."""
    sectors = []
    for sector in CLASSES:
        sides = [
            ", ".join(
                f"{ONCE} {action(one.action, w)}" if one.once else action(one.action, w)
                for one in board.squares.values()
                if one.sector == sector and one.id[1] == side
            )
            for side in "lr"
        ]
        sectors.append(f"{CLASS_EMOJI[sector]} {' | '.join(sides)}")
    return f"- **{board_name(board.id, w)}** · {' · '.join(sectors)}"


def _levels(w: Words) -> list[str]:
    """What scroll tracks pay at their levels; those that pay alike are told together."""
    alike: dict[str, list[str]] = {}
    for track in {one.scores: one for board in SCROLL_BOARDS.values() for one in board.tracks}.values():
        alike.setdefault(_paid(track, w), []).append(w._(SCROLL_TRACKS[track.scores]))
    return [f"- **{', '.join(names)}**: {text}" for text, names in alike.items()]


def _paid(track: ScrollTrack, w: Words) -> str:
    """What a scroll track pays at each of its levels: "1, 2, 3, 5 points for each, at most 5 of them"."""
    levels = ", ".join(_level(points) for points in track.levels)
    if track.scores == "overseers":
        return w._("{levels} points for the two farthest, on step 4/5/6", levels=levels)
    if isinstance(track.levels[0], tuple):
        return w._("{levels} points, beyond the single/double bar", levels=levels)
    text = w._("{levels} points for each", levels=levels)
    return w._("{line}, at most {count} of them", line=text, count=track.max_items) if track.max_items else text


def _level(points: Level) -> str:
    if isinstance(points, tuple):
        return "/".join(map(str, points))
    return "½" if points == HALF else str(points)


def _priority_tile(w: Words) -> str:
    """What sets the turn order of each round, with the tile and without."""
    rounds = ", ".join(f"{ROMAN[number]} {w._(PRIORITIES[one.priority_tile])}" for number, one in ROUNDS.items())
    return w._("**Register priority tile**, an option of any table with others: turn order by {rounds}.", rounds=rounds)


def solo_tiles(w: Words) -> list[str]:
    """The hex and the action of each solo tile."""
    return [w._("**The tiles.** {tiles}.", tiles="; ".join(solo_tile(one, w) for one in SOLO_TILES))]
