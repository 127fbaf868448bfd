"""Position checks: a position that `validate` accepts can have been reached, and can be played to the end."""

from collections import Counter
from collections.abc import Iterator

from rules.errors import BadPosition
from rules.options import MAX_SEED, good_seed
from rules.rattus import components as c
from rules.rattus.cards import PIECES
from rules.rattus.cards.ability import CardDecision
from rules.rattus.cards.peasantry import UnloadBaker
from rules.rattus.plague import Devastation, struck
from rules.rattus.setup import named_cards, options
from rules.rattus.state import State

# By phase, the decisions that may be on the active seat's stack, the one now due last. A question of a card may come on
# top of those that it names.
STACKS = {
    "setup": ["setup", "end"],
    "turns": ["turn", "end", "end spread", "end extra", "end devastation"],
    "final": ["final", "final devastation", "final join", "final devastation join", "end"],
}
MAX_COUNT = 10_000  # No game has more draws, turns or moves, and no cube more potions.


def validate(state: State) -> None:
    """Accept a position that can be played on.

    Raises:
        BadPosition: naming the first thing that is impossible.
    """
    for complaint in (_seats, _board, _cubes, _rats, _tokens, _cards, _pieces, _phase, _decisions):
        for refusal in complaint(state):
            raise refusal


def _seats(state: State) -> Iterator[BadPosition]:
    if state.seats not in c.SEATS:
        yield BadPosition("Rattus cannot be played with {seats} seats.", seats=state.seats)
        return
    if not good_seed(state.chance.seed):
        yield BadPosition("A seed has 1 to {most} printable characters.", most=MAX_SEED)
    known = {option.id: option for option in options(state.seats)}
    chosen = state.options
    if list(chosen) != list(known) or any(known[name].read(chosen[name]) != chosen[name] for name in known):
        yield BadPosition("The options are not valid for this game.")
    if state.events:
        yield BadPosition("A position must not contain events.")
    counts = {"pending": len(state.pending), "free": len(state.undoable)}
    counts |= {"palace": len(state.palace), "stock": len(state.stock)}
    for name, count in counts.items():
        if count != state.seats:
            yield BadPosition("{name} needs an entry for each of {seats} seats.", name=name, seats=state.seats)
    for name, seat in (("start", state.start), ("active", state.active)):
        if not 0 <= seat < state.seats:
            yield BadPosition("{name} is not a seat: {seat}.", name=name, seat=seat)
    for number in (*state.undoable, state.turn, state.chance.draws):
        if not 0 <= number <= MAX_COUNT:
            yield BadPosition("The counts of moves, turns and draws must be 0 to {most}.", most=MAX_COUNT)


def _board(state: State) -> Iterator[BadPosition]:
    regions = c.IN_USE[state.seats]
    for name, keyed in (("rats", state.rats), ("cubes", state.cubes)):
        if tuple(keyed) != regions:
            yield BadPosition(
                "{name} must list the regions in use in this order: {all}.", name=name, all=", ".join(regions)
            )
    if state.plague not in regions:
        yield BadPosition("The plague piece is not in a region in use.")
    for region, cubes in state.cubes.items():
        if len(cubes) != state.seats:
            yield BadPosition("{name} needs an entry for each of {seats} seats.", name=region, seats=state.seats)


def _cubes(state: State) -> Iterator[BadPosition]:
    for seat in range(state.seats):
        mine = [state.palace[seat], state.stock[seat], *(cubes[seat] for cubes in state.cubes.values())]
        mine.append(state.baked.count(seat))
        if min(mine) < 0 or sum(mine) != c.CUBES:
            yield BadPosition(
                "Seat {seat} has {cubes} cubes in total; it must have {right}.",
                seat=seat,
                cubes=sum(mine),
                right=c.CUBES,
            )


def _rats(state: State) -> Iterator[BadPosition]:
    for region, rats in state.rats.items():
        letters = [rat.letter for rat in rats]
        if any(letter not in c.LETTERS or len(letter) != 1 for letter in letters) or letters != sorted(set(letters)):
            yield BadPosition(
                "The rats in {region} must have different letters from {letters}, in order.",
                region=region,
                letters=c.LETTERS,
            )
        for rat in rats:
            if rat.seen != sorted(set(rat.seen)) or not all(0 <= seat < state.seats for seat in rat.seen):
                yield BadPosition(
                    "A rat in {region} was seen by seats that do not exist or are not in order.", region=region
                )
    for token, seats in state.recalled.items():
        if token not in {rat.token for rats in state.rats.values() for rat in rats}:
            yield BadPosition("A remembered token is not on the board.")
        if not seats or seats != sorted(set(seats)) or not all(0 <= seat < state.seats for seat in seats):
            yield BadPosition("A token is remembered by seats that do not exist or are not in order.")


