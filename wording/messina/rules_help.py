"""Help on the rules of Messina 1347: the texts in ``help.md``, and paragraphs generated from the game's tables."""

from collections.abc import Iterable
from pathlib import Path

from rules.messina import components as c
from rules.messina.components import Level, PlayerBoard, ScrollTrack
from wording.catalogue import Words
from wording.help_pages import on_buttons, read_pages
from wording.messina import names as n
from wording.messina.move_words import MOVES
from wording.messina.virtual_opponent import solo_tile
from wording.option_words import read_options
from wording.text_limits import capital


def _block(lines: Iterable[str], title: str = "") -> str:
    return "\n".join([*[f"**{title}**"] * bool(title), *lines])


def hexes(w: Words) -> list[str]:
    """Describe every hex: action, colour, rat, and what repopulating it takes and brings."""
    districts = [
        w._(
            "- **{hex}**: {action} ({colour}, {rat}). Repopulate: {price}; {points}.",
            hex=capital(n.place(one.id, w)),
            action=n.action(one.action, w),
            colour=w._(n.COLOURS[one.colour]),
            rat=w._(n.RATS[one.rat]),
            price=n.requirement(one.id, w),
            points=n.tokens("points", one.points, w),
        )
        for one in c.DISTRICTS.values()
    ]
    harbours = [f"- **{capital(n.place(one.id, w))}**: {n.action(one.action, w)}" for one in c.HARBOURS.values()]
    return [_block(districts), _block(harbours)]


def tiles(w: Words) -> list[str]:
    """Describe hut upgrades, wagons and ships, identical tiles once."""
    upgrades = dict.fromkeys(
        w._("- {thing} for {cost}", thing=n.hut_upgrade(one.id, w), cost=n.amounts(one.cost, w))
        for one in c.HUT_TILES.values()
    )
    wagons = [
        w._("- {thing} for {cost}", thing=n.wagon(one.id, w), cost=n.amounts(one.cost, w)) for one in c.WAGONS.values()
    ]
    return [
        _block(upgrades, w._("Hut upgrades, with their yield in each production")),
        _block(wagons, w._("Wagons, with their immediate points")),
        _block((f"- {n.ship(one, w)}" for one in c.SHIPS), w._("Ships")),
    ]


def workshops(w: Words) -> list[str]:
    """Describe every workshop by era and class."""
    found = []
    for late in (False, True):
        for citizen in c.CLASSES:
            kind = capital(w._(n.CLASS_WORKSHOPS[citizen]))
            title = w._("{workshop}, late", workshop=kind) if late else w._("{workshop}, early", workshop=kind)
            tiles = [one for one in c.WORKSHOPS.values() if one.citizen == citizen and one.late == late]
            found.append(_block((f"- {n.amounts(one.cost, w)} → {n.workshop_yield(one, w)}" for one in tiles), title))
    return found


def registers(w: Words) -> list[str]:
    """Describe the spaces of each register: action and points at the end."""
    found = []
    for register, spaces in c.REGISTER.items():
        lines = []
        for one in spaces:
            gains = n.space_gains(register, one.space, one.points, w)
            lines += [f"{one.space}: {', '.join(gains)}"] if gains else []
        found.append(f"**{capital(w._(n.TRACKS[register]))}** · {' · '.join(lines)}")
    return found


def scrolls(w: Words) -> list[str]:
    """Describe the tracks of the scroll board and their levels."""
    lines = []
    for track in c.SCROLLS:
        levels = ", ".join(map(str, track.levels))
        line = w._("- {track}: {levels} points for each", track=w._(n.SCROLL_TRACKS[track.scores]), levels=levels)
        lines.append(
            w._("{line}, at most {count} of them", line=line, count=track.max_items) if track.max_items else line
        )
    return [_block(lines)]


def buttons(w: Words) -> list[str]:
    """Explain the sign of each kind of move."""
    return [on_buttons(((one.sign, one.text) for one in MOVES.values()), w)]


HALF = 0.5


def variants(w: Words) -> list[str]:
    """Describe each side-b player board, and the turn order by the priority tile."""
    return ["\n".join(_squares(board, w) for board in c.BOARDS.values()), _priority_tile(w)]


def tracks_of_side_b(w: Words) -> list[str]:
    """Describe the tracks of the scroll boards, and what those pay."""
    boards = [
        f"- **{n.board_name(name, w)}**: {', '.join(w._(n.SCROLL_TRACKS[track.scores]) for track in board.tracks)}"
        for name, board in c.SCROLL_BOARDS.items()
    ]
    return ["\n".join([*boards, *_levels(w)])]


def _squares(board: PlayerBoard, w: Words) -> str:
    """Describe the squares of a player board by sector, the left or upper ones first."""
    sectors = []
    for sector in c.CLASSES:
        sides = [
            ", ".join(
                n.once(n.action(one.action, w), w) if one.once else n.action(one.action, w)
                for one in board.squares.values()
                if one.area == area
            )
            for area in n.AREAS
            if area[0] == sector[0]
        ]
        sectors.append(f"{n.CLASS_EMOJI[sector]} {w._(n.CITIZENS[sector])}: {' | '.join(sides)}")
    return f"- **{n.board_name(board.id, w)}** · {' · '.join(sectors)}"


def _levels(w: Words) -> list[str]:
    """Describe what scroll tracks pay at their levels, grouping those that pay alike."""
    alike: dict[str, list[str]] = {}
    for track in {one.scores: one for board in c.SCROLL_BOARDS.values() for one in board.tracks}.values():
        alike.setdefault(_paid(track, w), []).append(w._(n.SCROLL_TRACKS[track.scores]))
    return [f"- **{', '.join(names)}**: {text}" for text, names in alike.items()]


def _paid(track: ScrollTrack, w: Words) -> str:
    """Describe what a scroll track pays at each of its levels: "1, 2, 3, 5 points for each, at most 5 of them"."""
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
    """Describe what sets the turn order of each round, with the tile and without."""
    rounds = ", ".join(f"{n.ROMAN[number]} {w._(n.PRIORITIES[one.priority_tile])}" for number, one in c.ROUNDS.items())
    return w._("**Register priority tile**, an option: turn order by {rounds}.", rounds=rounds)


def solo_tiles(w: Words) -> list[str]:
    """Describe the hex and the action of each solo tile."""
    return [w._("**The tiles.** {tiles}.", tiles="; ".join(solo_tile(one, w) for one in c.SOLO_TILES))]


OPTIONS = read_options(Path(__file__).with_name("options.md"))
HELP = read_pages(
    Path(__file__).with_name("help.md"),
    OPTIONS,
    {
        "registers": registers,
        "scoring": scrolls,
        "advanced": variants,
        "tracks": tracks_of_side_b,
        "solo": solo_tiles,
        "icons": buttons,
        "hexes": hexes,
        "tiles": tiles,
        "workshops": workshops,
    },
)
