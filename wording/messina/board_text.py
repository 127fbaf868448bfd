"""The position of Messina 1347 in words: complete for play without pictures, and short for alt texts of pictures."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rules.errors import N_
from rules.messina import components as c
from rules.messina.action.overseers import FORK_STEP, NORMAL_ACTIVATIONS
from rules.messina.components import Step
from rules.messina.setup import options
from rules.messina.view import DockView, FigureView, HexView, PlayerView, View
from wording.catalogue import Words, with_minus_sign
from wording.messina import name_tables as t
from wording.messina import names as n
from wording.messina.answer_facts import all_there
from wording.messina.move_words import QUESTIONS, prices, task
from wording.messina.result_words import final_table, nearing_end, sources
from wording.messina.virtual_opponent import OPPONENT, THE_OPPONENT, judgement, opponent_brief, opponent_text
from wording.option_words import changed_options
from wording.player_names import won_by
from wording.speaker import BoardSection, Speaker
from wording.text_limits import capital

OFFERS = {"huts": N_("Hut upgrades"), "workshops": N_("Workshops"), "wagons": N_("Wagons")}


def board_text(s: Speaker[View]) -> list[BoardSection]:
    """Describe everything on the table, in a fixed order that starts with the viewer's own estate, if any."""
    view = s.view
    who = [s.player(seat) for seat in range(view.seats)] + [s._(THE_OPPONENT)] * bool(view.opponent)
    estates = []
    for seat in s.own_first():
        title = s._("Estate of {player}", player=s.marked_player(seat))
        estates.append(BoardSection(f"estate-{seat}", title, _estate(view.players[seat], _points(seat, s), s)))
    own = int(view.seat is not None)
    to_come = s._(
        "Still to come: {ships}, {docks}.",
        ships=s.ngettext("{count} ship", "{count} ships", view.ship_stack),
        docks=s.ngettext("{count} dock tile", "{count} dock tiles", view.dock_tiles),
    )
    upgraded = s._("An upgraded overseer activates 2 citizens of the first kind named, where others activate 1.")
    solo = [BoardSection("opponent", capital(s._(OPPONENT)), opponent_text(view.opponent, s))] if view.opponent else []
    end = (
        BoardSection("result", s._("Result"), [*_course(who, s), final_table(view.score, s)])
        if view.score
        else BoardSection("turn", s._("The turn"), _turn(who, s))
    )
    return [
        *estates[:own],
        BoardSection("city", s._("City"), _city(who, s)),
        BoardSection("ships", s._("Docks and ships"), [*[_dock(found, who, s) for found in view.docks], to_come]),
        BoardSection("score", s._("Score board"), _score_board(who, s)),
        BoardSection("offers", s._("On offer"), _offers(s)),
        *solo,
        *estates[own:],
        BoardSection("overseers", s._("Overseer paths"), [upgraded, *(_way(name, s) for name in c.CITIZEN_CLASSES)]),
        BoardSection("options", s._("Options"), changed_options(view.options, options(view.seats), s.game.option, s)),
        end,
    ]


def _city(who: Sequence[str], s: Speaker[View]) -> list[str]:
    """Describe the wheel, the hexes in the order of their numbers, the harbours, and the places for new hexes."""
    numbered = sorted(
        (found for found in s.view.hexes if found.id not in c.HARBOUR_CORNERS),
        key=lambda found: int(found.id.lstrip("h")),
    )
    harbours = [found for found in s.view.hexes if found.id in c.HARBOUR_CORNERS]
    free = [
        s._("next to {places}", places=s.join_list([n.place(one, s) for one in n.neighbours(at, s.view)]))
        for at in s.view.free_places
    ]
    return [
        _wheel(s),
        *[_hex(found, who, s) for found in (*numbered, *harbours)],
        *[s._("Free places for new hexes: {places}.", places="; ".join(free))] * bool(free),
    ]


def _course(who: Sequence[str], s: Speaker[View]) -> list[str]:
    """Describe the round, its turn order, whose turn it is or was, and what sets the turn order of each round."""
    view = s.view
    rounds = [f"{t.ROMAN[number]} {s._(t.PRIORITIES[priority])}" for number, priority in enumerate(view.priorities, 1)]
    return [
        s._("Round {round} of {rounds}.", round=t.ROMAN[view.round], rounds=t.ROMAN[c.LAST_ROUND]),
        s._("Turn order: {players}.", players=s._(", ").join(who[seat] for seat in view.order)),
        (
            s._("It is {player}’s turn.", player=who[view.active])
            if view.active in view.due
            else s._("The last turn was {player}’s.", player=who[view.active])
        ),
        *[s._("Turn order of the rounds: {rounds}.", rounds=s._(", ").join(rounds))] * bool(rounds),
        *[s._("The authors of the game have not tested this mix of boards.")] * view.untested,
    ]


