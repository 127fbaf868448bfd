"""Help on the rules of Messina 1347: options, pages, and things that can be looked up.

Texts are in ``options.md``, ``help.md`` and ``lookup_things.md``; paragraphs here are made from the game's tables.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from rules.messina import components as c
from wording.catalogue import Words, words
from wording.help_pages import Thing, on_buttons, read_pages
from wording.messina import name_tables as t
from wording.messina import names as n
from wording.messina.move_words import MOVES
from wording.messina.virtual_opponent import solo_tile
from wording.option_words import read_options
from wording.text_files import read_sections
from wording.text_limits import capital

TextOf = Callable[[str, Words], str]
TextsOf = Callable[[str, Words], list[str]]
FOLDER = Path(__file__).parent
HALF = 0.5


def _block(lines: Iterable[str], title: str = "") -> str:
    return "\n".join([*[f"**{title}**"] * bool(title), *lines])


def hexes(w: Words) -> list[str]:
    """Describe every hex: action and, except for harbours, colour, rat, and what repopulating it costs and gives."""
    districts = [
        w._(
            "- **{hex}**: {action} ({colour}, {rat}). Repopulate: {price}; {points}.",
            hex=capital(n.place(one.id, w)),
            action=n.action(one.action, w),
            colour=w._(t.COLOURS[one.colour]),
            rat=w._(t.RATS[one.rat]),
            price=n.requirement(one.id, w),
            points=n.tokens("points", one.points, w),
        )
        for one in c.DISTRICTS.values()
    ]
    harbours = [f"- **{capital(n.place(one.id, w))}**: {n.action(one.action, w)}" for one in c.HARBOURS.values()]
    return [_block(districts), _block(harbours)]


def tiles(w: Words) -> list[str]:
    """Describe hut upgrades, wagons and ships. Identical tiles are listed only once."""
    upgrades, wagons = (
        dict.fromkeys(
            w._("- {thing} for {cost}", thing=n.tile(one, w), cost=n.amounts(n.COSTS[one], w)) for one in kind
        )
        for kind in (c.HUT_TILES, c.WAGONS)
    )
    return [
        _block(upgrades, w._("Hut upgrades, with their yield in each production")),
        _block(wagons, w._("Wagons, with their immediate points")),
        _block((f"- {n.ship(one, w)}" for one in c.SHIPS), w._("Ships")),
    ]


def workshops(w: Words) -> list[str]:
    """Describe every workshop, grouped by era and class."""
    found = []
    for late in (False, True):
        for citizen in c.CITIZEN_CLASSES:
            kind = capital(w._(t.CLASS_WORKSHOPS[citizen]))
            title = w._("{workshop}, late", workshop=kind) if late else w._("{workshop}, early", workshop=kind)
            tiles = [one for one in c.WORKSHOPS.values() if one.citizen == citizen and one.late == late]
            found.append(_block((f"- {n.amounts(one.cost, w)} → {n.workshop_yield(one, w)}" for one in tiles), title))
    return found


def registers(w: Words) -> list[str]:
    """Describe the spaces of each register that give something: an action, or points at the end."""
    found = []
    for register, spaces in c.REGISTER.items():
        gains = {one.space: n.space_gains(register, one.space, one.points, w) for one in spaces}
        lines = [f"{space}: {', '.join(gained)}" for space, gained in gains.items() if gained]
        found.append(f"**{capital(w._(t.TRACKS[register]))}** · {' · '.join(lines)}")
    return found


def scrolls(w: Words) -> list[str]:
    """Describe the tracks of the scroll board and their levels."""
    lines = []
    for track in c.SCROLLS:
        levels = ", ".join(map(str, track.levels))
        line = w._("- {track}: {levels} points for each", track=w._(t.SCROLL_TRACKS[track.scores]), levels=levels)
        lines.append(_limited(line, track, w))
    return [_block(lines)]


def _limited(line: str, track: c.ScrollTrack, w: Words) -> str:
    return w._("{line}, at most {count} of them", line=line, count=track.max_items) if track.max_items else line


def variants(w: Words) -> list[str]:
    """Describe each side-B player board, and what sets each round's turn order with the register priority tile."""
    rounds = ", ".join(f"{t.ROMAN[number]} {w._(t.PRIORITIES[one.priority_tile])}" for number, one in c.ROUNDS.items())
    return [
        "\n".join(_squares(board, w) for board in c.BOARDS.values()),
        w._("**Register priority tile**, an option: turn order by {rounds}.", rounds=rounds),
    ]


