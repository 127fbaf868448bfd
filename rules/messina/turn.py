"""A turn up to the action step: choose, move, rescue (sections 4.3 to 4.8 and 5.1)."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rules.game import Decision
from rules.messina import estate
from rules.messina.action import start_actions, take_ship
from rules.messina.city import journeys, price, starts
from rules.messina.components import DOCKS, HUT_IDS
from rules.messina.effects import HANDLERS, amid, between
from rules.messina.events import Boarded, Gained, Recalled, Rescued, Tribute, Went
from rules.messina.finish import Finish
from rules.messina.moves import Board, Go, Recall, Rescue
from rules.messina.plague import PlagueFight, ShipFight
from rules.messina.state import NORMAL, State
from rules.notation import Move

TRIBUTE = 2  # points of the owner when a lieutenant chooses a repopulated hex (5.9)


class Turn(Decision):
    """Which lieutenant does what (4.3)."""

    begins: ClassVar[bool] = True

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """Every hex and ship within reach, recalls, and citizens into workshops."""
        player = state.players[seat]
        anywhere = False
        for start in starts(player):
            for move in journeys(state, seat, start):
                anywhere = True
                yield move
        if player.lying:
            yield from map(Recall, dict.fromkeys(player.lying))
        elif state.options["recall_from_home"] == "always" or not anywhere:
            yield Recall("home")
        if player.workshops:
            yield from HANDLERS["work"].moves(state, seat, "any")

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """Pay for the way, stand there, and go on to what waits there."""
        if between(state, seat, move):
            return
        state.pending[seat].pop()
        match move:
            case Go(start, hex_):
                coins = _travel(state, seat, start, hex_)
                state.happened(Went(seat, start, hex_, coins))
                _arrive(state, seat, hex_)
            case Board(start, ship):
                dock, moored = state.ship(ship)
                coins = _travel(state, seat, start, dock)
                state.happened(Boarded(seat, start, dock, ship, coins))
                if moored.cube:
                    state.pending[seat].append(ShipFight(ship=ship, dock=dock))
                else:
                    take_ship(state, seat, ship)
            case Recall(start):
                _recall(state, seat, start)

    def waits(self, state: State, seat: int) -> bool:
        """Who lies somewhere can be called home or, unless a figure has come there, act there again."""
        lying = state.players[seat].lying
        return bool(lying) and not state.hexes[DOCKS.get(lying[0], lying[0])].taken


def _travel(state: State, seat: int, start: str, to: str) -> int:
    """Move a lieutenant and let it stand; returns the coins paid (4.4)."""
    player = state.players[seat]
    coins = price(state, start, to)
    player.coin -= coins
    if start == "home":
        player.ready -= 1
    else:
        player.lying.remove(start)
    player.standing.append(to)
    player.standing.sort()
    return coins


def _recall(state: State, seat: int, start: str) -> None:
    """Home for a coin; there is no action step unless the table has agreed on one (4.8, A7)."""
    player = state.players[seat]
    if start == "home":
        player.ready -= 1
    else:
        player.lying.remove(start)
    player.used += 1
    player.coin += 1
    state.happened(Recalled(seat, start))
    state.happened(Gained(seat, "recall", {"coin": 1}))
    if state.options["recall_action_step"] == "yes":
        start_actions(state, seat, "")
    else:
        state.pending[seat].append(Finish())


def _arrive(state: State, seat: int, hex_: str) -> None:
    """The hex is used for this round; its owner gets points; its citizens are rescued (S1, S2)."""
    place = state.hexes[hex_]
    place.taken = True
    tribute(state, hex_, seat)
    if place.citizens:
        state.pending[seat].append(Rescuing(hex=hex_))
    else:
        _face_plague(state, seat, hex_)


def tribute(state: State, hex_: str, visitor: int) -> None:
    """The owner of a repopulated hex has points because it was chosen (5.9)."""
    owner = state.hexes[hex_].owner
    if owner is not None:
        state.score(owner, TRIBUTE)
        state.happened(Tribute(owner, hex_, visitor, TRIBUTE))


def _face_plague(state: State, seat: int, hex_: str) -> None:
    if state.hexes[hex_].cubes:
        state.pending[seat].append(PlagueFight(hex=hex_))
    else:
        start_actions(state, seat, hex_)


class Rescuing(Decision, tag="rescue"):
    """Where the citizens of the chosen hex go, one after the other (5.1)."""

    hex: str

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """With plague any empty hut, else any free square of the sector; nowhere only if there is no room."""
        player, place = state.players[seat], state.hexes[self.hex]
        citizen = place.citizens[0]
        if place.cubes:
            empty = sum(not hut.space for hut in player.huts)
            choice = dict.fromkeys(place.citizens) if 0 < empty < len(place.citizens) else [citizen]
            return amid(state, seat, _places(choice, estate.free_huts(player)))
        return amid(state, seat, _places([citizen], estate.free_squares(player, citizen)), citizen)

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """Bring the citizen there, or let it go; after the last one the plague is faced."""
        if between(state, seat, move):
            return
        assert isinstance(move, Rescue)
        player = state.players[seat]
        left = state.hexes[self.hex].citizens
        left.remove(move.citizen)
        if move.spot in HUT_IDS:
            hut = player.huts[HUT_IDS.index(move.spot)]
            hut.space, hut.citizen, hut.side = 1, move.citizen, NORMAL
        elif move.spot != "-":
            estate.put(state, seat, move.spot, NORMAL)
        state.happened(Rescued(seat, move.citizen, self.hex, move.spot.strip("-")))
        if not left:
            state.pending[seat].pop()
            _face_plague(state, seat, self.hex)


def _places(classes: Iterable[str], spots: list[str]) -> Iterator[Move]:
    for citizen in classes:
        for spot in spots or ("-",):
            yield Rescue(citizen, spot)
