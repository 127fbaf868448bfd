"""Events of Messina 1347 in sentences: in a turn, on an estate, and between the turns.

A seat's actions are clauses without their subject, so that they can be joined. Events are first `located`: completed
with what only the position shows, such as the side-b board of a square or a scroll track.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rules.errors import N_
from rules.game import Event
from rules.messina import components as c
from rules.messina import events as e
from rules.messina.events import Scrolled
from rules.messina.view_types import View
from wording.catalogue import Words
from wording.messina import names as n
from wording.messina.virtual_opponent import SUBJECT, solo_sentence, who
from wording.speaker import Speaker

KINDS_OF_TILES = {
    **dict.fromkeys(c.HUT_TILES, N_("hut upgrade")),
    **dict.fromkeys(c.WORKSHOPS, N_("workshop")),
    **dict.fromkeys(c.WAGONS, N_("wagon")),
}


def sentence(event: Event, s: Speaker[View]) -> str:
    """Return one event as one sentence."""
    [event] = located([event], s.view)
    solo = solo_sentence(event, s)
    if solo is not None:
        return solo
    if isinstance(event, e.TurnEnded) and event.lapsed:
        return f"{s.did(event.seat, [s._('ended the turn')])} {unused(event.lapsed, s)}"
    phrases = clauses(event, s)
    if phrases:
        text = s.did(event.seat, phrases)  # type: ignore[attr-defined]
        turned = turned_up(event, s)
        return f"{text} {turned}" if turned else text
    return between_turns(event, s)


def clauses(event: Event, s: Speaker[View]) -> list[str]:
    """Describe the actions of the event's seat, in the past tense without the subject; none if no seat acted."""
    if isinstance(event, e.Boarded):
        return boarded(event, s)
    for kind in (_moved, _faced, _gained, advanced, build, repopulating):
        text = kind(event, s)
        if text is not None:
            return [text]
    return []


def _moved(event: Event, s: Speaker[View]) -> str | None:
    match event:
        case e.Went(start=start, hex=hex_, coins=coins):
            return went(start, hex_, coins, s)
        case e.Recalled(start="home"):
            return s._("kept a lieutenant at home")
        case e.Recalled(start=start):
            return s._("called the lieutenant home from {place}", place=n.place(start, s))
        case e.Tribute(visitor=visitor, hex=hex_, points=points) if visitor != event.seat:
            return s._(
                "got {points} because {player} came to {hex}",
                points=n.tokens("points", points, s),
                player=who(visitor, s),
                hex=n.place(hex_, s),
            )
        case e.Tribute(hex=hex_, points=points):
            return s._("got {points} as the owner of {hex}", points=n.tokens("points", points, s), hex=n.place(hex_, s))
        case e.TurnEnded():
            return s._("ended the turn")
        case e.Unused(effect=effect):
            return s._("couldn’t use: {effects}", effects=s.join_list(n.effects([effect], s)))
    return None


def got_tribute(event: e.Tribute, s: Speaker[View]) -> str:
    """Describe the points for the owner of the hex, as the visitor's action."""
    points = n.tokens("points", event.points, s)
    if event.seat == event.visitor:
        return s._("got {points} as the owner of the hex", points=points)
    return s._("brought {points} to {player} as the owner of the hex", player=s.player(event.seat), points=points)


def went(start: str, to: str, coins: int, w: Words) -> str:
    """Describe the route of a lieutenant, with its price."""
    if start == to:
        at_sea = to in c.DOCKS or to in c.CORNERS
        return w._("stayed at {place}", place=n.place(to, w)) if at_sea else w._("stayed on {hex}", hex=n.place(to, w))
    if start == "home":
        return w._("sent a lieutenant to {place}", place=n.place(to, w))
    way = {"start": n.place(start, w), "place": n.place(to, w)}
    if not coins:
        return w._("moved from {start} to {place}", **way)
    return w._("moved from {start} to {place} for {coins}", coins=n.tokens("coin", coins, w), **way)


