"""Handmade positions, so that the pictures change only if the drawing code does."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from renderer import Mark
from rules.game import Score, Target
from rules.rattus.components import CARD_SETS, CARDS, REGIONS, REGIONS_IN_USE, TOKEN_FACES
from rules.rattus.events import (
    Face,
)
from rules.rattus.view import CardView, PotionView, RatView, RegionView, View
from tests.rules.games import read_events

NAMES = ("Marta", "Józef Wiśniewski", "Kovács Ödön", "Ολυμπία 🐀 of the very long name")


def position(
    seats: int,
    phase: str = "turns",
    *,
    cubes: Sequence[int] | None = None,
    rats: int | None = None,
    faces: dict[str, Face] | None = None,
    owner: int | None = None,
    plague: str = "italia",
    seat: int | None = None,
) -> View:
    """Return a plausible position. Cubes and rats may be given for every region, and one owner for every card."""
    regions = []
    for i, region in enumerate(REGIONS_IN_USE[seats]):
        many = (1 if phase == "setup" else 0 if phase == "over" else (i * 5 + 1) % 4) if rats is None else rats
        few = [0 if phase == "setup" else max(0, (i * 7 + s * 5) % 6 - 1) for s in range(seats)]
        handles = [f"{region}-{letter}" for letter in "abc"[:many]]
        seen = [RatView(handle, (faces or {}).get(handle)) for handle in handles]
        regions.append(RegionView(region, seen, list(few if cubes is None else cubes)))
    hands = [owner] * 6 if owner is not None or phase == "setup" else [0, None, seats - 1, 1, 1, None]
    cards = [
        CardView(card, CARDS[card].class_, hand, phase == "turns" and card == "knight")
        for card, hand in zip(CARD_SETS["base"], hands, strict=True)
    ]
    points = [13, 17, 9, 17][:seats]
    score = Score(
        points, {"regions": [one - 4 for one in points], "palace": [4] * seats},
        sorted(range(seats), key=lambda one: -points[one]), [1], "supply",
    )  # fmt: skip
    return View(
        game="rattus", seats=seats, seat=seat, options={}, phase=phase, turn=0 if phase == "setup" else 12, start=0,
        due=[] if phase == "over" else [1], question="" if phase == "over" else "main",
        trigger=0 if phase in ("final", "over") else None,
        final_order=[1, seats - 1] if phase == "final" else [],
        regions=regions,
        unused=[region for region in REGIONS if region not in REGIONS_IN_USE[seats]],
        plague=plague,
        neutral=phase == "turns",
        neutral_at_end=False,
        palace=[0 if phase == "setup" else (s * 3 + 11) % 13 for s in range(seats)],
        stock=[20 if phase == "setup" else (s * 7 + 4) % 18 for s in range(seats)],
        supply=0 if phase in ("final", "over") else 23,
        removed=0,
        discards=[] if phase == "setup" else list(TOKEN_FACES.values())[:14],
        cards=cards,
        placed=False,
        taken=False,
        score=score if phase == "over" else None,
    )  # fmt: skip


WAR = ("knight", "crusader", "soldier", "baker", "piper", "emperor")  # a set with all three cards of Chivalry
WALLS = ("gallia+hispania", "germania+hungaria", "anglia+scandia")


def with_pieces(
    base: View,
    *,
    cards: Sequence[str] = WAR,
    owners: Sequence[int | None] = (1, 1, 0, 1, None, None),
    walls: Sequence[str] = WALLS,
    bishops: Sequence[str] = ("italia", "polonia"),
    nuns: Sequence[str] = ("gallia", "germania", "germania"),
    potions: dict[str, list[tuple[int, int]]] | None = None,
    baked: int = 4,
    turned: str = "",
) -> View:
    """Return the position with Pied Piper's pieces.

    ``potions`` are by region; ``turned`` is the region whose rats are face up.
    """
    brewed = potions if potions is not None else {"gallia": [(2, 2)], "hungaria": [(0, 1), (0, 1)], "scandia": [(2, 1)]}
    regions = [
        replace(
            region, bishops=list(bishops).count(region.id), nuns=list(nuns).count(region.id),
            potions=[PotionView(seat, count) for seat, count in brewed.get(region.id, []) if seat < base.seats],
            rats=[
                replace(rat, face=TOKEN_FACES[f"R{30 + i}"], turned=True) if region.id == turned else rat
                for i, rat in enumerate(region.rats)
            ],
        )
        for region in base.regions
    ]  # fmt: skip
    baker = dict(zip(cards, owners, strict=True)).get("baker")
    return replace(
        base,
        regions=regions,
        cards=[
            CardView(card, CARDS[card].class_, owner, base.phase == "turns" and card == "soldier")
            for card, owner in zip(cards, owners, strict=True)
        ],
        walls=list(walls),
        baked=[baked if seat == baker else 0 for seat in range(base.seats)],
    )


SEEN = {
    "gallia-a": TOKEN_FACES["R26"], "germania-c": TOKEN_FACES["S11"], "italia-a": TOKEN_FACES["R36"],
    "russia-b": TOKEN_FACES["R01"],
}  # fmt: skip
# A turn in which a card is taken and the plague moves on and strikes, three rats that turn over, and effects of cards.
TURN, OUTBREAKS, CARDS_PLAYED = read_events(Path(__file__).with_name("news.turns"), "rattus").values()
MARKS = (
    Mark("A", Target("region", "gallia")), Mark("B", Target("region", "tartaria")),
    Mark("C", Target("rat", "polonia-b")), Mark("D", Target("card", "king")),
)  # fmt: skip
RAT_MARKS = (Mark("Da", Target("rat", "gallia-a")),)

CARD_MARKS = (
    Mark("A", Target("card", "monk")),
    Mark("B", Target("card", "king")),
    Mark("C", Target("card", "peasant")),
)