def _turn(who: Sequence[str], s: Speaker[View]) -> list[str]:
    """Describe the round, the price of a plague cube, where lieutenants can go, and the pending decision."""
    view = s.view
    lines = [*_course(who, s), prices(s), *_ways(s)]
    if view.about:
        lines.append(s._("Pending decision: {thing}.", thing=n.name_of(view.about, s) or view.about))
    if view.remaining:
        lines.append(
            s.ngettext(
                "{count} citizen still needs a decision.", "{count} citizens still need a decision.", view.remaining
            )
        )
    asked = QUESTIONS.get(view.question)
    if asked and s._(asked.task) != task(s):
        lines.append(s._("{player} has to {task}.", player=who[n.viewer(view)], task=s._(asked.task)))
    return [*lines, *filter(None, [nearing_end(s)]), s.status()]


def _ways(s: Speaker[View]) -> list[str]:
    """Describe where lieutenants can go from each place, cheapest destinations first, then by number."""
    lines = []
    numbers = {hex_: number for number, hex_ in enumerate([*c.HEXES, *c.DOCKS])}
    for start, reached in s.view.reach.items():
        goals = dict(sorted(reached.items(), key=lambda goal: numbers[goal[0]]))
        by_price = [
            s._(
                "{places} for {coins}",
                places=s.join_list([n.place(goal, s) for goal, price in goals.items() if price == coins]),
                coins=n.tokens("coin", coins, s) if coins else s._("nothing"),
            )
            for coins in sorted(set(goals.values()))
        ]
        lines.append(
            s._("From {place}: {goals}.", place=n.place(start, s), goals="; ".join(by_price) or s._("nowhere"))
        )
    return lines


def _wheel(s: Speaker[View]) -> str:
    text = N_("{citizen}: {colour}")
    named = ((s._(t.CITIZENS[citizen]), s._(t.COLOURS[colour])) for citizen, colour in s.view.colours.items())
    colours = s.join_list([s._(text, citizen=citizen, colour=colour) for citizen, colour in named])
    return s._(
        "Wheel on position {number}: {rat}; {colours}. In the supply: {plague}. Still to come: {hexes}.",
        number=s.view.wheel,
        rat=s._(t.RATS[s.view.rat]),
        colours=colours,
        plague=s.ngettext("{count} plague cube", "{count} plague cubes", s.view.plague),
        hexes=s.ngettext("{count} hex", "{count} hexes", s.view.hex_stack),
    )


def _figures(here: Sequence[FigureView], who: Sequence[str], w: Words) -> list[str]:
    """Describe the lieutenants at a place: "Anna standing"."""
    texts = {True: N_("{player} standing"), False: N_("{player} lying")}
    return [w._(texts[one.standing], player=who[one.seat]) for one in here]


def _hex(found: HexView, who: Sequence[str], s: Speaker[View]) -> str:
    parts = [n.hex_action(found.id, s)]
    if found.id in c.DISTRICTS:
        parts.append(f"{s._(t.COLOURS[found.colour])}, {s._(t.RATS[found.rat])}")
    parts += [s.ngettext("{count} plague cube", "{count} plague cubes", found.cubes)] if found.cubes else []
    parts += n.citizens(Counter(found.citizens), s)
    parts += _figures(found.figures, who, s)
    if found.owner is not None:
        points = n.tokens("points", found.points, s)
        parts.append(s._("repopulated by {player} for {points}", player=who[found.owner], points=points))
    elif found.points:
        points = n.tokens("points", found.points, s)
        parts.append(s._("{points} for repopulating with {price}", points=points, price=n.requirement(found.id, s)))
    near = n.neighbours(found.at, s.view) + [dock.id for dock in s.view.docks if dock.harbour == found.id]
    parts.append(s._("next to {places}", places=s._(", ").join(n.place(one, s) for one in near)))
    return f"- **{n.place(found.id, s)}**: {'; '.join(parts)}"


