"""Position checks. `validate` accepts only positions without contradictions, which can be played to the end."""

from collections import Counter

from rules.rattus import components as c
from rules.rattus.cards import CARD_OF_FIELD
from rules.rattus.cards.ability import CardDecision
from rules.rattus.cards.peasantry import UnloadBaker
from rules.rattus.plague import Devastation, has_rats_and_cubes
from rules.rattus.setup import named_cards, options
from rules.rattus.state import State
from rules.validate import MAX_COUNT, check_entries, check_table, forbid

# By phase, the decisions that may be on the active seat's stack, the one that is due now at the end. A question of a
# card may be on top of the decisions that it names.
STACKS = {
    "setup": ["setup", "end"],
    "turns": ["turn", "end", "end spread", "end extra", "end devastation"],
    "final": ["final", "final devastation", "final join", "final devastation join", "end"],
}


def validate(state: State) -> None:
    """Check that the game can continue from this position. Raises BadPosition for the first contradiction."""
    for check in (_seats, _board, _cubes, _rats, _tokens, _cards, _pieces, _phase, _decisions, _public):
        check(state)


def _seats(state: State) -> None:
    check_table(state, "Rattus", c.PLAYER_COUNTS, options, palace=state.palace, stock=state.stock)
    for name, seat in (("start", state.start), ("active", state.active)):
        forbid(not 0 <= seat < state.seats, "{name} is not a seat: {seat}.", name=name, seat=seat)
    for number in (*state.undoable, state.turn, state.chance.draws):
        told = "The counts of moves, turns and draws must be 0 to {most}."
        forbid(not 0 <= number <= MAX_COUNT, told, most=MAX_COUNT)


def _board(state: State) -> None:
    regions = c.REGIONS_IN_USE[state.seats]
    for name, keyed in (("rats", state.rats), ("cubes", state.cubes)):
        told = "{name} must list the regions in use in this order: {all}."
        forbid(tuple(keyed) != regions, told, name=name, all=", ".join(regions))
    forbid(state.plague not in regions, "The plague piece is not in a region in use.")
    for region, cubes in state.cubes.items():
        check_entries(state, region, cubes)


def _cubes(state: State) -> None:
    for seat in range(state.seats):
        mine = [state.palace[seat], state.stock[seat], *(cubes[seat] for cubes in state.cubes.values())]
        mine.append(state.baked.count(seat))
        told = "Seat {seat} has {cubes} cubes in total; it must have {right}."
        forbid(min(mine) < 0 or sum(mine) != c.CUBES, told, seat=seat, cubes=sum(mine), right=c.CUBES)


def _rats(state: State) -> None:
    for region, rats in state.rats.items():
        letters = [rat.letter for rat in rats]
        strange = any(letter not in c.RAT_LETTERS or len(letter) != 1 for letter in letters)
        told = "The rats in {region} must have different letters from {letters}, in order."
        forbid(strange or letters != sorted(set(letters)), told, region=region, letters=c.RAT_LETTERS)
        for rat in rats:
            told = "A rat in {region} was seen by seats that do not exist or are not in order."
            forbid(not _are_seats(state, rat.seen), told, region=region)
    on_board = {rat.token for rats in state.rats.values() for rat in rats}
    for token, seats in state.recalled.items():
        forbid(token not in on_board, "A remembered token is not on the board.")
        told = "A token is remembered by seats that do not exist or are not in order."
        forbid(not seats or not _are_seats(state, seats), told)


def _are_seats(state: State, seats: list[int]) -> bool:
    """Return whether these are distinct seats in ascending order."""
    return seats == sorted(set(seats)) and all(0 <= seat < state.seats for seat in seats)