def _tokens(state: State) -> Iterator[BadPosition]:
    on_board = [rat.token for rats in state.rats.values() for rat in rats]
    tokens = Counter([*on_board, *state.supply, *state.box()])
    for token in c.TOKENS:
        if tokens.pop(token, 0) != 1:
            yield BadPosition("Token {token} must be in exactly one place.", token=token)
    for token in tokens:
        yield BadPosition("Token {token} does not exist.", token=token[:20])
    if len(state.removed) != c.REMOVED[state.seats] or any(c.TOKENS[token].start for token in state.removed):
        yield BadPosition("Exactly {number} regular tokens must be removed.", number=c.REMOVED[state.seats])
    if len(set(state.discards)) < len(state.discards):
        yield BadPosition("Every token can be in the discards only once.")
    listed = {*state.discards, *state.removed}
    from_box = len(state.drawn) + len(state.discards) + len(state.removed) - len(listed)
    possible = int(state.phase == "final" and not state.supply)
    if from_box > possible or not set(state.drawn) <= set(on_board) & listed:
        yield BadPosition("At most one token can return from the box, in the final round when the supply is empty.")


def _cards(state: State) -> Iterator[BadPosition]:
    if not _in_play(tuple(state.cards), state.options["cards"]):
        yield BadPosition("The cards do not match those in play.")
    for card, owner in state.cards.items():
        if owner is not None and not 0 <= owner < state.seats:
            yield BadPosition("The owner of the {card} is not a seat.", card=card)
    for card in state.used:
        if state.cards.get(card, -1) != state.active or state.used.count(card) > 1:
            yield BadPosition("Only cards of the active seat can have been used, and each only once.")


def _in_play(cards: tuple[str, ...], value: str) -> bool:
    """Return whether these can be the cards of a table with this choice."""
    if named := named_cards(value):
        return cards == named
    drawn = cards == tuple(card for card in c.CARDS if card in cards) and len(cards) == c.CARDS_IN_PLAY
    return drawn and (value == "random" or {c.CARDS[card].class_ for card in cards} == set(c.CLASSES))


def _pieces(state: State) -> Iterator[BadPosition]:
    """Yield the first impossible thing about walls, figures, potions, baked cubes and turned rats."""
    for name, card in PIECES.items():
        if getattr(state, name) and (state.cards.get(card) is None or state.phase == "setup"):
            yield BadPosition("There cannot be any {name} yet, or not in this game.", name=name)
    ways, regions = c.CONNECTIONS[state.seats], state.rats
    if len(state.walls) > c.WALLS or len(set(state.walls)) < len(state.walls) or not set(state.walls) <= set(ways):
        yield BadPosition(
            "There can be at most {most} walls, on different ones of {all}.", most=c.WALLS, all=", ".join(ways)
        )
    for name, figures, most in (("bishops", state.bishops, c.BISHOPS), ("nuns", state.nuns, c.NUNS)):
        if len(figures) > most or not all(region in regions for region in figures):
            yield BadPosition("There can be at most {most} {name}, each in a region in use.", most=most, name=name)
    cubes = Counter((cube.region, cube.seat) for cube in state.protected)
    for (region, seat), number in cubes.items():
        if region not in regions or not 0 <= seat < state.seats or number > state.cubes[region][seat]:
            yield BadPosition("Potions can only be under cubes on the map.")
    if any(not 1 <= cube.potions <= MAX_COUNT for cube in state.protected):
        yield BadPosition("A protected cube must have 1 to {most} potions.", most=MAX_COUNT)
    if len(set(state.baked)) > 1 or not all(0 <= seat < state.seats for seat in state.baked):
        yield BadPosition("The cubes on a card must all belong to one seat.")
    unloading = any(isinstance(decision, UnloadBaker) for decision in state.pending[state.active])
    if state.baked and not unloading and state.cards[PIECES["baked"]] != state.baked[0]:
        yield BadPosition("The cubes on a card must belong to its owner until another seat takes it.")
    if state.turned and not _turned(state):
        yield BadPosition("Rats can be face up only in the plague region, after all there were turned over together.")


