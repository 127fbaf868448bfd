"""A seat's or the public's view of a game of Rattus, and samples of what that view hides (section 13)."""

from typing import Any

import msgspec

from rules.chance import Chance
from rules.game import PackedView, Score, Target, due_seats
from rules.rattus.cards import neutral_cubes
from rules.rattus.components import CARDS, REGIONS, TOKEN_FACES, TOKENS
from rules.rattus.events import Face
from rules.rattus.plague import Devastation
from rules.rattus.state import Rat, State
from rules.rattus.turn import score


class RatView(msgspec.Struct, frozen=True, gc=False):
    """A rat on the board: its handle (``gallia-a``), and its face if the viewer has seen it or it is face up."""

    handle: str
    face: Face | None
    turned: bool = False  # face up for all players, after a joint reveal


class PotionView(msgspec.Struct, frozen=True, gc=False):
    """A cube with potions under it: its seat and the number of potions."""

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


class View(PackedView, frozen=True, gc=False):
    """Everything the viewer may see."""

    game: str  # "rattus"
    seats: int
    seat: int | None  # the viewer; None: the public
    options: dict[str, str]
    phase: str  # "setup", "turns", "final" (the final round), "over"
    turn: int  # normal turns started so far
    start: int  # the start player
    due: list[int]  # seats that have to decide
    question: str  # the question of the due seats; "" when the game is over
    trigger: int | None  # the seat whose turn ended the normal turns
    final_order: list[int]  # seats that still act in the final round, the current one first
    regions: list[RegionView]  # the regions in use, in the printed order
    unused: list[str]  # regions not used with this number of players
    plague: str  # the region of the plague piece
    neutral: bool  # whether the plague piece counts as two neutral cubes now
    neutral_at_end: bool  # whether it will count as neutral cubes in the final devastation (section 9.3)
    palace: list[int]  # per seat
    stock: list[int]  # per seat
    supply: int  # face-down rats not yet placed
    removed: int  # tokens put back unseen at the set-up
    discards: list[Face]  # tokens turned over, in order
    cards: list[CardView]
    placed: bool  # action B is done this turn
    taken: bool  # action A is done this turn
    score: Score | None  # when the game is over
    walls: list[str] = msgspec.field(default_factory=list)  # the connections that are closed: "gallia+hispania"
    baked: list[int] = msgspec.field(default_factory=list)  # per seat, the cubes on the Baker
    # The regions, rats and cards that the question names, in the order in which its text uses them.
    about: list[str] = msgspec.field(default_factory=list)
    left: int = 0  # how many pieces the question still asks to place or choose, if it counts them


def view(state: State, seat: int | None) -> View:
    """Return the seat's view, or the public view if ``seat`` is None."""
    regions = [
        RegionView(
            region,
            [_rat(state, f"{region}-{rat.letter}", rat, seat) for rat in rats],
            list(state.cubes[region]),
            state.bishops.count(region),
            state.nuns.count(region),
            sorted(
                [PotionView(cube.seat, cube.potions) for cube in state.protected if cube.region == region],
                key=lambda cube: (cube.seat, -cube.potions),
            ),
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
        due=due_seats(state),
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
        discards=[TOKEN_FACES[token] for token in state.discards],
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
    return RatView(handle, TOKEN_FACES[rat.token] if turned or seat in state.seen_by(rat) else None, turned)


def seen(view: View, target: Target) -> Any:
    """Return what the view shows about a thing.

    For a card this is its owner, for a connection whether it has a wall, and for anything else its region, with whether
    the plague piece is there.
    """
    match target.kind:
        case "card":
            return next((card.owner for card in view.cards if card.id == target.id), None)
        case "wall" | "connection":
            return target.id in view.walls
    region = target.id.partition("-")[0]
    return next((one for one in view.regions if one.id == region), None), region == view.plague


def sample_hidden(state: State, seat: int | None, lot: Chance) -> None:
    """Redraw all tokens whose faces the seat (None: the public) has not seen.

    The list of seats that have seen each rat is public, so it stays the same. It is also public which rats are start
    tokens from the set-up, but not which tokens were removed then.
    """
    known, hidden = set(state.discards), []
    for region, rats in state.rats.items():
        for rat in rats:
            if seat in state.seen_by(rat) or f"{region}-{rat.letter}" in state.turned:
                known.add(rat.token)
            else:
                hidden.append(rat)
    laid = [rat for rat in hidden if rat.token in state.laid]
    from_box = [rat for rat in hidden if rat.token in state.drawn]
    drawn = [rat for rat in hidden if rat.token not in state.laid and rat.token not in state.drawn]
    unseen = [token for token in state.removed if token not in known]
    pool = sorted([*(rat.token for rat in (*laid, *drawn)), *state.supply, *unseen])
    lot.shuffle(pool)
    starts = [token for token in pool if TOKENS[token].start][: len(laid)]
    removed = [token for token in pool if not TOKENS[token].start][: len(unseen)]
    used = {*starts, *removed}
    state.removed = [token for token in state.removed if token in known] + removed
    state.supply = [token for token in pool if token not in used]
    state.laid = [token for token in state.laid if token in known] + starts
    new = [*zip(laid, starts, strict=True), *((rat, state.supply.pop()) for rat in drawn)]
    for rat in from_box:  # a rat may be any token that was in the box when it was drawn
        box = sorted({*state.discards[: state.boxed or None], *state.removed})
        token = box[lot.below(len(box))]
        state.drawn.remove(rat.token)
        state.drawn.append(token)
        new.append((rat, token))
    recalled = [(token, state.recalled.pop(rat.token)) for rat, token in new if rat.token in state.recalled]
    state.recalled.update(recalled)
    for rat, token in new:
        rat.token = token


def remember(state: State, left: State) -> None:
    """Restore what each seat knew, in the abandoned position ``left``, of the faces of tokens now on the board."""
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
    """Return whether a rat on the board was turned over on the way to the abandoned position ``left``."""
    if rat.token in state.drawn:  # the discards already name this token
        return left.phase == "final" and rat.token not in left.drawn
    return rat.token in left.discards and rat.token not in state.discards
