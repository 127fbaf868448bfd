"""Rattus as an implementation of `rules.game.Game`."""

from rules.game import Game, Target
from rules.notation import Move
from rules.rattus import moves as m
from rules.rattus.components import CARDS, PLAYER_COUNTS, RAT_LETTERS, REGIONS
from rules.rattus.setup import Rattus, new, options
from rules.rattus.turn import advance, score, to_turn
from rules.rattus.validate import validate
from rules.rattus.view import remember, sample_hidden, seen, view

WORDS = (*REGIONS, *CARDS, *(f"{region}-{letter}" for region in REGIONS for letter in RAT_LETTERS), m.RESERVE)

# The kinds of things on the board, by the field of a move that names one. A figure's kind is its card.
KINDS = {"region": "region", "to": "region", "rat": "rat", "card": "card", "wall": "wall", "connection": "connection"}


def targets(move: Move) -> tuple[Target, ...]:
    """Return the things on the board that a move refers to."""
    named = [(field, str(getattr(move, field))) for field in move.__struct_fields__ if field in (*KINDS, "figure")]
    verb = str(move.__struct_config__.tag)
    return tuple(Target(KINDS.get(field, verb), word) for field, word in named if word != m.RESERVE)


GAME = Game(
    id="rattus",
    seats=PLAYER_COUNTS,
    options=options,
    notation=m.NOTATION,
    state_type=Rattus,
    new=new,
    advance=advance,
    view=view,
    sample_hidden=sample_hidden,
    score=score,
    targets=targets,
    validate=validate,
    words=lambda: WORDS,
    to_turn=to_turn,
    seen=seen,
    remember=remember,
)
