"""Help on the rules of Messina 1347: options, pages, and things that can be looked up.

Texts are in ``options.md`` and ``help.md``; the paragraphs here are generated from the game's tables.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from rules.messina import components as c
from wording.catalogue import Words, words
from wording.help_pages import Thing, on_buttons, read_pages
from wording.messina import names as n
from wording.messina.move_words import MOVES
from wording.messina.virtual_opponent import solo_tile
from wording.option_words import read_options
from wording.text_limits import capital

TextOf = Callable[[str, Words], str]
HALF = 0.5


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
        gains = {one.space: n.space_gains(register, one.space, one.points, w) for one in spaces}
        lines = [f"{space}: {', '.join(gained)}" for space, gained in gains.items() if gained]
        found.append(f"**{capital(w._(n.TRACKS[register]))}** · {' · '.join(lines)}")
    return found


def scrolls(w: Words) -> list[str]:
    """Describe the tracks of the scroll board and their levels."""
    lines = []
    for track in c.SCROLLS:
        levels = ", ".join(map(str, track.levels))
        line = w._("- {track}: {levels} points for each", track=w._(n.SCROLL_TRACKS[track.scores]), levels=levels)
        lines.append(_limited(line, track, w))
    return [_block(lines)]


def _limited(line: str, track: c.ScrollTrack, w: Words) -> str:
    return w._("{line}, at most {count} of them", line=line, count=track.max_items) if track.max_items else line


def variants(w: Words) -> list[str]:
    """Describe each side-b player board, and what sets the turn order of each round, with the tile and without."""
    rounds = ", ".join(f"{n.ROMAN[number]} {w._(n.PRIORITIES[one.priority_tile])}" for number, one in c.ROUNDS.items())
    return [
        "\n".join(_squares(board, w) for board in c.BOARDS.values()),
        w._("**Register priority tile**, an option: turn order by {rounds}.", rounds=rounds),
    ]


def _squares(board: c.PlayerBoard, w: Words) -> str:
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


def tracks_of_side_b(w: Words) -> list[str]:
    """Describe the tracks of the scroll boards, and what those pay, grouping those that pay alike."""
    boards = [
        f"- **{n.board_name(name, w)}**: {', '.join(w._(n.SCROLL_TRACKS[track.scores]) for track in board.tracks)}"
        for name, board in c.SCROLL_BOARDS.items()
    ]
    alike: dict[str, list[str]] = {}
    for track in {one.scores: one for board in c.SCROLL_BOARDS.values() for one in board.tracks}.values():
        alike.setdefault(_paid(track, w), []).append(w._(n.SCROLL_TRACKS[track.scores]))
    return [_block([*boards, *(f"- **{', '.join(names)}**: {text}" for text, names in alike.items())])]


def _paid(track: c.ScrollTrack, w: Words) -> str:
    """Describe what a scroll track pays at each of its levels: "1, 2, 3, 5 points for each, at most 5 of them"."""
    levels = ", ".join(
        "/".join(map(str, points)) if isinstance(points, tuple) else "½" if points == HALF else str(points)
        for points in track.levels
    )
    if track.scores == "overseers":
        return w._("{levels} points for the two farthest, on step 4/5/6", levels=levels)
    if isinstance(track.levels[0], tuple):
        return w._("{levels} points, beyond the single/double bar", levels=levels)
    return _limited(w._("{levels} points for each", levels=levels), track, w)


OPTIONS = read_options(Path(__file__).with_name("options.md"))
HELP = read_pages(
    Path(__file__).with_name("help.md"),
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


WHEN_IT_COMES = n.TABLES["arrival_of_hexes"]
HOW_TO_GET_HERE = n.TABLES["steps_on_registers"]
WORKSHOP_NEEDS = n.TABLES["needs_of_workshops"]
ALL_PLAYER_COUNTS = max((one.players for one in c.DISTRICTS.values()), key=len)


def _thing(id_: str, title: TextOf, about: TextOf, paragraphs: Callable[[str, Words], list[str]]) -> Thing:
    """Return a thing whose texts are all made from its id."""
    return Thing(id_, lambda w: capital(title(id_, w)), lambda w: about(id_, w), lambda w: paragraphs(id_, w))


def _hex(hex_: str, w: Words) -> list[str]:
    """Explain what is printed on a district hex."""
    printed = c.DISTRICTS[hex_]
    found = [
        w._("**Action:** {action}. Your lieutenant does it there, once a turn.", action=n.hex_action(hex_, w)),
        w._(
            "**Colour: {colour}.** Citizens of a class come here when the wheel shows {colour} for it.",
            colour=w._(n.COLOURS[printed.colour]),
        ),
        w._("**Rat: {rat}.** When the wheel shows it, a plague cube comes here.", rat=w._(n.RATS[printed.rat])),
        w._(
            "**To repopulate it** you give up {price}. It then brings {points} at the end, and 2 "
            "points to you whenever anyone chooses it.",
            price=n.requirement(hex_, w),
            points=n.tokens("points", printed.points, w),
        ),
        w._(WHEN_IT_COMES[printed.kind]),
    ]
    if printed.players != ALL_PLAYER_COUNTS:
        found[-1] = w._(
            "It is used with {players} players and is in the city from the beginning.",
            players=w.join_list(list(map(str, printed.players))),
        )
    return found


def _harbour(corner: str, w: Words) -> list[str]:
    return [
        w._("**Action:** {action}. Your lieutenant does it there, once a turn.", action=n.hex_action(corner, w)),
        w._("A harbour never has plague or citizens, and can’t be repopulated."),
        w._("Ships are at the dock next to it; a dock is only connected to its own harbour."),
    ]


def _price(tile: str, w: Words) -> str:
    return w._("**Price:** {cost}.", cost=n.amounts(n.COSTS[tile], w))


def _upgrade(tile: str, w: Words) -> list[str]:
    text = w._("Build it on a hut without one. It yields this in every production while a citizen is in the hut.")
    return [_price(tile, w), text]


def _wagon(tile: str, w: Words) -> list[str]:
    text = w._("It brings its points right away. With it you can repopulate a hex, once in each round.")
    return [_price(tile, w), text]


def _ship(ship: str, w: Words) -> list[str]:
    return [
        w._("Send a lieutenant to its dock, and fight its plague cube or take a rat: then it is yours."),
        w._(
            "You get what it brings right away. With your second, fourth and sixth ship you can "
            "advance an overseer of your choice; at the end the scroll board counts your ships."
        ),
        *[w._("Ships with gems are left out with 1 or 2 players.")] * (c.SHIPS[ship].goods == "gems"),
    ]


def _workshop_name(tile: str, w: Words) -> str:
    kind = w._(n.CLASS_WORKSHOPS[c.WORKSHOPS[tile].citizen])
    return w._(
        "{workshop} ({yields}) for {cost}",
        workshop=kind,
        yields=n.workshop_yield(c.WORKSHOPS[tile], w),
        cost=n.amounts(c.WORKSHOPS[tile].cost, w),
    )


def _workshop(tile: str, w: Words) -> list[str]:
    printed = c.WORKSHOPS[tile]
    when = (
        w._("It is a late workshop, on offer from round V. It pays once, as soon as a fitting citizen is there.")
        if printed.late
        else w._("It is an early workshop, on offer until round IV. It yields in every production.")
    )
    return [
        _price(tile, w),
        w._("**It yields** {gain}.", gain=n.workshop_yield(printed, w)),
        w._(WORKSHOP_NEEDS[printed.need]),
        when,
        w._("An upgraded citizen in it brings 1 more point in every production."),
    ]


def _space(word: str) -> tuple[str, int]:
    register, _, space = word.partition("-")
    return register, int(space)


def _gives(word: str, w: Words) -> str:
    """Describe what a space gives at once and at the end."""
    register, space = _space(word)
    return w.join_list(n.space_gains(register, space, c.REGISTER[register][space - 1].points, w)) or w._("nothing")


def _register_space(word: str, w: Words) -> list[str]:
    register, space = _space(word)
    last = len(c.REGISTER[register])
    return [
        w._("**It gives:** {gain}.", gain=_gives(word, w)),
        w._(HOW_TO_GET_HERE[register]),
        w._("It is space {space} of {last}.", space=space, last=last),
    ]


def _square(word: str, w: Words) -> list[str]:
    return [
        w._("**Action:** {action}.", action=n.action(c.SQUARES[word].action, w)),
        w._("A citizen of its class lives there. It does this when an overseer activates it."),
        w._("This is side a of the player board; the boards of side b have other squares."),
    ]


def _about_board(board: str, w: Words) -> str:
    once = [n.action(one.action, w) for one in c.BOARDS[board].squares.values() if one.once]
    return w._("side b; once per game: {squares}", squares=w._("; ").join(once))


def _board(board: str, w: Words) -> list[str]:
    """Describe all squares of a side-b player board, area by area."""
    edge = (
        w._("Its huts are at the left edge.")
        if c.BOARDS[board].huts == "left"
        else w._("Its huts are at the right edge.")
    )
    areas = [
        w._(
            "**{area}:** {squares}.",
            area=capital(w._(n.AREAS[squares[0][:2]])),
            squares=w._("; ").join(n.quoted(n.on_board(one, board), w) for one in squares),
        )
        for squares in c.AREAS.values()
    ]
    used = w._("Squares with ⚡ work once per game. Then they are used up, and a citizen there is no longer activated.")
    return [w._("In the advanced game everyone has another board of side b."), edge, "\n".join(areas), used]


def _about_tracks(board: str, w: Words) -> str:
    tracks = [n.scroll_track(board, column, w) for column in range(1, len(c.SCROLL_BOARDS[board].tracks) + 1)]
    return w._("side b; counts {tracks}", tracks=w.join_list(tracks))


def _scroll_board(board: str, w: Words) -> list[str]:
    """Describe what each track of a scroll board counts, and what it pays at each level."""
    found = []
    for column, track in enumerate(c.SCROLL_BOARDS[board].tracks, 1):
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


def _alike(tiles: Iterable[str], name: TextOf) -> Iterable[str]:
    """Return the first of all tiles with the same name."""
    found: dict[str, str] = {}
    for tile in tiles:
        found.setdefault(name(tile, words("en")), tile)
    return found.values()


# By the id of a help page: the things that can be looked up below it.
THINGS: Mapping[str, Sequence[Thing]] = {
    "hexes": [
        *(_thing(one, n.place, n.hex_action, _hex) for one in c.DISTRICTS),
        *(_thing(one, n.place, n.hex_action, _harbour) for one in c.HARBOURS),
    ],
    "tiles": [
        *(
            _thing(one, n.offer, lambda tile, w: w._("for a hut: yields in every production"), _upgrade)
            for one in _alike(c.HUT_TILES, n.offer)
        ),
        *(
            _thing(one, n.offer, lambda tile, w: w._("points right away, and a repopulation in each round"), _wagon)
            for one in _alike(c.WAGONS, n.offer)
        ),
        *(
            _thing(
                one,
                lambda ship, w: w._(
                    "{ship} {number}", ship=w._(n.GOODS[c.SHIPS[ship].goods]), number=c.SHIPS[ship].number
                ),
                lambda ship, w: w._("brings {cargo}", cargo=n.cargo(ship, w)),
                _ship,
            )
            for one in c.SHIPS
        ),
    ],
    "workshops": [
        _thing(
            one,
            _workshop_name,
            lambda tile, w: w._("late workshop") if c.WORKSHOPS[tile].late else w._("early workshop"),
            _workshop,
        )
        for one in _alike(c.WORKSHOPS, _workshop_name)
    ],
    "registers": [
        _thing(f"{register}-{one.space}", lambda word, w: n.name_of(word, w) or word, _gives, _register_space)
        for register, spaces in c.REGISTER.items()
        for one in spaces
    ],
    "advanced": [_thing(one, n.board_name, _about_board, _board) for one in c.BOARDS],
    "tracks": [_thing(one, n.board_name, _about_tracks, _scroll_board) for one in c.SCROLL_BOARDS],
    "citizens": [
        _thing(one, n.square, lambda word, w: n.action(c.SQUARES[word].action, w), _square) for one in c.SQUARES
    ],
}
