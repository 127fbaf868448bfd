"""The parts of answers to Messina 1347's questions: places, tiles, citizens, with their costs and gains."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from rules.messina import components as c
from rules.messina import moves as m
from rules.messina.action.overseers import NORMAL_ACTIVATIONS, UPGRADED_ACTIVATIONS
from rules.messina.view import HexView, View
from wording.catalogue import Words
from wording.facts import Facts
from wording.messina import name_tables as t
from wording.messina import names as n
from wording.speaker import Speaker
from wording.text_limits import MAX_BUTTON, MAX_ENTRY

MAX_CITIZEN_LIST = 50


def facts(said: Sequence[str], following: Sequence[str], s: Speaker[View]) -> Facts:
    """Describe the last word of an unfinished move, or the whole move, with its costs and gains.

    ``following`` makes no difference.
    """
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
                return Facts(_fight(words, s))
            case "advance" | "elevate":
                return _advance(verb, words[0], words[1], s)
            case "rescue":
                found, spot = n.hex_view(s.view, s.view.about), _spot(words[1], s)
                # The player may have to choose among the classes that wait for huts; citizens for squares come one
                # after another. The letter of the answer already says where the citizen goes.
                if found and found.cubes and len(set(found.citizens)) > 1:
                    note = s._(", ").join(filter(None, [spot.name, spot.note]))
                    return Facts(s._(t.CITIZENS[words[0]]), badge=spot.badge, gain=spot.gain, note=note)
            case "work":
                return _work(words[0], words[1], s)
            case "restack":
                paid = n.tokens(words[1], 1, s)
                return Facts(s._("{stacks}, for {token}", stacks=s._(t.OTHERS[words[0]]), token=paid))
    return _field(verb, fields[len(words) - 1], said, s)


def _kind(verb: str, s: Speaker[View]) -> Facts:
    """Describe a kind of move as an answer. Only repopulating has a price and a gain here."""
    name = s.game.verb(verb, s)
    if verb != "repopulate" or s.view.about not in c.DISTRICTS:
        return Facts(name)
    points, price = n.tokens("points", c.DISTRICTS[s.view.about].points, s), n.requirement(s.view.about, s)
    gain = s._("gives {cargo}", cargo=points)
    cost, brief = s._("costs {cost}", cost=price), s._("−{cost}", cost=price)
    return Facts(name, price=cost, gain=gain, brief_price=brief, brief_gain=points)


def _field(verb: str, field: str, said: Sequence[str], s: Speaker[View]) -> Facts:
    """Describe the last word of a move, which is the value of this field."""
    word = said[-1]
    match field:
        case "board":
            return Facts(n.board_name(word, s), gain=_board_gains(word, s))
        case "start" if verb == "recall":
            return Facts(journey(m.Recall(word), s), signs=f"{t.HOME_SIGN} {t.COIN}")
        case "start":
            return Facts(n.place(word, s), note=n.hex_action(word, s) if word in c.HEXES else "")
        case "option":
            return _option(verb, int(word), said[1] if verb == "copy" else s.view.about, s)
        case "hex":
            return Facts(n.place(word, s), gain=n.hex_action(word, s))
        case "cubes":
            return Facts(s.ngettext("{count} cube", "{count} cubes", int(word)))
        case "fire" | "big":
            return Facts(_spent(field, int(word), s))
        case "register":
            return _register(verb, word, s)
        case "column":
            return _column(int(word), s)
        case "overseer":
            return _overseer(verb, word, s)
        case "tile":
            return _tile(word, s)
        case "stacks":
            return Facts(s._(t.OTHERS[word]))
        case "citizen":
            return Facts(f"{t.CLASS_EMOJI[word]} {s._(t.CITIZENS[word])}")
    return _placed(verb, field, word, s)


def _option(verb: str, number: int, hex_: str, s: Speaker[View]) -> Facts:
    """Describe an option of a hex action, in brief if the whole text doesn't fit on a button."""
    options = c.HEXES[hex_].action.options if hex_ in c.HEXES else ()
    if not 0 < number <= len(options):
        return Facts(str(number))
    given = options[number - 1]
    texts = [s._(", ").join(n.parts(given, s)), n.brief_parts(given, s)]
    names = [s._("Hex: {option}", option=text) if verb == "act" else text for text in texts]
    return Facts(names[0] if len(names[0]) <= MAX_BUTTON else names[1])


