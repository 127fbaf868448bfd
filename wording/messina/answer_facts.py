"""The answers to the questions of Messina 1347 in parts: places, tiles, citizens, with their costs and gains."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.messina import moves as m
from rules.messina.components import (
    BOARDS,
    CLASSES,
    CORNERS,
    DISTRICTS,
    DOCKS,
    HEXES,
    HUT_IDS,
    HUT_TILES,
    SCROLL_BOARDS,
    SHIPS,
    SQUARES,
    WAGONS,
    WORKSHOPS,
)
from rules.messina.view_types import HexView, View
from wording.facts import Facts
from wording.messina.amounts import (
    CITIZENS,
    UPGRADED_CITIZENS,
    amounts,
    brief_action,
    brief_parts,
    citizens,
    listed,
    option,
    overseer,
    parts,
    tokens,
)
from wording.messina.choice_details import (
    beside,
    board_gains,
    landing_space,
    room_for_all,
    scroll_worth,
    space,
    stack_of,
    yields_there,
)
from wording.messina.names import (
    BRIEF_GOODS,
    CLASS_EMOJI,
    CLASS_WORKSHOPS,
    COIN,
    COSTS,
    CUBE,
    EMPTY_HUT,
    GOODS,
    OTHERS,
    PRIORITIES,
    QUARTERS,
    SHORT_AREAS,
    SHORT_TRACKS,
    board_name,
    cargo,
    hex_action,
    hut,
    place,
    printed_square,
    quoted,
    requirement,
    scroll_track,
    way,
    workshop_yield,
)
from wording.messina.view_lookup import citizen_at, dock_of, here, hex_view, mine, way_price
from wording.speaker import Speaker
from wording.text_limits import MAX_BUTTON, MAX_ENTRY

PRICE_SIGNS = {"coin": COIN, "timber": "🪵", "fire": "🔥"}


def facts(said: Sequence[str], following: Sequence[str], s: Speaker[View]) -> Facts:
    """Describe the last word of a move so far, or the whole move, with its costs and gains."""
    verb, *words = said
    fields = s.game.notation.kinds[verb].__struct_fields__
    if not words:
        return _kind(verb, s)
    if len(words) == len(fields):
        match verb:
            case "go":
                return _hex(words[0], words[1], s)
            case "board":
                return _ship(words[0], words[1], s)
            case "fight":
                return Facts(fight(words, s))
            case "advance" | "elevate":
                return _advance(verb, words[0], words[1], s)
            # The letter of the answer already says where the citizen goes.
            case "rescue" if _several(s):
                return _to(words[0], _spot(words[1], s), s)
            case "work":
                return _work(words[0], words[1], s)
            case "restack":
                paid = tokens(words[1], 1, s)
                return Facts(s._("{stacks}, for {token}", stacks=s._(OTHERS[words[0]]), token=paid))
    return _field(verb, fields[len(words) - 1], said, s)


def _kind(verb: str, s: Speaker[View]) -> Facts:
    """Describe a kind of move that is an answer by itself."""
    name = s.game.verb(verb, s)
    if verb != "repopulate" or s.view.about not in DISTRICTS:
        return Facts(name)
    points, price = tokens("points", DISTRICTS[s.view.about].points, s), requirement(s.view.about, s)
    return Facts(name, price=s._("costs {cost}", cost=price), gain=points, brief_price=s._("−{cost}", cost=price))


def _field(verb: str, field: str, said: Sequence[str], s: Speaker[View]) -> Facts:
    """Describe one field of a move."""
    word = said[-1]
    match field:
        case "board":
            return Facts(board_name(word, s), gain=board_gains(word, s))
        case "start" if verb == "recall":
            return Facts(journey(m.Recall(word), s), short=s._("Home: +1 coin"))
        case "start":
            return Facts(place(word, s), note=hex_action(word, s) if word in HEXES else "")
        case "option":
            return _option(verb, int(word), said[1] if verb == "copy" else s.view.about, s)
        case "hex":
            return Facts(place(word, s), gain=hex_action(word, s))
        case "cubes" | "fire" | "big" | "also":
            return Facts(_spent(field, word, s))
        case "register":
            return _register(verb, word, s)
        case "column":
            return _column(int(word), s)
        case "overseer":
            return _overseer(verb, word, s)
        case "way":
            return Facts(way(said[1], word, s), gain=space(said[1], word, s, upgraded=verb == "elevate"))
        case "tile":
            return _tile(word, s)
        case "token":
            return Facts(tokens(word, 1, s))
        case "stacks" | "citizen":
            return Facts(thing(word, s))
    return _placed(verb, field, word, s)


def _option(verb: str, number: int, hex_: str, s: Speaker[View]) -> Facts:
    """Describe an option of a hex action, in short if the whole text doesn't fit on a button."""
    options = HEXES[hex_].action.options if hex_ in HEXES else ()
    if not 0 < number <= len(options):
        return Facts(str(number))
    given = options[number - 1]
    texts = [s._(", ").join(parts(given, s)), brief_parts(given, s)]
    names = [s._("Hex: {option}", option=text) if verb == "act" else text for text in texts]
    return Facts(names[0] if len(names[0]) <= MAX_BUTTON else names[1])


