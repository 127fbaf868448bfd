"""The plague: the plague piece moves, rats spread, a region is struck (section 7)."""

import msgspec

from rules.decision import Decision
from rules.errors import N_, IllegalMove
from rules.notation import End, Move
from rules.rattus.cards import (
    ABILITIES,
    CARD_OF,
    CARDS_BY_MOMENT,
    ask_after_kill,
    neutral_cubes,
    offers,
    refuse_card,
    usable,
    use,
)
from rules.rattus.cards.ability import Interrupted
from rules.rattus.components import CARDS, TOKEN_FACES, rat_region
from rules.rattus.events import Discarded, Face, PlagueMoved, RatPlaced, Revealed, SpreadBlocked
from rules.rattus.moves import Place, Plague, Reveal, Skip, Spread, Take
from rules.rattus.reasons import Refused, no_rat, no_room, not_neighbours
from rules.rattus.state import Rat, State

NEW_RATS = (0, 1, 2, 2)  # by the number of rats in the plague region (section 7.2)


def move_plague(state: State, seat: int, to: str) -> None:
    """Move the plague piece to the region, through another region if it is two steps away."""
    near = state.neighbours(state.plague)
    via = "" if to in near else next(region for region in near if to in state.neighbours(region))
    state.emit(PlagueMoved(seat, state.plague, to, via))
    state.plague = to


def spread_rats(state: State, seat: int) -> None:
    """If the plague region has rats, ask where to place new ones. After that, the region is struck (section 7.2)."""
    left = NEW_RATS[len(state.rats[state.plague])]
    if left:
        state.pending[seat].append(SpreadRats(left=left))
        _go_on_spreading(state, seat)


def _go_on_spreading(state: State, seat: int) -> None:
    spread: SpreadRats = state.pending[seat][-1]
    if spread.left and state.supply and state.entrances(state.plague):
        return
    state.pending[seat].pop()
    if spread.left:
        state.emit(SpreadBlocked(spread.left, "targets" if state.supply else "supply"))
    if offers(state, seat, "spread"):
        state.pending[seat].append(ExtraRat())
    else:
        begin_devastation(state, seat)


class SpreadRats(Decision, tag="spread"):
    """Choosing the region for the next new rat. ``left`` is the number of rats still to be placed."""

    left: int

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the moves that place a rat in a neighbour of the plague region, if the neighbour has room."""
        return [Spread(region) for region in state.entrances(state.plague)]

    def apply(self, state: State, seat: int, move: Spread) -> None:
        """Draw a rat unseen and place it in the chosen region."""
        self.left -= 1
        state.emit(RatPlaced(seat, state.put_rat(move.region, Rat("", state.supply.pop()))))
        _go_on_spreading(state, seat)

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if not isinstance(move, Spread):
            return Refused(N_("Place the new rats first. Rats left to place: {left}."), left=self.left)
        return not_neighbours(state, state.plague, move.region) or no_room(state, move.region)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the number of rats to place is possible and the next one has room."""
        room = state.entrances(state.plague)
        return 1 <= self.left <= NEW_RATS[len(state.rats[state.plague])] and bool(room and state.supply)