def _spent(field: str, count: int, s: Speaker[View]) -> str:
    """Describe the fire or big fire tokens spent to remove cubes."""
    if count:
        return s._("spend {amount}", amount=n.tokens("fire" if field == "fire" else "big_fire", count, s))
    return s._("spend no fire") if field == "fire" else s._("spend no big fire")


def _register(verb: str, word: str, s: Speaker[View]) -> Facts:
    """Describe a register as the answer: for a free step, for a paid step, or to set the turn order."""
    if verb == "priority":
        return Facts(s._(t.PRIORITIES[word]))
    name = s._(t.SHORT_TRACKS[word])
    if verb == "pay":
        price = n.mine(s.view).step_price
        cost = s._("costs {cost}", cost=n.tokens("coin", price, s))
        called = s._("Pay: {register}", register=name)
        return Facts(called, badge=f"{t.COIN}{price}", price=cost, gain=landing_space(word, s))
    return Facts(s._("Free step: {register}", register=name), gain=landing_space(word, s))


def _column(column: int, s: Speaker[View]) -> Facts:
    track = n.scroll_track(n.mine(s.view).scroll_board, column, s)
    return Facts(s._("Scroll cube: {column}", column=track), short=track, gain=scroll_worth(column, s))


def _overseer(verb: str, word: str, s: Speaker[View]) -> Facts:
    seen, name = n.mine(s.view).overseers[word], n.overseer(word, s)
    where = s._("now on step {step}", step=seen.step) if seen.step else s._("at the start")
    return Facts(s._("Upgrade: {overseer}", overseer=name) if verb == "promote" else name, note=where)


def _advance(verb: str, name: str, how: str, s: Speaker[View]) -> Facts:
    """Describe how an overseer advances, and the citizens that it can activate on its new step.

    At a fork, the short text names the area, which is enough to identify the overseer.
    """
    called, short = n.way(name, how, s), ""
    if how in ("left", "right"):
        short = f"{t.CLASS_EMOJI[name]} {s._(t.SHORT_AREAS[n.branch_area(name, how)])}"
    elif how == "on":
        called = n.overseer(name, s)
    elif how == "skip":
        called = s._("{citizen}: {way}", citizen=s._(t.CITIZENS[name]), way=called)
    return Facts(called, short, gain=next_space(name, how, s, upgraded=verb == "elevate"))


def _hex(start: str, goal: str, s: Speaker[View]) -> Facts:
    """Describe a hex to go to: the price of the route, plague, citizens, action, and owner."""
    found, coins = n.hex_view(s.view, goal), s.view.reach.get(start, {}).get(goal, 0)
    cubes = found.cubes if found else 0
    crowded = found is not None and not _room_for_all(found, s.view)
    note = ""
    if found and found.owner is not None:
        own = found.owner == s.view.seat
        note = s._("your tile") if own else s._("{player}’s tile", player=s.plain_player(found.owner))
    name, way_ = _coming(n.place(goal, s), start, goal, s)
    return Facts(
        name,
        badge=_signs(coins, cubes),
        signs=_signs_of_hex(goal, found, crowded=crowded) if name == n.place(goal, s) else "",
        price=s._("costs {cost}", cost=n.tokens("coin", coins, s)) if coins else "",
        plague=s._("plague {count}", count=cubes) if cubes else "",
        citizens=s._(", ").join(_waiting(found, s, crowded=crowded)) if found else "",
        gain=n.hex_action(goal, s),
        note=note,
        way=way_,
        brief_price=s._("−{cost}", cost=n.tokens("coin", coins, s)) if coins else "",
        brief_gain=n.brief_hex_action(goal, s),
    )