def _dock(found: DockView, who: Sequence[str], w: Words) -> str:
    ships = [
        w._("{ship} with plague", ship=n.ship(one.id, w)) if one.cube else n.ship(one.id, w) for one in found.ships
    ] or [w._("no ship")]
    return f"- **{n.place(found.id, w)}**: {'; '.join([*ships, *_figures(found.figures, who, w)])}"


def _score_board(who: Sequence[str], s: Speaker[View]) -> list[str]:
    """Describe the points and each register: its seats from first to last, its stacks, and the gains of its spaces."""
    lines = [s._("Score track: {players}.", players=s._(", ").join(n.points_by_rank(who, s.view)))]
    for register in s.view.registers:
        at = n.disc_spaces(register)
        places = [s._("{player} on space {space}", player=who[seat], space=at[seat]) for seat in register.order]
        for space, discs in enumerate(register.discs, 1):
            if len(discs) > 1:
                stack = s._(", ").join(who[seat] for seat in discs)
                places.append(s._("on space {space}, from the bottom: {players}", space=space, players=stack))
        lines.append(f"- **{capital(s._(t.TRACKS[register.id]))}**: {'; '.join(places)}")
        gains = {space: n.space_gains(register.id, space, points, s) for space, points in enumerate(register.points, 1)}
        spaces = [
            s._("{space} gives {action}", space=space, action=s.join_list(some))
            for space, some in gains.items()
            if some
        ]
        lines.append(s._("- Its spaces: {spaces}.", spaces="; ".join(spaces)))
    return lines


def _offers(s: Speaker[View]) -> list[str]:
    """Describe the tiles that can be built: those face up, and the number below each."""
    lines = []
    for kind, stacks in (("huts", s.view.huts), ("workshops", s.view.workshops), ("wagons", s.view.wagons)):
        tiles = [
            s._("{tile}, {count} below", tile=n.offer(stack.top, s), count=stack.tiles - 1)
            for stack in stacks
            if stack.top
        ]
        shown = "; ".join(tiles) or s._(t.NO_TILES)
        empty = sum(not stack.tiles for stack in stacks)
        if empty:
            none_left = s.ngettext("{count} stack is empty", "{count} stacks are empty", empty)
            shown = f"{shown}; {none_left}"
        lines.append(f"- **{s._(OFFERS[kind])}**: {shown}")
    return lines


def _points(seat: int, s: Speaker[View]) -> str:
    """Describe the points of a seat: the current ones, or the final ones with the points before final scoring."""
    points = n.tokens("points", n.total(s.view, seat), s)
    if not s.view.score:
        return points
    return s._(
        "{points}, {played} of them during the game", points=points, played=with_minus_sign(s.view.players[seat].points)
    )


def _estate(own: PlayerView, points: str, w: Words) -> list[str]:
    """Describe everything a player has, including empty squares. ``points`` are the current or final ones."""
    holdings = [points, *n.listed(own.tokens, w), *n.listed({"rats": own.rats}, w)]
    lines = [f"- {', '.join(holdings)}", f"- {_lieutenants(own, w)}"]
    lines += [f"- {text}" for text in _side_b(own, w)]
    lines += [_area(group, own, w) for group in c.AREA_SQUARES.values()]
    left = own.hut_edge == "left"
    huts = N_("- Huts, at the left edge: {huts}.") if left else N_("- Huts, at the right edge: {huts}.")
    lines.append(w._(huts, huts="; ".join(_huts(own, w))))
    if own.workshops:
        lines.append(w._("- Workshops: {workshops}.", workshops="; ".join(_workshops(own, w))))
    lines.append(_stock(own, w))
    lines.append(w._("- Overseers: {overseers}.", overseers="; ".join(_overseers(own, w))))
    lines.append(w._("- Scroll board: {tracks}.", tracks=", ".join(_scrolls(own, w))))
    waiting = [n.name_of(space, w) or space for space in own.deferred] + n.effects(own.waiting, w)
    lines += [w._("- Still to use: {effects}.", effects=w.join_list(waiting))] if waiting else []
    return lines


def _area(group: Sequence[str], own: PlayerView, w: Words) -> str:
    """Describe the three squares of an area, each with its action and its citizen."""
    squares = [
        w._(
            "{square} {citizen}",
            square=n.quoted(n.on_board(word, own.board), w),
            citizen=n.citizen_name(own.squares[word], w) if word in own.squares else w._(t.EMPTY_SQUARE),
        )
        for word in group
    ]
    return f"- {capital(w._(t.AREAS[group[0][:2]]))}: {'; '.join(squares)}"


