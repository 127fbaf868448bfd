"""Positions of Rattus in the notation of the rules: cubes as "g2 y1", tokens as "2 M Bo Ch", seats as r, g, b, y."""

from typing import Any

import msgspec
import pytest

from rules import GAMES
from rules.chance import Chance
from rules.errors import IllegalMove
from rules.game import Event
from rules.rattus.cards import riders
from rules.rattus.components import CARDS, CUBES, REGIONS_IN_USE, REMOVED_TOKENS, TOKENS, Token
from rules.rattus.events import Revealed
from rules.rattus.plague import Devastation, SpreadRats
from rules.rattus.setup import Rattus, named_cards
from rules.rattus.state import Protected, Rat
from rules.rattus.turn import Final, Finish, Turn
from rules.table import Table

GAME = GAMES["rattus"]
R, G, B, Y = range(4)
SEAT = {"r": R, "g": G, "b": B, "y": Y}
SHORT = {"peasantry": "Pe", "bourgeoisie": "Bo", "church": "Ch", "chivalry": "Kn", "magic": "Ma", "royalty": "Ro"}
ASK: dict[str, Any] = {
    "turn": lambda: [Turn()], "spread": lambda: [Finish(), SpreadRats(left=1)],
    "devastation": lambda: [Finish(), Devastation()], "end": lambda: [Finish()], "final": lambda: [Final()],
    "final devastation": lambda: [Final(rode=True), Devastation()],
}  # fmt: skip


def face(token: Token) -> str:
    """Return a token in the notation of the rules: ``2 M Bo Ch``."""
    return " ".join(word for word in [str(token.number), token.letter, *(SHORT[c] for c in token.classes)] if word)


def in_play(named: list[str]) -> str:
    """Return the option for six cards in play that include these, or for the base game if it has all of them."""
    base = list(named_cards("base"))
    if set(named) <= set(base):
        return "base"
    six = [*named, *(card for card in base if card not in named)][:6]
    return "+".join(card for card in CARDS if card in six)


def numbers(text: str, seats: int) -> list[int]:
    """Return ``g2 y1`` as a number for each seat."""
    by_seat = {SEAT[word[0]]: int(word[1:]) for word in text.split()}
    return [by_seat.get(seat, 0) for seat in range(seats)]