def journey(move: m.Go | m.Board | m.Recall, s: Speaker[View]) -> str:
    """Describe a lieutenant's move: "Hex 3 to hex 7: costs 1 coin, plague 1, build".

    From home, name only the destination.
    """
    start = n.place(move.start, s)
    if isinstance(move, m.Recall):
        if move.start == "home":
            return s._("Keep a lieutenant at home: you get 1 coin")
        return s._("Call home from {place}: you get 1 coin", place=start)
    goal = move.hex if isinstance(move, m.Go) else move.ship
    found = s.facts([str(move.__struct_config__.tag), move.start, goal])
    name = n.place(goal, s) if isinstance(move, m.Go) else s._(t.GOODS[c.SHIPS[goal].goods])
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
    if goal in c.HARBOUR_CORNERS:
        return s._(t.QUARTERS[goal])
    # Translators: a hex by its number, as short as possible. It is on a button beside its letter in the picture.
    return s._("#{number}", number=goal[1:])


def _waiting(found: HexView, s: Speaker[View], *, crowded: bool) -> list[str]:
    """Describe the citizens on a hex, followed by "no room" if ``crowded``: the estate can't take them all."""
    people = n.citizens({one: count for one in c.CITIZEN_CLASSES if (count := found.citizens.count(one))}, s)
    return [*people, s._("no room")] if people and crowded else people


def _ship(start: str, ship: str, s: Speaker[View]) -> Facts:
    """Describe a ship to go to: the price of the route, its plague, its cargo, and its dock."""
    name = s._(t.GOODS[c.SHIPS[ship].goods])
    dock = next((dock for dock in s.view.docks if any(one.id == ship for one in dock.ships)), None)
    gain = s._("gives {cargo}", cargo=n.cargo(ship, s))
    if dock is None:
        return Facts(name, gain=gain)
    coins, cube = s.view.reach.get(start, {}).get(dock.id, 0), any(one.id == ship and one.cube for one in dock.ships)
    called, way_ = _coming(name, start, dock.id, s)
    return Facts(
        called,
        badge=_signs(coins, int(cube)),
        signs=signs_of_ship(ship) if called == name else "",
        price=s._("costs {cost}", cost=n.tokens("coin", coins, s)) if coins else "",
        plague=s._("plague") if cube else "",
        gain=gain,
        note=n.place(dock.id, s),
        way=way_,
    )


def _coming(name: str, start: str, to: str, s: Speaker[View]) -> tuple[str, str]:
    """Return the name of a destination, and a note on the start if several lieutenants could go there.

    The note is only for the cheapest route, or the first of several. For other routes, the start is part of the name.
    """
    price_from = {one: goals[to] for one, goals in s.view.reach.items() if to in goals}
    if len(price_from) < 2:
        return name, ""
    from_ = s._("staying there") if start == to else s._("from {place}", place=n.place(start, s))
    if start in price_from and start != min(price_from, key=lambda one: price_from[one]):
        if start == to:
            return s._("{goal}: stay", goal=name), ""
        return s._("{goal} from {start}", goal=name, start=n.place(start, s)), ""
    return name, from_


def _signs(coins: int, cubes: int) -> str:
    """Describe price and plague in the short form for buttons."""
    return " ".join([*[f"{t.COIN}{coins}"] * bool(coins), *[f"{t.CUBE}{cubes if cubes > 1 else ''}"] * bool(cubes)])


def _counted_signs(counts: Mapping[str, int]) -> str:
    """Describe tokens and effects in signs, each kind once with its number: "🪙🔥2"."""
    signs = {**t.TOKEN_SIGNS, **t.EFFECT_SIGNS}
    return "".join(f"{signs[one]}{count if count > 1 else ''}" for one, count in counts.items() if count)


def _option_signs(given: c.Option) -> str:
    """Describe in signs everything that one option gives."""
    return _counted_signs({**given.gains, **Counter((*given.steps, *given.effects))})