def _tokens(state: State) -> None:
    on_board = [rat.token for rats in state.rats.values() for rat in rats]
    tokens = Counter([*on_board, *state.supply, *state.box()])
    for token in c.TOKENS:
        forbid(tokens.pop(token, 0) != 1, "Token {token} must be in exactly one place.", token=token)
    for token in tokens:
        forbid(True, "Token {token} does not exist.", token=token[:20])
    wrong = len(state.removed) != c.REMOVED_TOKENS[state.seats] or any(c.TOKENS[token].start for token in state.removed)
    forbid(wrong, "Exactly {number} regular tokens must be removed.", number=c.REMOVED_TOKENS[state.seats])
    twice = len(set(state.discards)) < len(state.discards)
    forbid(twice, "Every token can be in the discards only once.")
    listed = {*state.discards, *state.removed}
    from_box = len(state.drawn) + len(state.discards) + len(state.removed) - len(listed)
    possible = int(state.phase == "final" and not state.supply)
    wrong = from_box > possible or not set(state.drawn) <= set(on_board) & listed
    forbid(wrong, "At most one token can return from the box, in the final round when the supply is empty.")


def _cards(state: State) -> None:
    forbid(not _in_play(tuple(state.cards), state.options["cards"]), "The cards do not match those in play.")
    for card, owner in state.cards.items():
        ghost = owner is not None and not 0 <= owner < state.seats
        forbid(ghost, "The owner of the {card} is not a seat.", card=card)
    for card in state.used:
        wrong = state.cards.get(card) != state.active or state.used.count(card) > 1
        forbid(wrong, "Only cards of the active seat can have been used, and each only once.")


def _in_play(cards: tuple[str, ...], value: str) -> bool:
    """Return whether a table with this value of the option ``cards`` can have these cards."""
    if named := named_cards(value):
        return cards == named
    drawn = cards == tuple(card for card in c.CARDS if card in cards) and len(cards) == c.CARDS_IN_PLAY
    return drawn and (value == "random" or {c.CARDS[card].class_ for card in cards} == set(c.CLASSES))


def _pieces(state: State) -> None:
    """Check walls, figures, potions, cubes on the Baker and face-up rats."""
    for name, card in CARD_OF_FIELD.items():
        early = getattr(state, name) and state.cards.get(card) is None
        forbid(early, "There cannot be any {name} yet, or not in this game.", name=name)
    ways, regions, walls = c.CONNECTIONS[state.seats], state.rats, state.walls
    wrong = len(walls) > c.WALLS or len(set(walls)) < len(walls) or not set(walls).issubset(ways)
    forbid(wrong, "There can be at most {most} walls, on different ones of {all}.", most=c.WALLS, all=", ".join(ways))
    for name, figures, most in (("bishops", state.bishops, c.BISHOPS), ("nuns", state.nuns, c.NUNS)):
        wrong = len(figures) > most or not set(figures).issubset(regions)
        forbid(wrong, "There can be at most {most} {name}, each in a region in use.", most=most, name=name)
    for (region, seat), number in Counter((cube.region, cube.seat) for cube in state.protected).items():
        none = region not in regions or not 0 <= seat < state.seats or number > state.cubes[region][seat]
        forbid(none, "Potions can only be under cubes on the map.")
    few = any(not 1 <= cube.potions <= MAX_COUNT for cube in state.protected)
    forbid(few, "A protected cube must have 1 to {most} potions.", most=MAX_COUNT)
    mixed = len(set(state.baked)) > 1 or not all(0 <= seat < state.seats for seat in state.baked)
    forbid(mixed, "The cubes on a card must all belong to one seat.")
    unloading = any(isinstance(decision, UnloadBaker) for decision in state.pending[state.active])
    lost = state.baked and not unloading and state.cards[CARD_OF_FIELD["baked"]] != state.baked[0]
    forbid(lost, "The cubes on a card must belong to its owner until another seat takes it.")
    devastations = [decision for decision in state.pending[state.active] if isinstance(decision, Devastation)]
    together = any(now.revealed and CARD_OF_FIELD["turned"] in now.joined for now in devastations)
    here = [f"{state.plague}-{rat.letter}" for rat in state.rats[state.plague]]
    right = not state.turned or (together and [rat for rat in here if rat in state.turned] == state.turned)
    forbid(not right, "Rats can be face up only in the plague region, after all there were turned over together.")


