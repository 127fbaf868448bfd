"""Messina 1347 as an implementation of `rules.game.Game`."""

from functools import lru_cache

from rules.game import Game, Target
from rules.messina import components as c
from rules.messina import moves as m
from rules.messina.ending import advance, score, to_turn
from rules.messina.setup import Messina, new, options
from rules.messina.validate import validate
from rules.messina.view import remember, sample_hidden, seen, view
from rules.notation import CACHE_SIZE, Move

KINDS = {
    **dict.fromkeys(c.HEXES, "hex"),
    **dict.fromkeys(c.DOCKS, "dock"),
    **dict.fromkeys(c.SHIPS, "ship"),
    **dict.fromkeys(c.SQUARES, "square"),
    **dict.fromkeys(c.HUT_IDS, "hut"),
    **dict.fromkeys(c.HUT_TILES, "hut_upgrade"),
    **dict.fromkeys(c.WORKSHOPS, "workshop"),
    **dict.fromkeys(c.WAGONS, "wagon"),
    **dict.fromkeys(c.REGISTERS, "register"),
    **dict.fromkeys(c.CITIZEN_CLASSES, "citizen"),
    **dict.fromkeys(c.BOARDS, "board"),
    **dict.fromkeys(c.SCROLL_BOARDS, "scroll_board"),
    "home": "home",
}
WAYS = ("on", "left", "right", "skip", "skip-left", "skip-right")
WORDS = (*KINDS, *WAYS, *c.TOKENS, "points", "rats", "huts", "workshops", "wagons", "-")


@lru_cache(CACHE_SIZE)
def targets(move: Move) -> tuple[Target, ...]:
    """Return the things on the board that a move refers to."""
    words = [str(getattr(move, field)) for field in move.__struct_fields__]
    kind = {m.Advance: "overseer", m.Elevate: "overseer", m.Promote: "overseer"}.get(type(move), "")
    found = [Target(kind or KINDS[word], word) for field in words for word in field.split("+") if word in KINDS]
    if isinstance(move, m.Scroll):
        found.append(Target("scroll", str(move.column)))
    if isinstance(move, m.Advance | m.Elevate) and move.way != "on":
        found.append(Target("way", f"{move.overseer}-{move.way}"))
    return tuple(found)


GAME = Game(
    id="messina",
    seats=c.SEATS,
    options=options,
    notation=m.NOTATION,
    state_type=Messina,
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
