"""An event of Messina 1347 in a sentence: of a turn, of an estate, and between the turns.

What a seat did is a phrase without its subject, so that phrases can be joined. Events are first `located`: made
complete with what only the position tells, on which board of side b a square or a scroll track is.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from rules.errors import N_
from rules.game import Event
from rules.messina import events as e
from rules.messina import round_events as r
from rules.messina.components import HEXES, HUT_IDS, HUT_TILES, OPPONENT, ROUNDS, SHIPS, WAGONS, WORKSHOPS
from rules.messina.components import TRACKS as SCROLL_BOARD_TRACKS
from rules.messina.events import Scrolled
from rules.messina.view_types import View
from wording.catalogue import Words
from wording.messina.amounts import A_CITIZEN, THE_CITIZEN, amounts, citizens, effects, option, overseer, tokens
from wording.messina.choices import beside
from wording.messina.names import (
    AREAS,
    GOODS,
    MANY,
    OTHERS,
    QUARTERS,
    RATS,
    ROMAN,
    SCROLL_TRACKS,
    SHORT_TRACKS,
    TRACKS,
    board_name,
    branch_area,
    hex_name,
    hut,
    hut_upgrade,
    is_square,
    name_of,
    offer,
    on_board,
    place,
    places,
    quoted,
    ship,
    spot,
    wagon,
    workshop,
    workshop_yield,
)
from wording.messina.opponent import SUBJECT, solo_sentence, who
from wording.speaker import Speaker

KINDS_OF_TILES = {
    **dict.fromkeys(HUT_TILES, N_("hut upgrade")),
    **dict.fromkeys(WORKSHOPS, N_("workshop")),
    **dict.fromkeys(WAGONS, N_("wagon")),
}


def sentence(event: Event, s: Speaker[View]) -> str:
    """One event as one sentence."""
    [event] = located([event], s.view)
    solo = solo_sentence(event, s)
    if solo is not None:
        return solo
    text = phrase(event, s)
    if text is not None:
        return s.did(event.seat, [text])  # type: ignore[attr-defined]
    return between_turns(event, s)


def phrase(event: Event, s: Speaker[View]) -> str | None:
    """What the seat of the event did, in the past tense and without the subject; None if nobody did it."""
    for kind in (_moved, _faced, _gained, advanced, build, repopulating):
        text = kind(event, s)
        if text is not None:
            return text
    return None


def _moved(event: Event, s: Speaker[View]) -> str | None:
    match event:
        case e.Went(start=start, hex=hex_) if start == hex_:
            return s._("stayed on {hex}", hex=place(hex_, s))
        case e.Went(start="home", hex=hex_):
            return s._("sent a lieutenant to {hex}", hex=place(hex_, s))
        case e.Went(start=start, hex=hex_, coins=coins):
            way = {"start": place(start, s), "hex": place(hex_, s)}
            if not coins:
                return s._("moved from {start} to {hex}", **way)
            return s._("moved from {start} to {hex} ({coins})", coins=tokens("coin", coins, s), **way)
        case e.Boarded(start=start, dock=dock, ship=taken, coins=coins):
            values = {"ship": s._(GOODS[SHIPS[taken].goods]), "dock": place(dock, s), "start": place(start, s)}
            if start in ("home", dock):
                return s._("took the {ship} at {dock}", **values)
            if not coins:
                return s._("took the {ship} at {dock} (from {start})", **values)
            return s._("took the {ship} at {dock} (from {start}, {coins})", coins=tokens("coin", coins, s), **values)
        case e.Recalled(start="home"):
            return s._("kept a lieutenant at home")
        case e.Recalled(start=start):
            return s._("called the lieutenant home from {place}", place=place(start, s))
        case e.Tribute(visitor=visitor, hex=hex_, points=points) if visitor != event.seat:
            return s._(
                "got {points}, for {player} came to {hex}",
                points=tokens("points", points, s),
                player=who(visitor, s),
                hex=place(hex_, s),
            )
        case e.Tribute(hex=hex_, points=points):
            return s._("got {points} as the owner of {hex}", points=tokens("points", points, s), hex=place(hex_, s))
        case e.TurnEnded(lapsed=()):
            return s._("ended the turn")
        case e.TurnEnded(lapsed=lapsed):
            return s._("left unused: {effects}", effects=s.join_list(effects(lapsed, s)))
    return None


def _faced(event: Event, s: Speaker[View]) -> str | None:
    match event:
        case e.Rescued(citizen=citizen, spot=""):
            return s._("had no room for {citizen}", citizen=s._(A_CITIZEN[citizen]))
        case e.Rescued():
            return rescued([event], s)
        case e.Fought(source=source, fire=fire, big=big, cubes=cubes, also=also):
            cost = amounts({"fire": fire, "big_fire": big}, s)
            here = s.ngettext("removed {count} plague cube", "removed {count} plague cubes", cubes)
            if not also:
                return s._("{did} for {cost}", did=here, cost=cost)
            removed = s.join_list([s._("{did} there", did=here), *beside(also, s)])
            return s._("{did} for {cost}", did=removed, cost=cost)
        case e.CubeLeft(ship=taken):
            return s._("did not fight the plague on the {ship}", ship=ship(taken, s))
        case e.Rats(rats=rats, cause=cause, source=source):
            return got_rats(rats, cause, source, s)
    return None


def rescued(events: Sequence[e.Rescued], w: Words) -> str:
    """Citizens rescued together: "rescued a nun (“1 fire”) and a craftsman (hut 2)"."""
    return w._(
        "rescued {citizens}", citizens=w.join_list([with_spot(event.citizen, event.spot, w) for event in events])
    )


def got_rats(rats: int, cause: str, source: str, w: Words) -> str:
    """Rats and why they came."""
    count = tokens("rats", rats, w)
    match cause:
        case "ship":
            return w._("took {rats} from the ship", rats=count)
        case "repopulation":
            return w._("took {rats} more for repopulating amid plague", rats=count)
        case "infection":
            return w._("took {rats} for the plague on {hex}, repopulated before", rats=count, hex=place(source, w))
    return w._("took {rats} for the plague left there", rats=count)


def _gained(event: Event, s: Speaker[View]) -> str | None:
    match event:
        case e.Acted(hex=hex_, option=number, copied=copied):
            action = option(HEXES[hex_].action.options[number - 1], s)
            if copied:
                return s._("copied the action of {hex}: {action}", hex=place(hex_, s), action=action)
            return s._("used the action of {hex}: {action}", hex=place(hex_, s), action=action)
        case e.Gained(source=source, gains=gains):
            return s._("gained {amounts} ({source})", amounts=amounts(gains, s), source=_source(source, s))
        case e.Paid(source=source, cost=cost):
            return s._("paid {amounts} ({source})", amounts=amounts(cost, s), source=_source(source, s))
        case e.Gilded(citizen=citizen, spot=word):
            return s._("upgraded {citizen} ({place})", citizen=s._(A_CITIZEN[citizen]), place=spot_short(word, s))
        case e.Recruited(price=price):
            coins = tokens("coin", price, s)
            return s._("took a lieutenant from the supply (a register step now costs {coins})", coins=coins)
        case e.Employed():
            return employed([event], s)
        case r.Produced(source=source):
            return s._("used what is produced ({source})", source=_source(source, s))
        case r.InQuarantine():
            return still_in_quarantine([event], s)
        case r.Housed(citizen=citizen, spot=""):
            return s._("had no room for {citizen} from quarantine", citizen=s._(A_CITIZEN[citizen]))
        case r.Housed():
            return housed([event], s)
        case r.BoardTaken():
            return boards_taken([event], s)
        case r.PriorityChosen(register=register):
            return s._("chose the {register} for the turn order", register=s._(TRACKS[register]))
    return None


def _source(source: str, w: Words) -> str:
    """What gave or took something; of tiles only their kind."""
    if source in KINDS_OF_TILES:
        return w._(KINDS_OF_TILES[source])
    return name_of(source, w) or source


def with_spot(citizen: str, word: str, w: Words) -> str:
    """A citizen and where it comes to: "a nun (“1 fire”)"."""
    return f"{w._(A_CITIZEN[citizen])} ({spot_short(word, w)})"


def spot_short(word: str, w: Words) -> str:
    """Where a citizen of a known class is: "“1 fire”", "hut 1", "workshop: 1 fire"."""
    if is_square(word):
        return quoted(word, w)
    if word in HUT_IDS:
        return hut(word, w)
    return w._("workshop: {gain}", gain=workshop_yield(WORKSHOPS[word], w))


def employed(events: Sequence[e.Employed], w: Words) -> str:
    """Citizens that went to workshops together."""
    who = [with_spot(event.citizen, event.workshop, w) for event in events]
    return w._("put {citizens} to work", citizens=w.join_list(who))


def boards_taken(events: Sequence[r.BoardTaken], w: Words) -> str:
    """Boards of side b that a player got: "got the yellow board and scroll board B2"."""
    boards = w.join_list([board_name(event.board, w) for event in events])
    return w._("chose the {boards}", boards=boards) if events[0].chosen else w._("got the {boards}", boards=boards)


def still_in_quarantine(events: Sequence[r.InQuarantine], w: Words) -> str:
    """Citizens that stay in quarantine for another round."""
    who = w.join_list(citizens(Counter(event.citizen for event in events), w))
    return w._("kept {citizens} in quarantine", citizens=who)


def housed(events: Sequence[r.Housed], w: Words) -> str:
    """Citizens that left quarantine together."""
    who = [with_spot(event.citizen, event.spot, w) for event in events]
    return w._("led {citizens} out of quarantine", citizens=w.join_list(who))


def advanced(event: Event, s: Speaker[View]) -> str | None:
    """Discs, scroll cubes and overseers that advance, and whom overseers activate."""
    match event:
        case e.Stepped():
            return stepped([event], s)
        case TrackScrolled(track=track):
            return scrolled(track, 1, s)
        case e.OverseerAdvanced(overseer=name, step=step, branch=branch, skipped=skipped):
            values = {"overseer": overseer(name, s), "step": step}
            if branch and step <= 3:
                values["area"] = s._(AREAS[branch_area(name, branch)])
                if skipped:
                    return s._("advanced the {overseer} over a step to step {step} ({area})", **values)
                return s._("advanced the {overseer} to step {step} ({area})", **values)
            if skipped:
                return s._("advanced the {overseer} over a step to step {step}", **values)
            return s._("advanced the {overseer} to step {step}", **values)
        case e.OverseerUpgraded(overseer=name):
            return s._("upgraded the {overseer}", overseer=overseer(name, s))
        case e.Activated():
            return activated([event], s)
        case e.SquareSpent(square=square):
            return s._("used {square} up: it works once a game", square=quoted(square, s))
    return None


def stepped(events: Sequence[e.Stepped], w: Words) -> str:
    """Steps on registers: "advanced to space 2 on popularity and space 4 on city (3 coins)"."""
    where = [_landed([one for one in events if one.register == register], w)
             for register in dict.fromkeys(event.register for event in events)]  # fmt: skip
    return w._("advanced to {spaces}", spaces=w.join_list(where))


def _landed(events: Sequence[e.Stepped], w: Words) -> str:
    """Where the disc of one register came to, and what that cost."""
    last = events[-1]
    values = {"space": last.space, "register": w._(SHORT_TRACKS[last.register])}
    if all(event.last for event in events):
        text = w._("the top of the stack at the end of {register}", **values)
    else:
        text = w._("space {space} on {register}", **values)
    coins = sum(event.coins for event in events)
    if coins:
        return f"{text} ({tokens('coin', coins, w)})"
    if last.deferred and last.register != "popularity":  # what a fight brings can be used in the same turn
        return w._("{space} (its action waits for the next action step)", space=text)
    return text


def scrolled(track: str, steps: int, w: Words) -> str:
    """A scroll cube that advanced."""
    return w.ngettext(
        "advanced the scroll cube of {track}",
        "advanced the scroll cube of {track} {count} steps",
        steps,
        track=w._(SCROLL_TRACKS[track]),
    )


def activated(events: Sequence[Event], w: Words) -> str:
    """Citizens activated one after the other; of squares that work once a game, that they are used up."""
    spent = {event.square for event in events if isinstance(event, e.SquareSpent)}
    who = []
    for event in events:
        if isinstance(event, e.Activated):
            citizen, place_ = w._(A_CITIZEN[event.citizen]), spot_short(event.square, w)
            if event.square in spent:
                place_ = w._("{square}, now used up", square=place_)
            who.append(f"{citizen} ({place_})")
    return w._("activated {citizens}", citizens=w.join_list(who))


def build(event: Event, s: Speaker[View]) -> str | None:
    """Tiles that are restacked and built, with those that come up."""
    match event:
        case e.Restacked(stacks=stacks, tiles=tiles):
            now = s._("; ").join(offer(tile, s) for tile in tiles if tile)
            return s._("restacked the {stacks}; on offer now: {tiles}", stacks=s._(OTHERS[stacks]), tiles=now)
        case e.Built(next=""):
            return built(event, s)
        case e.Built(next=next_):
            return s._("{did}; next on that stack: {tile}", did=built(event, s), tile=offer(next_, s))
    return None


def built(event: e.Built, w: Words) -> str:
    """A tile that was built."""
    match event.kind:
        case "hut":
            tile, on = hut_upgrade(event.tile, w), hut(event.hut, w)
            return w._("built the {tile} on {hut}", tile=tile, hut=on)
        case "workshop":
            return w._("built the {tile}", tile=workshop(event.tile, w))
    return w._("built a {tile}", tile=wagon(event.tile, w))


def repopulating(event: Event, s: Speaker[View]) -> str | None:
    """The steps of a repopulation."""
    match event:
        case e.Repopulating(hex=hex_, wagon=cart):
            return s._("began to repopulate {hex} with a {wagon}", hex=place(hex_, s), wagon=wagon(cart, s))
        case e.Given(citizen=citizen, spot=word):
            return s._("gave up {citizen} ({place})", citizen=s._(THE_CITIZEN[citizen]), place=spot(word, s))
        case e.Parted(start=start):
            return s._("gave up a lieutenant ({place})", place=place(start, s))
        case e.Repopulated(hex=hex_, points=points):
            return s._("repopulated {hex} ({points})", hex=place(hex_, s), points=tokens("points", points, s))
    return None


def repopulated(events: Sequence[Event], w: Words) -> str:
    """A whole repopulation, or what has been done of it."""
    named = (event.hex for event in events if isinstance(event, e.Repopulating | e.Repopulated))
    hex_ = place(next(named, ""), w)
    points = next((event.points for event in events if isinstance(event, e.Repopulated)), 0)
    given = [amounts(event.cost, w) for event in events if isinstance(event, e.Paid)]
    given += citizens(Counter(event.citizen for event in events if isinstance(event, e.Given)), w)
    parted = sum(isinstance(event, e.Parted) for event in events)
    if parted:
        given.append(w.ngettext("{count} lieutenant", "{count} lieutenants", parted))
    values = {"hex": hex_, "given": w.join_list(given)}
    if points:
        return w._(
            "**repopulated {hex}** with {given} ({points} at the end)", points=tokens("points", points, w), **values
        )
    return w._("began to repopulate {hex} with {given}", **values)


def between_turns(event: Event, s: Speaker[View]) -> str:
    """One event between the turns as one sentence."""
    match event:
        case r.Began(order=[seat]):
            return s._("{player} plays against the virtual opponent.", player=s.player(seat))
        case r.Began(order=order):
            return s._("Turn order by lot: {players}.", players=_order(order, s))
        case r.RoundBegan():
            return round_began(event, s)
        case r.RoundEnded(round=number):
            return s._("**Round {round} is over.**", round=ROMAN[number])
        case r.CitizensLost(hex=hex_, citizens=lost):
            people = s.join_list([s._(A_CITIZEN[citizen]) for citizen in lost])
            return s._("On {hex} the plague took {citizens}.", hex=place(hex_, s), citizens=people)
        case r.DockDrawn(harbour=corner, reshuffled=reshuffled):
            if reshuffled:
                return s._(
                    "Dock tile: {corner}; it was the last, all are shuffled again.", corner=s._(QUARTERS[corner])
                )
            return s._("Dock tile: {corner}.", corner=s._(QUARTERS[corner]))
        case r.ShipArrived():
            return s._("{ships}.", ships=arrived(event, s))
        case r.HexAdded(hex=hex_):
            return s._("New in the city: {hex}.", hex=hex_name(hex_, s))
        case r.LateWorkshops(tiles=tiles):
            shown = s._("; ").join(offer(tile, s) for tile in tiles if tile)
            return s._("The late workshops are on offer: {tiles}.", tiles=shown)
    return _plague_and_end(event, s)


def _plague_and_end(event: Event, s: Speaker[View]) -> str:
    match event:
        case r.WheelTurned(rat=rat):
            return s._("The wheel shows the {rat}.", rat=s._(RATS[rat]))
        case r.PlaguePlaced(hexes=()):
            return s._("No hex is infected.")
        case r.PlaguePlaced(hexes=hexes):
            return s._("Plague comes to {hexes}.", hexes=places(hexes, s))
        case r.PlagueFailed(hexes=hexes, supply=supply):
            return s.ngettext(
                "No plague comes: {count} cube would be needed, {supply} left in the supply.",
                "No plague comes: {count} cubes would be needed, {supply} left in the supply.",
                hexes,
                supply=supply,
            )
        case r.CitizensCame(citizen=citizen, hexes=hexes):
            return s._("{citizens} come to {hexes}.", citizens=s._(MANY[citizen]), hexes=places(hexes, s))
        case r.RatPenalty(seat=seat, rats=rats, points=points, steps=steps):
            return penalty(seat, rats, points, steps, s)
        case r.GameEnded():
            return s._("**The game is over.**")
    raise ValueError(f"no words for the event {type(event).__name__}")


def arrived(event: r.ShipArrived, w: Words) -> str:
    """A ship that came: "A silk ship (2 coins and 1 point) comes to dock NE"."""
    text = w._("A {ship} comes to {dock}", ship=ship(event.ship, w), dock=place(event.dock, w))
    return text if event.cube else w._("{arrival}, without plague", arrival=text)


def penalty(seat: int, rats: int, points: int, steps: int, s: Speaker[View]) -> str:
    """What a seat's rats cost at the end."""
    lost = [tokens("points", -points, s)] if points else []
    lost += [s.ngettext("{count} step on popularity", "{count} steps on popularity", steps)] if steps else []
    values = {"player": s.player(seat), "rats": tokens("rats", rats, s)}
    if not lost:
        return s._("🐀 {player} has {rats} and loses nothing.", **values)
    return s._("🐀 {player} has {rats} and loses {lost}.", lost=s.join_list(lost), **values)