def _signs_of_hex(hex_: str, found: HexView | None, *, crowded: bool) -> str:
    """Describe in signs the citizens on a hex, that there is no room for them if ``crowded``, and its action."""
    there = found.citizens if found else []
    people = "".join(t.CLASS_EMOJI[one] * there.count(one) for one in c.CITIZEN_CLASSES)
    if people and crowded:
        people += t.NO_ROOM
    return f"{people} {signs_of_action(hex_)}" if people else signs_of_action(hex_)


@lru_cache(len(c.HEXES))
def signs_of_action(hex_: str) -> str:
    """Describe the action of a hex in signs: "🪙👣📿", "🪚/🔥"."""
    return "/".join(map(_option_signs, c.HEXES[hex_].action.options))


@lru_cache(len(c.SHIPS))
def signs_of_ship(ship: str) -> str:
    """Describe a ship and its cargo in signs: "💎🪙3"."""
    return f"{t.GOODS_SIGNS[c.SHIPS[ship].goods]}{_counted_signs(n.cargo_of(ship))}"


def _tile(word: str, s: Speaker[View]) -> Facts:
    """Describe a tile on offer: its price, then its gains."""
    cost = n.COSTS[word]
    price = s._("costs {cost}", cost=n.amounts(cost, s))
    badge = " ".join(f"{sign}{cost[token]}" for token, sign in t.TOKEN_SIGNS.items() if token in cost)
    if word in c.HUT_TILES:
        gain = n.option(c.HUT_TILES[word].gain, s)
        stack = stack_of(word, s)
        note = s._("stack {number}", number=stack) if stack else ""
        signs = _option_signs(c.HUT_TILES[word].gain)
        called = s._("Hut: {gain}", gain=gain)
        return Facts(called, s._("Hut"), badge, signs=signs, price=price, gain=gain, note=note)
    # The workshops on offer all have different classes.
    if word in c.WORKSHOPS:
        who = c.WORKSHOPS[word].citizen
        gain = n.workshop_yield(c.WORKSHOPS[word], s)
        signs = _signs_of_workshop(c.WORKSHOPS[word])
        return Facts(s._(t.CLASS_WORKSHOPS[who]), s._(t.CITIZENS[who]), badge, signs=signs, price=price, gain=gain)
    points, called = c.WAGONS[word].points, s._("Wagon")
    gain, signs = (n.tokens("points", points, s), _counted_signs({"points": points})) if points else ("", "")
    return Facts(called, called, badge, signs=signs, price=price, gain=gain)


def _signs_of_workshop(printed: c.WorkshopTile) -> str:
    """Describe a workshop's yield in signs: whether it comes only once, and the extra yield of an upgraded citizen."""
    gain = f"{t.ONCE * printed.late}{t.UPGRADED * (printed.need == 'gold')}{_option_signs(printed.gain)}"
    return f"{gain} {t.UPGRADED}{_option_signs(printed.gold_gain)}" if printed.need == "tiered" else gain


def _placed(verb: str, field: str, word: str, s: Speaker[View]) -> Facts:
    """Describe a place on the player's own estate, or the citizen there."""
    if verb in ("rescue", "house") and field == "spot":
        return _spot(word, s)
    if verb in ("gild", "give"):
        found = _spot(word, s)
        who = _who(word, s)
        called = s._("Upgrade: {spot}", spot=who) if verb == "gild" else who
        return Facts(called, short=who, note=s._(", ").join(filter(None, [found.name, found.note])))
    found = _spot(word, s)
    return replace(found, citizens=_who(word, s), gain="" if word in c.SQUARES else found.gain)


def _spot(word: str, s: Speaker[View]) -> Facts:
    """Describe a place where a citizen can go: its effect, then its location. "-" means that there is no room."""
    if word == "-":
        return Facts(s._("no room"))
    if word in c.SQUARES:
        area = s._(t.SHORT_AREAS[n.printed_square(n.here(word, s.view)).area])
        used = [s._("used up")] * (word in n.mine(s.view).spent)
        badge = t.ONCE * n.printed_square(n.here(word, s.view)).once
        return Facts(n.quoted(n.here(word, s.view), s, brief=True), badge=badge, note=s._(", ").join([area, *used]))
    if word in c.HUT_IDS:
        return Facts(n.hut(word, s), gain=n.upgrade_of(word, n.mine(s.view), s))
    return Facts(s._(t.CLASS_WORKSHOPS[c.WORKSHOPS[word].citizen]), gain=n.workshop_yield(c.WORKSHOPS[word], s))


