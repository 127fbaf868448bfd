"""The computer players' knowledge of Messina 1347: features of a position for a seat, and heuristics for moves."""

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from computer_players.advantage import Asset
from computer_players.evaluation import EvaluationSpec
from computer_players.player import GreedyHeuristics
from rules.messina import components as c
from rules.messina.action import Benefit
from rules.messina.action.action_step import CITIZENS_WANTED, Actions, Giving, enough_citizens
from rules.messina.action.building import Building
from rules.messina.action.gains import effect_name
from rules.messina.action.overseers import NORMAL_ACTIVATIONS, UPGRADED_ACTIVATIONS, Activation
from rules.messina.ending import breakdown, points_by_place, rank_points, rat_points, scroll_points
from rules.messina.moves import Act, Board, Done, Go, Leave, Recall
from rules.messina.round_end import production_sources
from rules.messina.state import GOLD_SIDE, Player, State
from rules.messina.turn import PlagueFight, Rescuing, ShipFight, Turn
from rules.notation import End, Move

GAINS = (*c.TOKENS, "points")
EFFECTS = (
    "build",
    "scroll",
    "upgrade",
    "overseer",
    "upgrade_overseer",
    "upgrade_and_advance_overseer",
    "activate",
    "any_hex_action",
    "register",
)
BROUGHT = {name: number for number, name in enumerate((*GAINS, "city", "church", *EFFECTS))}
# Selectors for the squares of an area, and of the sector of a class.
AREAS = tuple(
    itemgetter(*[c.SQUARE_INDEX[square.id] for square in c.SQUARES.values() if square.area == area])
    for area in dict.fromkeys(square.area for square in c.SQUARES.values())
)
CITIZENS = tuple(itemgetter(*c.SECTOR_SQUARES[citizen]) for citizen in c.CITIZEN_CLASSES)


def remaining(state: State) -> float:
    """Return the fraction of the game that is left, from 1 to 0, given the round and its unused lieutenants."""
    idle = sum(player.ready + len(player.lying) for player in state.players)
    owned = sum(c.LIEUTENANTS - player.supply - player.box for player in state.players)
    return (c.LAST_ROUND - state.round + (idle / owned if owned else 0.0)) / c.LAST_ROUND


def add(brought: list[float], option: c.Option, weight: float = 1.0) -> None:
    """Add the tokens, steps and effects of an option to the features ``brought``, times the weight."""
    for token, number in option.gains.items():
        brought[BROUGHT[token]] += weight * number
    for register in option.steps:
        brought[BROUGHT[register]] += weight
    for effect in option.effects:
        name = effect_name(effect)
        if name in BROUGHT:
            brought[BROUGHT[name]] += weight


def open_effects(state: State, seat: int) -> list[float]:
    """Return the features of the seat's unfinished turn: effects not yet used, and the hex that it is acting on."""
    player = state.players[seat]
    brought = [0.0] * len(BROUGHT)
    for effect in player.queue:
        brought[BROUGHT[effect_name(effect)]] += 1
    for source in player.deferred:
        register, space = source.split("-")
        add(brought, c.REGISTER[register][int(space) - 1].action)
    hex_, repopulating, giving, arriving, infected, duty, activations, turns = "", 0.0, 0, 0, 0, 0, 0.0, 0
    for decision in state.pending[seat]:
        match decision:
            case Actions():
                hex_ = decision.hex
            case Rescuing():
                hex_ = decision.hex
                place = state.hexes[hex_]
                arriving, infected = len(place.citizens), place.cubes
            case PlagueFight():
                hex_ = decision.hex
                infected = state.hexes[hex_].cubes
            case ShipFight():
                infected = 1
            case Benefit():
                brought[BROUGHT[effect_name(decision.effect)]] += 1
            case Building():
                duty = 1
            case Giving():
                repopulating = float(c.DISTRICTS[decision.hex].points)
                giving = len(decision.left) + decision.lieutenants
            case Activation():
                printed = c.BOARD_SQUARES[player.board]
                for group, number in zip(decision.groups, decision.left, strict=True):
                    idle = [one for one in group if player.squares[c.SQUARE_INDEX[one]] and one not in decision.used]
                    part = min(1.0, number / len(idle)) if idle else 0.0
                    activations += part * len(idle)
                    for square in idle:
                        add(brought, printed[square].action.options[0], part)
            case Turn():
                turns = 1
    if hex_:
        action = c.HEXES[hex_].action
        if player.affords(action.cost):
            for one in action.options:
                add(brought, one, 1.0 if len(action.options) == 1 else 0.6)
    return [*brought, repopulating, giving, arriving, infected, duty, activations, turns]


