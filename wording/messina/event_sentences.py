"""Events of Messina 1347 in sentences: in a turn, on an estate, and between turns.

A seat's actions are clauses without a subject, so that they can be joined. Events are first `located`: details that
only the position shows are added, such as a square's side-B board or a scroll cube's track.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from rules.errors import N_
from rules.game import Event, SeatEvent
from rules.messina import components as c
from rules.messina import events as e
from rules.messina.view import View
from wording.catalogue import Words
from wording.messina import name_tables as t
from wording.messina import names as n
from wording.messina.virtual_opponent import OPPONENT_AS_SUBJECT, solo_sentence, who
from wording.speaker import Speaker

# The text of a kind of event that is always the same, or a function.
TextOf = str | Callable[[Any, Speaker[View]], str]

KINDS_OF_TILES = {
    **dict.fromkeys(c.HUT_TILES, N_("hut upgrade")),
    **dict.fromkeys(c.WORKSHOPS, N_("workshop")),
    **dict.fromkeys(c.WAGONS, N_("wagon")),
}
RAT_CAUSES = {
    "plague": N_("took {rats} for the plague left on the hex"),
    "ship": N_("took {rats} for the plague on the ship"),
    "repopulation": N_("took {rats} more for repopulating a hex with plague"),
    "infection": N_("took {rats} as the owner of {hex} when it was infected"),
}
BUILT = {
    "hut": N_("built a {tile} on {hut}"),
    "workshop": N_("built the {workshop}"),
    "wagon": N_("built a {wagon}"),
    "huts": N_("restacked the hut upgrades"),
    "workshops": N_("restacked the workshops"),
}
BUILT_FOR_A_PRICE = {
    "hut": N_("built a {tile} on {hut} for {cost}"),
    "workshop": N_("built the {workshop} for {cost}"),
    "wagon": N_("built a {wagon} for {cost}"),
    "huts": N_("restacked the hut upgrades for {cost}"),
    "workshops": N_("restacked the workshops for {cost}"),
}
ADVANCES = {
    "plain": N_("moved the {overseer} to step {step}"),
    "plain towards": N_("moved the {overseer} to step {step}, towards {area}"),
    "skipping": N_("moved the {overseer} to step {step}, skipping one"),
    "skipping towards": N_("moved the {overseer} to step {step}, skipping one, towards {area}"),
}


class TrackScrolled(SeatEvent, frozen=True):
    """A scroll cube advanced. ``track`` is what its track counts, such as "ships"."""

    track: str


def located(events: Sequence[Event], view: View) -> list[Event]:
    """Return the events, with squares of side-B boards as "yellow:cl1" and scroll cubes by their tracks."""
    return [_located(event, view) for event in events]


def _located(event: Event, view: View) -> Event:
    seat = getattr(event, "seat", None)
    own = view.players[seat] if seat is not None and seat < view.seats else None
    if isinstance(event, e.Scrolled):
        return TrackScrolled(event.seat, c.SCROLL_TRACKS[own.scroll_board if own else "a"][event.column - 1].scores)
    if own is None or own.board == "a":
        return event
    said = {field: getattr(event, field) for field in ("square", "spot", "source") if hasattr(event, field)}
    return replace(event, **{field: n.on_board(word, own.board) for field, word in said.items()})


def sentence(event: Event, s: Speaker[View]) -> str:
    """Return one event as a sentence, with a second one if tiles turned up or effects were left unused."""
    [event] = located([event], s.view)
    solo = solo_sentence(event, s)
    if solo is not None:
        return solo
    phrases = clauses(event, s)
    if not phrases or not isinstance(event, SeatEvent):
        return between_turns(event, s)
    more = unused(event.lapsed, s) if isinstance(event, e.TurnEnded) and event.lapsed else _turned_up(event, s)
    return " ".join(filter(None, [s.did(event.seat, phrases), more]))


def clauses(event: Event, s: Speaker[View]) -> list[str]:
    """Describe the actions of the event's seat in the past tense without a subject. Return [] if no seat acted."""
    if isinstance(event, e.Boarded):
        ship = s._(t.GOODS[c.SHIPS[event.ship].goods])
        return [went(event.start, event.dock, event.coins, s), s._("took the {ship} there", ship=ship)]
    if type(event) in SHARED_CLAUSES:
        return [SHARED_CLAUSES[type(event)]([event], s)]
    text = CLAUSES.get(type(event))
    return [_told(text, event, s)] if text else []


def between_turns(event: Event, s: Speaker[View]) -> str:
    """Return one event between the turns as one sentence."""
    return _told(SENTENCES[type(event)], event, s)


