"""A player's decisions from the set-up to the final round, the progress of turns, the end, and scoring."""

from typing import ClassVar

from rules.decision import ConfirmEnd, Decision, unconfirmed
from rules.errors import N_
from rules.game import Score
from rules.notation import End, Move
from rules.rattus import cards
from rules.rattus import events as e
from rules.rattus.cards.ability import extra_cubes, helping_cards, place_cubes
from rules.rattus.components import CARDS, MAX_RATS, NEUTRAL_CUBES, REGIONS_WITHIN, SETUP_CUBES
from rules.rattus.moves import Join, Place, Plague, Reveal, Skip, Spread, Take
from rules.rattus.plague import (
    Devastation,
    begin_devastation,
    has_rats_and_cubes,
    move_plague,
    resolve_rat,
    spread_rats,
)
from rules.rattus.reasons import Refused, no_region, no_stock
from rules.rattus.state import State


class Setup(Decision):
    """Choosing a region for two cubes before the game (section 4, step 7)."""

    always_ask: ClassVar[bool] = True

    def options(self, state: State, seat: int) -> list[Move]:
        """Return a placement in every region; rats don't matter."""
        return [Place(region, SETUP_CUBES) for region in state.cubes]

    def apply(self, state: State, seat: int, move: Place) -> None:
        """Place the cubes. A seat that places twice in a row ends its part only after the second placement."""
        place_cubes(state, seat, move.region, move.cubes)
        state.order.pop(0)
        if state.order[:1] != [seat]:
            state.pending[seat][-1] = Finish()

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move is refused: it isn't two cubes into one region."""
        if not isinstance(move, Place):
            told = N_("The game has not begun: first everyone places cubes twice, {cubes} each time.")
            return Refused(told, cubes=SETUP_CUBES)
        told = N_("Before the game, place exactly {cubes} in one region.")
        return no_region(state, move.region) or Refused(told, cubes=SETUP_CUBES)


class OpenTurn(Decision):
    """A decision with several kinds of moves that lasts until the player ends it."""

    def lost_on_end_turn(self, state: State, seat: int) -> tuple[str, ...]:
        """Return the kinds of move, other than the end of the turn, that are still possible."""
        kinds = dict.fromkeys(type(move) for move in self.options(state, seat) if not isinstance(move, End))
        return tuple(str(kind.__struct_config__.tag) for kind in kinds)


class Turn(OpenTurn):
    """The main part of a turn: A and B in either order, abilities, and then the plague piece (section 5)."""

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the moves to take a card, place cubes, use an ability and move the plague piece.

        If the plague piece can't move, return the move that ends the turn.
        """
        moves: list[Move] = []
        if not state.taken:
            moves += [Take(card) for card, owner in state.cards.items() if owner != seat]
        if not state.placed:
            moves += _placings(state, seat)
            if cards.offers(state, seat, "place"):
                moves += cards.usable(state, seat, "place")
        moves += cards.usable(state, seat, "turn")
        ways = state.reach(cards.plague_range(state, seat))
        moves += map(Plague, ways)
        if not ways:  # walls close all ways
            moves.append(End())
        return moves

    def must_ask(self, state: State, seat: int) -> bool:
        """Return True if there are no walls: then the plague piece has several ways, so there are several moves."""
        return not state.walls

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Carry out one step of the turn. Moving the plague piece, or the end if it can't move, ends this part."""
        if isinstance(move, Plague):
            state.pending[seat][-1] = Finish()
            move_plague(state, seat, move.region)
            spread_rats(state, seat)
        elif isinstance(move, Take):
            state.taken = True
            state.emit(e.Took(seat, move.card, state.cards[move.card]))
            cards.take(state, seat, move.card)
        elif isinstance(move, Place):
            state.placed = True
            more = move.cubes - len(state.rats[move.region])
            place_cubes(state, seat, move.region, move.cubes, *(helping_cards(state, seat, more) if more > 0 else ()))
        elif isinstance(move, End):  # The plague piece has nowhere to go.
            state.pending[seat][-1] = Finish()
            state.emit(e.PlagueStuck(seat, state.plague))
        else:
            cards.use(state, seat, move)

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move is not possible in this turn, or only after the plague piece has moved."""
        match move:
            case Take(card):
                return _refuse_take(state, seat, card)
            case Place():
                return _refuse_place(state, seat, move)
            case Plague(region):
                return _refuse_way(state, seat, region, cards.plague_range(state, seat))
            case End():
                return Refused(N_("You can’t end the turn before the plague piece has moved."))
            case Spread():
                return Refused(N_("You can place new rats only after the plague piece has moved."))
            case Reveal():
                return Refused(N_("You can turn rats over only after the plague piece has moved."))
        if cards.CARD_OF.get(type(move)) in cards.CARDS_BY_MOMENT["place"]:
            if state.placed:
                return Refused(N_("You can place cubes once a turn, and you have already done so."))
            return cards.refuse_card(state, seat, "place", move)
        return cards.refuse_card(state, seat, "turn", move)

    def begins(self, state: State) -> bool:
        """Return whether nothing has been done in this turn."""
        return not (state.taken or state.placed or state.used)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the supply has rats. With an empty supply, no further normal turn can have begun."""
        return bool(state.supply)


