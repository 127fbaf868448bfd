"""Faces that seats saw in play that was later undone by a vote (section 13)."""

from rules.rattus.state import Rat, State


def remember(state: State, left: State) -> None:
    """Let every seat know the faces it saw before the game went back to this position, for tokens now on the board."""
    lying = {rat.token: rat for rats in left.rats.values() for rat in rats}
    turned = {left.rat(handle).token for handle in left.turned}
    for rat in (rat for rats in state.rats.values() for rat in rats):
        there = lying.get(rat.token)
        if rat.token in turned or _turned_over(state, left, rat):
            seats = list(range(state.seats))
        else:
            seats = left.seen_by(there) if there else []
        if fresh := set(seats) - set(rat.seen):
            state.recalled[rat.token] = sorted(fresh.union(state.recalled.get(rat.token, ())))


def _turned_over(state: State, left: State, rat: Rat) -> bool:
    """Return whether a rat on the board was turned over on the way to the abandoned position."""
    if rat.token in state.drawn:  # already named by the discards
        return left.phase == "final" and rat.token not in left.drawn
    return rat.token in left.discards and rat.token not in state.discards