def _way(name: str, w: Words) -> str:
    """Describe an overseer's path: the citizens it activates on each step, before the fork and on both branches."""
    before = _steps(c.OVERSEER_PATHS[name, "left"], 1, FORK_STEP - 1, w)
    left, right = (_steps(c.OVERSEER_PATHS[name, branch], FORK_STEP, c.PATH_LENGTH, w) for branch in ("left", "right"))
    return w._(
        "- **{overseer}**: {before}. Then through {one_area}: {one}; or through {other_area}: {other}.",
        overseer=capital(n.overseer(name, w)),
        before=before,
        one_area=w._(t.AREAS[n.branch_area(name, "left")]),
        one=left,
        other_area=w._(t.AREAS[n.branch_area(name, "right")]),
        other=right,
    )


def _steps(path: Sequence[Step], first: int, last: int, w: Words) -> str:
    """Describe the steps of a path with the citizens an overseer activates there, grouping steps of one kind."""
    found = []
    for printed, group in groupby(range(first, last + 1), key=lambda number: path[number - 1]):
        numbers = [str(number) for number in group]
        text = N_("step {steps} activates {citizens}") if len(numbers) == 1 else N_("steps {steps} activate {citizens}")
        found.append(
            w._(text, steps=w.join_list(numbers), citizens=all_there(printed, NORMAL_ACTIVATIONS[printed.kind], w))
        )
    return ", ".join(found)


def _sent_out(own: PlayerView, w: Words) -> list[str]:
    """Describe where a player's lieutenants are in the city."""
    lying, standing = (w.join_list([n.place(one, w) for one in some]) for some in (own.lying, own.standing))
    parts = [w._("lying on {places}", places=lying)] if lying else []
    return [*parts, w._("standing on {places}", places=standing)] if standing else parts


def _lieutenants(own: PlayerView, w: Words) -> str:
    """Describe where a player's lieutenants are, and the price of a register step."""
    parts = [w.ngettext("{count} ready at home", "{count} ready at home", own.home)]
    parts += [w.ngettext("{count} recalled", "{count} recalled", own.recalled)] if own.recalled else []
    parts += _sent_out(own, w)
    parts += [w.ngettext("{count} in the supply", "{count} in the supply", own.supply)] if own.supply else []
    parts += [w.ngettext("{count} given up", "{count} given up", own.box)] if own.box else []
    coins = n.tokens("coin", own.step_price, w)
    return w._("Lieutenants: {places}; a register step costs {coins}.", places=", ".join(parts), coins=coins)


def _huts(own: PlayerView, w: Words) -> list[str]:
    """Describe the huts with their upgrades and citizens."""
    found = []
    for one in own.huts:
        text = n.hut(one.id, w)
        if one.upgrade:
            text = w.bracketed(text, n.option(c.HUT_TILES[one.upgrade].gain, w))
        if one.citizen:
            who = n.citizen_name(one.citizen, w)
            text = w._("{hut} with {citizen} on space {space}", hut=text, citizen=who, space=one.space)
        found.append(text)
    return found


def _workshops(own: PlayerView, w: Words) -> list[str]:
    """Describe a player's workshops, who works there, and which have already paid out."""
    found = []
    for work in own.workshops:
        who = n.citizen_name(work.citizen, w) if work.citizen else w._(t.EMPTY_WORKSHOP)
        text = f"{n.tile(work.tile, w)}: {who}"
        found.append(w._("{workshop}, already paid out", workshop=text) if work.paid else text)
    return found


def _stock(own: PlayerView, w: Words) -> str:
    carts = [
        w._("{wagon}, used this round", wagon=n.tile(one.tile, w)) if one.used else n.tile(one.tile, w)
        for one in own.wagons
    ]
    return w._(
        "- Wagons: {wagons}; {tiles}; ships: {ships}.",
        wagons="; ".join(carts) or w._(t.NO_WAGONS),
        tiles=w.ngettext("{count} repopulation tile left", "{count} repopulation tiles left", own.tiles),
        ships=w.join_list([n.ship(one, w) for one in own.ships]) or w._(t.NO_SHIPS),
    )


def _overseers(own: PlayerView, w: Words) -> list[str]:
    """Describe the position of each overseer, and whether it is upgraded."""
    found = []
    for name, one in own.overseers.items():
        text = w._(
            "{overseer} on step {step} of {steps}", overseer=n.overseer(name, w), step=one.step, steps=c.PATH_LENGTH
        )
        if one.branch:
            text = w._("{overseer} ({area})", overseer=text, area=w._(t.AREAS[n.branch_area(name, one.branch)]))
        found.append(w._("{overseer}, upgraded", overseer=text) if one.upgraded else text)
    return found