def _placings(state: State, seat: int) -> list[Move]:
    """Return the placements in each region: one cube per rat there, within the stock, and extra cubes from cards."""
    stock, extra = state.stock[seat], len(extra_cubes(state, seat))
    if not extra and stock >= MAX_RATS:
        return [Place(region, len(rats)) for region, rats in state.rats.items() if rats]
    if not extra:
        return [Place(region, min(len(rats), stock)) for region, rats in state.rats.items() if rats and stock]
    return [
        Place(region, cubes)
        for region, rats in state.rats.items()
        for cubes in range(min(len(rats), stock) or 1, min(len(rats) + extra, stock) + 1)
    ]


class Finish(ConfirmEnd, tag="end"):
    """The end of a turn, or of a seat's part of the set-up."""

    def apply(self, state: State, seat: int, move: Move) -> None:
        """End the turn for good."""
        state.pending[seat].pop()
        if state.phase == "turns":
            state.emit(e.TurnEnded(seat))
        state.barrier()


class Companion(Decision, tag="join"):
    """Deciding whether to use this card as well, when another one moves the plague piece in the final round."""

    card: str

    def options(self, state: State, seat: int) -> list[Move]:
        """Return the moves to use the card and to skip it."""
        return [Join(self.card), Skip()]

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Use the card or skip it."""
        state.pending[seat].pop()
        if isinstance(move, Join):
            state.emit(e.Joined(seat, self.card))
            use_riders(state, [self.card])

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move doesn't answer this question."""
        return Refused(N_("First decide whether to use the {card}, too."), card=self.card)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether the card could be left out of the move of the plague piece and is unused."""
        return self.card in cards.may_stay(cards.riders(state, seat), 1) and self.card not in state.used


def use_riders(state: State, riding: list[str]) -> None:
    """Record that these cards moved the plague piece in the final round, and apply their lasting effects."""
    state.used += riding
    state.neutral_at_end |= cards.neutral_cubes(riding) > 0


class Final(OpenTurn):
    """A seat's part of the final round, in which it may use each of its cards once (sections 9.2 and 9.3)."""

    rode: bool = False  # the plague piece was moved

    def begins(self, state: State) -> bool:
        """Return whether nothing has been done in this part of the final round."""
        return not (self.rode or state.used)

    def options(self, state: State, seat: int) -> list[Move]:
        """Return moves of unused cards, of the plague piece if a card allows it, and the move that ends this part."""
        moves = cards.usable(state, seat, "final")
        if not self.rode and (far := cards.ride_steps(state, seat)):
            moves += map(Plague, state.reach(far))
        moves.append(End())
        return moves

    def apply(self, state: State, seat: int, move: Move) -> None:
        """Use a card, move the plague piece, or end this part.

        All the seat's cards that move the plague piece are used together, but the player is asked about those that
        may be left out. Then its new region is struck (section 9.3).
        """
        match move:
            case End():
                state.pending[seat].pop()
                state.order.pop(0)
                state.emit(e.FinalTurnEnded(seat))
                state.barrier()
            case Plague(region):
                self.rode = True
                riding = cards.riders(state, seat)
                optional = cards.may_stay(riding, 1 if region in state.neighbours(state.plague) else 2)
                use_riders(state, [card for card in riding if card not in optional])
                move_plague(state, seat, region)
                begin_devastation(state, seat)
                state.pending[seat] += [Companion(card=card) for card in optional]
            case _:
                cards.use(state, seat, move)

    def must_ask(self, state: State, seat: int) -> bool:
        """Return whether the player must confirm the end of this part."""
        return unconfirmed(state, seat)

    def refuse(self, state: State, seat: int, move: Move) -> Refused | None:
        """Return why the move is refused: for example, it belongs to normal turns, or no card of the seat allows it."""
        match move:
            case Take():
                return Refused(N_("You can’t take cards in the final round."))
            case Place():
                return Refused(N_("In the final round you place cubes only with cards."))
            case Plague() if self.rode:
                return Refused(N_("The plague piece has already moved; it moves only once a turn."))
            case Plague(region) if far := cards.ride_steps(state, seat):
                return _refuse_way(state, seat, region, far)
            case Plague():
                told = N_("In the final round only a card moves the plague piece, and you have none that does.")
                return Refused(told)
            case Spread():
                return Refused(N_("No new rats are placed in the final round."))
            case Reveal():
                return Refused(N_("In the final round you turn rats over only where a card moves the plague piece."))
        return cards.refuse_card(state, seat, "final", move)

    def is_consistent(self, state: State, seat: int) -> bool:
        """Return whether ``rode`` fits the cards used, and a region is struck only after the plague piece has moved."""
        striking = any(isinstance(other, Devastation | Companion) for other in state.pending[seat])
        return striking <= self.rode == any(card in state.used for card in cards.riders(state, seat))