def boarded(event: e.Boarded, w: Words) -> list[str]:
    """Describe the route to a dock, and the ship that was taken there."""
    return [
        went(event.start, event.dock, event.coins, w),
        w._("took the {ship} there", ship=w._(n.GOODS[c.SHIPS[event.ship].goods])),
    ]


def unused(lapsed: Sequence[str], w: Words) -> str:
    """Describe what a seat could still have used when its turn ended."""
    return w._("Left unused: {effects}.", effects=w.join_list(n.effects(lapsed, w)))


def _faced(event: Event, s: Speaker[View]) -> str | None:
    match event:
        case e.Rescued(citizen=citizen, spot=""):
            return s._("had no room for {citizen}", citizen=s._(n.A_CITIZEN[citizen]))
        case e.Rescued():
            return rescued([event], s)
        case e.Fought():
            return fought(event, s)
        case e.CubeLeft(ship=taken):
            return s._("did not fight the plague on the {ship}", ship=n.ship(taken, s))
        case e.Rats(rats=rats, cause=cause, source=source):
            return got_rats(rats, cause, source, s)
    return None


def fought(event: e.Fought, w: Words) -> str:
    """Describe the plague cubes that were removed, the hexes if there were several, and the gain."""
    cost = n.amounts({"fire": event.fire, "big_fire": event.big}, w)
    if not event.also:
        return w.ngettext(
            "removed {count} plague cube for {cost}", "removed {count} plague cubes for {cost}", event.cubes, cost=cost
        )
    counts = Counter({event.source: event.cubes}) + Counter(event.also)
    where = w.join_list(
        [w._("{place}: {count}", place=n.place(hex_, w), count=count) for hex_, count in counts.items()]
    )
    return w.ngettext(
        "removed {count} plague cube for {cost} ({places})",
        "removed {count} plague cubes for {cost} ({places})",
        counts.total(),
        cost=cost,
        places=where,
    )


def rescued(events: Sequence[e.Rescued], w: Words) -> str:
    """Describe citizens rescued together: "rescued a nun (square “1 fire”) and a craftsman (hut 2)"."""
    return w._(
        "rescued {citizens}", citizens=w.join_list([with_spot(event.citizen, event.spot, w) for event in events])
    )


def got_rats(rats: int, cause: str, source: str, w: Words) -> str:
    """Describe rats and why they came."""
    count = n.tokens("rats", rats, w)
    match cause:
        case "ship":
            return w._("took {rats} for the plague on the ship", rats=count)
        case "repopulation":
            return w._("took {rats} more for repopulating a hex with plague", rats=count)
        case "infection":
            return w._("took {rats} as the owner of {hex}, where plague came", rats=count, hex=n.place(source, w))
    return w._("took {rats} for the plague left on the hex", rats=count)


def _gained(event: Event, s: Speaker[View]) -> str | None:
    match event:
        case e.Acted(hex=hex_, option=number, copied=copied):
            action = n.option(c.HEXES[hex_].action.options[number - 1], s)
            if copied:
                return s._("copied the action of {hex}: {action}", hex=n.place(hex_, s), action=action)
            return s._("used the action of {hex}: {action}", hex=n.place(hex_, s), action=action)
        case e.Gained(source=source, gains=gains):
            return s._("gained {amounts} ({source})", amounts=n.amounts(gains, s), source=_source(source, s))
        case e.Paid(source=source, cost=cost):
            return s._("paid {amounts} ({source})", amounts=n.amounts(cost, s), source=_source(source, s))
        case e.Gilded(citizen=citizen, spot=word):
            return s._("upgraded {citizen} ({place})", citizen=s._(n.A_CITIZEN[citizen]), place=spot_short(word, s))
        case e.Recruited(price=price):
            coins = n.tokens("coin", price, s)
            return s._("got a lieutenant from the supply (each paid register step now costs {coins})", coins=coins)
        case e.Employed():
            return employed([event], s)
        case e.Produced(source=source):
            return s._("used what was produced ({source})", source=_source(source, s))
        case e.InQuarantine():
            return still_in_quarantine([event], s)
        case e.Housed(citizen=citizen, spot=""):
            return s._("had no room for {citizen} from quarantine", citizen=s._(n.A_CITIZEN[citizen]))
        case e.Housed():
            return housed([event], s)
        case e.BoardTaken():
            return boards_taken([event], s)
        case e.PriorityChosen(register=register):
            return s._("chose what sets the turn order: {register}", register=s._(n.TRACKS[register]))
    return None