def round_began(event: r.RoundBegan, s: Speaker[View]) -> str:
    """The head of a round: its number, turn order, and what is special about it."""
    values = {"round": ROMAN[event.round], "players": _order(event.order, s)}
    if event.priority in TRACKS:
        text = s._(
            "**Round {round}.** Turn order by the {register}: {players}.",
            register=s._(TRACKS[event.priority]),
            **values,
        )
    elif OPPONENT in event.order:
        first = s._(SUBJECT) if event.order[0] == OPPONENT else s.player(event.order[0])
        text = s._("**Round {round}.** {player} begins.", player=first, **values)
    else:
        text = s._("**Round {round}.** Turn order: {players}.", **values)
    printed, before = ROUNDS[event.round], ROUNDS.get(event.round - 1)
    if before and printed.fire_cost != before.fire_cost:
        text += " " + s._(
            "From now on a plague cube costs {fire} or 1 big fire and brings {points}.",
            fire=tokens("fire", printed.fire_cost, s),
            points=tokens("points", printed.points_per_cube, s),
        )
    return text


def _order(order: Sequence[int], s: Speaker[View]) -> str:
    return s._(", ").join(who(seat, s) for seat in order)


PLACES = ("square", "spot", "source")  # fields of events that may name a square


class TrackScrolled(Event, frozen=True):
    """A scroll cube advanced on the track that counts this."""

    seat: int
    track: str


def located(events: Sequence[Event], view: View) -> list[Event]:
    """The events, with squares as "yellow:cl1" and scroll cubes by their tracks."""
    return [_located(event, view) for event in events]


def _located(event: Event, view: View) -> Event:
    seat = getattr(event, "seat", None)
    own = view.players[seat] if seat is not None and seat < view.seats else None
    if isinstance(event, Scrolled):
        return TrackScrolled(event.seat, SCROLL_BOARD_TRACKS[own.scroll_board if own else "a"][event.column - 1].scores)
    if own is None or own.board == "a":
        return event
    said = {field: getattr(event, field) for field in event.__struct_fields__ if field in PLACES}
    return replace(event, **{field: on_board(word, own.board) for field, word in said.items()})
