"""What a seat, or the public, may see of a game of Messina 1347: everything but face-down stacks and randomness (2)."""

from collections.abc import Callable, Iterable
from copy import copy
from itertools import chain
from typing import Any

import msgspec

from rules.chance import Chance
from rules.game import PackedView, Score, Target, blocking_seats, due_seats
from rules.messina import components as c
from rules.messina import solo
from rules.messina.action.action_step import Giving
from rules.messina.action.gains import step_price
from rules.messina.action.overseers import Activation
from rules.messina.city import journeys, starting_places, travel_price
from rules.messina.ending import good_score, score
from rules.messina.moves import Go, House
from rules.messina.round_end import Quarantine
from rules.messina.setup import UNTESTED, options, priority_of
from rules.messina.state import Cart, Opponent, Overseer, State
from rules.messina.turn import Rescuing, Turn


class FigureView(msgspec.Struct, frozen=True, gc=False):
    """A lieutenant in the city."""

    seat: int
    standing: bool


class HexView(msgspec.Struct, frozen=True, gc=False):
    """A hex in the city. Its printed data is in `rules.messina.components.HEXES`."""

    id: str
    at: c.Coordinates
    colour: str  # "" for a harbour
    rat: str
    cubes: int
    citizens: list[str]
    owner: int | None  # the seat whose repopulation tile is there
    points: int  # points for repopulating it; 0 for a harbour
    figures: list[FigureView]


class MooredView(msgspec.Struct, frozen=True, gc=False):
    """A ship at a dock."""

    id: str
    cube: bool


class DockView(msgspec.Struct, frozen=True, gc=False):
    """A dock and its ships."""

    id: str
    harbour: str
    at: c.Coordinates
    ships: list[MooredView]
    figures: list[FigureView]


class StackView(msgspec.Struct, frozen=True, gc=False):
    """A stack of tiles: the face-up tile ("" if the stack is empty), and the number of tiles including it."""

    top: str
    tiles: int


class RegisterView(msgspec.Struct, frozen=True, gc=False):
    """A register: the points of each space, the discs on it from bottom to top, and the seats from first to last."""

    id: str
    points: list[int]
    discs: list[list[int]]
    order: list[int]


class CitizenView(msgspec.Struct, frozen=True, gc=False):
    """A citizen of an estate: class and side ("normal", "gold")."""

    citizen: str
    side: str


class HutView(msgspec.Struct, frozen=True, gc=False):
    """A quarantine hut: its upgrade ("" for none), its citizen and the space it is on (0: empty)."""

    id: str
    upgrade: str
    space: int
    citizen: CitizenView | None


class WorkshopView(msgspec.Struct, frozen=True, gc=False):
    """A player's workshop. ``paid``: it is a late one that has given its reward and is face down."""

    tile: str
    citizen: CitizenView | None
    paid: bool


class OpponentView(msgspec.Struct, frozen=True, gc=False):
    """The virtual opponent of a solo game. In lists of figures and discs it is `components.OPPONENT_SEAT`."""

    popularity: int  # the space of its disc
    ready: int  # lieutenants not used this round
    next: bool  # whether its turn comes before the player's
    standing: list[str]  # hexes with its lieutenants, in the order of choosing
    stack: int  # solo tiles, face down
    shown: list[str]  # solo tiles revealed this round, the latest at the end; for their data see `SOLO_TILES`
    past: list[str]  # solo tiles revealed in earlier rounds and not reshuffled
    taken: list[str]  # ships, wagons, workshops and hut upgrades that it took out of the game
    good_score: int  # the player's result is good from this many points on


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """A player's estate and figures, all of it public."""

    points: int
    tokens: dict[str, int]  # coin, timber, fire, big_fire
    rats: int
    home: int  # lieutenants ready at home
    recalled: int
    supply: int
    box: int
    lying: list[str]
    standing: list[str]
    squares: dict[str, CitizenView]  # only squares with a citizen
    huts: list[HutView]
    workshops: list[WorkshopView]
    wagons: list[Cart]
    overseers: dict[str, Overseer]
    scrolls: list[int]
    ships: list[str]
    tiles: int  # repopulation tiles left
    step_price: int  # coins for a step on a register
    deferred: list[str]  # register spaces whose actions wait for the next action step, as "city-4"
    waiting: list[str]  # effects still open in this action step
    board: str = "a"  # "a" or the board of side b; its squares and their actions: `components.BOARD_SQUARES`
    scroll_board: str = "a"  # "a" or the scroll board of side b; its tracks: `components.SCROLL_TRACKS`
    hut_edge: str = "left"  # the side with the huts: "left" or "right"
    spent: list[str] = []  # one-use squares that have been used


