"""What a seat, or the public, may see of a game of Rattus (section 13)."""

import msgspec

from rules.game import Score, due
from rules.rattus.cards import neutral_cubes
from rules.rattus.components import CARDS, FACES, REGIONS
from rules.rattus.ending import score
from rules.rattus.events import Face
from rules.rattus.plague import Devastation
from rules.rattus.state import Rat, State


class RatView(msgspec.Struct, frozen=True, gc=False):
    """A rat on the board: its handle (``gallia-a``), and its face if the viewer has seen it or it is face up."""

    handle: str
    face: Face | None
    turned: bool = False  # face up for all players, after a joint reveal


class PotionView(msgspec.Struct, frozen=True, gc=False):
    """A cube with potions under it: its seat, and how many."""

    seat: int
    potions: int


class RegionView(msgspec.Struct, frozen=True, gc=False):
    """A region in use: its rats in the order of their handles, the cubes of each seat, figures and potions."""

    id: str
    rats: list[RatView]
    cubes: list[int]
    bishops: int = 0
    nuns: int = 0
    potions: list[PotionView] = []  # the cubes with potions, by seat, the most potions first


class CardView(msgspec.Struct, frozen=True, gc=False):
    """A class card in play: its owner (None: the table), and whether it was used this turn."""

    id: str
    class_: str
    owner: int | None
    used: bool


class View(msgspec.Struct, frozen=True, gc=False):
    """Everything the viewer may see."""

    game: str  # "rattus"
    seats: int
    seat: int | None  # the viewer; None: the public
    options: dict[str, str]
    phase: str  # "setup", "turns", "final" (the final round), "over"
    turn: int  # normal turns started so far
    start: int  # the start player
    due: list[int]  # seats that have to decide
    question: str  # their question; "" when the game is over
    trigger: int | None  # the seat whose turn ended the normal turns
    final_order: list[int]  # seats that still act in the final round, the current one first
    regions: list[RegionView]  # those in use, in the printed order
    unused: list[str]  # regions not used with this number of players
    plague: str  # the region of the plague piece
    neutral: bool  # it counts as two neutral cubes now
    neutral_at_end: bool  # it will count so in the final devastation (section 9.3)
    palace: list[int]  # per seat
    stock: list[int]  # per seat
    supply: int  # face-down rats not yet placed
    removed: int  # tokens put back unseen at the set-up
    discards: list[Face]  # tokens turned over, in order
    cards: list[CardView]
    placed: bool  # action B is done this turn
    taken: bool  # action A is done this turn
    score: Score | None  # when the game is over
    walls: list[str] = []  # the connections that are closed: "gallia+hispania"
    baked: list[int] = []  # per seat, the cubes on the Baker
    about: list[str] = []  # the regions, rats and cards that the question names, in the order it needs them
    left: int = 0  # how many pieces the question still asks to place or choose, if it counts them


def view(state: State, seat: int | None) -> View:
    """Return what the seat, or with None the public, may see."""
    regions = [
        RegionView(
            region,
            [_rat(state, f"{region}-{rat.letter}", rat, seat) for rat in rats],
            list(state.cubes[region]),
            state.bishops.count(region),
            state.nuns.count(region),
            _potions(state, region),
        )
        for region, rats in state.rats.items()
    ]
    decisions = [decision for stack in state.pending for decision in stack]
    named = [getattr(now, field) for now in decisions[-1:] for field in now.__struct_fields__]
    return View(
        game="rattus",
        seats=state.seats,
        seat=seat,
        options=dict(state.options),
        phase="over" if state.over else state.phase,
        turn=state.turn,
        start=state.start,
        due=due(state),
        question=decisions[-1].question if decisions else "",
        trigger=state.trigger,
        final_order=list(state.order) if state.phase == "final" else [],
        regions=regions,
        unused=[region for region in REGIONS if region not in state.rats],
        plague=state.plague,
        neutral=any(neutral_cubes(d.joined) for d in decisions if isinstance(d, Devastation)),
        neutral_at_end=state.neutral_at_end and not state.over,
        palace=list(state.palace),
        stock=list(state.stock),
        supply=len(state.supply),
        removed=len(state.removed),
        discards=[FACES[token] for token in state.discards],
        cards=[CardView(card, CARDS[card].class_, owner, card in state.used) for card, owner in state.cards.items()],
        placed=state.placed,
        taken=state.taken,
        score=score(state) if state.over else None,
        walls=list(state.walls),
        baked=[state.baked.count(owner) for owner in range(state.seats)],
        about=[word for word in named if isinstance(word, str)],
        left=getattr(decisions[-1], "left", 0) if decisions else 0,
    )


def _rat(state: State, handle: str, rat: Rat, seat: int | None) -> RatView:
    turned = handle in state.turned
    return RatView(handle, FACES[rat.token] if turned or seat in state.seen_by(rat) else None, turned)


def _potions(state: State, region: str) -> list[PotionView]:
    here = [PotionView(cube.seat, cube.potions) for cube in state.protected if cube.region == region]
    return sorted(here, key=lambda cube: (cube.seat, -cube.potions))
