"""What one player does: the cubes of the set-up, a turn, the end of it, the part in the final round."""

from collections.abc import Iterator

from rules.game import Decision
from rules.notation import Move
from rules.rattus.cards import may_stay, neutral_cubes, offers, ride_steps, riders, steps, take, usable, use
from rules.rattus.cards.ability import place
from rules.rattus.cards.extra import extras, helpers
from rules.rattus.components import SETUP_CUBES
from rules.rattus.events import FinalTurnEnded, Joined, PlagueStuck, Took, TurnEnded
from rules.rattus.moves import End, Join, Place, Plague, Skip, Take
from rules.rattus.plague import move_plague, spread_rats, strike
from rules.rattus.state import State


class Setup(Decision):
    """The region for two cubes before the game (section 4, step 7)."""

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """Any region; rats play no part."""
        for region in state.cubes:
            yield Place(region, SETUP_CUBES)

    def waits(self, state: State, seat: int) -> bool:
        """There are always many regions."""
        return True

    def carry_out(self, state: State, seat: int, move: Place) -> None:
        """Place them; whoever places twice running ends only after the second time."""
        place(state, seat, move.region, move.cubes)
        state.order.pop(0)
        if state.order[:1] != [seat]:
            state.pending[seat][-1] = Finish()


class Turn(Decision):
    """The main part of a turn: A and B in either order, abilities, and then the plague piece (section 5)."""

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """Cards to take, cubes to place, abilities, ways for the plague piece."""
        if not state.taken:
            for card, owner in state.cards.items():
                if owner != seat:
                    yield Take(card)
        if not state.placed:
            stock, extra = state.stock[seat], len(extras(state, seat))
            for region, rats in state.rats.items():
                usual = len(rats)
                for cubes in range(min(usual, stock) or 1, min(usual + extra, stock) + 1):
                    yield Place(region, cubes)
            if offers(state, seat, "place"):
                yield from usable(state, seat, "place")
        yield from usable(state, seat, "turn")
        ways = state.reach(steps(state, seat))
        yield from map(Plague, ways)
        if not ways:  # walls close them all
            yield End()

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """One step of the turn. Moving the plague piece gives up whatever was not done."""
        match move:
            case Take(card):
                state.taken = True
                state.happened(Took(seat, card, state.cards[card]))
                take(state, seat, card)
            case Place(region, cubes):
                state.placed = True
                more = cubes - len(state.rats[region])
                place(state, seat, region, cubes, *(helpers(state, seat, more) if more > 0 else ()))
            case Plague(region):
                state.pending[seat][-1] = Finish()
                move_plague(state, seat, region)
                spread_rats(state, seat)
            case End():
                state.pending[seat][-1] = Finish()
                state.happened(PlagueStuck(seat, state.plague))
            case _:
                use(state, seat, move)


class Finish(Decision, tag="end"):
    """The end of a turn, or of the set-up's part. It waits while something could still be taken back."""

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """Nothing but to end."""
        yield End()

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """From here on the turn stands."""
        state.pending[seat].pop()
        if state.phase == "turns":
            state.happened(TurnEnded(seat))
        state.barrier()

    def waits(self, state: State, seat: int) -> bool:
        """Whether the player wants to be asked and has something to take back."""
        return unconfirmed(state, seat)


def unconfirmed(state: State, seat: int) -> bool:
    """Whether turns end by an explicit word at this table, and the seat could still take something back."""
    return state.options["confirm"] == "on" and state.free[seat] > 0


class Companion(Decision, tag="join"):
    """In the final round, whether to use this card too where another one has moved the plague piece."""

    card: str

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """To use it or not."""
        yield Join(self.card)
        yield Skip()

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """Note the use."""
        state.pending[seat].pop()
        if isinstance(move, Join):
            state.happened(Joined(seat, self.card))
            use_riders(state, [self.card])


def use_riders(state: State, cards: list[str]) -> None:
    """Note that these cards moved the plague piece in the final round, and what they leave behind."""
    state.used += cards
    state.neutral_at_end |= neutral_cubes(cards) > 0


class Final(Decision):
    """A seat's part of the final round: each of its cards once, in any order (sections 9.2 and 9.3)."""

    rode: bool = False  # the plague piece was moved

    def options(self, state: State, seat: int) -> Iterator[Move]:
        """The cards not used yet, the plague piece if a card moves it, and to end."""
        yield from usable(state, seat, "final")
        if not self.rode and (far := ride_steps(state, seat)):
            yield from map(Plague, state.reach(far))
        yield End()

    def carry_out(self, state: State, seat: int, move: Move) -> None:
        """Use a card or end. A region that the plague piece is moved to is struck at once, without a spread."""
        match move:
            case End():
                state.pending[seat].pop()
                state.order.pop(0)
                state.happened(FinalTurnEnded(seat))
                state.barrier()
            case Plague(region):
                self.rode = True
                self._ride(state, seat, region)
            case _:
                use(state, seat, move)

    def waits(self, state: State, seat: int) -> bool:
        """Whether the player wants to be asked and has something to take back."""
        return unconfirmed(state, seat)

    def _ride(self, state: State, seat: int, region: str) -> None:
        """Move the plague piece by all the cards that do so, and strike (section 9.3)."""
        cards = riders(state, seat)
        optional = may_stay(cards, 1 if region in state.neighbours(state.plague) else 2)
        use_riders(state, [card for card in cards if card not in optional])
        move_plague(state, seat, region)
        strike(state, seat)
        state.pending[seat] += [Companion(card=card) for card in optional]