class View(PackedView, frozen=True, gc=False):
    """Everything the viewer may see."""

    game: str  # "messina"
    seats: int
    seat: int | None  # the viewer; None: the public
    options: dict[str, str]
    phase: str  # "deal" (boards are chosen), "turns", "round end", "priority", "over"
    round: int
    order: list[int]  # turn order of this round, in a solo game with the opponent
    active: int  # the seat whose turn it is or was last
    due: list[int]  # seats that have to decide, without those whose decision is optional
    question: str  # the viewer's question, or the first one asked of others; "" when the game is over
    # The hex or ship of the question, the one with an open action in the action step, or the only hut that a citizen
    # can leave; "" for none.
    about: str
    remaining: int  # how many citizens are left to rescue, activate, give up or house; 0 for other questions
    # When a lieutenant is to move: by start, the coins for each hex and dock. Otherwise empty.
    reach: dict[str, dict[str, int]]
    score_order: list[int]  # the seats in the order of the score track
    wheel: int  # position, counted from 1
    rat: str  # the rat icon of the wheel
    colours: dict[str, str]  # the colour of each class
    plague: int  # cubes in the supply
    hexes: list[HexView]
    free_places: list[c.Coordinates]  # places for new hexes
    docks: list[DockView]
    hex_stack: int
    ship_stack: int
    dock_tiles: int
    huts: list[StackView]
    workshops: list[StackView]  # stacks on offer: craftsmen, nuns, aristocrats
    wagons: list[StackView]
    registers: list[RegisterView]
    players: list[PlayerView]
    score: Score | None  # only when the game is over
    opponent: OpponentView | None = None  # only in a solo game
    # By round: the register that sets the turn order, "score" or "none"; in a solo game empty.
    priorities: list[str] = msgspec.field(default_factory=list)
    untested: bool = False  # a variant that mixes sides a and b, not tested by its authors


SIDES = ("", "normal", "gold")
POINTS = {name: [space.points for space in spaces] for name, spaces in c.REGISTER.items()}


def view(state: State, seat: int | None) -> View:
    """Return the seat's view, or the public view if ``seat`` is None."""
    asked = blocking_seats(state)
    speaker = seat if seat in due_seats(state) else asked[0] if asked else None
    stack = [] if speaker is None else state.pending[speaker]
    # The hex or ship of the top decision that has one.
    named = [getattr(decision, "hex", "") or getattr(decision, "ship", "") for decision in reversed(stack)]
    remaining = 0
    match stack[-1:]:
        case [Rescuing(hex_)]:
            remaining = len(state.hexes[hex_].citizens)
        case [Activation(left=left)]:
            remaining = sum(left)
        case [Giving(left=left)]:
            remaining = len(left)
        case [Quarantine(left=left) as quarantine] if speaker is not None:
            remaining = len(left)
            huts = {move.hut for move in quarantine.options(state, speaker) if isinstance(move, House)}
            named = sorted(huts) if len(huts) == 1 else []
    figures, rival = _figures(state), state.opponent
    return View(
        game="messina",
        seats=state.seats,
        seat=seat,
        options={option.id: state.options.get(option.id, option.default) for option in options(state.seats)},
        untested=state.options.get("variant") in UNTESTED,
        phase=state.phase,
        round=state.round,
        priorities=[priority_of(state, number) for number in c.ROUNDS] if rival is None else [],
        order=solo.order(state),
        active=state.active,
        due=asked,
        question=stack[-1].question if stack else "",
        about=next(filter(None, named), ""),
        remaining=remaining,
        reach=_reach(state, speaker) if speaker is not None and isinstance(stack[-1], Turn) else {},
        score_order=state.score_order(),
        wheel=state.wheel + 1,
        rat=c.WHEEL[state.wheel].rat,
        colours={one: getattr(c.WHEEL[state.wheel], one) for one in c.CITIZEN_CLASSES},
        plague=state.plague,
        hexes=_hexes(state, figures),
        free_places=[
            at for number, at in enumerate(c.CITY_LAYOUTS[state.seats].places) if not state.filled >> number & 1
        ],
        docks=_docks(state, figures),
        hex_stack=len(state.hex_stack),
        ship_stack=len(state.ship_stack),
        dock_tiles=len(state.dock_tiles),
        huts=_stacks(state.hut_stacks),
        workshops=_stacks(list(state.offer.values())),
        wagons=_stacks(state.wagon_stacks),
        registers=[
            RegisterView(name, list(POINTS[name]), _discs(state, name), register.order())
            for name, register in state.registers.items()
        ],
        players=[_player(state, one) for one in range(state.seats)],
        opponent=_opponent(state, rival) if rival is not None else None,
        score=score(state) if state.over else None,
    )