# By overseer, branch and step: the squares of each group, and how many of them a normal or an upgraded one activates.
STEPS = {
    path: tuple(
        tuple(
            (tuple(c.SQUARE_INDEX[square] for square in group), normal, upgraded)
            for group, normal, upgraded in zip(
                space.groups, NORMAL_ACTIVATIONS[space.kind], UPGRADED_ACTIVATIONS[space.kind], strict=True
            )
        )
        for space in spaces
    )
    for path, spaces in c.OVERSEER_PATHS.items()
}
BRANCHES = {"": ("left", "right"), "left": ("left",), "right": ("right",)}


def _next_steps(player: Player) -> tuple[float, float, float]:
    """Return how many citizens the overseers' next steps can activate: in total, and at most for one overseer.

    The third number is the total for the steps after those.
    """
    total = best = later = 0
    squares = player.squares
    for name, one in player.overseers.items():
        for step in (one.step, one.step + 1):
            if step == c.PATH_LENGTH:
                break
            found = 0
            for branch in BRANCHES[one.branch]:
                number = 0
                for group, normal, upgraded in STEPS[name, branch][step]:
                    idle = 0
                    for square in group:
                        if squares[square]:
                            idle += 1
                    cap = upgraded if one.upgraded else normal
                    number += idle if idle < cap else cap
                if number > found:
                    found = number
            if step > one.step:
                later += found
            else:
                total += found
                if found > best:
                    best = found
    return total, best, later


Requirement = tuple[tuple[tuple[int, int, int], ...], Mapping[str, int], int]
Places = Sequence[tuple[Requirement, bool]]  # requirements, each with whether the place has a figure
# For each district: the required citizens by class, those that must be upgraded, the total, the cost, the points.
REQUIREMENTS: Mapping[str, Requirement] = {
    one.id: (
        tuple(
            (number, one.gold.get(citizen, 0), one.gold.get(citizen, 0) + one.citizens.get(citizen, 0))
            for number, citizen in enumerate(c.CITIZEN_CLASSES)
            if citizen in one.gold or citizen in one.citizens
        ),
        one.cost,
        one.points,
    )
    for one in c.DISTRICTS.values()
}
# The districts with the most points first.
RICHEST = sorted(REQUIREMENTS, key=lambda hex_: -REQUIREMENTS[hex_][2])
# For each register that coins can move on: the final value of the next one and two steps from each space.
AHEAD = {
    name: [
        tuple(c.REGISTER[name][min(at + steps, len(c.REGISTER[name])) - 1].points - space.points for steps in (1, 2))
        for at, space in enumerate(c.REGISTER[name], 1)
    ]
    for name in ("city", "church")
}
SAFE_LEAD = 4  # spaces of the popularity register that make a lead safe, or a gap hopeless


def _people(sides: Sequence[int]) -> int:
    """Return how many of these squares have a citizen."""
    return len(sides) - sides.count(0)


