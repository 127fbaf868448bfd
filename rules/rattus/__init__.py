"""Rattus, bound to the contract of a game."""

from rules.game import Game, Target
from rules.notation import Move, Notation
from rules.rattus import moves as m
from rules.rattus.check import check
from rules.rattus.components import CARDS, LETTERS, REGIONS, SEATS
from rules.rattus.ending import advance, score
from rules.rattus.refusal import explain
from rules.rattus.setup import Rattus, new, options
from rules.rattus.view import view

WORDS = (*REGIONS, *CARDS, *(f"{region}-{letter}" for region in REGIONS for letter in LETTERS))


def targets(move: Move) -> tuple[Target, ...]:
    """The things on the board that a move points at."""
    words = [str(getattr(move, field)) for field in move.__struct_fields__]
    return tuple(
        Target("region" if word in REGIONS else "card" if word in CARDS else "rat", word)
        for word in words
        if word in WORDS
    )


GAME = Game(
    id="rattus",
    seats=SEATS,
    options=options,
    notation=Notation(
        m.Place,
        m.Take,
        m.Monk,
        m.Merchant,
        m.Witch,
        m.Exchange,
        m.Keep,
        m.King,
        m.Peasant,
        m.Plague,
        m.Spread,
        m.Neutral,
        m.Reveal,
        m.End,
    ),
    state_type=Rattus,
    new=new,
    advance=advance,
    view=view,
    score=score,
    targets=targets,
    explain=explain,
    check=check,
    words=lambda: WORDS,
)
