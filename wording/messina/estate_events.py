"""Events of an estate of Messina 1347 as phrases: who works where, what advances, what is built and repopulated."""

from collections import Counter
from collections.abc import Sequence

from rules.game import Event
from rules.messina import events as e
from rules.messina import round_events as r
from rules.messina.components import HUT_IDS, WORKSHOPS
from wording.catalogue import Words
from wording.messina.amounts import (
    A_CITIZEN,
    THE_CITIZEN,
    amounts,
    citizens,
    tokens,
)
from wording.messina.located import TrackScrolled
from wording.messina.names import (
    OTHERS,
    SCROLL_TRACKS,
    SHORT_TRACKS,
    board_name,
    hut,
    hut_upgrade,
    is_square,
    offer,
    place,
    quoted,
    spot,
    wagon,
    workshop,
    workshop_yield,
)
from wording.messina.pieces import overseer


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


def kept(events: Sequence[r.InQuarantine], w: Words) -> str:
    """Citizens that stay in quarantine for another round."""
    who = w.join_list(citizens(Counter(event.citizen for event in events), w))
    return w._("kept {citizens} in quarantine", citizens=who)


def housed(events: Sequence[r.Housed], w: Words) -> str:
    """Citizens that left quarantine together."""
    who = [with_spot(event.citizen, event.spot, w) for event in events]
    return w._("led {citizens} out of quarantine", citizens=w.join_list(who))


def advanced(event: Event, names: Sequence[str], w: Words) -> str | None:
    """Discs, scroll cubes and overseers that advance, and whom overseers activate."""
    match event:
        case e.Stepped():
            return stepped([event], w)
        case TrackScrolled(track=track):
            return scrolled(track, 1, w)
        case e.OverseerAdvanced(overseer=name, step=step, branch=branch, skipped=skipped):
            values = {"overseer": overseer(name, w), "step": step}
            if branch and step <= 3:
                values["branch"] = w._(OTHERS[branch])
                if skipped:
                    return w._("advanced the {overseer} over a step to step {step} ({branch})", **values)
                return w._("advanced the {overseer} to step {step} ({branch})", **values)
            if skipped:
                return w._("advanced the {overseer} over a step to step {step}", **values)
            return w._("advanced the {overseer} to step {step}", **values)
        case e.OverseerUpgraded(overseer=name):
            return w._("upgraded the {overseer}", overseer=overseer(name, w))
        case e.Activated():
            return activated([event], w)
        case e.SquareSpent(square=square):
            return w._("used {square} up: it works once a game", square=quoted(square, w))
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


def build(event: Event, names: Sequence[str], w: Words) -> str | None:
    """Tiles that are restacked and built, with those that come up."""
    match event:
        case e.Restacked(stacks=stacks, tiles=tiles):
            now = w._("; ").join(offer(tile, w) for tile in tiles if tile)
            return w._("restacked the {stacks}; on offer now: {tiles}", stacks=w._(OTHERS[stacks]), tiles=now)
        case e.Built(next=""):
            return built(event, w)
        case e.Built(next=next_):
            return w._("{did}; next on that stack: {tile}", did=built(event, w), tile=offer(next_, w))
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


def repopulating(event: Event, names: Sequence[str], w: Words) -> str | None:
    """The steps of a repopulation."""
    match event:
        case e.Repopulating(hex=hex_, wagon=cart):
            return w._("began to repopulate {hex} with a {wagon}", hex=place(hex_, w), wagon=wagon(cart, w))
        case e.Given(citizen=citizen, spot=word):
            return w._("gave up {citizen} ({place})", citizen=w._(THE_CITIZEN[citizen]), place=spot(word, w))
        case e.Parted(start=start):
            return w._("gave up a lieutenant ({place})", place=place(start, w))
        case e.Repopulated(hex=hex_, points=points):
            return w._("repopulated {hex} ({points})", hex=place(hex_, w), points=tokens("points", points, w))
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