def givable(player: Player) -> tuple[list[int], list[int]]:
    """Return, by class, how many citizens the player could give up for a hex, and how many of those are upgraded."""
    sectors = [sector(player.squares) for sector in CITIZENS]
    all_, golden = [_people(sides) for sides in sectors], [sides.count(GOLD_SIDE) for sides in sectors]
    for work in player.workshops:
        if work.side:
            number = c.CITIZEN_CLASSES.index(c.WORKSHOPS[work.tile].citizen)
            all_[number] += 1
            golden[number] += work.side == GOLD_SIDE
    return all_, golden


def open_hexes(state: State) -> Places:
    """Return the requirements of each hex not yet repopulated, most points first, and whether a figure is on it."""
    get = state.hexes.get
    return [(REQUIREMENTS[at], place.taken) for at in RICHEST if (place := get(at)) is not None and place.owner is None]


def reaped(places: Places, all_: list[int], golden: list[int], most: int) -> tuple[int, int]:
    """Return the points and the number of the hexes that these citizens can repopulate, at most ``most`` hexes.

    ``all_`` and ``golden``: the citizens by class, as in `givable`. Those used are subtracted from both lists.
    """
    points = hexes = 0
    for (asked, _, worth), _ in places:
        if hexes == most:
            break
        for number, gold, either in asked:
            if all_[number] < either or golden[number] < gold:
                break
        else:
            points += worth
            hexes += 1
            for number, gold, either in asked:
                all_[number] -= either
                golden[number] = min(golden[number] - gold, all_[number])
    return points, hexes


def _harvest(state: State, player: Player, places: Places, all_: list[int], golden: list[int], own: int) -> list[float]:
    """Estimate what the player can repopulate before the end of the game.

    Return the points, hexes, bonus and scroll points with the current wagons and the citizens not in huts, and then the
    points, hexes and scroll points with enough wagons and all citizens. ``own``: how many hexes the player already has.
    """
    carts = len(player.wagons) * (c.LAST_ROUND - state.round) + [cart.used for cart in player.wagons].count(False)
    points, hexes = reaped(places, [*all_], [*golden], min(player.tiles, carts))
    later, more = [*all_], [*golden]
    for hut in player.huts:
        if hut.space:
            number = c.CITIZEN_CLASSES.index(hut.citizen)
            later[number] += 1
            more[number] += hut.side == GOLD_SIDE
    all_points, all_hexes = reaped(places, later, more, player.tiles)
    bonus, each = _bonus(state, own + hexes) - _bonus(state, own), player.scrolls[2]
    return [points, hexes, bonus, each * hexes, all_points, all_hexes, each * all_hexes]


def _ahead(state: State, seat: int, popularity: int) -> float:
    """Return the seat's popularity lead over the best of the others, limited to ±`SAFE_LEAD`."""
    if state.opponent is not None:
        best = state.opponent.popularity
    else:
        spaces = state.registers["popularity"].spaces
        others = [max(1, at - other.rats) for at, other in zip(spaces, state.players, strict=True)]
        best = max(others[:seat] + others[seat + 1 :])
    return max(-SAFE_LEAD, min(SAFE_LEAD, popularity - best))


def _hopes(player: Player, places: Places, all_: Sequence[int], golden: Sequence[int]) -> list[float]:
    """Return features of the hexes that the player could repopulate now, or with one more citizen or more tokens."""
    first = second = near = now = ready = close = 0
    for (asked, cost, points), taken in places:
        missing = 0
        for number, gold, either in asked:
            short, upgrades = either - all_[number], gold - golden[number]
            if upgrades > short:
                short = upgrades
            if short > 0:
                missing += short
        if missing > 1:
            continue
        if missing or not player.affords(cost):
            close += 1
            near = near or points
        else:
            ready += 1
            if ready == 1:
                first = points
            elif ready == 2:
                second = points
            if not taken:
                now = now or points
    wagon = player.tiles > 0 and any(not cart.used for cart in player.wagons)
    idle = bool(player.ready or player.lying)
    return [first, second, ready, near, close, wagon * first, wagon * now * idle, wagon * (not ready)]