def _scrolls(own: PlayerView, w: Words) -> list[str]:
    """Describe the level and the points of each track of the scroll board."""
    found = []
    for column, level in enumerate(own.scrolls, 1):
        printed = c.SCROLL_TRACKS[own.scroll_board][column - 1]
        track = n.scroll_track(own.scroll_board, column, w)
        brings = w._("nothing yet") if not level else n.worth(printed, level, w)
        found.append(w._("{track} on level {level}: {points}", track=track, level=level, points=brings))
    return found


def _side_b(own: PlayerView, w: Words) -> list[str]:
    """Describe a player's side-B boards, and the once-per-game squares: those left and those used up."""
    boards = [n.board_name(one, w) for one in (own.board, own.scroll_board) if one != "a"]
    once = [one.id for one in c.BOARD_SQUARES[own.board].values() if one.once]
    left = [n.square(n.on_board(one, own.board), w) for one in once if one not in own.spent]
    spent = [n.square(n.on_board(one, own.board), w) for one in own.spent]
    return [
        *[w._("Boards: {boards}.", boards=w.join_list(boards))] * bool(boards),
        *[w._("Once per game: {squares}.", squares="; ".join(left))] * bool(left),
        *[w._("Used up: {squares}.", squares="; ".join(spent))] * bool(spent),
    ]


PHASES = {
    "deal": N_("before round {round}"),
    "turns": N_("round {round}"),
    "round end": N_("end of round {round}"),
    "priority": N_("before round {round}"),
    "over": N_("game over"),
}


def phase(s: Speaker[View]) -> str:
    """Describe the stage of the game: "round III"."""
    return s._(PHASES[s.view.phase], round=t.ROMAN[s.view.round])


def describe(part: str, who: Sequence[str], s: Speaker[View]) -> str:
    """Return the alt text of a part of the board, or of the whole board if there is no such part.

    Parts: "city", "turn", "round", "score", "estate-2" (of seat 2), "boards" and "legend".
    """
    view = s.view
    if part in ("city", "turn", "round"):
        return " ".join([_alt_head(who, s), _alt_city(who, s)])
    if part == "score":
        stacks = (*view.huts, *view.workshops, *view.wagons)
        last = (
            " ".join(f"{who[seat]}: {', '.join(sources(view.score, seat, s))}." for seat in view.score.ranking)
            if view.score
            else s._("On offer: {tiles}.", tiles="; ".join(n.offer(one.top, s) for one in stacks if one.top))
        )
        return " ".join([_alt_head(who, s), _alt_score(who, s), last])
    if part.startswith("estate-"):
        seat = int(part.removeprefix("estate-"))
        return _alt_estate(view.players[seat], _holdings(seat, who, s), s)
    if part == "boards":
        known = c.BOARDS if view.question == "board" else c.SCROLL_BOARDS
        return s._("Side-B boards: {boards}.", boards="; ".join(s.choice(["take", one]) for one in known))
    if part == "legend":
        names = [t.OTHERS[one] for one in (*c.TOKENS, "points", "rats")]
        names += [*t.CITIZENS.values(), *dict.fromkeys(t.EFFECTS.values())]
        return s._("Icons: {names}. `/help` explains them in words.", names=", ".join(map(s._, names)))
    holdings = [_holdings(seat, who, s) for seat in range(view.seats)]
    holdings += [opponent_brief(view.opponent, s)] if view.opponent else []
    return " ".join([_alt_head(who, s), *holdings, _alt_city(who, s), _alt_score(who, s)])


def _alt_head(who: Sequence[str], s: Speaker[View]) -> str:
    lines = [s._("Messina 1347, {phase}.", phase=phase(s))]
    if s.view.due:
        lines.append(s._("Now deciding: {players}.", players=s.join_list([who[seat] for seat in s.view.due])))
    if s.view.score and s.view.opponent:
        lines.append(f"{who[0]}: {judgement(n.total(s.view, 0), s.view.opponent.good_score, s)}")
    elif s.view.score:
        lines.append(won_by(s.view.score, who, s))
    return " ".join(lines)


