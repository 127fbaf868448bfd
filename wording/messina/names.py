"""The names of everything in Messina 1347: amounts, effects, places and tiles, with look-ups in a view."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from rules.errors import P_
from rules.messina import components as c
from rules.messina.city import HEX_DIRECTIONS
from rules.messina.components import Action, Coordinates, Option, ScrollTrack, Square, WorkshopTile
from rules.messina.view import CitizenView, HexView, PlayerView, RegisterView, View
from rules.notation import read_number
from wording.catalogue import Words, cached_text, with_minus_sign
from wording.messina import name_tables as t
from wording.speaker import Speaker


@cached_text
def tokens(token: str, count: int, w: Words) -> str:
    """Describe a number of tokens, points or rats: "2 coins"."""
    return w.ngettext(*t.TOKEN_COUNTS[token], count)


def listed(counts: Mapping[str, int], w: Words) -> list[str]:
    """Describe each of several kinds of tokens in a fixed order."""
    return [tokens(token, counts[token], w) for token in t.TOKEN_COUNTS if counts.get(token)]


def amounts(counts: Mapping[str, int], w: Words) -> str:
    """Describe several kinds of tokens: "2 coins and 1 timber"."""
    return w.join_list(listed(counts, w))


def citizens(counts: Mapping[str, int], w: Words) -> list[str]:
    """Return the number of citizens of each class in words: "2 nuns"."""
    return [w.ngettext(*t.CITIZEN_COUNTS[citizen], count) for citizen, count in counts.items()]


def counted(people: Iterable[str], w: Words) -> str:
    """Describe citizens by class: "1 nun and 2 craftsmen"."""
    return w.join_list(citizens(Counter(people), w))


def effect(word: str, w: Words, count: int = 1) -> str:
    """Describe an effect other than a token: "nun overseer step", "2 city steps"."""
    name, _, number = word.partition(":")
    if name == "activate":
        return w.ngettext("activate {count} citizen", "activate {count} citizens", int(number))
    if count > 1 and word in t.SEVERAL_EFFECTS:
        return w.ngettext(*t.SEVERAL_EFFECTS[word], count)
    text = w._(t.EFFECTS[word])
    return text if count == 1 else w._("{count}× {effect}", count=count, effect=text)


def effects(words: Sequence[str], w: Words) -> list[str]:
    """Describe several effects, each kind once with its number."""
    return [effect(word, w, words.count(word)) for word in dict.fromkeys(words)]


def option(given: Option, w: Words) -> str:
    """Describe all gains of one option."""
    return w.join_list(parts(given, w))


def parts(given: Option, w: Words) -> list[str]:
    """Describe each gain of one option."""
    return [*listed(given.gains, w), *effects((*given.steps, *given.effects), w)]


def action(printed: Action, w: Words) -> str:
    """Describe a printed action: its options and its price."""
    text = w.join_choice([option(one, w) for one in printed.options])
    if not printed.cost:
        return text
    return w._("{thing} for {cost}", thing=text, cost=amounts(printed.cost, w))


def brief_parts(given: Option, w: Words) -> str:
    """Describe the gains of one option as briefly as possible."""
    words = [*given.steps, *given.effects]
    texts = [
        w._(t.BRIEF_EFFECTS.get(word) or t.OVERSEERS.get(word.partition(":")[2]) or t.EFFECTS[word]) for word in words
    ]
    return w._(", ").join([*listed(given.gains, w), *texts])


def overseer(name: str, w: Words) -> str:
    """Describe an overseer: "nun overseer"."""
    return w._(t.OVERSEERS[name])


COSTS = {
    **{word: one.cost for word, one in c.HUT_TILES.items()},
    **{word: one.cost for word, one in c.WORKSHOPS.items()},
    **{word: one.cost for word, one in c.WAGONS.items()},
}


# Some languages write numbers of hexes as "7.".
HEX_NUMBER = P_("among several hexes", "{number}")


@cached_text
def place(word: str, w: Words) -> str:
    """Return the short name of a hex, a harbour, a dock or the player's own estate: "hex 7", "harbour NW"."""
    if word in c.DOCKS:
        return w._("dock {corner}", corner=w._(t.QUARTERS[c.DOCKS[word]]))
    if word in c.HARBOUR_CORNERS:
        return w._("harbour {corner}", corner=w._(t.QUARTERS[word]))
    if word in c.HEXES:
        return w._("hex {number}", number=word[1:])
    return w._(t.OTHERS["home"])


