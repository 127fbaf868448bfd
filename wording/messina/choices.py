"""What can be chosen in Messina 1347, in the words of a button: the thing itself and what follows from choosing it.

Where a lieutenant can go and at what price, where a step leads, whom an overseer finds, who stands on a square.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from rules.messina import moves as m
from rules.messina.action.overseers import NORMAL, UPGRADED
from rules.messina.component_types import Step
from rules.messina.components import (
    BOARDS,
    CLASSES,
    HEXES,
    HUT_IDS,
    HUT_TILES,
    PATH_LENGTH,
    PATHS,
    REGISTER,
    SQUARES,
    WORKSHOPS,
)
from rules.messina.components import TRACKS as SCROLL_BOARD_TRACKS
from rules.messina.view_types import HexView, View
from wording.catalogue import Words
from wording.limits import LETTERED, capital
from wording.messina.amounts import CITIZENS, UPGRADED_CITIZENS, citizens, option, overseer, parts, tokens
from wording.messina.names import (
    AREAS,
    CLASS_EMOJI,
    EMPTY_HUT,
    ONCE,
    OTHERS,
    TRACKS,
    board_name,
    hex_action,
    hex_name,
    hut,
    offer,
    place,
    quoted,
    register_space,
    scroll_track,
    ship,
    spot,
    square_short,
    way,
    workshop,
    workshop_yield,
    worth,
)
from wording.messina.view_lookup import citizen_at, dock_of, here, hex_view, mine, space_of, viewer, way_price
from wording.speaker import Speaker

WHOM = 50  # characters that may tell whom an overseer can activate


def rats_if_left(view: View) -> int:
    """The rats that come if nothing is fought: one for each cube on the hex, one for a ship."""
    here = hex_view(view, view.about)
    return here.cubes if here else 1


def beside(also: Iterable[str], w: Words) -> list[str]:
    """Cubes on adjacent hexes, one for each time that a hex is named: "hex 7: 2"."""
    return [w._("{place}: {count}", place=place(hex_, w), count=count) for hex_, count in Counter(also).items()]


def landing(register: str, s: Speaker[View]) -> str:
    """Where a step on a register leads, and what it gives: "city register, space 4 (a lieutenant)"."""
    spaces = REGISTER[register]
    at = space_of(s.view, register, viewer(s.view))
    if at == len(spaces):
        return s._("{register}, top of the stack at its end", register=s._(TRACKS[register]))
    text = s._("{register}, space {space}", register=s._(TRACKS[register]), space=at + 1)
    gives = register_space(register, at + 1, s)
    return s.bracketed(text, gives) if gives else text


def scroll(column: int, s: Speaker[View]) -> str:
    """A scroll cube and what it will bring: "ships: 3 points for each"."""
    own = mine(s.view)
    track = SCROLL_BOARD_TRACKS[own.scroll_board][column - 1]
    level = min(own.scrolls[column - 1] + 1, len(track.levels))
    name = scroll_track(own.scroll_board, column, s)
    return s._("{track}: {points}", track=name, points=worth(track, level, s))


def board_label(word: str, w: Words) -> str:
    """A board of side b with what is special about it: its squares that work once a game, or its scroll tracks."""
    if word in BOARDS:
        once = [one.action.options[0] for one in BOARDS[word].squares.values() if one.once]
        effects = "; ".join(w._(", ").join(parts(one, w)) for one in once)
        return w._("{board}, {sign} once: {effects}", board=board_name(word, w), sign=ONCE, effects=effects)
    tracks = [scroll_track(word, column, w) for column in range(1, len(SCROLL_BOARD_TRACKS[word]) + 1)]
    return f"{board_name(word, w)}: {', '.join(tracks)}"


def hut_to_build_on(word: str, s: Speaker[View]) -> str:
    """A hut with who is in it: "hut 2 (nun)"."""
    seen = next(found for found in mine(s.view).huts if found.id == word)
    who = s._(EMPTY_HUT) if seen.citizen is None else s._(CITIZENS[seen.citizen.citizen])
    return s.bracketed(hut(word, s), who)


def area_of(group: tuple[str, ...], w: Words) -> str:
    """The squares of an area: "the upper nuns"."""
    return w._(AREAS[group[0][:2]])


def space(name: str, how: str, s: Speaker[View], *, upgraded: bool = False, most: int = WHOM) -> str:
    """The space of its path that an overseer comes to, and whom it can activate there: in ``most`` letters by name."""
    seen = mine(s.view).overseers[name]
    step = min(seen.step + (2 if how.startswith("skip") else 1), PATH_LENGTH)
    branch = next((branch for branch in ("left", "right") if how.endswith(branch)), seen.branch or "left")
    printed = PATHS[name, branch][step - 1]
    counts = (UPGRADED if seen.upgraded or upgraded else NORMAL)[printed.kind]
    text = _present(printed, counts, s)
    if len(text) > most:
        text = all_there(printed, counts, s)
    return s._("step {step}, {citizens}", step=step, citizens=text)


def _present(printed: Step, counts: Sequence[int], s: Speaker[View]) -> str:
    """Who is there to be activated, by their squares: "“build” and 1 of “1 fire”, “scroll step”"."""
    found = []
    for count, group in zip(counts, printed.groups, strict=True):
        own = mine(s.view)
        there = [quoted(here(word, s.view), s) for word in group if word in own.squares and word not in own.spent]
        if len(there) > count:
            found.append(s._("{count} of {squares}", count=count, squares=s._(", ").join(there)))
        elif there:
            found.append(s.join_list(there))
    return s.join_list(found) or s._("nobody is there")


def all_there(printed: Step, counts: Sequence[int], w: Words) -> str:
    """How many citizens of which part of the estate: "2 of the upper nuns and 1 of the right craftsmen"."""
    if printed.kind == "centre":
        return w.ngettext("{count} citizen anywhere", "{count} citizens anywhere", counts[0])
    if printed.kind == "pair":
        return w._("{count} of the first squares of both areas", count=counts[0])
    areas = [
        w._("{count} of {area}", count=count, area=area_of(group, w))
        for count, group in zip(counts, printed.groups, strict=True)
    ]
    return w.join_list(areas)


def on_offer(tile: str, s: Speaker[View]) -> str:
    """A hut upgrade on offer; if another stack shows the same, with the number of its stack."""
    text = offer(tile, s)
    tops = [stack.top for stack in s.view.huts]
    same = [top for top in tops if top in HUT_TILES and offer(top, s) == text]
    if tile in tops and len(same) > 1:
        return s._("{tile} (stack {number})", tile=text, number=tops.index(tile) + 1)
    return text


def hut_here(word: str, s: Speaker[View]) -> str:
    """A hut with its upgrade: "hut 2 (1 fire)"."""
    upgrade = next((found.upgrade for found in mine(s.view).huts if found.id == word), "")
    if not upgrade:
        return hut(word, s)
    return s.bracketed(hut(word, s), option(HUT_TILES[upgrade].gain, s))


def square_here(word: str, s: Speaker[View]) -> str:
    """A square of the own estate, and whether it has been used up."""
    text = square_short(here(word, s.view), s)
    return s._("{square}, used up", square=text) if word in mine(s.view).spent else text


def room(word: str, s: Speaker[View]) -> str:
    """Where a citizen of a known class can go: "“1 fire” (upper)", "hut 2 (1 coin)", "workshop (1 fire)"."""
    if word in SQUARES:
        return square_here(word, s)
    return hut_here(word, s) if word in HUT_IDS else s._("workshop ({gain})", gain=gives(word, s))


def gives(tile: str, w: Words) -> str:
    """What a workshop gives."""
    return workshop_yield(WORKSHOPS[tile], w)


def citizen(word: str, s: Speaker[View]) -> str:
    """The citizen at a place of the own estate: "upgraded nun in hut 2"."""
    found = citizen_at(mine(s.view), word)
    if found is None:
        return spot(here(word, s.view), s)
    sides = UPGRADED_CITIZENS if found.side == "gold" else CITIZENS
    name = s._(sides[found.citizen])
    if word in SQUARES:
        return s._("{citizen} on {square}", citizen=name, square=square_here(word, s))
    if word in HUT_IDS:
        return s._("{citizen} in {hut}", citizen=name, hut=hut(word, s))
    return s._("{citizen} in a workshop ({gain})", citizen=name, gain=gives(word, s))


def journey(move: m.Go | m.Board | m.Recall, s: Speaker[View]) -> str:
    """A whole move: "stay on hex 7: build", "dock NE to hex 7: build"; from home only the goal is named."""
    start = place(move.start, s)
    if isinstance(move, m.Recall):
        if move.start == "home":
            return s._("Keep a lieutenant at home: you get 1 coin")
        return s._("Call home from {place}: you get 1 coin", place=start)
    goal = to_hex(move.hex, move.start, s) if isinstance(move, m.Go) else to_ship(move.ship, move.start, s)
    if move.start == "home":
        return s._(", ").join(fitting(goal))
    if isinstance(move, m.Go) and move.hex == move.start:
        first, *rest = goal
        return s._(", ").join(fitting([s._("stay on {goal}", goal=first), *rest]))
    first, *rest = goal
    return s._(", ").join(fitting([s._("{start} to {goal}", start=start, goal=first), *rest]))


def fitting(parts: Sequence[str]) -> list[str]:
    """As many of the parts, the first of all, as there is room for in an answer."""
    kept = list(parts[:1])
    for part in parts[1:]:
        if len(", ".join([*kept, part])) > LETTERED:
            break
        kept.append(part)
    return kept


def to_hex(hex_: str, start: str, s: Speaker[View]) -> list[str]:
    """A hex to go to: its action, the price of the way, the plague, the citizens and the owner there."""
    found = hex_view(s.view, hex_)
    coins = way_price(s.view, start, hex_)
    return [
        s._("{place}: {action}", place=place(hex_, s), action=hex_action(hex_, s)),
        *[s._("pay {count}", count=coins)] * bool(coins),
        *(_on_it(found, s) if found else []),
    ]


def _on_it(found: HexView, s: Speaker[View]) -> list[str]:
    """The plague cubes, citizens and the repopulation tile of a hex."""
    parts = [s._("plague {count}", count=found.cubes)] if found.cubes else []
    parts += citizens(Counter(one for one in CLASSES for _ in range(found.citizens.count(one))), s)
    parts += [s._("no room")] * (not _room(found, s.view))
    if found.owner is None:
        return parts
    own = found.owner == s.view.seat
    return [*parts, s._("your tile") if own else s._("tile of {player}", player=s.plain_player(found.owner))]


def _room(found: HexView, view: View) -> bool:
    """Whether all who wait on a hex find room as the estate is now: with plague in huts, else on squares."""
    own = mine(view)
    if found.cubes:
        return len(found.citizens) <= sum(hut.citizen is None for hut in own.huts)
    free = Counter(one.sector for id_, one in SQUARES.items() if id_ not in own.squares)
    return all(count <= free[one] for one, count in Counter(found.citizens).items())


def to_ship(ship_: str, start: str, s: Speaker[View]) -> list[str]:
    """A ship to go to: what it brings, where it lies, the price of the way and its plague."""
    dock = dock_of(s.view, ship_)
    if dock is None:
        return [ship(ship_, s)]
    coins = way_price(s.view, start, dock.id)
    cube = any(one.id == ship_ and one.cube for one in dock.ships)
    return [
        ship(ship_, s),
        place(dock.id, s),
        *[s._("pay {count}", count=coins)] * bool(coins),
        *[s._("plague")] * cube,
    ]


def dock_id(ship_: str, s: Speaker[View]) -> str:
    """The dock where a ship lies; the ship itself if it lies at none."""
    dock = dock_of(s.view, ship_)
    return dock.id if dock else ship_


def _coming(goal: list[str], to: str, start: str, s: Speaker[View]) -> list[str]:
    """What is told of a goal, with the place that the lieutenant comes from if another could come as well."""
    if sum(to in goals for goals in s.view.reach.values()) < 2:
        return goal
    text = s._("staying there") if start == to else s._("from {place}", place=place(start, s))
    return [goal[0], text, *goal[1:]]


def choice(
    verb: str, field: str, value: str | int, prefix: Sequence[str], following: Sequence[str], s: Speaker[View]
) -> str:
    """One value of a field, with what matters to choosing it."""
    return capital(_choice(verb, field, value, prefix, s))


def _choice(verb: str, field: str, value: str | int, prefix: Sequence[str], s: Speaker[View]) -> str:
    word = str(value)
    match verb, field:
        case _, "start":
            return hex_name(word, s) if word in HEXES else place(word, s)
        case "go", "hex":
            return s._(", ").join(fitting(_coming(to_hex(word, prefix[1], s), word, prefix[1], s)))
        case "board", "ship":
            return s._(", ").join(fitting(_coming(to_ship(word, prefix[1], s), dock_id(word, s), prefix[1], s)))
        case "fight", _:
            return _fight(field, word, s)
        case (("act" | "copy"), "option"):
            hex_ = prefix[1] if verb == "copy" else s.view.about
            return s._(", ").join(parts(HEXES[hex_].action.options[int(word) - 1], s))
        case "copy", "hex":
            return hex_name(word, s)
        case "take", "board":
            return board_label(word, s)
        case "pay", "register":
            return s._(
                "{coins}: {register}", coins=tokens("coin", mine(s.view).step_price, s), register=landing(word, s)
            )
        case "step", "register":
            return landing(word, s)
        case _, "register":
            return s._(TRACKS[word])
        case _, "column":
            return scroll(int(word), s)
        case _, "overseer":
            seen = mine(s.view).overseers[word]
            if not seen.step:
                return s._("{overseer} (at the start)", overseer=overseer(word, s))
            return s._("{overseer} (now on step {step})", overseer=overseer(word, s), step=seen.step)
        case _, "way":
            where = space(prefix[1], word, s, upgraded=verb == "elevate")
            return f"{way(prefix[1], word, s)}: {where}"
    return _thing(verb, field, word, s)


def _thing(verb: str, field: str, word: str, s: Speaker[View]) -> str:
    """A citizen, a place of the estate or a tile."""
    match verb, field:
        case "rescue", "citizen":
            return f"{CLASS_EMOJI[word]} {s._(CITIZENS[word])}"
        case (("rescue" | "house"), "spot"):
            return room(word, s) if word != "-" else s._("no room")
        case "house", "hut":
            return citizen(word, s)
        case "hut", "hut":
            return hut_to_build_on(word, s)
        case _, ("square" | "spot"):
            return citizen(word, s)
        case "work", "workshop":
            return workshop(word, s)
        case "hut", "tile":
            return on_offer(word, s)
        case _, "tile":
            return offer(word, s)
        case "restack", "token":
            return tokens(word, 1, s)
    return s._(OTHERS[word])


def _fight(field: str, word: str, w: Words) -> str:
    match field:
        case "cubes":
            return w.ngettext("Remove {count} cube here", "Remove {count} cubes here", int(word))
        case "fire" if word == "0":
            return w._("spend no fire")
        case "big" if word == "0":
            return w._("spend no big fire")
        case "fire":
            return w._("spend {amount}", amount=tokens("fire", int(word), w))
        case "big":
            return w._("spend {amount}", amount=tokens("big_fire", int(word), w))
    return w._("only here") if word == "-" else w._("and {others}", others=w.join_list(beside(word.split("+"), w)))