def _refuse_take(state: State, seat: int, card: str) -> Refused:
    """Return why the card can't be taken."""
    if card not in CARDS:
        return Refused(N_("“{word}” is not a card."), word=card)
    if card not in state.cards:
        return Refused(N_("The {card} is not in this game."), card=card)
    if state.cards[card] == seat:
        return Refused(N_("The {card} is already yours; you keep it until another player takes it."), card=card)
    return Refused(N_("You can take one card a turn, and you have already taken one."))


def _refuse_place(state: State, seat: int, move: Place) -> Refused:
    """Return why these cubes can't be placed in action B."""
    if state.placed:
        return Refused(N_("You can place cubes once a turn, and you have already done so."))
    if refused := no_region(state, move.region) or no_stock(state, seat):
        return refused
    rats, stock = len(state.rats[move.region]), state.stock[seat]
    most = rats + len(extra_cubes(state, seat))
    infested = tuple(region for region in state.rats if state.rats[region])
    if not most and infested:
        told = N_("{region} has no rats, so no cubes can be placed there. Regions with rats: {regions}.")
        return Refused(told, region=move.region, regions=infested)
    if not most:
        return Refused(N_("No region has rats, so no cubes can be placed."))
    if stock < rats:
        told = N_("Your stock has too few cubes, so place all of them in {region}: {cubes}.")
        return Refused(told, region=move.region, cubes=stock)
    least, most = max(1, rats), min(most, stock)
    if least < most:
        told = N_("You can place {cubes} in {region} now, or up to {most} with the help of your cards.")
        return Refused(told, region=move.region, cubes=least, most=most)
    return Refused(N_("You must place exactly {cubes} in {region} now."), region=move.region, cubes=least)