def _work(square: str, workshop: str, s: Speaker[View]) -> Facts:
    """Describe a citizen that moves to a workshop, and the yield of the workshop for this citizen."""
    gain = yields_there(square, workshop, s)
    name = s._("To workshop: {workshop}", workshop=gain)
    if len(name) > MAX_BUTTON:
        gain = yields_there(square, workshop, s, brief=True)
        name = s._("To workshop: {workshop}", workshop=gain)
    spot = _spot(square, s)
    who = s._("{citizen} on {square}", citizen=_who(square, s), square=spot.name)
    # This includes what the workshop gives for other citizens, and whether it gives it only once.
    printed = n.workshop_yield(c.WORKSHOPS[workshop], s)
    signs = _signs_of_workshop(c.WORKSHOPS[workshop])
    return Facts(name, signs=signs, gain=printed if printed != gain else "", note=s._(", ").join([who, spot.note]))


def _who(spot: str, s: Speaker[View]) -> str:
    """Describe the citizen at a place of the player's own estate: "nun", "empty" for a hut, or "" for other places."""
    found = n.citizen_at(n.mine(s.view), spot)
    return n.citizen_name(found, s) if found else s._(t.EMPTY_HUT) if spot in c.HUT_IDS else ""


def _fight(words: Sequence[str], s: Speaker[View]) -> str:
    """Describe a way to fight: the number of cubes, the price, and the adjacent hexes."""
    cubes, fire, big, also = words
    cost = s._(", ").join(n.listed({"fire": int(fire), "big_fire": int(big)}, s))
    if also == "-":
        return s.ngettext("{count} cube: {cost}", "{count} cubes: {cost}", int(cubes), cost=cost)
    near = [n.place(hex_, s) for hex_ in also.split("+")]
    places = s._(", ").join([*[s._("here")] * bool(int(cubes)), *near])
    values = {"places": places, "cost": cost}
    return s.ngettext(
        "{count} cube ({places}): {cost}", "{count} cubes ({places}): {cost}", int(cubes) + len(near), **values
    )


def cubes_beside(also: Iterable[str], w: Words) -> list[str]:
    """Describe cubes on adjacent hexes; each mention of a hex counts as a cube: "hex 7: 2"."""
    return [w._("{place}: {count}", place=n.place(hex_, w), count=count) for hex_, count in Counter(also).items()]


def landing_space(register: str, s: Speaker[View]) -> str:
    """Describe the space that a step on a register leads to, and what it gives: "space 4 (a lieutenant)"."""
    at = next(n.disc_spaces(one)[n.viewer(s.view)] for one in s.view.registers if one.id == register)
    if at == len(c.REGISTER[register]):
        return s._("top of the stack at the end")
    text = s._("space {space}", space=at + 1)
    gives = n.register_space(register, at + 1, s)
    return s.bracketed(text, gives) if gives else text


def scroll_worth(column: int, s: Speaker[View]) -> str:
    """Describe the points of a scroll cube's track after its next step: "3 points for each"."""
    own = n.mine(s.view)
    track = c.SCROLL_TRACKS[own.scroll_board][column - 1]
    return n.worth(track, min(own.scrolls[column - 1] + 1, len(track.levels)), s)


def _board_gains(word: str, w: Words) -> str:
    """Describe a side-B board's special features: its once-per-game squares, or its scroll tracks."""
    if word in c.BOARDS:
        once = [one.action.options[0] for one in c.BOARDS[word].squares.values() if one.once]
        effects = "; ".join(w._(", ").join(n.parts(one, w)) for one in once)
        return w._("{sign} once: {effects}", sign=t.ONCE, effects=effects)
    return w._(", ").join(n.scroll_track(word, column, w) for column in range(1, len(c.SCROLL_TRACKS[word]) + 1))