def _reach(state: State, seat: int) -> dict[str, dict[str, int]]:
    """Return, for each place where a lieutenant can start, its destinations and what each costs in coins (4.4)."""
    found: dict[str, dict[str, int]] = {}
    for start in starting_places(state.players[seat]):
        goals = (one.hex if isinstance(one, Go) else state.ship(one.ship)[0] for one in journeys(state, seat, start))
        found[start] = {to: travel_price(state, start, to) for to in goals}
    return found


def _figures(state: State) -> dict[str, list[FigureView]]:
    """Return the lieutenants on each hex and dock that has any: seat by seat, standing ones first."""
    found: dict[str, list[FigureView]] = {}
    for seat, player in enumerate(state.players):
        for standing, places in ((True, player.standing), (False, player.lying)):
            for where in places:
                found.setdefault(where, []).append(FigureView(seat, standing))
    if state.opponent is not None:
        for where in dict.fromkeys(state.opponent.standing):
            found.setdefault(where, []).append(FigureView(c.OPPONENT_SEAT, True))
    return found


def _hexes(state: State, figures: dict[str, list[FigureView]]) -> list[HexView]:
    layout = c.CITY_LAYOUTS[state.seats]
    return [
        HexView(
            id=hex_,
            at=layout.harbours[hex_] if hex_ in c.HARBOUR_CORNERS else layout.places[place.place],
            colour=c.DISTRICTS[hex_].colour if hex_ in c.DISTRICTS else "",
            rat=c.HEXES[hex_].rat,
            cubes=place.cubes,
            citizens=list(place.citizens),
            owner=place.owner,
            points=c.DISTRICTS[hex_].points if hex_ in c.DISTRICTS else 0,
            figures=figures.get(hex_, []),
        )
        for hex_, place in state.hexes.items()
    ]


def _docks(state: State, figures: dict[str, list[FigureView]]) -> list[DockView]:
    return [
        DockView(
            id=dock,
            harbour=dock.removeprefix("dock-"),
            at=c.CITY_LAYOUTS[state.seats].docks[dock.removeprefix("dock-")],
            ships=[MooredView(one.ship, one.cube) for one in ships],
            figures=figures.get(dock, []),
        )
        for dock, ships in state.docks.items()
    ]


def _stacks(stacks: list[list[str]]) -> list[StackView]:
    return [StackView(stack[-1] if stack else "", len(stack)) for stack in stacks]


def _discs(state: State, name: str) -> list[list[int]]:
    """Return the discs on each space of a register from bottom to top.

    The opponent's disc has no place in the order of arrival, so it is always at the bottom.
    """
    register, rival = state.registers[name], state.opponent
    discs: list[list[int]] = [[] for _ in c.REGISTER[name]]
    if rival is not None and name == "popularity":
        discs[rival.popularity - 1].append(c.OPPONENT_SEAT)
    for seat in register.arrivals:
        discs[register.spaces[seat] - 1].append(seat)
    return discs


def _opponent(state: State, rival: Opponent) -> OpponentView:
    known = [*rival.stack, *rival.shown]
    return OpponentView(
        popularity=rival.popularity,
        ready=rival.ready,
        next=rival.next,
        standing=list(rival.standing),
        stack=len(rival.stack),
        shown=list(rival.shown),
        past=[tile for tile in c.SOLO_TILES if tile not in known] if known else [],
        taken=list(rival.taken),
        good_score=good_score(state),
    )


def _citizen(citizen: str, side: int) -> CitizenView | None:
    return CitizenView(citizen, SIDES[side]) if side else None


def _player(state: State, seat: int) -> PlayerView:
    player = state.players[seat]
    board = c.BOARDS.get(player.board) if player.board is not c.NOT_DEALT else None
    return PlayerView(
        board=board.id if board else "a",
        scroll_board="a" if player.scroll_board is c.NOT_DEALT else player.scroll_board,
        hut_edge=board.huts if board else "left",
        spent=list(player.spent or ()),
        points=player.points,
        tokens={token: getattr(player, token) for token in c.TOKENS},
        rats=player.rats,
        home=player.ready,
        recalled=player.used,
        supply=player.supply,
        box=player.box,
        lying=list(player.lying),
        standing=list(player.standing),
        squares={
            square: CitizenView(c.SQUARES[square].sector, SIDES[side])
            for square, side in zip(c.SQUARE_IDS, player.squares, strict=True)
            if side
        },
        huts=[
            HutView(name, hut.upgrade, hut.space, _citizen(hut.citizen, hut.side))
            for name, hut in zip(c.HUT_IDS, player.huts, strict=True)
        ],
        workshops=[
            WorkshopView(work.tile, _citizen(c.WORKSHOPS[work.tile].citizen, work.side), work.paid)
            for work in player.workshops
        ],
        wagons=list(map(copy, player.wagons)),
        overseers={name: copy(overseer) for name, overseer in player.overseers.items()},
        scrolls=list(player.scrolls),
        ships=list(player.ships),
        tiles=player.tiles,
        step_price=step_price(player),
        deferred=list(player.deferred),
        waiting=list(player.queue),
    )