def _turned(state: State) -> bool:
    struck = [decision for decision in state.pending[state.active] if isinstance(decision, Devastation)]
    together = any(now.revealed and PIECES["turned"] in now.joined for now in struck)
    here = [f"{state.plague}-{rat.letter}" for rat in state.rats[state.plague]]
    return together and [handle for handle in here if handle in state.turned] == state.turned


def _phase(state: State) -> Iterator[BadPosition]:
    final, setup = state.phase == "final", state.phase == "setup"
    if final != (state.trigger is not None) or final != bool(state.reason) or state.neutral_at_end > final:
        yield BadPosition("There must be a trigger of the end if and only if the final round has begun.")
    if setup != (state.turn == 0):
        yield BadPosition("The turn must be 0 during the set-up and at least 1 after it.")
    if not setup and (state.trigger if final else state.active) != (state.start + state.turn - 1) % state.seats:
        yield BadPosition("It cannot be this seat's turn: turns go clockwise from the start player.")
    if state.reason == "supply" and state.supply:
        yield BadPosition("The supply is not empty, so it cannot have ended the game.")
    if state.over and any(struck(state, region) for region in state.rats):
        yield BadPosition("When the game is over, no region can have both rats and cubes.")
    if setup:
        yield from _untouched(state)


def _untouched(state: State) -> Iterator[BadPosition]:
    """Yield a complaint if more than the first cubes was placed during the set-up."""
    for seat, stock in enumerate(state.stock):
        if stock != c.CUBES - c.SETUP_CUBES * (2 - state.order.count(seat)) or state.palace[seat]:
            yield BadPosition(
                "The cubes that seat {seat} has placed do not match the progress of the set-up.", seat=seat
            )
    if any(len(rats) != 1 for rats in state.rats.values()) or state.discards:
        yield BadPosition("During the set-up there must be one rat in every region.")
    if any(owner is not None for owner in state.cards.values()) or state.taken or state.placed:
        yield BadPosition("During the set-up no seat can have taken a card or a turn.")


def _decisions(state: State) -> Iterator[BadPosition]:
    stack = state.pending[state.active]
    if any(other for seat, other in enumerate(state.pending) if seat != state.active):
        yield BadPosition("Only the active seat can have a decision to make.")
    if state.over:
        if stack or state.trigger is None or state.order:
            yield BadPosition("When the game is over, no seat can have a decision to make.")
        return
    base = stack[:-1] if stack and isinstance(stack[-1], CardDecision) else stack
    kinds = " ".join(decision.question for decision in base)
    if kinds not in STACKS[state.phase]:
        yield BadPosition(
            "The decisions “{kinds}” cannot be pending together in this phase. Possible: {all}.",
            kinds=kinds,
            all=", ".join(STACKS[state.phase]),
        )
    elif base != stack and base[-1].question not in stack[-1].on:
        yield BadPosition("The decision “{kind}” cannot come after “{kinds}”.", kind=stack[-1].question, kinds=kinds)
    yield from _order(state, kinds)
    for decision in stack:
        if not decision.is_consistent(state, state.active):
            yield BadPosition("The decision “{kind}” does not fit the board.", kind=decision.question)


def _order(state: State, kinds: str) -> Iterator[BadPosition]:
    """Yield a complaint if the seats still to act are not the last ones of the prescribed order."""
    clockwise = [(state.start + seat) % state.seats for seat in range(state.seats)]
    whole = clockwise + clockwise[::-1]
    if state.phase == "turns":
        whole = []
    elif state.trigger is not None:
        whole = [(state.trigger - back) % state.seats for back in range(1, state.seats)]
    done = len(whole) - len(state.order)
    if done < 0 or whole[done:] != state.order:
        yield BadPosition("The seats still to act are not in the order that the rules require.")
    elif state.phase == "setup" and kinds == "end":
        if not done or whole[done - 1] != state.active:
            yield BadPosition("The active seat is not the next to act.")
    elif state.phase == "final" and kinds == "end":
        if state.order:
            yield BadPosition("The final round is not over yet.")
    elif whole and state.order[:1] != [state.active]:
        yield BadPosition("The active seat is not the next to act.")