def _source(source: str, w: Words) -> str:
    """Describe the source of a gain or loss; tiles are named by kind only."""
    if source in KINDS_OF_TILES:
        return w._(KINDS_OF_TILES[source])
    return n.name_of(source, w) or source


def with_spot(citizen: str, word: str, w: Words) -> str:
    """Describe a citizen and where it goes: "a nun (square “1 fire”)"."""
    return w.bracketed(w._(n.A_CITIZEN[citizen]), spot_short(word, w))


def spot_short(word: str, w: Words) -> str:
    """Describe where a citizen of a known class is: "square “1 fire”", "hut 1", "workshop: 1 fire"."""
    if n.is_square(word):
        return w._("square {square}", square=n.quoted(word, w))
    if word in c.HUT_IDS:
        return n.hut(word, w)
    return w._("workshop: {gain}", gain=n.workshop_yield(c.WORKSHOPS[word], w))


def employed(events: Sequence[e.Employed], w: Words) -> str:
    """Describe citizens that went to workshops together."""
    who = [with_spot(event.citizen, event.workshop, w) for event in events]
    return w._("put {citizens} to work", citizens=w.join_list(who))


def boards_taken(events: Sequence[e.BoardTaken], w: Words) -> str:
    """Describe the side-b boards that a player got: "was dealt the yellow board and scroll board B2"."""
    boards = w.join_list([n.board_name(event.board, w) for event in events])
    return (
        w._("chose the {boards}", boards=boards) if events[0].chosen else w._("was dealt the {boards}", boards=boards)
    )


def still_in_quarantine(events: Sequence[e.InQuarantine], w: Words) -> str:
    """Describe citizens that stay in quarantine for another round."""
    who = w.join_list(n.citizens(Counter(event.citizen for event in events), w))
    return w._("kept {citizens} in quarantine", citizens=who)


def housed(events: Sequence[e.Housed], w: Words) -> str:
    """Describe citizens that left quarantine together."""
    who = [with_spot(event.citizen, event.spot, w) for event in events]
    return w._("led {citizens} out of quarantine", citizens=w.join_list(who))


def advanced(event: Event, s: Speaker[View]) -> str | None:
    """Describe discs, scroll cubes and overseers that advance, and the citizens that overseers activate."""
    match event:
        case e.Stepped():
            return stepped([event], s)
        case TrackScrolled(track=track):
            return scrolled(track, 1, s)
        case e.OverseerAdvanced(overseer=name, step=step, branch=branch, skipped=skipped):
            values = {"overseer": n.overseer(name, s), "step": step}
            if branch and step <= 3:
                values["area"] = s._(n.AREAS[n.branch_area(name, branch)])
                if skipped:
                    return s._("moved the {overseer} to step {step}, skipping one, towards {area}", **values)
                return s._("moved the {overseer} to step {step}, towards {area}", **values)
            if skipped:
                return s._("moved the {overseer} to step {step}, skipping one", **values)
            return s._("moved the {overseer} to step {step}", **values)
        case e.OverseerUpgraded(overseer=name):
            return s._("upgraded the {overseer}", overseer=n.overseer(name, s))
        case e.Activated():
            return activated([event], s)
        case e.SquareSpent(square=square):
            return s._("used up {square}, which works once per game", square=n.quoted(square, s))
    return None


def stepped(events: Sequence[e.Stepped], w: Words) -> str:
    """Describe steps on registers: "reached space 2 on popularity and space 4 on city for 3 coins"."""
    where = [_landed([one for one in events if one.register == register], w)
             for register in dict.fromkeys(event.register for event in events)]  # fmt: skip
    return w._("reached {spaces}", spaces=w.join_list(where))