def _told(text: TextOf, event: Event, s: Speaker[View]) -> str:
    return s._(text) if isinstance(text, str) else text(event, s)


def got_tribute(event: e.Tribute, s: Speaker[View]) -> str:
    """Describe the points received by the hex's owner as an action of the visitor."""
    points = n.tokens("points", event.points, s)
    if event.seat == event.visitor:
        return s._("got {points} as the owner of the hex", points=points)
    return s._("gave {points} to {player}, the owner of the hex", player=s.player(event.seat), points=points)


def _tribute(event: e.Tribute, s: Speaker[View]) -> str:
    values = {"points": n.tokens("points", event.points, s), "hex": n.place(event.hex, s)}
    if event.seat == event.visitor:
        return s._("got {points} as the owner of {hex}", **values)
    return s._("got {points} because {player} went to {hex}", player=who(event.visitor, s), **values)


def went(start: str, to: str, coins: int, w: Words) -> str:
    """Describe the route of a lieutenant, with its price."""
    if start == to:
        at_sea = to in c.DOCKS or to in c.HARBOUR_CORNERS
        return w._("stayed at {place}", place=n.place(to, w)) if at_sea else w._("stayed on {hex}", hex=n.place(to, w))
    if start == "home":
        return w._("sent a lieutenant to {place}", place=n.place(to, w))
    way = {"start": n.place(start, w), "place": n.place(to, w)}
    if not coins:
        return w._("moved from {start} to {place}", **way)
    return w._("moved from {start} to {place} for {coins}", coins=n.tokens("coin", coins, w), **way)


def unused(lapsed: Sequence[str], w: Words) -> str:
    """Describe the effects that a seat had not used when its turn ended."""
    return w._("Left unused: {effects}.", effects=w.join_list(n.effects(lapsed, w)))


def _fought(event: e.Fought, w: Words) -> str:
    """Describe the removed plague cubes, the price, and the hexes if there were several."""
    cost = n.amounts({"fire": event.fire, "big_fire": event.big}, w)
    if not event.also:
        return w.ngettext(
            "removed {count} plague cube for {cost}", "removed {count} plague cubes for {cost}", event.cubes, cost=cost
        )
    counts = Counter({event.source: event.cubes}) + Counter(event.also)
    where = [w._("{place}: {count}", place=n.place(hex_, w), count=count) for hex_, count in counts.items()]
    return w.ngettext(
        "removed {count} plague cube for {cost} ({places})",
        "removed {count} plague cubes for {cost} ({places})",
        counts.total(),
        cost=cost,
        places=w.join_list(where),
    )


def _acted(event: e.Acted, s: Speaker[View]) -> str:
    values = {"hex": n.place(event.hex, s), "action": n.option(c.HEXES[event.hex].action.options[event.option - 1], s)}
    if event.copied:
        return s._("copied the action of {hex}: {action}", **values)
    return s._("used the action of {hex}: {action}", **values)


def _source(source: str, w: Words) -> str:
    """Describe the source of a gain or loss; tiles are named by kind only."""
    return w._(KINDS_OF_TILES[source]) if source in KINDS_OF_TILES else n.name_of(source, w) or source


def _spot(word: str, w: Words) -> str:
    """Describe where a citizen of a known class is: "square “1 fire”", "hut 1", "workshop: 1 fire"."""
    if n.is_square(word):
        return w._("square {square}", square=n.quoted(word, w))
    if word in c.HUT_IDS:
        return n.hut(word, w)
    return w._("workshop: {gain}", gain=n.workshop_yield(c.WORKSHOPS[word], w))


SETTLED: Mapping[type[Event], str] = {
    e.Rescued: N_("rescued {citizens}"),
    e.Employed: N_("put {citizens} to work"),
    e.Housed: N_("led {citizens} out of quarantine"),
}
NO_ROOM: Mapping[type[Event], str] = {
    e.Rescued: N_("had no room for {citizen}"),
    e.Housed: N_("had no room for {citizen} from quarantine"),
}


def _settled(events: Sequence[e.Rescued | e.Employed | e.Housed], w: Words) -> str:
    """Describe citizens and their new places, if any: "rescued a nun (hut 1) and a nun (hut 2)"."""
    who = [w._(t.A_CITIZEN[event.citizen]) for event in events]
    spots = [event.workshop if isinstance(event, e.Employed) else event.spot for event in events]
    if not spots[0]:
        return w._(NO_ROOM[type(events[0])], citizen=who[0])
    settled = [w.bracketed(citizen, _spot(spot, w)) for citizen, spot in zip(who, spots, strict=True)]
    return w._(SETTLED[type(events[0])], citizens=w.join_list(settled))