def position(
    *,
    seats: int = 4,
    cubes: dict[str, str] | None = None,
    rats: dict[str, list[str]] | None = None,
    cards: dict[str, int] | None = None,
    plague: str = "gallia",
    active: int = R,
    ask: str = "turn",
    stock: str = "",
    palace: str = "",
    supply: int | None = None,
    trigger: int | None = None,
    reason: str = "cubes",
    order: list[int] | None = None,
    neutral_at_end: bool = False,
    used: list[str] | None = None,
    potions: dict[str, str] | None = None,
    baked: str = "",
    walls: list[str] | None = None,
    bishops: list[str] | None = None,
    nuns: list[str] | None = None,
    **options: str,
) -> Table:
    """Return a table that continues from this position. Rats are faces, "?" for any and "3 ?" for any with that number.

    Cubes not named are in the stock. If ``stock`` is given, the rest is in the palace. If ``supply`` is given, the
    tokens not named elsewhere are discards. ``potions`` are under cubes of a region: "r2 r1" under two red cubes. By
    default the cards in play are those of the base game. If others are named, base cards fill up the six.
    """
    options = {"cards": in_play([*(cards or {})]), **options}
    regions = REGIONS_IN_USE[seats]
    on_board = {region: numbers((cubes or {}).get(region, ""), seats) for region in regions}
    baking = numbers(baked, seats)
    free = [CUBES - baking[seat] - sum(have[seat] for have in on_board.values()) for seat in range(seats)]
    safe = numbers(palace, seats)
    left = [free[seat] - safe[seat] for seat in range(seats)]
    for word in stock.split():
        seat = SEAT[word[0]]
        left[seat] = int(word[1:])
        safe[seat] = free[seat] - left[seat]

    tokens = list(TOKENS.values())

    def pick(wanted: str) -> str:
        for token in tokens:
            if wanted in ("?", face(token), f"{token.number} ?"):
                tokens.remove(token)
                return token.id
        raise ValueError(f"no token {wanted} is left")

    named = sorted(
        ((r, i, f) for r, faces in (rats or {}).items() for i, f in enumerate(faces)), key=lambda n: "?" in n[2]
    )
    picked = {(region, i): pick(wanted) for region, i, wanted in named}
    lying = {
        region: [Rat("abc"[i], picked[region, i]) for i in range(len((rats or {}).get(region, ())))]
        for region in regions
    }
    removed = [token.id for token in tokens if not token.start][-REMOVED_TOKENS[seats] or len(tokens) :]
    rest = [token.id for token in tokens if token.id not in removed]
    size = len(rest) if supply is None else supply
    final = ask.startswith("final")
    if final and trigger is None:
        trigger = (active + 1) % seats
    turn_of = trigger if trigger is not None else active
    if trigger is not None and order is None:
        order = [(trigger - back) % seats for back in range(1, seats)]
        order = order[order.index(active) :]
    pending: list[list[Any]] = [[] for _ in range(seats)]
    pending[active] = ASK[ask]()
    state = Rattus(
        seats=seats,
        chance=Chance("test", 90),
        pending=pending,
        undoable=[0] * seats,
        over=False,
        events=[],
        options={option.id: options.get(option.id, option.default) for option in GAME.options(seats)},
        phase="final" if final else "turns",
        start=0,
        active=active,
        turn=turn_of + 1,
        order=order or [],
        taken=False,
        placed=False,
        used=used or [],
        trigger=trigger,
        reason=reason if final else "",  # type: ignore[arg-type]
        neutral_at_end=neutral_at_end,
        plague=plague,
        rats=lying,
        cubes=on_board,
        palace=safe,
        stock=left,
        supply=rest[:size],
        removed=removed,
        discards=rest[size:],
        cards={card: (cards or {}).get(card) for card in named_cards(options["cards"])},
        walls=walls or [],
        bishops=bishops or [],
        nuns=nuns or [],
        protected=[
            Protected(region, SEAT[word[0]], int(word[1:]))
            for region, words in (potions or {}).items()
            for word in words.split()
        ],
        baked=[seat for seat, many in enumerate(baking) for _ in range(many)],
    )
    if ask == "final devastation":
        state.used = used or riders(state, active)
    return Table.from_position(GAME, msgspec.to_builtins(state))


def last(**more: Any) -> Table:
    """Return a table where green has the last part of the final round, which red started."""
    return position(**{"ask": "final", "active": G, "trigger": R, "order": [G], **more})


def moves(table: Table, seat: int = R, verb: str = "") -> list[str]:
    """Return a seat's legal moves that begin with the verb."""
    texts = [move.text for move in table.legal(seat)]
    return [text for text in texts if not verb or text.split()[0] == verb]


def play(table: Table, *texts: str, seat: int = R) -> list[Event]:
    """Play moves of one seat. Return the events of all of them."""
    return [event for text in texts for event in table.play(seat, text)]


def refused(table: Table, text: str, seat: int = R) -> str:
    """Check that a move is refused and changes nothing. Return the reason."""
    before = table.digest
    with pytest.raises(IllegalMove) as why:
        table.play(seat, text)
    assert table.digest == before
    return str(why.value)


def revealed(events: list[Event]) -> list[Revealed]:
    """Return the reveals among the events."""
    return [event for event in events if isinstance(event, Revealed)]


def rats_in(table: Table, region: str) -> list[str]:
    """Return the faces of the rats in a region in the order of their letters."""
    return [face(TOKENS[rat.token]) for rat in table.state.rats[region]]  # type: ignore[attr-defined]
