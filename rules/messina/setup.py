"""The options of a table (9 and 11.4), the set-up (3, 9.1), and the preparation of each round (3.5, 7.3 to 7.8)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.chance import Chance
from rules.decision import CONFIRM, Decision
from rules.errors import N_
from rules.game import Option, common_fields
from rules.messina import components as c
from rules.messina import events as e
from rules.messina import solo
from rules.messina.action import Benefit
from rules.messina.action.action_step import Actions, Giving
from rules.messina.action.building import Building
from rules.messina.action.interruptible import Finish, Idle
from rules.messina.action.overseers import Activation
from rules.messina.city import HARBOUR_PLACES, dock_with_room, next_hex_place
from rules.messina.moves import Priority, Take
from rules.messina.reasons import Refused
from rules.messina.round_end import Production, Quarantine
from rules.messina.state import CityHex, HutSpace, Moored, Opponent, Overseer, Player, Register, State
from rules.messina.turn import PlagueFight, Rescuing, ShipFight, Turn
from rules.notation import Move

UNTESTED = ("b_boards", "b_scrolls")  # possible mixes of sides a and b, not tested by the authors (D25)

# Options of variants; the state of a game stores only values that differ from the default.
VARIANTS = ("variant", "deal", "priority_tile", "solo_bonus_scope", "solo_reshuffle")
SOLO = ("solo_bonus_scope", "solo_reshuffle")  # options only for one player
SHARED = ("priority_tile", "round4_order", "popularity_third", "win_tiebreak_2", "workshop_moves")  # for several


@lru_cache(8)  # called for every view and table; only four numbers of seats are possible
def options(seats: int) -> tuple[Option, ...]:
    """Return the options of a new table with this number of seats. The first value of each is the default."""
    every = (
        Option("variant", ("standard", "advanced", *UNTESTED)),
        Option("deal", ("random", "chosen")),
        Option("solo_bonus_scope", ("every", "advanced")),
        Option("solo_reshuffle", ("round", "empty")),
        Option("priority_tile", ("off", "on")),
        CONFIRM,
        Option("big_fire", ("clarified", "printed")),
        Option("round4_order", ("score_order", "leader_chooses", "last_chooses"), unless=("priority_tile", "on")),
        Option("popularity_third", ("3", "4")),
        Option("restack_duty", ("any", "restacked")),
        Option("restack_token_coin", ("yes", "no")),
        Option("new_hex_start", ("tile", "ship")),
        Option("win_tiebreak_2", ("best", "total")),
        Option("recall_from_home", ("stuck", "always", "never")),
        Option("recall_action_step", ("no", "yes")),
        Option("workshop_moves", ("own", "always")),
        Option("payment_inside_benefit", ("no", "yes")),
    )
    return tuple(option for option in every if option.id not in (SHARED if seats == 1 else SOLO))


def stored_options(seats: int, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return the options to store in the state. Those in `VARIANTS` are left out if they have their default value."""
    return {
        option.id: chosen.get(option.id, option.default)
        for option in options(seats)
        if option.id not in VARIANTS or chosen.get(option.id, option.default) != option.default
    }


def is_advanced(chosen: Mapping[str, str]) -> bool:
    """Return whether the table plays the advanced variant, fully or mixed with side A (9.1)."""
    return chosen.get("variant", "standard") != "standard"


COLOURED: Mapping[str, frozenset[str]] = {
    colour: frozenset(one.id for one in c.DISTRICTS.values() if one.colour == colour)
    for colour in {getattr(position, citizen) for position in c.WHEEL for citizen in c.CITIZEN_CLASSES}
}


def prepare_round(state: State) -> None:
    """Prepare the next round and begin it, unless a player must first choose the turn order (steps I to IV)."""
    state.round += 1
    for player in state.players:
        player.lying = sorted(player.lying + player.standing)
        player.standing = []
        player.ready += player.used
        player.used = 0
    for hex_, place in state.hexes.items():
        place.taken = False
        if place.cubes and place.citizens:
            state.emit(e.CitizensLost(hex_, tuple(place.citizens)))
            place.citizens = []
    if state.opponent is not None:
        begin_round(state, "solo")
        return
    rule = state.options["round4_order"]
    priority = priority_of(state, state.round)
    if priority != "score":
        state.order = state.registers[priority].order()
    elif rule == "score_order":
        state.order = state.score_order()
    else:
        ranked = state.score_order()
        state.phase = "priority"
        state.pending[ranked[0] if rule == "leader_chooses" else ranked[-1]].append(Choosing())
        return
    begin_round(state, priority)