def _squares(board: c.PlayerBoard, w: Words) -> str:
    """Describe the squares of a player board by sector, with the left or upper ones first."""
    sectors = []
    for sector in c.CITIZEN_CLASSES:
        sides = [
            ", ".join(
                n.once(n.action(one.action, w), w) if one.once else n.action(one.action, w)
                for one in board.squares.values()
                if one.area == area
            )
            for area in t.AREAS
            if area[0] == sector[0]
        ]
        sectors.append(f"{t.CLASS_EMOJI[sector]} {w._(t.CITIZENS[sector])}: {' | '.join(sides)}")
    return f"- **{n.board_name(board.id, w)}** · {' · '.join(sectors)}"


def tracks_of_side_b(w: Words) -> list[str]:
    """Describe the scroll boards' tracks and their points, grouping tracks with equal points."""
    boards = [
        f"- **{n.board_name(name, w)}**: {', '.join(w._(t.SCROLL_TRACKS[track.scores]) for track in tracks)}"
        for name, tracks in c.SCROLL_BOARDS.items()
    ]
    alike: dict[str, list[str]] = {}
    for track in {one.scores: one for tracks in c.SCROLL_BOARDS.values() for one in tracks}.values():
        alike.setdefault(_paid(track, w), []).append(w._(t.SCROLL_TRACKS[track.scores]))
    return [_block([*boards, *(f"- **{', '.join(names)}**: {text}" for text, names in alike.items())])]


def _paid(track: c.ScrollTrack, w: Words) -> str:
    """Describe the points of a scroll track at each level: "1, 2, 3, 5 points for each, at most 5 of them"."""
    levels = ", ".join(
        "/".join(map(str, points)) if isinstance(points, tuple) else "½" if points == HALF else str(points)
        for points in track.levels
    )
    if track.scores == "overseers":
        return w._("{levels} points for the two farthest, on step 4/5/6", levels=levels)
    if isinstance(track.levels[0], tuple):
        return w._("{levels} points, beyond the single/double bar", levels=levels)
    return _limited(w._("{levels} points for each", levels=levels), track, w)


OPTIONS = read_options(FOLDER / "options.md")
HELP = read_pages(
    FOLDER / "help.md",
    OPTIONS,
    {
        "registers": registers,
        "scoring": scrolls,
        "advanced": variants,
        "tracks": tracks_of_side_b,
        "solo": lambda w: [w._("**The tiles.** {tiles}.", tiles="; ".join(solo_tile(one, w) for one in c.SOLO_TILES))],
        "icons": lambda w: [on_buttons(((one.sign, one.text) for one in MOVES.values()), w)],
        "hexes": hexes,
        "tiles": tiles,
        "workshops": workshops,
    },
)


THING_TEXTS = read_sections(FOLDER / "lookup_things.md", tags=["comes", "era", "goods", "huts", "need", "register"])


def _things(ids: Iterable[str], title: TextOf, about: TextOf, paragraphs: TextsOf) -> list[Thing]:
    """Return things whose texts are made from their ids. Of things with the same title, return only the first."""

    def thing(id_: str) -> Thing:
        return Thing(id_, lambda w: capital(title(id_, w)), lambda w: about(id_, w), lambda w: paragraphs(id_, w))

    found: dict[str, Thing] = {}
    for id_ in ids:
        found.setdefault(title(id_, words("en")), thing(id_))
    return list(found.values())


def _texts(kind: str, **values: TextOf) -> TextsOf:
    """Return a function that returns the paragraphs about a thing of this kind, filled with its ``values``.

    A paragraph's tag names the value to which it applies: "[need: gold] An upgraded citizen of its class must work
    there.".
    """

    def paragraphs(id_: str, w: Words) -> list[str]:
        given = {name: value(id_, w) for name, value in values.items()}
        fitting = [one for one in THING_TEXTS[kind].paragraphs if all(given[tag] == value for tag, value in one.tags)]
        return [w._(one.text, **given) for one in fitting]

    return paragraphs


ALL_PLAYER_COUNTS = max((one.players for one in c.DISTRICTS.values()), key=len)


def _arrival(hex_: str, w: Words) -> str:
    printed = c.DISTRICTS[hex_]
    return printed.kind if printed.players == ALL_PLAYER_COUNTS else "with few players"


def _price(tile: str, w: Words) -> str:
    return n.amounts(n.COSTS[tile], w)


def _yields(tile: str, w: Words) -> str:
    return n.workshop_yield(c.WORKSHOPS[tile], w)


def _gives(word: str, w: Words) -> str:
    """Describe the gains of a space at once and at the end."""
    register, _, number = word.partition("-")
    space = c.REGISTER[register][int(number) - 1]
    return w.join_list(n.space_gains(register, space.space, space.points, w)) or w._("nothing")


def _action(square: str, w: Words) -> str:
    return n.action(c.SQUARES[square].action, w)


def _about_board(board: str, w: Words) -> str:
    once = [n.action(one.action, w) for one in c.BOARDS[board].squares.values() if one.once]
    return w._("side B; once per game: {squares}", squares=w._("; ").join(once))