def features(state: State, seat: int) -> list[float]:
    """Return the features of a position for a seat, always the same number in the same order."""
    player = state.players[seat]
    spaces = {name: state.registers[name].spaces[seat] for name in c.REGISTERS}
    rats = player.rats
    popularity = spaces["popularity"] if state.over else max(1, spaces["popularity"] - rats)
    own = [c.DISTRICTS[hex_].points for hex_, place in state.hexes.items() if place.owner == seat]
    at_end = {**spaces, "popularity": popularity}
    tracks = [scroll_points(column, player, len(own), at_end) for column in range(3)]
    squares = player.squares
    here = [_people(area(squares)) for area in AREAS]
    golden = squares.count(GOLD_SIDE)
    working = [work.side for work in player.workshops if work.side]
    overseers, waiting = player.overseers.values(), [hut.space for hut in player.huts]
    steps = [one.step for one in overseers]
    income = [0.0] * (BROUGHT["upgrade"] + 1)  # the gains of the next production
    for _, gives in production_sources(player):
        add(income, gives)
    idle = len([hut for hut in player.huts if hut.upgrade and not hut.space])
    well = ill = 0  # citizens available in the city
    for place in state.hexes.values():
        if not place.taken and place.citizens:
            if place.cubes:
                ill += len(place.citizens)
            else:
                well += len(place.citizens)
    buildings = len(player.workshops) + len([hut for hut in player.huts if hut.upgrade])
    places, (all_, upgraded) = open_hexes(state), givable(player)
    actions = player.ready + len(player.lying)
    tokens = [getattr(player, token) for token in c.TOKENS]
    late = [work for work in player.workshops if c.WORKSHOPS[work.tile].late and not work.paid]
    early = len([work for work in player.workshops if not work.side and not c.WORKSHOPS[work.tile].late])
    wagons = len(player.wagons)
    return [
        1.0,
        state.seats == 1,
        state.seats == 2,
        player.board is not c.NOT_DEALT,
        player.points - (0 if state.over else rat_points(rats)),
        rats,
        spaces["popularity"],
        spaces["city"],
        spaces["church"],
        *(c.REGISTER[name][at - 1].points for name, at in at_end.items()),
        _rank(state, seat, popularity),
        _bonus(state, len(own)),
        sum(own),
        len(own),
        *tracks,
        *player.scrolls,
        *_next_scrolls(player, tracks, len(own), at_end),
        *tokens,
        *(min(number, 2) for number in tokens),
        sum(tokens) // 3,
        player.ready,
        len(player.lying),
        actions,
        min(actions, 1),
        player.supply,
        player.box,
        *[_people(sector(squares)) for sector in CITIZENS],
        golden,
        here.count(1),
        here.count(2),
        here.count(3),
        len(working),
        working.count(GOLD_SIDE),
        early,
        len(late),
        waiting.count(1),
        waiting.count(2),
        [hut.side for hut in player.huts if hut.space].count(GOLD_SIDE),
        len(player.huts) - [hut.upgrade for hut in player.huts].count(""),
        idle,
        len(player.workshops),
        *income,
        *steps,
        len([step for step in steps if step >= 4]),
        [one.upgraded for one in overseers].count(True),
        *_next_steps(player),
        len(player.ships),
        len(player.ships) % 2,
        wagons,
        min(wagons, player.tiles),
        player.tiles,
        *_hopes(player, places, all_, upgraded),
        well,
        ill,
        sum(map(len, state.docks.values())),
        len(player.spent or ()),
        *open_effects(state, seat),
        # Products of features that raise each other's value.
        player.scrolls[0] * buildings,
        player.scrolls[1] * len(player.ships),
        player.scrolls[2] * len(own),
        player.scrolls[2] * player.tiles,
        golden * actions,
        player.coin * actions,
        sum(c.HUT_TILES[hut.upgrade].gain.gains.get("points", 0) for hut in player.huts if hut.upgrade),
        *_harvest(state, player, places, all_, upgraded, len(own)),
        _ahead(state, seat, popularity),
        *AHEAD["city"][spaces["city"] - 1],
        *AHEAD["church"][spaces["church"] - 1],
    ]


