"""Sampling of what a seat doesn't know in Rattus (section 13)."""

from rules.chance import Chance
from rules.rattus.components import TOKENS
from rules.rattus.state import State


def sample_hidden(state: State, seat: int | None, lot: Chance) -> None:
    """Draw all tokens again whose faces the seat has not seen.

    Forget which other seats have seen them, except for rats that a question names: the seat being asked has looked at
    those.
    """
    known, hidden = set(state.discards), []
    asked = [getattr(decision, name) for decision in state.pending[state.active] for name in decision.__struct_fields__]
    for region, rats in state.rats.items():
        for rat in rats:
            handle = f"{region}-{rat.letter}"
            if seat in state.seen_by(rat) or handle in state.turned:
                known.add(rat.token)
            else:
                hidden.append(rat)
                state.recalled.pop(rat.token, None)
                rat.seen = [state.active] if handle in asked else []
    from_box = [rat for rat in hidden if rat.token in state.drawn]
    drawn = [rat for rat in hidden if rat.token not in state.drawn]
    unseen = [token for token in state.removed if token not in known]
    pool = sorted([*(rat.token for rat in drawn), *state.supply, *unseen])
    lot.shuffle(pool)
    regular = [token for token in pool if not TOKENS[token].start]  # some of these were removed
    removed = regular[: len(unseen)]
    state.removed = [token for token in state.removed if token in known] + removed
    pool = [token for token in pool if token not in removed]
    for rat in drawn:
        rat.token = pool.pop()
    state.supply = pool
    for rat in from_box:  # it may be any token of the box
        lying = {other.token for rats in state.rats.values() for other in rats if other is not rat}
        box = sorted(token for token in {*state.discards, *state.removed} if token not in lying)
        state.drawn.remove(rat.token)
        rat.token = box[lot.below(len(box))]
        state.drawn.append(rat.token)