def _landed(events: Sequence[e.Stepped], w: Words) -> str:
    """Describe the new space of one register's disc, and the price."""
    last = events[-1]
    values = {"space": last.space, "register": w._(n.SHORT_TRACKS[last.register])}
    coins = sum(event.coins for event in events)
    price = n.tokens("coin", coins, w)
    if all(event.last for event in events):
        if coins:
            return w._("the top of the stack at the end of {register} for {coins}", coins=price, **values)
        return w._("the top of the stack at the end of {register}", **values)
    if coins:
        return w._("space {space} on {register} for {coins}", coins=price, **values)
    # The gain of a fight can be used in the same turn.
    if last.deferred and last.register != "popularity":
        return w._("space {space} on {register} (its action waits for the next action step)", **values)
    return w._("space {space} on {register}", **values)


def scrolled(track: str, steps: int, w: Words) -> str:
    """Describe a scroll cube that advanced."""
    return w.ngettext(
        "moved the scroll cube of “{track}” up {count} step",
        "moved the scroll cube of “{track}” up {count} steps",
        steps,
        track=w._(n.SCROLL_TRACKS[track]),
    )


def activated(events: Sequence[Event], w: Words) -> str:
    """Describe citizens activated one after the other, and that squares which work once per game are used up."""
    spent = {event.square for event in events if isinstance(event, e.SquareSpent)}
    who = []
    for event in events:
        if isinstance(event, e.Activated):
            citizen, place_ = w._(n.A_CITIZEN[event.citizen]), spot_short(event.square, w)
            if event.square in spent:
                place_ = w._("{square}, now used up", square=place_)
            who.append(w.bracketed(citizen, place_))
    return w._("activated {citizens}", citizens=w.join_list(who))


def build(event: Event, s: Speaker[View]) -> str | None:
    """Describe tiles that are restacked and built."""
    if isinstance(event, e.Restacked):
        return restacked(event, {}, s)
    return built(event, {}, s) if isinstance(event, e.Built) else None


def turned_up(event: Event, w: Words) -> str:
    """Return a sentence with the tiles that restacking or building revealed; "" if none."""
    match event:
        case e.Restacked(tiles=tiles):
            return w._("Now on offer: {tiles}.", tiles=w._("; ").join(n.offer(tile, w) for tile in tiles if tile))
        case e.Built(next=next_) if next_:
            return w._("Next on that stack: {tile}.", tile=n.offer(next_, w))
    return ""


def restacked(event: e.Restacked, cost: Mapping[str, int], w: Words) -> str:
    """Describe tiles on offer that were replaced by the next of their stacks, and the price if it is known."""
    price = n.amounts(cost, w)
    if event.stacks == "huts":
        if price:
            return w._("restacked the hut upgrades for {cost}", cost=price)
        return w._("restacked the hut upgrades")
    return w._("restacked the workshops for {cost}", cost=price) if price else w._("restacked the workshops")


def built(event: e.Built, cost: Mapping[str, int], w: Words) -> str:
    """Describe a tile that was built, and its price if it is known."""
    price = n.amounts(cost, w)
    match event.kind:
        case "hut":
            values = {"tile": n.hut_upgrade(event.tile, w), "hut": n.hut(event.hut, w), "cost": price}
            return (
                w._("built a {tile} on {hut} for {cost}", **values)
                if price
                else w._("built a {tile} on {hut}", **values)
            )
        case "workshop":
            values = {"workshop": n.workshop(event.tile, w), "cost": price}
            return w._("built the {workshop} for {cost}", **values) if price else w._("built the {workshop}", **values)
    values = {"wagon": n.wagon(event.tile, w), "cost": price}
    return w._("built a {wagon} for {cost}", **values) if price else w._("built a {wagon}", **values)