def _spent(field: str, word: str, s: Speaker[View]) -> str:
    """Describe one part of a fight: the cubes here, the tokens for them, or the cubes on adjacent hexes."""
    match field:
        case "cubes":
            return s.ngettext("{count} cube", "{count} cubes", int(word))
        case "also":
            return (
                s._("only here") if word == "-" else s._("and {others}", others=s.join_list(beside(word.split("+"), s)))
            )
        case "fire" if word == "0":
            return s._("spend no fire")
        case "big" if word == "0":
            return s._("spend no big fire")
    return s._("spend {amount}", amount=tokens("fire" if field == "fire" else "big_fire", int(word), s))


def _register(verb: str, word: str, s: Speaker[View]) -> Facts:
    """Describe a register: the player takes or pays for a step on it, or it sets the turn order."""
    if verb == "priority":
        return Facts(s._(PRIORITIES[word]))
    name = s._(SHORT_TRACKS[word])
    if verb == "pay":
        price = mine(s.view).step_price
        cost = s._("costs {cost}", cost=tokens("coin", price, s))
        called = s._("Pay: {register}", register=name)
        return Facts(called, badge=f"{COIN}{price}", price=cost, gain=landing_space(word, s))
    return Facts(s._("Free step: {register}", register=name), gain=landing_space(word, s))


def _column(column: int, s: Speaker[View]) -> Facts:
    track = scroll_track(mine(s.view).scroll_board, column, s)
    return Facts(s._("Scroll cube: {column}", column=track), short=track, gain=scroll_worth(column, s))


def _overseer(verb: str, word: str, s: Speaker[View]) -> Facts:
    seen, name = mine(s.view).overseers[word], overseer(word, s)
    where = s._("now on step {step}", step=seen.step) if seen.step else s._("at the start")
    return Facts(s._("Upgrade: {overseer}", overseer=name) if verb == "promote" else name, note=where)


def _advance(verb: str, name: str, how: str, s: Speaker[View]) -> Facts:
    """Describe an overseer that advances, and the citizens it can activate in its new place.

    At a fork, its area says whose path it is.
    """
    called = way(name, how, s)
    if how == "on":
        called = overseer(name, s)
    elif how == "skip":
        called = s._("{citizen}: {way}", citizen=s._(CITIZENS[name]), way=called)
    return Facts(called, gain=space(name, how, s, upgraded=verb == "elevate"))


def _hex(start: str, goal: str, s: Speaker[View]) -> Facts:
    """Describe a hex to go to: the price of the route, plague, citizens, action, and owner."""
    found, coins = hex_view(s.view, goal), way_price(s.view, start, goal)
    cubes = found.cubes if found else 0
    note = ""
    if found and found.owner is not None:
        own = found.owner == s.view.seat
        note = s._("your tile") if own else s._("tile of {player}", player=s.plain_player(found.owner))
    name, way_ = _coming(place(goal, s), start, goal, s)
    return Facts(
        name,
        short=_short(goal, s) if name == place(goal, s) else "",
        badge=_signs(coins, cubes),
        price=s._("costs {cost}", cost=tokens("coin", coins, s)) if coins else "",
        plague=s._("plague {count}", count=cubes) if cubes else "",
        citizens=s._(", ").join(_waiting(found, s)) if found else "",
        gain=hex_action(goal, s),
        note=note,
        way=way_,
        brief_price=s._("−{cost}", cost=tokens("coin", coins, s)) if coins else "",
        brief_gain=brief_action(HEXES[goal].action, s),
    )


def journey(move: m.Go | m.Board | m.Recall, s: Speaker[View]) -> str:
    """Describe a whole move: "Hex 3 to hex 7: costs 1 coin, plague 1, build"; from home only the goal is named."""
    start = place(move.start, s)
    if isinstance(move, m.Recall):
        if move.start == "home":
            return s._("Keep a lieutenant at home: you get 1 coin")
        return s._("Call home from {place}: you get 1 coin", place=start)
    goal = move.hex if isinstance(move, m.Go) else move.ship
    found = s.facts([str(move.__struct_config__.tag), move.start, goal])
    name = place(goal, s) if isinstance(move, m.Go) else s._(GOODS[SHIPS[goal].goods])
    if move.start == goal:
        name = s._("stay on {goal}", goal=name)
    elif move.start != "home":
        name = s._("{start} to {goal}", start=start, goal=name)
    text = replace(found, name=name, way="").text(s._(", "), MAX_ENTRY)
    if len(text) > MAX_ENTRY and move.start != "home" and isinstance(move, m.Go):
        name = s._("{start} to {goal}", start=start, goal=_short(goal, s))
        text = replace(found, name=name, way="").text(s._(", "), MAX_ENTRY)
    return text