def _next_scrolls(player: Player, tracks: Sequence[int], hexes: int, spaces: Mapping[str, int]) -> tuple[int, int]:
    """Return the points that the next level of each scroll track would add: the most of the three, and their sum."""
    more = [0, 0, 0]
    for column, level in enumerate(player.scrolls):
        if level < len(c.SCROLL_TRACKS[player.scroll_board][column].levels):
            player.scrolls[column] += 1
            more[column] = scroll_points(column, player, hexes, spaces) - tracks[column]
            player.scrolls[column] -= 1
    return max(more), sum(more)


def _rank(state: State, seat: int, popularity: int) -> float:
    """Return the seat's points for its place on the popularity register, without breaking ties by fires."""
    if state.opponent is not None:
        return c.SOLO.popularity_bonus * (popularity >= state.opponent.popularity)
    spaces = state.registers["popularity"].spaces
    strength = [(max(1, at - player.rats), 0) for at, player in zip(spaces, state.players, strict=True)]
    return points_by_place(strength, rank_points(state))[seat]


def _bonus(state: State, hexes: int) -> float:
    """Return the bonus for this many repopulated hexes in a solo game, or 0 in a game with more players."""
    return 0.0 if state.opponent is None else c.SOLO.repopulation_bonus[hexes]


# What a token or an effect is worth to the greedy player.
PER_TOKEN = {"coin": 0.5, "timber": 0.9, "fire": 0.9, "big_fire": 1.5}
PER_EFFECT = {"build": 2.5, "upgrade": 2.0, "scroll": 2.5, "overseer": 2.0, "register": 2.0, "city": 2.2, "church": 2.0}


def evaluate(state: State, seat: int) -> float:
    """Return the greedy player's value of the position for the seat, in points at the end."""
    player = state.players[seat]
    left = c.LAST_ROUND - state.round  # rounds still to come
    value = float(sum([points[seat] for points in breakdown(state).values()]))
    for token, each in PER_TOKEN.items():
        value += each * min(getattr(player, token), 2 + 2 * left)
    value -= 1.2 * player.rats
    hope = 0.25 * left
    citizens = [side for side in player.squares if side]
    value += hope * (0.9 * len(citizens) + 1.0 * citizens.count(GOLD_SIDE))
    value += hope * sum(0.6 + 0.9 * bool(hut.upgrade) for hut in player.huts if hut.space)
    value += hope * sum(1.2 for hut in player.huts if hut.upgrade)
    for work in player.workshops:
        early = not c.WORKSHOPS[work.tile].late
        value += (3.5 if early else 2.0) * hope * (1 + (work.side > 0) + (work.side == GOLD_SIDE))
    value += hope * (1.2 * sum(one.step for one in player.overseers.values()))
    value += hope * 1.6 * sum(one.upgraded for one in player.overseers.values())
    value += hope * 2.5 * (2 - player.supply)
    value += (0.25 + 0.12 * left) * sum(register.spaces[seat] for register in state.registers.values())
    value += 1.5 * hope * sum(player.scrolls)
    return value + 4.0 * min(len(player.wagons), 2, player.tiles) * (left > 0)


def move_prior(state: State, seat: int, move: Move) -> float:
    """Return a first estimate of the value of one way to start a turn."""
    if isinstance(move, Recall):
        return -3.0
    if isinstance(move, Board):
        return 4.0
    if not isinstance(move, Go):
        return 3.0
    place = state.hexes[move.hex]
    options = c.HEXES[move.hex].action.options
    value = max(
        sum(PER_TOKEN.get(token, 1.0) * number for token, number in one.gains.items())
        + sum(PER_EFFECT[effect.partition(":")[0]] for effect in (*one.effects, *one.steps))
        for one in options
    )
    player = state.players[seat]
    value += 1.2 * len(place.citizens) - 0.8 * max(0, place.cubes - player.fire - 2 * player.big_fire)
    if move.hex in c.DISTRICTS and place.owner is None and enough_citizens(player, CITIZENS_WANTED[move.hex]):
        value += c.DISTRICTS[move.hex].points * any(not cart.used for cart in player.wagons)
    return value