def repopulating(event: Event, s: Speaker[View]) -> str | None:
    """Describe the steps of a repopulation."""
    match event:
        case e.Repopulating(hex=hex_, wagon=cart):
            return s._("began to repopulate {hex} ({wagon})", hex=n.place(hex_, s), wagon=n.wagon(cart, s))
        case e.Given(citizen=citizen, spot=word):
            return s._("gave up {citizen} ({place})", citizen=s._(n.THE_CITIZEN[citizen]), place=n.spot(word, s))
        case e.Parted(start=start):
            return s._("gave up a lieutenant ({place})", place=n.place(start, s))
        case e.Repopulated(hex=hex_, points=points):
            return s._("repopulated {hex} ({points})", hex=n.place(hex_, s), points=n.tokens("points", points, s))
    return None


def repopulated(events: Sequence[Event], w: Words) -> str:
    """Describe a whole repopulation, or the part that has been done."""
    named = (event.hex for event in events if isinstance(event, e.Repopulating | e.Repopulated))
    hex_ = n.place(next(named, ""), w)
    points = next((event.points for event in events if isinstance(event, e.Repopulated)), 0)
    given = [n.amounts(event.cost, w) for event in events if isinstance(event, e.Paid)]
    given += n.citizens(Counter(event.citizen for event in events if isinstance(event, e.Given)), w)
    parted = sum(isinstance(event, e.Parted) for event in events)
    if parted:
        given.append(w.ngettext("{count} lieutenant", "{count} lieutenants", parted))
    values = {"hex": hex_, "given": w.join_list(given)}
    if points:
        return w._(
            "**repopulated {hex}** for {given} ({points} at the end)", points=n.tokens("points", points, w), **values
        )
    if not given:
        return w._("began to repopulate {hex}", hex=hex_)
    return w._("began to repopulate {hex}, so far for {given}", **values)


def between_turns(event: Event, s: Speaker[View]) -> str:
    """Return one event between the turns as one sentence."""
    match event:
        case e.Began(order=[seat]):
            return s._("{player} plays against the virtual opponent.", player=s.player(seat))
        case e.Began(order=order):
            return s._("Random turn order: {players}.", players=_order(order, s))
        case e.RoundBegan():
            return round_began(event, s)
        case e.RoundEnded(round=number):
            return s._("**Round {round} is over.**", round=n.ROMAN[number])
        case e.CitizensLost(hex=hex_, citizens=lost):
            return s._("Lost to the plague: {citizens}.", citizens=victims(hex_, lost, s))
        case e.DockDrawn(harbour=corner, reshuffled=reshuffled):
            if reshuffled:
                return s._(
                    "Dock tile: {corner}; it was the last one, so all are shuffled again.",
                    corner=s._(n.QUARTERS[corner]),
                )
            return s._("Dock tile: {corner}.", corner=s._(n.QUARTERS[corner]))
        case e.ShipArrived():
            return arrived(event, s)
        case e.HexAdded(hex=hex_):
            return s._("New hex: {hex}.", hex=n.hex_name(hex_, s))
        case e.LateWorkshops(tiles=tiles):
            shown = s._("; ").join(n.offer(tile, s) for tile in tiles if tile)
            return s._("Late workshops are now on offer: {tiles}.", tiles=shown)
    return _plague_and_end(event, s)


def _plague_and_end(event: Event, s: Speaker[View]) -> str:
    match event:
        case e.WheelTurned(rat=rat):
            return s._("Wheel: {rat}.", rat=s._(n.RATS[rat]))
        case e.PlaguePlaced(hexes=()):
            return s._("No hex is infected.")
        case e.PlaguePlaced(hexes=hexes):
            return s._("Plague comes to {hexes}.", hexes=n.places(hexes, s))
        case e.PlagueFailed(hexes=hexes, supply=supply):
            return s.ngettext(
                "No plague comes: it would need {count} cube, and {supply} are left in the supply.",
                "No plague comes: it would need {count} cubes, and {supply} are left in the supply.",
                hexes,
                supply=supply,
            )
        case e.CitizensCame(citizen=citizen, hexes=hexes):
            return s._("New citizens: {citizens}.", citizens=newcomers(citizen, hexes, s))
        case e.RatPenalty(seat=seat, rats=rats, points=points, steps=steps):
            return penalty(seat, rats, points, steps, s)
        case e.GameEnded():
            return s._("**The game is over.**")
    raise ValueError(f"no words for the event {type(event).__name__}")