def seen(view: View, target: Target) -> Any:
    """Return what the view shows about a hex, dock, ship, register or tile, or None for other kinds of thing.

    For a ship this is its dock, for a register the discs on it, and for a tile whether it is on offer.
    """
    match target.kind:
        case "hex" | "dock":
            things: list[HexView | DockView] = [*view.hexes, *view.docks]
            return next((one for one in things if one.id == target.id), None)
        case "ship":
            return next((dock for dock in view.docks for one in dock.ships if one.id == target.id), None)
        case "workshop" | "wagon" | "hut_upgrade":
            return target.id in {stack.top for stack in (*view.workshops, *view.wagons, *view.huts)}
        case "register":
            return next((one.discs for one in view.registers if one.id == target.id), None)
    return None


def sample_hidden(state: State, seat: int | None, lot: Chance) -> None:
    """Shuffle the face-down tiles again, each kind by itself, as in the set-up. ``seat`` makes no difference.

    Tiles whose place is public knowledge stay there (`State.known`).
    """
    known = set(state.known)
    _deal(state.hut_stacks, known, lot, face_up=1)
    for stack in state.offer.values():
        _deal([stack], known, lot, face_up=1)
    for stack in _not_offered(state):
        _deal([stack], known, lot)
    _deal([state.hex_stack], known, lot, lambda one: c.DISTRICTS[one].kind)
    _deal([state.ship_stack], known, lot, lambda one: c.SHIPS[one].number)
    state.dock_tiles = _shuffled(state.dock_tiles, lot)
    _wagons(state, known, lot)
    if state.opponent is not None:
        state.opponent.stack = _shuffled(state.opponent.stack, lot)


def remember(state: State, left: State) -> None:
    """Record as public the places of tiles that are hidden now but were revealed in the abandoned position ``left``."""
    hidden = set(_hidden(left))
    state.known += [tile for tile in _hidden(state) if tile not in hidden]


def _hidden(state: State) -> list[str]:
    """Return the unseen tiles of the stacks that aren't shuffled during the game."""
    covered = [*state.hut_stacks, *state.offer.values(), *state.wagon_stacks]
    closed = [*_not_offered(state), state.hex_stack, state.ship_stack]
    return [tile for tile in chain(*(stack[:-1] for stack in covered), *closed) if tile not in state.known]


def _not_offered(state: State) -> Iterable[list[str]]:
    """Return the stacks of workshops that are still to come, or of those that the late ones have replaced."""
    return (state.early if state.late_offered else state.late).values()


def _shuffled(tiles: Iterable[str], lot: Chance, kind: Callable[[str], Any] | None = None) -> list[str]:
    """Return the tiles in a new order. With ``kind`` they are sorted by it, the highest kind at the bottom."""
    new = sorted(tiles)
    lot.shuffle(new)
    return sorted(new, key=kind, reverse=True) if kind else new


def _deal(
    stacks: list[list[str]],
    known: set[str],
    lot: Chance,
    kind: Callable[[str], Any] | None = None,
    face_up: int = 0,  # tiles on top of each stack
) -> None:
    """Deal the face-down tiles of these stacks again, sorted by kind, except those whose place is known."""
    places = [
        (stack, at) for stack in stacks for at in range(len(stack) - face_up) if not known or stack[at] not in known
    ]
    new = _shuffled([stack[at] for stack, at in places], lot, kind)
    for (stack, at), tile in zip(places, new, strict=True):
        stack[at] = tile


def _wagons(state: State, known: set[str], lot: Chance) -> None:
    """Redraw the unknown wagons. Each stack has one wagon of each pair, and the wagons left in the box are unknown."""
    seen = {*known, *(stack[-1] for stack in state.wagon_stacks if stack)}
    seen.update(cart.tile for player in state.players for cart in player.wagons)
    if state.opponent is not None:
        seen.update(state.opponent.taken)
    unseen = _shuffled((wagon for wagon in c.WAGONS if wagon not in seen), lot, lambda one: c.WAGONS[one].pair)
    last_pair = max(wagon.pair for wagon in c.WAGONS.values())
    for stack in state.wagon_stacks:
        for at, tile in enumerate(stack[:-1]):
            if tile not in known:
                stack[at] = next(one for one in unseen if c.WAGONS[one].pair == last_pair - at)
                unseen.remove(stack[at])