def priority_of(state: State, number: int) -> str:
    """Return the register that sets a round's turn order, or "score" or "none".

    It is printed on the round table, or on the tile on top of it (7.4, 9.2).
    """
    printed = c.ROUNDS[number]
    return printed.priority_tile if state.options.get("priority_tile") == "on" else printed.priority


class Choosing(Decision, tag="priority"):
    """Choosing the register that sets the turn order, at tables where a player decides it (D12)."""

    def options(self, state: State, seat: int) -> list[Move]:
        """Return a choice for each of the three registers."""
        return [Priority(register) for register in c.REGISTERS]

    def apply(self, state: State, seat: int, move: Priority) -> None:
        """Set the turn order and continue the preparation of the round."""
        state.pending[seat].pop()
        state.order = state.registers[move.register].order()
        state.emit(e.PriorityChosen(seat, move.register))
        begin_round(state, move.register)

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if not isinstance(move, Priority):
            return Refused(N_("First choose the register that sets the turn order."))
        told = N_("“{word}” is not a register. The registers are: {registers}.")
        return Refused(told, word=move.register, registers=c.REGISTERS)


def begin_round(state: State, priority: str) -> None:
    """Place ships, the new hex, plague and citizens, ready the wagons, and start the turns (steps V to VIII)."""
    printed = c.ROUNDS[state.round]
    state.chance.begin_round(state.round)
    harbour, first_dock = _ships(state, printed.ships[state.seats])
    if printed.new_hex:
        hex_ = state.hex_stack.pop()
        place = next_hex_place(state, first_dock if state.options["new_hex_start"] == "ship" else harbour)
        state.add_hex(hex_, place)
        state.emit(e.HexAdded(hex_, place))
    if printed.late_workshops:
        state.late_offered = True
        state.known += [tile for stack in state.early.values() for tile in stack[-1:] if tile not in state.known]
        state.emit(e.LateWorkshops([stack[-1] if stack else "" for stack in state.late.values()]))
    for _ in range(printed.plague_turns):
        turn_wheel(state)
    if printed.citizens:
        place_citizens(state)
    for player in state.players:
        for cart in player.wagons:
            cart.used = False
    if state.opponent is not None:
        solo.begin(state, state.opponent)
    state.phase = "turns"
    state.active = state.order[-1]
    state.emit(e.RoundBegan(state.round, solo.order(state), priority))
    state.barrier()


def _ships(state: State, number: int) -> tuple[str, str]:
    """Place the round's ships at docks (step V). Returns the corner drawn, and the corner of the first ship's dock."""
    corner = state.dock_tiles.pop()
    if not state.dock_tiles:
        state.dock_tiles = list(c.DOCK_TILES)
        state.chance.shuffle(state.dock_tiles)
    state.emit(e.DockDrawn(corner, len(state.dock_tiles) == len(c.DOCK_TILES)))
    docks = []
    for ship in [state.ship_stack.pop() for _ in range(min(number, len(state.ship_stack)))]:
        dock = dock_with_room(state, corner)
        cube = state.plague > 0
        state.plague -= cube
        state.docks[dock].append(Moored(ship, cube))
        docks.append(dock)
        state.emit(e.ShipArrived(ship, dock, cube))
    return corner, docks[0].removeprefix("dock-") if docks else corner


def turn_wheel(state: State) -> None:
    """Turn the wheel one position. Place plague on each hex with the matching rat, or none if cubes are short (7.8)."""
    state.wheel = (state.wheel + 1) % len(c.WHEEL)
    rat = c.WHEEL[state.wheel].rat
    state.emit(e.WheelTurned(state.wheel + 1, rat))
    targets = [hex_ for hex_ in state.hexes if c.HEXES[hex_].rat == rat]
    if len(targets) > state.plague:
        state.emit(e.PlagueFailed(len(targets), state.plague))
        return
    state.plague -= len(targets)
    state.emit(e.PlaguePlaced(tuple(targets)))
    for hex_ in targets:
        place = state.hexes[hex_]
        place.cubes += 1
        if place.owner is not None:
            state.players[place.owner].rats += 1
            state.emit(e.Rats(place.owner, 1, hex_, "infection"))