def _refuse_way(state: State, seat: int, region: str, far: int) -> Refused:
    """Return why the plague piece can't move to the region with the range ``far``."""
    if refused := no_region(state, region):
        return refused
    if region == state.plague:
        return Refused(N_("The plague piece must leave {region}; it can’t end where it began."), region=region)
    start, near = state.plague, state.reach(far)
    if not near:
        return Refused(N_("Walls close every way out of {from_region}."), from_region=start)
    if region in REGIONS_WITHIN[state.seats][2][start] and region not in REGIONS_WITHIN[state.seats][far][start]:
        told = N_(
            "{region} is two steps away from {from_region}; without a Chivalry card the plague piece moves "
            "only one step."
        )
        return Refused(told, region=region, from_region=start)
    told = N_("{region} is too far away from {from_region}. Within reach: {regions}.")
    if region in REGIONS_WITHIN[state.seats][far][start]:
        told = N_("A wall is in the way from {from_region} to {region}. Within reach: {regions}.")
    return Refused(told, region=region, from_region=start, regions=near)


def advance(state: State) -> None:
    """Continue with the next part of the game when no seat has a decision."""
    if state.phase == "turns":
        _test_end(state)
    if state.phase == "setup" and state.order:
        state.begin_turn(state.order[0])
        state.pending[state.active].append(Setup())
    elif state.phase == "final" and state.order:
        state.begin_turn(state.order[0])
        state.pending[state.active].append(Final())
    elif state.phase == "final":
        cards.at_end(state)
        if state.pending[state.active]:
            state.pending[state.active].insert(0, Finish())
        else:
            _finish(state)
    else:
        if state.phase == "setup":
            state.emit(e.SetupEnded(state.start))
            state.begin_turn(state.start)
        else:
            state.begin_turn((state.active + 1) % state.seats)
        state.phase = "turns"
        state.turn += 1
        state.pending[state.active].append(Turn())


def _test_end(state: State) -> None:
    """Check after a turn whether it was the last normal one (section 9.1)."""
    seat = state.active
    if not state.supply:
        state.reason = "supply"
    elif not state.stock[seat] and seat not in state.baked:  # all cubes are in regions or in the palace
        state.reason = "cubes"
    else:
        return
    state.phase = "final"
    state.trigger = seat
    state.order = [(seat - back) % state.seats for back in range(1, state.seats)]
    state.emit(e.FinalRound(seat, state.reason, list(state.order)))


def _finish(state: State) -> None:
    """Carry out the final devastation: regions in the fixed order, the tokens of each at random (section 9.4)."""
    state.emit(e.FinalDevastation())
    for region, rats in state.rats.items():
        neutral = NEUTRAL_CUBES if state.neutral_at_end and region == state.plague else 0
        while has_rats_and_cubes(state, region):
            rat = rats[state.chance.below(len(rats))]
            resolve_rat(state, f"{region}-{rat.letter}", neutral)
    state.over = True
    result = score(state)
    state.emit(e.GameEnded(result.points, result.ranking))


def score(state: State) -> Score:
    """Score one point per cube in regions and palace. Ties go to the seat whose turn would come first (section 10)."""
    regions = [sum(cubes[seat] for cubes in state.cubes.values()) for seat in range(state.seats)]
    points = [regions[seat] + state.palace[seat] for seat in range(state.seats)]
    last = state.active if state.trigger is None else state.trigger
    ranking = sorted(range(state.seats), key=lambda seat: (-points[seat], (seat - last - 1) % state.seats))
    breakdown = {"regions": regions, "palace": list(state.palace)}
    return Score(points, breakdown, ranking, ranking[:1], state.reason)


def to_turn(state: State, seat: int) -> bool:
    """Skip to the seat's next turn, or its next part of the set-up or final round. Return False if it has none left."""
    _skip(state)
    if state.phase == "setup" and seat not in state.order:
        state.order = []
        state.phase, state.turn = "turns", 1
    elif state.phase == "turns":
        advance(state)  # this may begin the final round
        _skip(state)
    if state.phase == "turns":
        state.active = seat
        state.pending[seat].append(Turn())
        return True
    if seat not in state.order:
        return False
    del state.order[: state.order.index(seat)]
    advance(state)
    return True


def _skip(state: State) -> None:
    """Drop all pending decisions, and turn rats that were revealed together face down again."""
    for stack in state.pending:
        stack.clear()
    state.turned.clear()