def _alt_city(who: Sequence[str], s: Speaker[View]) -> str:
    """Describe the contents of the city, kind by kind, most important first."""
    hexes = s.view.hexes
    lines = [_where(s._("Plague"), {found.id: found.cubes for found in hexes}, s)]
    for citizen, many in t.MANY.items():
        lines.append(_where(capital(s._(many)), {found.id: found.citizens.count(citizen) for found in hexes}, s))
    docks = [
        f"{n.place(dock.id, s)}: {', '.join(n.ship(one.id, s) for one in dock.ships)}"
        for dock in s.view.docks
        if dock.ships
    ]
    lines += [s._("Ships: {docks}.", docks="; ".join(docks))] if docks else []
    for seat, own in enumerate(s.view.players):
        parts = _sent_out(own, s)
        mine = [found.id for found in hexes if found.owner == seat]
        parts += [s._("has repopulated {hexes}", hexes=n.places(mine, s))] if mine else []
        lines += [f"{who[seat]}: {'; '.join(parts)}."] if parts else []
    lines += [opponent_brief(s.view.opponent, s)] if s.view.opponent else []
    lines.append(s._("Wheel: {rat}.", rat=s._(t.RATS[s.view.rat])))
    lines.append(s.ngettext("{count} plague cube in the supply.", "{count} plague cubes in the supply.", s.view.plague))
    districts = [found.id for found in hexes if found.id in c.DISTRICTS]
    lines.append(s._("In the city: {hexes}.", hexes=n.places(districts, s)))
    return " ".join(filter(None, lines))


def _where(what: str, counts: dict[str, int], w: Words) -> str:
    """Describe which hexes have a thing, with counts above one in brackets: "Plague on hex 3, 7 (2)."."""
    here = sorted((int(hex_[1:]), count) for hex_, count in counts.items() if count)
    found = [f"{number} ({count})" if count > 1 else str(number) for number, count in here]
    return w._("{what} on hex {numbers}.", what=what, numbers=", ".join(found)) if found else ""


def _alt_score(who: Sequence[str], s: Speaker[View]) -> str:
    lines = [s._("Points: {players}.", players=", ".join(n.points_by_rank(who, s.view)))]
    if not s.view.score:
        order = ", ".join([*who, s._(OPPONENT)][seat] for seat in s.view.order)
        lines.append(s._("Turn order: {players}.", players=order))
    for register in s.view.registers:
        at = n.disc_spaces(register)
        there = [f"{who[seat]} {at[seat]}" for seat in register.order]
        if s.view.opponent and register.id == "popularity":
            there.append(f"{s._(OPPONENT)} {s.view.opponent.popularity}")
        places_ = ", ".join(there)
        lines.append(capital(s._("{register}: {places}.", register=s._(t.TRACKS[register.id]), places=places_)))
    return " ".join(lines)


def _holdings(seat: int, who: Sequence[str], s: Speaker[View]) -> str:
    own = s.view.players[seat]
    things = [n.tokens("points", n.total(s.view, seat), s), *n.listed(own.tokens, s), *n.listed({"rats": own.rats}, s)]
    return f"{who[seat]}: {', '.join(things)}."


def _alt_estate(own: PlayerView, holdings: str, w: Words) -> str:
    """Describe the estate with the most important parts first, so that cutting the end loses the least."""
    lines = [w._("Estate."), holdings, *_side_b(own, w)]
    lines.append(_lieutenants(own, w))
    on = [(n.square_short(n.on_board(word, own.board), w), n.citizen_name(one, w)) for word, one in own.squares.items()]
    seated = [w._("{citizen} on {square}", citizen=citizen, square=square) for square, citizen in on]
    lines += [w._("Squares: {citizens}.", citizens=", ".join(seated))] if seated else []
    filled = [text for one, text in zip(own.huts, _huts(own, w), strict=True) if one.citizen or one.upgrade]
    lines += [w._("Huts: {huts}.", huts="; ".join(filled))] if filled else []
    lines += [w._("Workshops: {workshops}.", workshops="; ".join(_workshops(own, w)))] if own.workshops else []
    lines.append(w._("Overseers: {overseers}.", overseers="; ".join(_overseers(own, w))))
    counts = {"wagons": len(own.wagons), "ships": len(own.ships), "tiles": own.tiles}
    lines.append(w._("Wagons: {wagons}, ships: {ships}, repopulation tiles left: {tiles}.", **counts))
    lines.append(w._("Scroll board: {tracks}.", tracks=", ".join(_scrolls(own, w))))
    return " ".join(lines)