def move_bonus(state: State, seat: int, move: Move, after: State) -> float:
    """Return the value of pending effects, plus a small bonus that prefers acting to passing if values are equal."""
    bonus = 0.01 * (not isinstance(move, End | Done | Leave)) + 0.02 * isinstance(move, Act)
    return bonus + sum(PER_EFFECT.get(effect.partition(":")[0], 1.0) for effect in after.players[seat].queue)


def assets(state: State, seat: int) -> Iterator[Asset]:
    """Yield a seat's assets: the kind, the amount, and the value in points at the end, as in `evaluate`."""
    player, parts = state.players[seat], {name: points[seat] for name, points in breakdown(state).items()}
    left = c.LAST_ROUND - state.round
    hope = 0.25 * left
    yield "points", parts["played"], parts["played"]
    yield "rats", player.rats, parts["rats"] - 1.2 * player.rats
    for token, each in PER_TOKEN.items():
        number = getattr(player, token)
        yield token, number, each * min(number, 2 + 2 * left)
    for name, register in state.registers.items():
        yield name, register.spaces[seat], parts[name] + (0.25 + 0.12 * left) * register.spaces[seat]
    hexes = sum(place.owner == seat for place in state.hexes.values())
    yield "hexes", hexes, parts["hexes"]
    scrolls = sum(points for name, points in parts.items() if name.startswith("scroll_"))
    yield "scrolls", sum(player.scrolls), scrolls + 1.5 * hope * sum(player.scrolls)
    citizens = [side for side in player.squares if side]
    housed = [hut for hut in player.huts if hut.space]
    working = [work.side for work in player.workshops if work.side]
    people = hope * (0.9 * len(citizens) + 0.6 * len(housed) + 2.0 * len(working))
    yield "citizens", len(citizens) + len(housed) + len(working), people
    golden = citizens.count(GOLD_SIDE) + working.count(GOLD_SIDE)
    yield "upgraded", golden, hope * golden
    buildings = [hut for hut in player.huts if hut.upgrade]
    yield "buildings", len(buildings) + len(player.workshops), hope * (1.2 * len(buildings) + 3 * len(player.workshops))
    steps = sum(one.step for one in player.overseers.values())
    yield "overseers", steps, hope * 1.2 * steps
    recruited = c.LIEUTENANTS - player.supply
    yield "lieutenants", recruited, hope * 2.5 * recruited
    yield "wagons", len(player.wagons), 4.0 * min(len(player.wagons), 2, player.tiles) * (left > 0)


HEURISTICS = GreedyHeuristics(evaluate, move_bonus, move_prior, simulated_starts=5)


STANDARD, ADVANCED = {"variant": "standard"}, {"variant": "advanced"}
EVALUATION = EvaluationSpec(
    features=features,
    greedy=HEURISTICS,
    remaining=remaining,
    result=lambda score, seat: float(score.points[seat]),
    rollout_turns=2,
    assets=assets,
    win_spread={2: (5.1, 25.8), 3: (7.2, 11.1), 4: (5.2, 12.3)},
    answered_spread={2: 0.6},
    review_positions={3: 8, 4: 6},
    reply_widths={3: 4, 4: 3},
    own_turns=18,
    training_setups={
        1: (
            (1, STANDARD),
            (1, ADVANCED),
            (2, STANDARD),
            (1, STANDARD),
            (1, ADVANCED),
            (4, STANDARD),
            (2, ADVANCED),
            (1, STANDARD),
        ),
    },
)