def _short(goal: str, s: Speaker[View]) -> str:
    """Describe a hex or harbour for use beside its letter: "#7", "NW"."""
    if goal in CORNERS:
        return s._(QUARTERS[goal])
    # Translators: a hex by its number, as short as possible. It is on a button beside its letter in the picture.
    return s._("#{number}", number=goal[1:])


def _waiting(found: HexView, s: Speaker[View]) -> list[str]:
    """Describe the citizens on a hex, and that there is no room for them."""
    people = citizens(Counter(one for one in CLASSES for _ in range(found.citizens.count(one))), s)
    return [*people, s._("no room")] if people and not room_for_all(found, s.view) else people


def _ship(start: str, ship: str, s: Speaker[View]) -> Facts:
    """Describe a ship to go to: the price of the route, its plague, what it brings, and its dock."""
    name, dock = s._(GOODS[SHIPS[ship].goods]), dock_of(s.view, ship)
    gain = s._("brings {cargo}", cargo=cargo(ship, s))
    if dock is None:
        return Facts(name, gain=gain)
    coins, cube = way_price(s.view, start, dock.id), any(one.id == ship and one.cube for one in dock.ships)
    called, way_ = _coming(name, start, dock.id, s)
    return Facts(
        called,
        short=s._(BRIEF_GOODS[SHIPS[ship].goods]) if called == name else "",
        badge=_signs(coins, int(cube)),
        price=s._("costs {cost}", cost=tokens("coin", coins, s)) if coins else "",
        plague=s._("plague") if cube else "",
        gain=gain,
        note=place(dock.id, s),
        way=way_,
    )


def _coming(name: str, start: str, to: str, s: Speaker[View]) -> tuple[str, str]:
    """Return the name of a goal, and where the lieutenant comes from if another could come as well.

    The start is part of the name unless its route is the cheapest, or the first of several with that price.
    """
    price_from = {one: goals[to] for one, goals in s.view.reach.items() if to in goals}
    if len(price_from) < 2:
        return name, ""
    from_ = s._("staying there") if start == to else s._("from {place}", place=place(start, s))
    if start in price_from and start != min(price_from, key=lambda one: price_from[one]):
        if start == to:
            return s._("{goal}: stay", goal=name), ""
        return s._("{goal} from {start}", goal=name, start=place(start, s)), ""
    return name, from_


def _signs(coins: int, cubes: int) -> str:
    """Describe price and plague in the short form for buttons."""
    return " ".join([*[f"{COIN}{coins}"] * bool(coins), *[f"{CUBE}{cubes if cubes > 1 else ''}"] * bool(cubes)])


def _tile(word: str, s: Speaker[View]) -> Facts:
    """Describe a tile on offer: its price before what it gives."""
    cost = COSTS[word]
    price = s._("costs {cost}", cost=amounts(cost, s))
    badge = " ".join(f"{PRICE_SIGNS[token]}{cost[token]}" for token in PRICE_SIGNS if token in cost)
    if word in HUT_TILES:
        gain = option(HUT_TILES[word].gain, s)
        stack = stack_of(word, s)
        note = s._("stack {number}", number=stack) if stack else ""
        return Facts(s._("Hut: {gain}", gain=gain), s._("Hut"), badge, price, gain=gain, note=note)
    # The workshops on offer all have different classes.
    if word in WORKSHOPS:
        who = WORKSHOPS[word].citizen
        gain = workshop_yield(WORKSHOPS[word], s)
        return Facts(s._(CLASS_WORKSHOPS[who]), s._(CITIZENS[who]), badge, price, gain=gain)
    points = WAGONS[word].points
    return Facts(s._("Wagon"), badge=badge, price=price, gain=tokens("points", points, s) if points else "")


def _placed(verb: str, field: str, word: str, s: Speaker[View]) -> Facts:
    """Describe a place on the player's own estate, or the citizen there."""
    if word == "-":
        return Facts(s._("no room"))
    if verb == "work" and field == "workshop":
        return _work("", word, s)
    if verb in ("rescue", "house") and field == "spot":
        return _spot(word, s)
    if verb in ("gild", "give"):
        found = _spot(word, s)
        who = _who(word, s)
        called = s._("Upgrade: {spot}", spot=who) if verb == "gild" else who
        return Facts(called, short=who, note=s._(", ").join(filter(None, [found.name, found.note])))
    found = _spot(word, s)
    return Facts(found.name, citizens=_who(word, s), gain="" if word in SQUARES else found.gain, note=found.note)