def boards_taken(events: Sequence[e.BoardTaken], w: Words) -> str:
    """Describe the side-B boards that a player got: "was dealt the yellow board and scroll board B2"."""
    text = N_("chose the {boards}") if events[0].chosen else N_("was dealt the {boards}")
    return w._(text, boards=w.join_list([n.board_name(event.board, w) for event in events]))


def _advanced(event: e.OverseerAdvanced, s: Speaker[View]) -> str:
    at_fork = event.branch and event.step <= 3
    kind = ("skipping" if event.skipped else "plain") + (" towards" if at_fork else "")
    area = s._(t.AREAS[n.branch_area(event.overseer, event.branch)]) if at_fork else ""
    return s._(ADVANCES[kind], overseer=n.overseer(event.overseer, s), step=event.step, area=area)


def _stepped(events: Sequence[e.Stepped], w: Words) -> str:
    """Describe steps on registers: "reached space 2 on popularity and space 4 on city for 3 coins"."""
    registers = dict.fromkeys(event.register for event in events)
    where = [_landed([event for event in events if event.register == register], w) for register in registers]
    return w._("reached {spaces}", spaces=w.join_list(where))


def _landed(events: Sequence[e.Stepped], w: Words) -> str:
    """Describe the new space of one register's disc, and the price."""
    last, coins = events[-1], sum(event.coins for event in events)
    if all(event.last for event in events):
        text = N_("the top of the stack at the end of {register}")
        if coins:
            text = N_("the top of the stack at the end of {register} for {coins}")
    elif coins:
        text = N_("space {space} on {register} for {coins}")
    # The gain of a fight can be used in the same turn.
    elif last.deferred and last.register != "popularity":
        text = N_("space {space} on {register} (its action waits for the next action step)")
    else:
        text = N_("space {space} on {register}")
    price = n.tokens("coin", coins, w)
    return w._(text, space=last.space, register=w._(t.SHORT_TRACKS[last.register]), coins=price)


def _scrolled(events: Sequence[TrackScrolled], w: Words) -> str:
    """Describe how far a scroll cube advanced."""
    return w.ngettext(
        "moved the scroll cube of “{track}” up {count} step",
        "moved the scroll cube of “{track}” up {count} steps",
        len(events),
        track=w._(t.SCROLL_TRACKS[events[0].track]),
    )


def activated(events: Sequence[Event], w: Words) -> str:
    """Describe citizens activated one after the other, and once-per-game squares that are now used up."""
    spent = {event.square for event in events if isinstance(event, e.SquareSpent)}
    people = []
    for event in events:
        if isinstance(event, e.Activated):
            place = _spot(event.square, w)
            if event.square in spent:
                place = w._("{square}, now used up", square=place)
            people.append(w.bracketed(w._(t.A_CITIZEN[event.citizen]), place))
    return w._("activated {citizens}", citizens=w.join_list(people))


def _turned_up(event: Event, w: Words) -> str:
    """Return a sentence with the tiles revealed by restacking or building, or "" if there are none."""
    match event:
        case e.Restacked(tiles=tiles):
            return w._("Now on offer: {tiles}.", tiles=w._("; ").join(n.offer(tile, w) for tile in tiles if tile))
        case e.Built(next=next_) if next_:
            return w._("Next on that stack: {tile}.", tile=n.offer(next_, w))
    return ""


def built(event: e.Restacked | e.Built, w: Words, cost: Mapping[str, int] = MappingProxyType({})) -> str:
    """Describe a tile that was built, or tiles on offer that were replaced, and the price if known."""
    price = n.amounts(cost, w)
    texts = BUILT_FOR_A_PRICE if price else BUILT
    if isinstance(event, e.Restacked):
        return w._(texts[event.stacks], cost=price)
    tile, hut = n.tile(event.tile, w), event.hut and n.hut(event.hut, w)
    return w._(texts[event.kind], tile=tile, workshop=tile, wagon=tile, hut=hut, cost=price)