def next_space(name: str, how: str, s: Speaker[View], *, upgraded: bool = False, most: int = MAX_CITIZEN_LIST) -> str:
    """Describe the next step of an overseer's path, and the citizens it can activate there.

    Their squares are listed if that takes at most ``most`` characters. Otherwise, citizens are counted by area.
    """
    seen = n.mine(s.view).overseers[name]
    step = min(seen.step + (2 if how.startswith("skip") else 1), c.PATH_LENGTH)
    branch = next((branch for branch in ("left", "right") if how.endswith(branch)), seen.branch or "left")
    printed = c.OVERSEER_PATHS[name, branch][step - 1]
    counts = (UPGRADED_ACTIVATIONS if seen.upgraded or upgraded else NORMAL_ACTIVATIONS)[printed.kind]
    text = _present(printed, counts, s)
    if len(text) > most:
        text = all_there(printed, counts, s)
    return s._("step {step}, {citizens}", step=step, citizens=text)


def _present(printed: c.Step, counts: Sequence[int], s: Speaker[View]) -> str:
    """Describe the citizens that can be activated, by their squares: "“build” and 1 of “1 fire”, “scroll step”"."""
    found = []
    for count, group in zip(counts, printed.groups, strict=True):
        own = n.mine(s.view)
        there = [n.quoted(n.here(word, s.view), s) for word in group if word in own.squares and word not in own.spent]
        if len(there) > count:
            found.append(s._("{count} of {squares}", count=count, squares=s._(", ").join(there)))
        elif there:
            found.append(s.join_list(there))
    return s.join_list(found) or s._("nobody is there")


def all_there(printed: c.Step, counts: Sequence[int], w: Words) -> str:
    """Describe the citizens of a step: "2 of the upper nuns and 1 of the right craftsmen", "1 citizen anywhere"."""
    if printed.kind == "centre":
        return w.ngettext("{count} citizen anywhere", "{count} citizens anywhere", counts[0])
    if printed.kind == "pair":
        return w._("{count} of the first squares of both areas", count=counts[0])
    areas = [
        w._("{count} of {area}", count=count, area=w._(t.AREAS[group[0][:2]]))
        for count, group in zip(counts, printed.groups, strict=True)
    ]
    return w.join_list(areas)


def stack_of(tile: str, s: Speaker[View]) -> int:
    """Return the stack number of a hut upgrade on offer if another stack shows an identical one, otherwise 0."""
    tops = [stack.top for stack in s.view.huts]
    same = [top for top in tops if top in c.HUT_TILES and tile in c.HUT_TILES and n.offer(top, s) == n.offer(tile, s)]
    return tops.index(tile) + 1 if tile in tops and len(same) > 1 else 0


def _room_for_all(found: HexView, view: View) -> bool:
    """Return whether the estate has room for all citizens on a hex: in huts if it has plague, otherwise on squares."""
    if not found.citizens:
        return True
    own = n.mine(view)
    if found.cubes:
        return len(found.citizens) <= sum(hut.citizen is None for hut in own.huts)
    free = Counter(one.sector for id_, one in c.SQUARES.items() if id_ not in own.squares)
    return all(count <= free[one] for one, count in Counter(found.citizens).items())


def yields_there(spot: str, workshop: str, s: Speaker[View], *, brief: bool = False) -> str:
    """Describe the workshop's yield for this citizen: "6 points, if upgraded" if the citizen is not upgraded yet.

    ``brief`` leaves out the condition.
    """
    printed, who = c.WORKSHOPS[workshop], n.citizen_at(n.mine(s.view), spot)
    gold = who is not None and who.side == "gold"
    gain = n.option(printed.gold_gain if gold and printed.need == "tiered" else printed.gain, s)
    return s._("{gain}, if upgraded", gain=gain) if printed.need == "gold" and not gold and not brief else gain
