"""The things of Messina 1347 that can be looked up, by their help pages; generated from the rules' tables."""

from collections.abc import Callable, Mapping, Sequence

from rules.errors import N_
from rules.messina import components as c
from rules.messina.components import District
from wording.catalogue import Words, words
from wording.help_pages import Thing
from wording.messina import names as n
from wording.text_limits import capital

TextOf = Callable[[str, Words], str]

ALL_PLAYER_COUNTS = max((one.players for one in c.DISTRICTS.values()), key=len)
WHEN_IT_COMES = {
    "A": N_("It is in the city from the beginning."),
    "B": N_("One hex of its kind is in the city from the beginning; the others are the first to come later."),
    "C": N_("It may come later: a new hex is added to the city in each round from II on."),
}
HOW_TO_GET_HERE = {
    "popularity": N_("You come here by removing plague cubes: each is a step."),
    "city": N_("You come here by free steps, or by steps you pay for."),
    "church": N_("You come here by free steps, or by steps you pay for."),
}


def _thing(id_: str, title: TextOf, about: TextOf, paragraphs: Callable[[str, Words], list[str]]) -> Thing:
    """Return a thing whose texts are all made from its id."""
    return Thing(id_, lambda w: capital(title(id_, w)), lambda w: about(id_, w), lambda w: paragraphs(id_, w))


def _hex(hex_: str, w: Words) -> list[str]:
    """Explain what is printed on a district hex."""
    printed: District = c.DISTRICTS[hex_]
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


def _upgrade(tile: str, w: Words) -> list[str]:
    return [
        w._("**Price:** {cost}.", cost=n.amounts(c.HUT_TILES[tile].cost, w)),
        w._("Build it on a hut without one. It yields this in every production while a citizen is in the hut."),
    ]


def _every_production(tile: str, w: Words) -> str:
    return w._("for a hut: yields in every production")


def _every_round(tile: str, w: Words) -> str:
    return w._("points right away, and a repopulation in each round")


def _wagon(tile: str, w: Words) -> list[str]:
    return [
        w._("**Price:** {cost}.", cost=n.amounts(c.WAGONS[tile].cost, w)),
        w._("It brings its points right away. With it you can repopulate a hex, once in each round."),
    ]


def _ship(ship: str, w: Words) -> list[str]:
    return [
        w._("Send a lieutenant to its dock, and fight its plague cube or take a rat: then it is yours."),
        w._(
            "You get what it brings right away. With your second, fourth and sixth ship you can "
            "advance an overseer of your choice; at the end the scroll board counts your ships."
        ),
        *[w._("Ships with gems are left out with 1 or 2 players.")] * (c.SHIPS[ship].goods == "gems"),
    ]


def _ship_name(ship: str, w: Words) -> str:
    return w._("{ship} {number}", ship=w._(n.GOODS[c.SHIPS[ship].goods]), number=c.SHIPS[ship].number)


def _cargo(ship: str, w: Words) -> str:
    return w._("brings {cargo}", cargo=n.cargo(ship, w))


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
    needs = {
        "any": N_("A citizen of its class must work there, upgraded or not."),
        "gold": N_("An upgraded citizen of its class must work there."),
        "tiered": N_("A citizen of its class must work there; an upgraded one brings more."),
    }
    when = (
        w._("It is a late workshop, on offer from round V. It pays once, as soon as a fitting citizen is there.")
        if printed.late
        else w._("It is an early workshop, on offer until round IV. It yields in every production.")
    )
    return [
        w._("**Price:** {cost}.", cost=n.amounts(printed.cost, w)),
        w._("**It yields** {gain}.", gain=n.workshop_yield(printed, w)),
        w._(needs[printed.need]),
        when,
        w._("An upgraded citizen in it brings 1 more point in every production."),
    ]


def _era(tile: str, w: Words) -> str:
    return w._("late workshop") if c.WORKSHOPS[tile].late else w._("early workshop")


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


def _squares_once(board: str, w: Words) -> str:
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


def _tracks(board: str, w: Words) -> str:
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


def _alike(tiles: Sequence[str], name: TextOf, w: Words) -> list[str]:
    """Return the first of all tiles with the same name."""
    found: dict[str, str] = {}
    for tile in tiles:
        found.setdefault(name(tile, w), tile)
    return list(found.values())


ENGLISH = words("en")
DISTINCT_HUT_TILES = _alike(list(c.HUT_TILES), n.offer, ENGLISH)
DISTINCT_WORKSHOPS = _alike(list(c.WORKSHOPS), _workshop_name, ENGLISH)
DISTINCT_WAGONS = _alike(list(c.WAGONS), n.offer, ENGLISH)

# By the id of a help page: the things that can be looked up below it.
THINGS: Mapping[str, Sequence[Thing]] = {
    "hexes": [
        *(_thing(one, n.place, n.hex_action, _hex) for one in c.DISTRICTS),
        *(_thing(one, n.place, n.hex_action, _harbour) for one in c.HARBOURS),
    ],
    "tiles": [
        *(_thing(one, n.offer, _every_production, _upgrade) for one in DISTINCT_HUT_TILES),
        *(_thing(one, n.offer, _every_round, _wagon) for one in DISTINCT_WAGONS),
        *(_thing(one, _ship_name, _cargo, _ship) for one in c.SHIPS),
    ],
    "workshops": [_thing(one, _workshop_name, _era, _workshop) for one in DISTINCT_WORKSHOPS],
    "registers": [
        _thing(f"{register}-{one.space}", lambda word, w: n.name_of(word, w) or word, _gives, _register_space)
        for register, spaces in c.REGISTER.items()
        for one in spaces
    ],
    "advanced": [_thing(one, n.board_name, _squares_once, _board) for one in c.BOARDS],
    "tracks": [_thing(one, n.board_name, _tracks, _scroll_board) for one in c.SCROLL_BOARDS],
    "citizens": [
        _thing(one, n.square, lambda word, w: n.action(c.SQUARES[word].action, w), _square) for one in c.SQUARES
    ],
}