def repopulated(events: Sequence[Event], w: Words) -> str:
    """Describe a whole repopulation, or the steps that are done so far."""
    named = (event.hex for event in events if isinstance(event, e.Repopulating | e.Repopulated))
    points = next((event.points for event in events if isinstance(event, e.Repopulated)), 0)
    given = [n.amounts(event.cost, w) for event in events if isinstance(event, e.Paid)]
    given += n.citizens(Counter(event.citizen for event in events if isinstance(event, e.Given)), w)
    parted = sum(isinstance(event, e.Parted) for event in events)
    given += [w.ngettext("{count} lieutenant", "{count} lieutenants", parted)] * bool(parted)
    values = {"hex": n.place(next(named, ""), w), "given": w.join_list(given)}
    if points:
        values["points"] = n.tokens("points", points, w)
        return w._("**repopulated {hex}** for {given} ({points} at the end)", **values)
    if not given:
        return w._("began to repopulate {hex}", **values)
    return w._("began to repopulate {hex}, giving up {given} so far", **values)


# What a seat did, in the past tense and without the subject.
CLAUSES: Mapping[type[Event], TextOf] = {
    e.Went: lambda event, s: went(event.start, event.hex, event.coins, s),
    e.Recalled: lambda event, s: (
        s._("kept a lieutenant at home")
        if event.start == "home"
        else s._("called the lieutenant home from {place}", place=n.place(event.start, s))
    ),
    e.Tribute: _tribute,
    e.TurnEnded: N_("ended the turn"),
    e.Unused: lambda event, s: s._("couldn’t use: {effects}", effects=s.join_list(n.effects([event.effect], s))),
    e.Fought: _fought,
    e.CubeLeft: lambda event, s: s._("did not fight the plague on the {ship}", ship=n.ship(event.ship, s)),
    e.Rats: lambda event, s: s._(
        RAT_CAUSES[event.cause], rats=n.tokens("rats", event.rats, s), hex=n.place(event.source, s)
    ),
    e.Acted: _acted,
    e.Gained: lambda event, s: s._(
        "gained {amounts} ({source})", amounts=n.amounts(event.gains, s), source=_source(event.source, s)
    ),
    e.Paid: lambda event, s: s._(
        "paid {amounts} ({source})", amounts=n.amounts(event.cost, s), source=_source(event.source, s)
    ),
    e.Gilded: lambda event, s: s._(
        "upgraded {citizen} ({place})", citizen=s._(t.A_CITIZEN[event.citizen]), place=_spot(event.spot, s)
    ),
    e.Recruited: lambda event, s: s._(
        "got a lieutenant from the supply (each paid register step now costs {coins})",
        coins=n.tokens("coin", event.price, s),
    ),
    e.Produced: lambda event, s: s._("used what was produced ({source})", source=_source(event.source, s)),
    e.PriorityChosen: lambda event, s: s._(
        "chose what sets the turn order: {register}", register=s._(t.TRACKS[event.register])
    ),
    e.OverseerAdvanced: _advanced,
    e.OverseerUpgraded: lambda event, s: s._("upgraded the {overseer}", overseer=n.overseer(event.overseer, s)),
    e.SquareSpent: lambda event, s: s._(
        "used up {square}, which works once per game", square=n.quoted(event.square, s)
    ),
    e.Restacked: built,
    e.Built: built,
    e.Repopulating: lambda event, s: s._(
        "began to repopulate {hex} ({wagon})", hex=n.place(event.hex, s), wagon=n.tile(event.wagon, s)
    ),
    e.Given: lambda event, s: s._(
        "gave up {citizen} ({place})", citizen=s._(t.THE_CITIZEN[event.citizen]), place=n.spot(event.spot, s)
    ),
    e.Parted: lambda event, s: s._("gave up a lieutenant ({place})", place=n.place(event.start, s)),
    e.Repopulated: lambda event, s: s._(
        "repopulated {hex} ({points})", hex=n.place(event.hex, s), points=n.tokens("points", event.points, s)
    ),
}


# What a seat did in several events of a kind in a row.
SHARED_CLAUSES: Mapping[type[Event], Callable[[Sequence[Any], Speaker[View]], str]] = {
    **dict.fromkeys(SETTLED, _settled),
    e.InQuarantine: lambda events, s: s._(
        "kept {citizens} in quarantine", citizens=n.counted([event.citizen for event in events], s)
    ),
    e.BoardTaken: boards_taken,
    e.Stepped: _stepped,
    TrackScrolled: _scrolled,
    e.Activated: activated,
}


def arrived(event: e.ShipArrived, w: Words) -> str:
    """Describe a ship that came: "New at dock NE: silk ship (gives 2 coins and 1 point)."."""
    text = N_("New at {dock}: {ship}.") if event.cube else N_("New at {dock}, without plague: {ship}.")
    return w._(text, dock=n.place(event.dock, w), ship=n.ship(event.ship, w))