class ExtraRat(Decision, tag="extra"):
    """Deciding whether to use a card for an extra rat, and where to place it."""

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the moves that the cards offer, and the move to skip."""
        return [*usable(state, seat, "spread"), Skip()]

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Place the rat or skip. The region is struck next."""
        state.pending[seat].pop()
        if not isinstance(move, Skip):
            use(state, seat, move)
        begin_devastation(state, seat)

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        if CARD_OF.get(type(move)) in CARDS_BY_MOMENT["spread"]:
            return refuse_card(state, seat, "spread", move)
        return Refused(N_("First decide about the extra rat: place it, or leave it out."))

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the rats have spread and a card offers another one."""
        return bool(state.rats[state.plague]) and offers(state, seat, "spread")


def begin_devastation(state: State, seat: int) -> None:
    """Ask for the first rat to turn over if the plague region has both rats and cubes (section 7.3)."""
    if has_rats_and_cubes(state, state.plague):
        state.pending[seat].append(Devastation())


def has_rats_and_cubes(state: State, region: str) -> bool:
    """Return whether the region has both rats and cubes."""
    return bool(state.rats[region]) and any(state.cubes[region])


class Devastation(Interrupted):
    """Choosing the next rat of the plague region to turn over, or an ability to use first."""

    joined: list[str] = msgspec.field(default_factory=list)  # cards that act in the whole of this devastation
    revealed: bool = False  # whether a rat was turned over

    def options(self, state: State, seat: int) -> list[Move]:
        """Return moves for cards before the first reveal, for each rat and, if the table allows, other abilities."""
        moves: list[Move] = []
        if not self.revealed:
            for card in state.cards_of(seat):
                if card in CARDS_BY_MOMENT["first reveal"] and card not in self.joined and self._acts(state, card):
                    moves += ABILITIES[card].options(state, seat)
        moves += [Reveal(f"{state.plague}-{rat.letter}") for rat in state.rats[state.plague]]
        if state.options["late_abilities"] == "on":
            moves += usable(state, seat, "devastation")
        return moves

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Turn the rat over, or use the ability. End the devastation when no rats or no cubes are left."""
        if isinstance(move, Reveal):
            self.revealed = True
            if move.rat not in state.turned:
                state.barrier()
            lost = resolve_rat(state, move.rat, neutral_cubes(self.joined))
            if sum(lost) > lost[seat]:
                ask_after_kill(state, seat)
        else:
            card = use(state, seat, move)
            if card in CARDS_BY_MOMENT["first reveal"]:
                self.joined.append(card)
                self.revealed = bool(state.turned)
        if state.pending[seat][-1] is self:
            self.resume(state, seat)

    def resume(self, state: State, seat: int) -> None:
        """End the devastation if no rats or no cubes are left. Rats still face up go to the box without effect."""
        if has_rats_and_cubes(state, state.plague):
            return
        state.pending[seat].pop()
        for handle in state.turned:
            rat = state.lift_rat(handle)
            state.discard(rat)
            state.emit(Discarded(handle, TOKEN_FACES[rat.token]))
        state.turned.clear()

    def must_ask(self, state: State, seat: int) -> bool:
        """Return whether to ask before turning over a rat: one of several, or the first if the table confirms turns."""
        return len(state.rats[state.plague]) > 1 or (state.options["confirm"] == "on" and not self.revealed)

    def _acts(self, state: State, card: str) -> bool:
        """Return whether the card may act. In the final round it must have been used to move the plague piece."""
        return state.phase != "final" or card in state.used

    def refuse(self, state: State, seat: int, move: Move) -> IllegalMove | None:
        """Return why the move is refused: it is too late for it, or impossible in this devastation."""
        if state.phase == "final" and isinstance(move, Take | Place | Plague | Spread):
            below: Decision = state.pending[seat][-2]
            return below.refuse(state, seat, move)
        match move:
            case Take():
                return Refused(N_("You can take cards only before the plague piece moves."))
            case Place():
                return Refused(N_("You can place cubes only before the plague piece moves."))
            case Plague():
                return Refused(N_("The plague piece has already moved; it moves only once a turn."))
            case End():
                return Refused(N_("First turn over the rats in {region}."), region=state.plague)
            case Spread():
                return Refused(N_("There are no new rats left to place this turn."))
            case Reveal(handle):
                told = N_("{rat} is not in the plague region; only rats in {region} are turned over.")
                return no_rat(state, handle) or Refused(told, rat=handle, region=state.plague)
        card = CARD_OF.get(type(move), "")
        if card not in CARDS_BY_MOMENT["first reveal"]:
            return refuse_card(state, seat, "devastation", move)
        if card in self.joined:
            return Refused(N_("You have already used the {card} this turn."), card=card)
        if state.cards.get(card) == seat and self._acts(state, card):
            told = N_("The {card} only works before the first rat is turned over.")
            if state.turned:
                told = N_("The rats are already face up; the {card} only works before that.")
            return Refused(told, card=card)
        return refuse_card(state, seat, "first reveal", move)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the devastation is possible.

        The region must have rats and cubes, or another question must be on top. Each joined card must have been used,
        and joined only once.
        """
        used = [card for card in state.used if card in CARDS_BY_MOMENT["first reveal"]]
        at_work = has_rats_and_cubes(state, state.plague) or state.pending[seat][-1] is not self
        return at_work and all(card in used and self.joined.count(card) == 1 for card in self.joined)


def resolve_rat(state: State, handle: str, neutral: int) -> list[int]:
    """Turn over a rat, resolve it, and discard it (section 7.3). Returns the number of cubes each seat lost.

    ``neutral``: the number of neutral cubes that count towards the population.
    """
    region = rat_region(handle)
    cubes = state.cubes[region]
    rat = state.lift_rat(handle)
    if handle in state.turned:
        state.turned.remove(handle)
    face = TOKEN_FACES[rat.token]
    population = max(0, sum(cubes) + neutral - state.nuns.count(region))
    outbreak = face.number <= population
    lost = [0] * state.seats
    spent = [0] * state.seats
    causes = debts(state, cubes, face) if outbreak else []
    for seat, owed in enumerate(map(len, causes)):
        if owed:
            if state.protected:
                spent[seat] = state.spend_potions(region, seat, owed)
            lost[seat] = min(owed - spent[seat], cubes[seat])
            cubes[seat] -= lost[seat]
            state.stock[seat] += lost[seat]
    state.discard(rat)
    struck_by = [causes[seat] if lost[seat] or spent[seat] else [] for seat in range(len(causes))]
    state.emit(Revealed(handle, face, population, outbreak, lost, spent if any(spent) else [], struck_by))
    return lost


def debts(state: State, cubes: list[int], face: Face) -> list[list[str]]:
    """Return the reasons why each seat loses something in an outbreak: the rat's letter, and the seat's own cards.

    Each reason is a debt of one cube, and majorities are determined before anything is paid. Debts are paid one by one,
    first with potions and then with cubes. Any remaining debt is cancelled.
    """
    causes: list[list[str]] = [[] for _ in cubes]
    if face.letter:
        least = max(cubes) if face.letter == "M" else 1  # the number of cubes there from which a seat owes one
        causes = [[face.letter] if have >= least else [] for have in cubes]
    for card, owner in state.cards.items():
        if owner is not None and CARDS[card].class_ in face.classes:
            causes[owner].append(card)
    return causes