def arrived(event: e.ShipArrived, w: Words) -> str:
    """Describe a ship that came: "New at dock NE: silk ship (brings 2 coins and 1 point)."."""
    values = {"dock": n.place(event.dock, w), "ship": n.ship(event.ship, w)}
    if event.cube:
        return w._("New at {dock}: {ship}.", **values)
    return w._("New at {dock}, without plague: {ship}.", **values)


def victims(hex_: str, lost: Sequence[str], w: Words) -> str:
    """Describe citizens that the plague took from a hex: "hex 13: 1 nun and 1 craftsman"."""
    counts = {one: lost.count(one) for one in dict.fromkeys(lost)}
    return w._("{place}: {citizens}", place=n.place(hex_, w), citizens=w.join_list(n.citizens(counts, w)))


def newcomers(citizen: str, hexes: Sequence[str], w: Words) -> str:
    """Describe the hexes of new citizens of one class: "nuns on hexes 4 and 5"."""
    return w._("{citizens} on {hexes}", citizens=w._(n.MANY[citizen]), hexes=n.places(hexes, w))


def penalty(seat: int, rats: int, points: int, steps: int, s: Speaker[View]) -> str:
    """Describe the cost of a seat's rats at the end."""
    lost = [n.tokens("points", -points, s)] if points else []
    lost += [s.ngettext("{count} step on popularity", "{count} steps on popularity", steps)] if steps else []
    values = {"player": s.player(seat), "rats": n.tokens("rats", rats, s)}
    if not lost:
        return s._("🐁 {player} has {rats} and loses nothing.", **values)
    return s._("🐁 {player} has {rats} and loses {lost}.", lost=s.join_list(lost), **values)


def round_began(event: e.RoundBegan, s: Speaker[View]) -> str:
    """Describe the heading of a round: its number, its turn order, and anything special about it."""
    values = {"round": n.ROMAN[event.round], "players": _order(event.order, s)}
    if event.priority in n.TRACKS:
        text = s._(
            "**Round {round}.** Turn order by {register}: {players}.",
            register=s._(n.TURN_ORDERS[event.priority]),
            **values,
        )
    elif c.OPPONENT in event.order:
        first = s._(SUBJECT) if event.order[0] == c.OPPONENT else s.player(event.order[0])
        text = s._("**Round {round}.** {player} begins.", player=first, **values)
    else:
        text = s._("**Round {round}.** Turn order: {players}.", **values)
    printed, before = c.ROUNDS[event.round], c.ROUNDS.get(event.round - 1)
    if before and printed.fire_cost != before.fire_cost:
        text += " " + s._(
            "From now on a plague cube costs {fire} or 1 big fire and brings {points}.",
            fire=n.tokens("fire", printed.fire_cost, s),
            points=n.tokens("points", printed.points_per_cube, s),
        )
    return text


def _order(order: Sequence[int], s: Speaker[View]) -> str:
    return s._(", ").join(who(seat, s) for seat in order)


SQUARE_FIELDS = ("square", "spot", "source")


class TrackScrolled(Event, frozen=True):
    """A scroll cube advanced on the track that counts this."""

    seat: int
    track: str


def located(events: Sequence[Event], view: View) -> list[Event]:
    """Return the events, with squares as "yellow:cl1" and scroll cubes by their tracks."""
    return [_located(event, view) for event in events]


def _located(event: Event, view: View) -> Event:
    seat = getattr(event, "seat", None)
    own = view.players[seat] if seat is not None and seat < view.seats else None
    if isinstance(event, Scrolled):
        return TrackScrolled(event.seat, c.TRACKS[own.scroll_board if own else "a"][event.column - 1].scores)
    if own is None or own.board == "a":
        return event
    said = {field: getattr(event, field) for field in event.__struct_fields__ if field in SQUARE_FIELDS}
    return replace(event, **{field: n.on_board(word, own.board) for field, word in said.items()})