def _board(board: str, w: Words) -> list[str]:
    """Describe all squares of a side-B player board, area by area."""
    first, edge, last = _texts("board", huts=lambda board, w: c.BOARDS[board].huts)(board, w)
    areas = [
        w._(
            "**{area}:** {squares}.",
            area=capital(w._(t.AREAS[squares[0][:2]])),
            squares=w._("; ").join(n.quoted(n.on_board(one, board), w) for one in squares),
        )
        for squares in c.AREA_SQUARES.values()
    ]
    return [first, edge, "\n".join(areas), last]


def _about_tracks(board: str, w: Words) -> str:
    tracks = [n.scroll_track(board, column, w) for column in range(1, len(c.SCROLL_BOARDS[board]) + 1)]
    return w._("side B; counts {tracks}", tracks=w.join_list(tracks))


def _scroll_board(board: str, w: Words) -> list[str]:
    """Describe the things counted by each track of a scroll board, and the points at each level."""
    found = []
    for column, track in enumerate(c.SCROLL_BOARDS[board], 1):
        levels = [
            w._("level {level}: {points}", level=level, points=n.worth(track, level, w))
            for level in range(1, len(track.levels) + 1)
        ]
        text = w._("**{track}:** {levels}.", track=capital(n.scroll_track(board, column, w)), levels="; ".join(levels))
        if track.max_items:
            most = w.ngettext("At most {count} counts.", "At most {count} count.", track.max_items)
            text = f"{text} {most}"
        found.append(text)
    return [*found, w._("A scroll step moves one of the three cubes up a level; at the end you score what it counts.")]


# By the id of a help page: the things that can be looked up below it.
THINGS: Mapping[str, Sequence[Thing]] = {
    "hexes": [
        *_things(
            c.DISTRICTS,
            n.place,
            n.hex_action,
            _texts(
                "hex",
                action=n.hex_action,
                colour=lambda hex_, w: w._(t.COLOURS[c.DISTRICTS[hex_].colour]),
                rat=lambda hex_, w: w._(t.RATS[c.DISTRICTS[hex_].rat]),
                price=n.requirement,
                points=lambda hex_, w: n.tokens("points", c.DISTRICTS[hex_].points, w),
                comes=_arrival,
                players=lambda hex_, w: w.join_list(list(map(str, c.DISTRICTS[hex_].players))),
            ),
        ),
        *_things(c.HARBOURS, n.place, n.hex_action, _texts("harbour", action=n.hex_action)),
    ],
    "tiles": [
        *_things(
            c.HUT_TILES,
            n.offer,
            lambda tile, w: w._("for a hut: produces in every production phase"),
            _texts("hut upgrade", cost=_price),
        ),
        *_things(
            c.WAGONS,
            n.offer,
            lambda tile, w: w._("points right away, and a repopulation in each round"),
            _texts("wagon", cost=_price),
        ),
        *_things(
            c.SHIPS,
            lambda ship, w: w._("{ship} {number}", ship=w._(t.GOODS[c.SHIPS[ship].goods]), number=c.SHIPS[ship].number),
            lambda ship, w: w._("gives {cargo}", cargo=n.cargo(ship, w)),
            _texts("ship", goods=lambda ship, w: c.SHIPS[ship].goods),
        ),
    ],
    "workshops": _things(
        c.WORKSHOPS,
        lambda tile, w: w._(
            "{workshop} ({yields}) for {cost}",
            workshop=w._(t.CLASS_WORKSHOPS[c.WORKSHOPS[tile].citizen]),
            yields=_yields(tile, w),
            cost=_price(tile, w),
        ),
        lambda tile, w: w._("late workshop") if c.WORKSHOPS[tile].late else w._("early workshop"),
        _texts(
            "workshop",
            cost=_price,
            gain=_yields,
            need=lambda tile, w: c.WORKSHOPS[tile].need,
            era=lambda tile, w: "late" if c.WORKSHOPS[tile].late else "early",
        ),
    ),
    "registers": _things(
        [f"{register}-{one.space}" for register, spaces in c.REGISTER.items() for one in spaces],
        lambda word, w: n.name_of(word, w) or word,
        _gives,
        _texts(
            "register space",
            gain=_gives,
            register=lambda word, w: word.partition("-")[0],
            space=lambda word, w: word.partition("-")[2],
            last=lambda word, w: str(len(c.REGISTER[word.partition("-")[0]])),
        ),
    ),
    "advanced": _things(c.BOARDS, n.board_name, _about_board, _board),
    "tracks": _things(c.SCROLL_BOARDS, n.board_name, _about_tracks, _scroll_board),
    "citizens": _things(c.SQUARES, n.square, _action, _texts("square", action=_action)),
}