def place_citizens(state: State) -> None:
    """Place a citizen of each class on every hex of the colour that the wheel shows for that class (7.8)."""
    for citizen in c.CITIZEN_CLASSES:
        here = COLOURED[getattr(c.WHEEL[state.wheel], citizen)]
        targets = [hex_ for hex_ in state.hexes if hex_ in here]
        for hex_ in targets:
            state.hexes[hex_].citizens.append(citizen)
        if targets:
            state.emit(e.CitizensCame(citizen, tuple(targets)))


OF_SIDE_B: Mapping[str, tuple[str, ...]] = {
    "standard": (),
    "advanced": ("board", "scroll_board"),
    "b_boards": ("board",),
    "b_scrolls": ("scroll_board",),
}
BOARDS_OF: Mapping[str, tuple[str, ...]] = {"board": tuple(c.BOARDS), "scroll_board": tuple(c.SCROLL_BOARDS)}


def board_kinds(state: State) -> tuple[str, ...]:
    """Return the kinds of boards for which this table uses side B."""
    return OF_SIDE_B[state.options.get("variant", "standard")]


def board_owners(state: State, kind: str) -> dict[str, int]:
    """Return the owner of each owned board of this kind."""
    found = {getattr(player, kind): seat for seat, player in enumerate(state.players)}
    return {board: seat for board, seat in found.items() if board in BOARDS_OF[kind]}


def deal(state: State) -> None:
    """Deal the side-B boards, if any, or let the players choose them."""
    used = board_kinds(state)
    if used and state.options.get("deal") == "chosen":
        state.phase = "deal"
        return
    for kind in used:
        boards = list(BOARDS_OF[kind])
        state.chance.shuffle(boards)
        for seat, board in enumerate(boards[: state.seats]):
            _take(state, seat, kind, board, chosen=False)


def lacking(state: State) -> list[tuple[int, str]]:
    """Return the boards still to be chosen, each as seat and kind, in the order of choosing (reverse turn order)."""
    kinds_of_seats = [(seat, kind) for seat in reversed(state.order) for kind in board_kinds(state)]
    return [(seat, kind) for seat, kind in kinds_of_seats if getattr(state.players[seat], kind) is c.NOT_DEALT]


def choose_next(state: State) -> None:
    """Ask the next seat that needs a board to choose. When all seats have their boards, start the first round."""
    if left := lacking(state):
        seat, kind = left[0]
        state.pending[seat].append(Dealing(kind=kind))
    else:
        begin_round(state, "setup")


def _take(state: State, seat: int, kind: str, board: str, *, chosen: bool) -> None:
    player = state.players[seat]
    if kind == "board":
        player.board, player.spent = board, []
    else:
        player.scroll_board = board
    state.emit(e.BoardTaken(seat, kind, board, chosen))


class Dealing(Decision, tag="deal"):
    """Choosing a side-B board. ``kind`` is "board" or "scroll_board"."""

    kind: str

    @property
    def question(self) -> str:
        """Return the kind of board."""
        return self.kind

    def options(self, state: State, seat: int) -> list[Move]:
        """Return a move for each board of this kind without an owner."""
        gone = board_owners(state, self.kind)
        return [Take(board) for board in BOARDS_OF[self.kind] if board not in gone]

    def apply(self, state: State, seat: int, move: Take) -> None:
        """Take the board.

        Once the seat has all its boards, the next seat chooses from the rest, so this can't be undone.
        """
        state.pending[seat].pop()
        _take(state, seat, self.kind, move.board, chosen=True)
        if self.kind == board_kinds(state)[-1]:
            state.barrier()

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if not isinstance(move, Take):
            return Refused(N_("First choose a board to play with."))
        gone = board_owners(state, self.kind)
        if move.board in gone:
            return Refused(N_("Another player has taken this board: {board}."), board=move.board)
        free = tuple(board for board in BOARDS_OF[self.kind] if board not in gone)
        told = N_("“{word}” is not a board you can choose now. You can take: {boards}.")
        return Refused(told, word=move.board, boards=free)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether it is this seat's turn to choose a board of this kind."""
        return lacking(state)[:1] == [(seat, self.kind)]