def places(hexes: Iterable[str], w: Words) -> str:
    """Return the name of one hex, or of several together: "hex 7", "hexes 7, 9 and 12"."""
    numbers = [hex_[1:] for hex_ in sorted(hexes, key=lambda hex_: int(hex_[1:]))]
    if len(numbers) == 1:
        return w._("hex {number}", number=numbers[0])
    return w._("hexes {numbers}", numbers=w.join_list([w._(HEX_NUMBER, number=number) for number in numbers]))


@cached_text
def hex_action(word: str, w: Words) -> str:
    """Return the action of a hex: "build"."""
    return action(c.HEXES[word].action, w)


@cached_text
def brief_hex_action(word: str, w: Words) -> str:
    """Return the action of a hex as briefly as possible, without its price."""
    return w.join_choice([brief_parts(option, w) for option in c.HEXES[word].action.options])


def hex_name(word: str, w: Words) -> str:
    """Return the name of a hex, followed by its action: "hex 7 (build)"."""
    return w.bracketed(place(word, w), hex_action(word, w))


def on_board(word: str, board: str) -> str:
    """Return a square with its player board, "yellow:cl1". Squares on side A and all other words are unchanged."""
    return f"{board}:{word}" if word in c.SQUARES and board != "a" else word


def is_square(word: str) -> bool:
    """Return whether the word is a square, with or without its player board."""
    return word.rpartition(":")[2] in c.SQUARES


def printed_square(word: str) -> Square:
    """Return the square as printed on its player board."""
    board, _, name = word.rpartition(":")
    return c.BOARD_SQUARES[board or "a"][name]


def once(text: str, w: Words) -> str:
    """Return a text with the once-per-game sign."""
    return w._("{sign} once: {gain}", sign=t.ONCE, gain=text)


@cached_text
def quoted(word: str, w: Words, *, brief: bool = False) -> str:
    """Return a square's name, its action in quotes: "“1 fire”". ``brief`` omits the once-per-game sign."""
    printed = printed_square(word)
    text = action(printed.action, w)
    return w._("“{action}”", action=once(text, w) if printed.once and not brief else text)


def square_short(word: str, w: Words) -> str:
    """Return a square's name with the position of its area in the picture of the estate: "“1 fire” (upper)"."""
    return w._(t.SQUARES_IN_AREAS[printed_square(word).area], square=quoted(word, w))


def square(word: str, w: Words) -> str:
    """Return a square's full name, with its sector: "nun square “1 fire” (upper)"."""
    kind = w._(t.SECTOR_SQUARES[printed_square(word).sector])
    return w._("{kind} {square}", kind=kind, square=square_short(word, w))


def branch_area(overseer: str, branch: str) -> str:
    """Return the first area on a branch of an overseer's path."""
    return f"{overseer[0]}{branch[0]}"


def way(overseer: str, word: str, w: Words) -> str:
    """Return the name of an overseer's move: "on", "skip a step", or at a fork "to the left craftsmen"."""
    skip, _, branch = word.rpartition("-")
    if branch not in ("left", "right"):
        return w._(t.OTHERS[word])
    area = w._(t.DIRECTIONS[branch_area(overseer, branch)])
    return w._("skip a step, {area}", area=area) if skip else area


def hut(word: str, w: Words) -> str:
    """Return the name of a hut: "hut 2"."""
    return w._("hut {number}", number=word[-1])


def workshop_yield(printed: WorkshopTile, w: Words) -> str:
    """Return the yield of a workshop, with the conditions for it."""
    gain = option(printed.gain, w)
    if printed.late:
        if printed.need == "gold":
            return w._("once {gain}, if upgraded", gain=gain)
        return w._("once {gain}", gain=gain)
    if printed.need == "gold":
        return w._("{gain}, if upgraded", gain=gain)
    if printed.need == "tiered":
        return w._("{gain}; {more}, if upgraded", gain=gain, more=option(printed.gold_gain, w))
    return gain