def _phase(state: State) -> None:
    final, setup = state.phase == "final", state.phase == "setup"
    wrong = final != (state.trigger is not None) or final != bool(state.reason) or state.neutral_at_end > final
    forbid(wrong, "There must be a trigger of the end if and only if the final round has begun.")
    forbid(setup != (state.turn == 0), "The turn must be 0 during the set-up and at least 1 after it.")
    last, turn = state.trigger if final else state.active, (state.start + state.turn - 1) % state.seats
    forbid(not setup and last != turn, "It cannot be this seat's turn: turns go clockwise from the start player.")
    supplied = state.reason == "supply" and state.supply
    forbid(supplied, "The supply is not empty, so it cannot have ended the game.")
    unstruck = state.over and any(has_rats_and_cubes(state, region) for region in state.rats)
    forbid(unstruck, "When the game is over, no region can have both rats and cubes.")
    if setup:
        for seat, stock in enumerate(state.stock):
            right = c.CUBES - c.SETUP_CUBES * (2 - state.order.count(seat))
            told = "The cubes that seat {seat} has placed do not match the progress of the set-up."
            forbid(stock != right or state.palace[seat], told, seat=seat)
        changed = any(len(rats) != 1 for rats in state.rats.values()) or state.discards
        forbid(changed, "During the set-up there must be one rat in every region.")
        acted = any(owner is not None for owner in state.cards.values()) or state.taken or state.placed
        forbid(acted, "During the set-up no seat can have taken a card or a turn.")


def _decisions(state: State) -> None:
    stack = state.pending[state.active]
    others = any(other for seat, other in enumerate(state.pending) if seat != state.active)
    forbid(others, "Only the active seat can have a decision to make.")
    if state.over:
        unended = stack or state.trigger is None or state.order
        forbid(unended, "When the game is over, no seat can have a decision to make.")
        return
    base = stack[:-1] if stack and isinstance(stack[-1], CardDecision) else stack
    kinds = " ".join(decision.question for decision in base)
    possible = STACKS[state.phase]
    told = "The decisions “{kinds}” cannot be pending together in this phase. Possible: {all}."
    forbid(kinds not in possible, told, kinds=kinds, all=", ".join(possible))
    if base != stack:
        told = "The decision “{kind}” cannot come after “{kinds}”."
        forbid(base[-1].question not in stack[-1].on, told, kind=stack[-1].question, kinds=kinds)
    _order(state, kinds)
    for decision in stack:
        misfit = not decision.is_consistent(state, state.active)
        forbid(misfit, "The decision “{kind}” does not fit the board.", kind=decision.question)


def _order(state: State, kinds: str) -> None:
    """Check that the seats still to act are the last part of the prescribed order.

    ``kinds``: the questions on the active seat's stack, without that of a card.
    """
    clockwise = [(state.start + seat) % state.seats for seat in range(state.seats)]
    whole = clockwise + clockwise[::-1]
    if state.phase == "turns":
        whole = []
    elif state.trigger is not None:
        whole = [(state.trigger - back) % state.seats for back in range(1, state.seats)]
    done = len(whole) - len(state.order)
    forbid(whole[done:] != state.order, "The seats still to act are not in the order that the rules require.")
    if state.phase == "final" and kinds == "end":
        forbid(state.order, "The final round is not over yet.")
    elif state.phase == "setup" and kinds == "end":
        forbid(not done or whole[done - 1] != state.active, "The active seat is not the next to act.")
    else:
        forbid(whole and state.order[:1] != [state.active], "The active seat is not the next to act.")


def _public(state: State) -> None:
    """Check what is publicly known about the origin of tokens on the board."""
    start = {rat.token for rats in state.rats.values() for rat in rats if c.TOKENS[rat.token].start}
    wrong = len(set(state.laid)) < len(state.laid) or not set(state.laid) <= start - set(state.drawn)
    forbid(wrong, "The tokens that lie there since the set-up must be start tokens on the board.")
    box = {*state.discards[: state.boxed or None], *state.removed}
    wrong = not 0 <= state.boxed <= len(state.discards) or not set(state.drawn) <= box
    forbid(wrong, "A token that returned from the box must have been in it then.")