InTurn = Turn | Rescuing | PlagueFight | ShipFight | Actions | Activation | Benefit | Building | Giving | Idle
BetweenTurns = Production | Quarantine | Choosing | Dealing | Finish


class Messina(State):
    """The state of Messina 1347 with its kinds of decision listed, so that a position can be decoded."""

    pending: list[list[InTurn | BetweenTurns]]

    def ask(self, seat: int, effects: Sequence[str]) -> None:
        """Ask for each effect as a benefit that must be answered, the first one on top."""
        self.pending[seat] += [Benefit(effect=effect) for effect in reversed(effects)]


def new(seats: int, seed: str, options: dict[str, str]) -> Messina:
    """Set up a game. Return its state before the first turn, with round I prepared, or before boards are chosen."""
    chance = Chance(seed)

    def shuffled(items: list[str]) -> list[str]:
        chance.shuffle(items)
        return items

    used = [one for one in c.DISTRICTS.values() if seats in one.players]
    more = shuffled([one.id for one in used if one.kind == "B"])
    city = shuffled([one.id for one in used if one.kind == "A"] + more[: c.CITY_B])
    hex_stack = shuffled([one.id for one in used if one.kind == "C"]) + more[c.CITY_B :]
    ships = [one for one in c.SHIPS.values() if one.goods != c.LEFT_OUT_GOODS[seats]]
    numbers = sorted({one.number for one in ships}, reverse=True)
    ship_stack = [one for n in numbers for one in shuffled([ship.id for ship in ships if ship.number == n])]
    huts = shuffled(list(c.HUT_TILES))
    each = len(huts) // c.HUT_STACKS
    pairs = sorted({wagon.pair for wagon in c.WAGONS.values()}, reverse=True)
    pulled = [shuffled([wagon.id for wagon in c.WAGONS.values() if wagon.pair == pair]) for pair in pairs]
    workshops = {
        late: {one: shuffled([*c.WORKSHOPS_OF[late, one]]) for one in c.CITIZEN_CLASSES} for late in (False, True)
    }
    order = list(range(seats))
    chance.shuffle(order)
    wheel = chance.below(len(c.WHEEL))
    hexes = {hex_: CityHex(place) for place, hex_ in enumerate(city)}
    state = Messina(
        **common_fields(seats, chance, stored_options(seats, options)),
        round=1,
        phase="turns",
        order=order,
        active=order[-1],
        acting=False,
        wheel=wheel,
        plague=c.PLAGUE[seats],
        hexes=hexes | {corner: CityHex(place) for corner, place in HARBOUR_PLACES[seats].items()},
        docks={dock: [] for dock in c.DOCKS},
        hex_stack=hex_stack,
        ship_stack=ship_stack,
        dock_tiles=shuffled(list(c.DOCK_TILES)),
        hut_stacks=[huts[start : start + each] for start in range(0, len(huts), each)],
        late_offered=False,
        early=workshops[False],
        late=workshops[True],
        wagon_stacks=[[pair[stack] for pair in pulled] for stack in range(c.WAGON_STACKS[seats])],
        registers={name: Register([1] * seats, list(order)) for name in c.REGISTERS},
        scored=list(order),
        players=[
            Player(
                points=c.START_POINTS[order.index(seat)],
                coin=c.START_COINS[order.index(seat)],
                supply=c.LIEUTENANTS - c.START_LIEUTENANTS,
                squares=[0] * len(c.SQUARE_IDS),
                huts=[HutSpace() for _ in range(c.HUTS)],
                overseers={one: Overseer() for one in c.CITIZEN_CLASSES},
                tiles=c.REPOPULATION_TILES,
            )
            for seat in range(seats)
        ],
        produced=[],
        housed=[],
        settled=[],
        opponent=Opponent() if seats == 1 else None,
    )
    state.emit(e.Began(list(order)))
    deal(state)
    if state.phase == "turns":
        begin_round(state, "setup")
    return state