@cached_text
def tile(word: str, w: Words) -> str:
    """Return the name of a hut upgrade, workshop or wagon: "hut upgrade (1 fire)". Wagons differ only in points."""
    if word in c.HUT_TILES:
        return w._("hut upgrade ({gain})", gain=option(c.HUT_TILES[word].gain, w))
    if word in c.WORKSHOPS:
        printed = c.WORKSHOPS[word]
        return w.bracketed(w._(t.CLASS_WORKSHOPS[printed.citizen]), workshop_yield(printed, w))
    points = c.WAGONS[word].points
    return w._("wagon ({points})", points=tokens("points", points, w)) if points else w._("wagon")


@cached_text
def offer(word: str, w: Words) -> str:
    """Describe a tile on offer, with its price: "hut upgrade (1 fire) for 1 timber"."""
    return w._("{thing} for {cost}", thing=tile(word, w), cost=amounts(COSTS[word], w))


@cached_text
def ship(word: str, w: Words) -> str:
    """Describe a ship, with its cargo: "silk ship (gives 2 coins and 1 point)"."""
    return w._("{ship} (gives {cargo})", ship=w._(t.GOODS[c.SHIPS[word].goods]), cargo=cargo(word, w))


def cargo(word: str, w: Words) -> str:
    """Return the cargo of a ship: "2 coins and 1 point"."""
    return w.join_list(listed(cargo_of(word), w))


def cargo_of(word: str) -> dict[str, int]:
    """Return how many tokens of each kind are in a ship's cargo."""
    return {"coin": c.SHIPS[word].coins, "points": c.SHIPS[word].points}


@cached_text
def register_space(register: str, space: int, w: Words) -> str:
    """Return the gains of a register space, or "" for none."""
    return option(c.REGISTER[register][space - 1].action, w)


def space_gains(register: str, space: int, points: int, w: Words) -> list[str]:
    """Describe the immediate gains of a register space, and its points at the end."""
    gives = register_space(register, space, w)
    at_end = w._("{points} at the end", points=tokens("points", points, w)) if points else ""
    return [text for text in (gives, at_end) if text]


def spot(word: str, w: Words) -> str:
    """Return the name of a citizen's place on an estate: a square, a hut or a workshop."""
    if is_square(word):
        return square(word, w)
    return hut(word, w) if word in c.HUT_IDS else tile(word, w)


def scroll_track(board: str, column: int, w: Words) -> str:
    """Return the things counted by a track of a scroll board: "ships"."""
    return w._(t.SCROLL_TRACKS[c.SCROLL_TRACKS[board][column - 1].scores])


def board_name(word: str, w: Words) -> str:
    """Return the name of a side-B player board or scroll board: "yellow board", "scroll board B2"."""
    if word in t.BOARD_NAMES:
        return w._(t.BOARD_NAMES[word])
    return w._("scroll board {name}", name=word.removeprefix("scroll-").upper())


TEXTS = {**t.OTHERS, **t.AREAS, **t.CITIZENS, **t.TRACKS}
# Functions that name the things with these IDs.
NAMERS: Sequence[tuple[Container[str], Callable[[str, Words], str]]] = (
    ({*c.HEXES, *c.DOCKS}, place),
    ({*c.HUT_IDS, *c.WORKSHOPS}, spot),
    (c.HUT_TILES, tile),
    (c.WAGONS, offer),
    (c.SHIPS, ship),
    ({*c.BOARDS, *c.SCROLL_BOARDS}, board_name),
    (TEXTS, lambda word, w: w._(TEXTS[word])),
)


def name_of(word: str, w: Words) -> str | None:
    """Return the display name of an ID in a move or an event, or None if the word is not an ID."""
    if word == "messina":
        return "Messina 1347"
    if is_square(word):
        return square(word, w)
    return next((namer(word, w) for known, namer in NAMERS if word in known), None) or _composed(word, w)


def _composed(word: str, w: Words) -> str | None:
    """Return names composed of several words: a register space, amounts, or an effect; None for any other word."""
    if " + " in word:
        parts = [name_of(part, w) for part in word.split(" + ")]
        return " + ".join(filter(None, parts)) if all(parts) else None
    register, _, space = word.partition("-")
    if register in c.REGISTERS and read_number(space) is not None:
        return w._("{register}, space {space}", register=w._(t.TRACKS[register]), space=space)
    first, _, token = word.partition(" ")
    count = read_number(first)
    if count is not None and token in t.CITIZENS:
        return w.join_list(citizens({token: count}, w))
    if count is not None and token in t.TOKEN_COUNTS:
        return tokens(token, count, w)
    one = word.replace(" ", ":", 1)
    activated = one.startswith("activate:") and read_number(one.removeprefix("activate:")) is not None
    return effect(one, w) if one in t.EFFECTS or activated else None