def _spot(word: str, s: Speaker[View]) -> Facts:
    """Describe a place where a citizen can go: what it does, and where it is."""
    if word == "-":
        return Facts(s._("no room"))
    if word in SQUARES:
        area = s._(SHORT_AREAS[printed_square(here(word, s.view)).area])
        used = [s._("used up")] * (word in mine(s.view).spent)
        return Facts(quoted(here(word, s.view), s, brief=True), note=s._(", ").join([area, *used]))
    if word in HUT_IDS:
        upgrade = next((found.upgrade for found in mine(s.view).huts if found.id == word), "")
        return Facts(hut(word, s), gain=option(HUT_TILES[upgrade].gain, s) if upgrade else "")
    return Facts(s._(CLASS_WORKSHOPS[WORKSHOPS[word].citizen]), gain=workshop_yield(WORKSHOPS[word], s))


def _to(citizen: str, spot: Facts, s: Speaker[View]) -> Facts:
    """Describe a citizen that can be chosen among others, and where it goes."""
    return Facts(s._(CITIZENS[citizen]), gain=spot.gain, note=s._(", ").join(filter(None, [spot.name, spot.note])))


def _work(square: str, workshop: str, s: Speaker[View]) -> Facts:
    """Describe a citizen that goes to a workshop: what the workshop gives for this one."""
    gain = yields_there(square, workshop, s)
    name = s._("To workshop: {workshop}", workshop=gain)
    if len(name) > MAX_BUTTON:
        gain = yields_there(square, workshop, s, brief=True)
        name = s._("To workshop: {workshop}", workshop=gain)
    if not square:
        return Facts(name)
    spot = _spot(square, s)
    who = s._("{citizen} on {square}", citizen=_who(square, s), square=spot.name)
    # This includes what it gives for others, and whether it gives it once.
    printed = workshop_yield(WORKSHOPS[workshop], s)
    return Facts(name, short=gain, gain=printed if printed != gain else "", note=s._(", ").join([who, spot.note]))


def _who(spot: str, s: Speaker[View]) -> str:
    """Describe the citizen at a place of the player's own estate: "nun", "upgraded nun"; or that a hut is empty."""
    found = citizen_at(mine(s.view), spot)
    if found is None:
        return s._(EMPTY_HUT) if spot in HUT_IDS else ""
    return s._((UPGRADED_CITIZENS if found.side == "gold" else CITIZENS)[found.citizen])


def _several(s: Speaker[View]) -> bool:
    """Return whether citizens of several classes wait for huts, so that the player may have to choose.

    To squares they go in turn.
    """
    found = hex_view(s.view, s.view.about)
    return found is not None and bool(found.cubes) and len(set(found.citizens)) > 1


def fight(words: Sequence[str], s: Speaker[View]) -> str:
    """Describe a way to fight: how many cubes and for what, and where else than here."""
    cubes, fire, big, also = words
    near = [] if also == "-" else [place(hex_, s) for hex_ in also.split("+")]
    costs = listed({"fire": int(fire), "big_fire": int(big)}, s)
    count = int(cubes) + len(near)
    if not near:
        return s.ngettext("{count} cube: {cost}", "{count} cubes: {cost}", count, cost=s._(", ").join(costs))
    return s.ngettext(
        "{count} cube ({places}): {cost}",
        "{count} cubes ({places}): {cost}",
        count,
        places=s._(", ").join([*[s._("here")] * bool(int(cubes)), *near]),
        cost=s._(", ").join(costs),
    )


def thing(word: str, s: Speaker[View]) -> str:
    """Describe a thing by its short name: "hex 7", "silk ship", "“1 fire”", "hut 2"."""
    for known, tell in THING_NAMERS:
        if word in known:
            return tell(word, s)
    return s._(OTHERS[word]) if word in OTHERS else s.game.name_of(word, s) or word


THING_NAMERS: Sequence[tuple[Mapping[str, Any] | Sequence[str], Callable[[str, Speaker[View]], str]]] = (
    ({**HEXES, **DOCKS}, place),
    (SHIPS, lambda word, s: s._(GOODS[SHIPS[word].goods])),
    (SQUARES, lambda word, s: quoted(here(word, s.view), s, brief=True)),
    (HUT_IDS, hut),
    (CITIZENS, lambda word, s: f"{CLASS_EMOJI[word]} {s._(CITIZENS[word])}"),
    ({**BOARDS, **SCROLL_BOARDS}, board_name),
)