def victims(event: e.CitizensLost, w: Words) -> str:
    """Describe the citizens of a hex that died of the plague: "hex 13: 1 nun and 1 craftsman"."""
    return w._("{place}: {citizens}", place=n.place(event.hex, w), citizens=n.counted(event.citizens, w))


def newcomers(event: e.CitizensCame, w: Words) -> str:
    """Describe the hexes of new citizens of one class: "nuns on hexes 4 and 5"."""
    return w._("{citizens} on {hexes}", citizens=w._(t.MANY[event.citizen]), hexes=n.places(event.hexes, w))


def _penalty(event: e.RatPenalty, s: Speaker[View]) -> str:
    """Describe the cost of a seat's rats at the end."""
    lost = [n.tokens("points", -event.points, s)] if event.points else []
    if event.steps:
        lost.append(s.ngettext("{count} step on popularity", "{count} steps on popularity", event.steps))
    text = N_("🐁 {player} has {rats} and loses {lost}.") if lost else N_("🐁 {player} has {rats} and loses nothing.")
    return s._(text, player=s.player(event.seat), rats=n.tokens("rats", event.rats, s), lost=s.join_list(lost))


def _round_began(event: e.RoundBegan, s: Speaker[View]) -> str:
    """Return the heading of a round: its number, its turn order, and the price of a plague cube if it has changed."""
    values = {"round": t.ROMAN[event.round], "players": _order(event.order, s)}
    if event.priority in t.TRACKS:
        register = s._(t.TURN_ORDERS[event.priority])
        text = s._("**Round {round}.** Turn order by {register}: {players}.", register=register, **values)
    elif c.OPPONENT_SEAT in event.order:
        first = s._(OPPONENT_AS_SUBJECT) if event.order[0] == c.OPPONENT_SEAT else s.player(event.order[0])
        text = s._("**Round {round}.** {player} begins.", player=first, **values)
    else:
        text = s._("**Round {round}.** Turn order: {players}.", **values)
    printed, before = c.ROUNDS[event.round], c.ROUNDS.get(event.round - 1)
    if before and printed.fire_cost != before.fire_cost:
        text += " " + s._(
            "From now on a plague cube costs {fire} or 1 big fire to remove and gives {points}.",
            fire=n.tokens("fire", printed.fire_cost, s),
            points=n.tokens("points", printed.points_per_cube, s),
        )
    return text


def _order(order: Sequence[int], s: Speaker[View]) -> str:
    return s._(", ").join(who(seat, s) for seat in order)


# What happens between the turns, each a whole sentence.
SENTENCES: Mapping[type[Event], TextOf] = {
    e.Began: lambda event, s: (
        s._("Random turn order: {players}.", players=_order(event.order, s))
        if len(event.order) > 1
        else s._("{player} plays against the virtual opponent.", player=s.player(event.order[0]))
    ),
    e.RoundBegan: _round_began,
    e.RoundEnded: lambda event, s: s._("**Round {round} is over.**", round=t.ROMAN[event.round]),
    e.CitizensLost: lambda event, s: s._("Lost to the plague: {citizens}.", citizens=victims(event, s)),
    e.DockDrawn: lambda event, s: s._(
        N_("Dock tile: {corner}; it was the last one, so all are shuffled again.")
        if event.reshuffled
        else N_("Dock tile: {corner}."),
        corner=s._(t.QUARTERS[event.harbour]),
    ),
    e.ShipArrived: arrived,
    e.HexAdded: lambda event, s: s._("New hex: {hex}.", hex=n.hex_name(event.hex, s)),
    e.LateWorkshops: lambda event, s: s._(
        "Late workshops are now on offer: {tiles}.",
        tiles=s._("; ").join(n.offer(tile, s) for tile in event.tiles if tile),
    ),
    e.WheelTurned: lambda event, s: s._("Wheel: {rat}.", rat=s._(t.RATS[event.rat])),
    e.PlaguePlaced: lambda event, s: (
        s._("New plague cubes: {hexes}.", hexes=n.places(event.hexes, s)) if event.hexes else s._("No hex is infected.")
    ),
    e.PlagueFailed: lambda event, s: s.ngettext(
        "No new plague cubes: it would take {count} cube, but the supply has only {supply}.",
        "No new plague cubes: it would take {count} cubes, but the supply has only {supply}.",
        event.hexes,
        supply=event.supply,
    ),
    e.CitizensCame: lambda event, s: s._("New citizens: {citizens}.", citizens=newcomers(event, s)),
    e.RatPenalty: _penalty,
    e.GameEnded: N_("**The game is over.**"),
}