def worth(track: ScrollTrack, level: int, w: Words) -> str:
    """Return the points of a scroll track at a level: "3 points for each"."""
    points = track.levels[level - 1]
    if isinstance(points, int):
        return w._("{points} for each", points=tokens("points", points, w))
    if isinstance(points, float):
        return w._("1 point for every {count}", count=round(1 / points))
    if track.scores == "overseers":
        return w._("{a}, {b} or {c} points for one on step 4, 5 or 6", a=points[0], b=points[1], c=points[2])
    return w._("{low} or {high} points, beyond the single or double bar", low=points[0], high=points[1])


@cached_text
def requirement(hex_: str, w: Words) -> str:
    """Return the requirement for repopulating a hex: "1 coin, 2 nuns and 1 lieutenant"."""
    printed = c.DISTRICTS[hex_]
    parts = [amounts(printed.cost, w)] if printed.cost else []
    parts += citizens(printed.citizens, w)
    parts += [w._("{citizens} (upgraded)", citizens=text) for text in citizens(printed.gold, w)]
    if printed.lieutenants:
        parts.append(w.ngettext("{count} lieutenant", "{count} lieutenants", printed.lieutenants))
    return w.join_list(parts)


def viewer(view: View) -> int:
    """Return the seat whose estate the texts are about: the viewer's or, for the public, that of the player to decide.

    If no player has to decide, the public's texts are about the active player's estate.
    """
    if view.seat is not None:
        return view.seat
    return view.due[0] if view.due else view.active


def mine(view: View) -> PlayerView:
    """Return the estate that the texts are about (`viewer`)."""
    return view.players[viewer(view)]


def here(word: str, view: View) -> str:
    """Return a square with the player board of the estate `mine`: "yellow:cl1". Any other word is unchanged."""
    return on_board(word, mine(view).board)


def name_here(word: str, s: Speaker[View]) -> str | None:
    """Return the display name of an ID, or None if the word is not an ID. Squares are those of the estate `mine`."""
    return name_of(here(word, s.view), s)


def total(view: View, seat: int) -> int:
    """Return the points of a seat: the current ones, or those of the result when the game is over."""
    return view.score.points[seat] if view.score else view.players[seat].points


def points_by_rank(who: Sequence[str], view: View) -> list[str]:
    """Describe the players' points by rank: "Anna 12"."""
    ranking = view.score.ranking if view.score else view.score_order
    return [f"{who[seat]} {with_minus_sign(total(view, seat))}" for seat in ranking]


def hex_view(view: View, hex_: str) -> HexView | None:
    """Return the hex, or None if it isn't in the city."""
    return next((found for found in view.hexes if found.id == hex_), None)


def citizen_at(player: PlayerView, spot: str) -> CitizenView | None:
    """Return the citizen on a square, in a hut or in a workshop, or None."""
    places = {hut.id: hut.citizen for hut in player.huts} | {work.tile: work.citizen for work in player.workshops}
    return player.squares.get(spot) or places.get(spot)


def citizen_name(citizen: CitizenView, w: Words) -> str:
    """Describe a citizen with its side: "upgraded nun"."""
    return w._((t.UPGRADED_CITIZENS if citizen.side == "gold" else t.CITIZENS)[citizen.citizen])


def upgrade_of(hut: str, player: PlayerView, w: Words) -> str:
    """Describe the yield of a hut's upgrade, or return "" if it has none."""
    upgrade = next((found.upgrade for found in player.huts if found.id == hut), "")
    return option(c.HUT_TILES[upgrade].gain, w) if upgrade else ""


def neighbours(at: Coordinates, view: View) -> list[str]:
    """Return the IDs of the hexes in the city that share a side with the hex at these coordinates."""
    around = [(at[0] + q, at[1] + r) for q, r in HEX_DIRECTIONS]
    return [one.id for one in view.hexes if one.at in around]


def disc_spaces(register: RegisterView) -> dict[int, int]:
    """Return the space of each seat's disc on a register, counted from 1."""
    return {seat: space for space, discs in enumerate(register.discs, 1) for seat in discs}
