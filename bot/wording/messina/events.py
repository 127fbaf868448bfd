"""Events of a turn of Messina 1347 in sentences. What a seat did is a phrase without its subject, to be joined."""

from collections import Counter
from collections.abc import Sequence

from bot.wording.catalogue import Words
from bot.wording.messina.amounts import (
    A_CITIZEN,
    THE_CITIZEN,
    amounts,
    citizens,
    effects,
    option,
    tokens,
)
from bot.wording.messina.names import (
    OTHERS,
    SCROLL_TRACKS,
    TRACKS,
    hex_name,
    hut,
    hut_upgrade,
    name_of,
    offer,
    place,
    ship,
    spot,
    square_short,
    wagon,
    workshop,
)
from bot.wording.messina.pieces import overseer
from bot.wording.messina.round_events import between_turns
from bot.wording.players import player
from rules.game import Event
from rules.messina import events as e
from rules.messina import round_events as r
from rules.messina.components import HEXES, HUT_IDS, SQUARES


def sentence(event: Event, names: Sequence[str], w: Words) -> str:
    """One event as one sentence."""
    did = phrase(event, names, w)
    if did is not None:
        return told(event.seat, [did], names, w)  # type: ignore[attr-defined]
    return between_turns(event, names, w)


def told(seat: int, phrases: Sequence[str], names: Sequence[str], w: Words) -> str:
    """A sentence of what one seat did."""
    return w.t("{player} {did}.", player=player(names, seat, w), did=w.both(phrases))


def phrase(event: Event, names: Sequence[str], w: Words) -> str | None:
    """What the seat of the event did, in the past tense and without the subject; None if nobody did it."""
    for kind in (_moved, _faced, _gained, _advanced, _built, _repopulated):
        text = kind(event, names, w)
        if text is not None:
            return text
    return None


def for_coins(text: str, coins: int, w: Words) -> str:
    """The text with its price, if there is one."""
    return w.t("{thing} for {cost}", thing=text, cost=tokens("coin", coins, w)) if coins else text


def _moved(event: Event, names: Sequence[str], w: Words) -> str | None:
    match event:
        case e.Went(start=start, hex=hex_) if start == hex_:
            return w.t("stayed on {hex}", hex=hex_name(hex_, w))
        case e.Went(start="home", hex=hex_):
            return w.t("sent a lieutenant to {hex}", hex=hex_name(hex_, w))
        case e.Went(start=start, hex=hex_, coins=coins):
            text = w.t("moved from {start} to {hex}", start=place(start, w), hex=hex_name(hex_, w))
            return for_coins(text, coins, w)
        case e.Boarded(start=start, dock=dock, ship=taken, coins=coins):
            text = w.t("took the {ship} at {dock}", ship=ship(taken, w), dock=place(dock, w))
            if start not in ("home", dock):
                text = w.t("{did}, coming from {start}", did=text, start=place(start, w))
            return for_coins(text, coins, w)
        case e.Recalled(start="home"):
            return w.t("kept a lieutenant at home")
        case e.Recalled(start=start):
            return w.t("called the lieutenant on {place} home", place=place(start, w))
        case e.Tribute(visitor=visitor, hex=hex_, points=points) if visitor != event.seat:
            return w.t(
                "got {points}, for {player} came to {hex}",
                points=tokens("points", points, w),
                player=player(names, visitor, w),
                hex=place(hex_, w),
            )
        case e.Tribute(hex=hex_, points=points):
            return w.t("got {points} for the own {hex}", points=tokens("points", points, w), hex=place(hex_, w))
        case e.TurnEnded(lapsed=()):
            return w.t("ended the turn")
        case e.TurnEnded(lapsed=lapsed):
            return w.t("left unused: {effects}", effects=w.both(effects(lapsed, w)))
    return None


def _faced(event: Event, names: Sequence[str], w: Words) -> str | None:
    match event:
        case e.Rescued(citizen=citizen, spot=""):
            return w.t("had no room for {citizen}", citizen=w.t(A_CITIZEN[citizen]))
        case e.Rescued():
            return rescued([event], w)
        case e.Fought(source=source, fire=fire, big=big, cubes=cubes, also=also):
            cost = amounts({"fire": fire, "big_fire": big}, w)
            here = w.n("removed {count} plague cube", "removed {count} plague cubes", cubes)
            if not also:
                return w.t("{did} for {cost}", did=here, cost=cost)
            near = w.both(
                [
                    w.t("{count} on {hex}", count=count, hex=place(hex_, w))
                    for hex_, count in Counter(also).items()
                ]
            )  # fmt: skip
            return w.t("{did} there and {near} for {cost}", did=here, near=near, cost=cost)
        case e.CubeLeft(ship=taken):
            return w.t("did not fight the plague on the {ship}", ship=ship(taken, w))
        case e.Rats(rats=rats, cause=cause, source=source):
            return got_rats(rats, cause, source, w)
    return None


def rescued(events: Sequence[e.Rescued], w: Words) -> str:
    """Citizens rescued together: "rescued a nun (hut 1) and a craftsman (hut 2)"."""
    who = [
        w.t("{citizen} to {spot}", citizen=w.t(A_CITIZEN[event.citizen]), spot=place_of_estate(event.spot, w))
        for event in events
    ]
    return w.t("rescued {citizens}", citizens=w.both(who))


def place_of_estate(word: str, w: Words) -> str:
    """Where a citizen of a known class is: "“1 fire” (left)", "hut 1", "the nun workshop (1 fire)"."""
    if word in SQUARES:
        return square_short(word, w)
    return hut(word, w) if word in HUT_IDS else w.t("the {workshop}", workshop=workshop(word, w))


def got_rats(rats: int, cause: str, source: str, w: Words) -> str:
    """Rats and why they came."""
    count = tokens("rats", rats, w)
    match cause:
        case "ship":
            return w.t("took {rats} from the ship", rats=count)
        case "repopulation":
            return w.t("took {rats} for the plague there", rats=count)
        case "infection":
            return w.t("took {rats} for the plague on the own {hex}", rats=count, hex=place(source, w))
    return w.t("took {rats} for the plague left there", rats=count)


def _gained(event: Event, names: Sequence[str], w: Words) -> str | None:
    match event:
        case e.Acted(hex=hex_, option=number, copied=copied):
            action = option(HEXES[hex_].action.options[number - 1], w)
            if copied:
                return w.t("copied the action of {hex}: {action}", hex=place(hex_, w), action=action)
            return w.t("used the action of {hex}: {action}", hex=place(hex_, w), action=action)
        case e.Gained(source=source, gains=gains):
            return w.t("gained {amounts} ({source})", amounts=amounts(gains, w), source=_source(source, w))
        case e.Paid(source=source, cost=cost):
            return w.t("paid {amounts} ({source})", amounts=amounts(cost, w), source=_source(source, w))
        case e.Gilded(citizen=citizen, spot=word):
            where = place_of_estate(word, w)
            who = w.t(THE_CITIZEN[citizen])
            if word in SQUARES:
                return w.t("upgraded {citizen} on {place}", citizen=who, place=where)
            return w.t("upgraded {citizen} in {place}", citizen=who, place=where)
        case e.Recruited():
            return w.t("took a lieutenant from the supply")
        case e.Employed():
            return employed([event], w)
        case r.Produced(source=source):
            return w.t("produced with the {source}", source=_source(source, w))
        case r.InQuarantine():
            return kept([event], w)
        case r.Housed(citizen=citizen, spot=""):
            return w.t("had no room for {citizen} from quarantine", citizen=w.t(A_CITIZEN[citizen]))
        case r.Housed():
            return housed([event], w)
        case r.PriorityChosen(register=register):
            return w.t("chose the {register} for the turn order", register=w.t(TRACKS[register]))
    return None


def _source(source: str, w: Words) -> str:
    """What gave something, without a price."""
    if source in HEXES:
        return place(source, w)
    if source.startswith("q"):
        return hut_upgrade(source, w)
    return name_of(source, w) or source


def employed(events: Sequence[e.Employed], w: Words) -> str:
    """Citizens that went to workshops together."""
    who = [
        w.t(
            "{citizen} into the {workshop}", citizen=w.t(A_CITIZEN[event.citizen]), workshop=workshop(event.workshop, w)
        )
        for event in events
    ]
    return w.t("put {citizens}", citizens=w.both(who))


def kept(events: Sequence[r.InQuarantine], w: Words) -> str:
    """Citizens that stay in quarantine for another round."""
    who = w.both(citizens(Counter(event.citizen for event in events), w))
    return w.t("kept {citizens} in quarantine", citizens=who)


def housed(events: Sequence[r.Housed], w: Words) -> str:
    """Citizens that left quarantine together."""
    who = [
        w.t("{citizen} to {spot}", citizen=w.t(A_CITIZEN[event.citizen]), spot=place_of_estate(event.spot, w))
        for event in events
    ]
    return w.t("brought {citizens} from quarantine", citizens=w.both(who))


def _advanced(event: Event, names: Sequence[str], w: Words) -> str | None:
    match event:
        case e.Stepped():
            return stepped([event], w)
        case e.Scrolled(column=column):
            return scrolled(column, 1, w)
        case e.OverseerAdvanced(overseer=name, step=step, branch=branch, skipped=skipped):
            values = {"overseer": overseer(name, w), "step": step}
            if branch and step <= 3:
                values["branch"] = w.t(OTHERS[branch])
                if skipped:
                    return w.t("advanced the {overseer} over a step to step {step} ({branch})", **values)
                return w.t("advanced the {overseer} to step {step} ({branch})", **values)
            if skipped:
                return w.t("advanced the {overseer} over a step to step {step}", **values)
            return w.t("advanced the {overseer} to step {step}", **values)
        case e.OverseerUpgraded(overseer=name):
            return w.t("upgraded the {overseer}", overseer=overseer(name, w))
        case e.Activated():
            return activated([event], w)
    return None


def stepped(events: Sequence[e.Stepped], w: Words) -> str:
    """Steps on one register: "advanced 2 spaces on the popularity register, to space 4"."""
    last = events[-1]
    register = w.t(TRACKS[last.register])
    steps = sum(not event.last for event in events)
    coins = sum(event.coins for event in events)
    if not steps:
        return for_coins(w.t("went to the top of the stack at the end of the {register}", register=register), coins, w)
    text = w.t("advanced to space {space} of the {register}", space=last.space, register=register)
    if last.deferred:
        text = w.t("{did} (its action waits for the next turn)", did=text)
    return for_coins(text, coins, w)


def scrolled(column: int, steps: int, w: Words) -> str:
    """A scroll cube that advanced."""
    track = w.t(SCROLL_TRACKS[column - 1])
    return w.n(
        "advanced the scroll cube of {track}", "advanced the scroll cube of {track} {count} steps", steps, track=track
    )


def activated(events: Sequence[e.Activated], w: Words) -> str:
    """Citizens activated one after the other."""
    who = [
        w.t("{citizen} on {place}", citizen=w.t(THE_CITIZEN[event.citizen]), place=square_short(event.square, w))
        for event in events
    ]
    return w.t("activated {citizens}", citizens=w.both(who))


def _built(event: Event, names: Sequence[str], w: Words) -> str | None:
    match event:
        case e.Restacked(stacks=stacks, tiles=tiles):
            now = w.t("; ").join(offer(tile, w) for tile in tiles if tile)
            return w.t("restacked the {stacks}; on offer now: {tiles}", stacks=w.t(OTHERS[stacks]), tiles=now)
        case e.Built(next=""):
            return built(event, w)
        case e.Built(next=next_):
            return w.t("{did}; next on that stack: {tile}", did=built(event, w), tile=offer(next_, w))
    return None


def built(event: e.Built, w: Words) -> str:
    """A tile that was built."""
    match event.kind:
        case "hut":
            tile, on = hut_upgrade(event.tile, w), hut(event.hut, w)
            return w.t("built the {tile} on {hut}", tile=tile, hut=on)
        case "workshop":
            return w.t("built the {tile}", tile=workshop(event.tile, w))
    return w.t("built a {tile}", tile=wagon(event.tile, w))


def _repopulated(event: Event, names: Sequence[str], w: Words) -> str | None:
    match event:
        case e.Repopulating(hex=hex_, wagon=cart):
            return w.t("began to repopulate {hex} with a {wagon}", hex=place(hex_, w), wagon=wagon(cart, w))
        case e.Given(citizen=citizen, spot=word):
            return w.t("gave up {citizen} ({place})", citizen=w.t(THE_CITIZEN[citizen]), place=spot(word, w))
        case e.Parted(start=start):
            return w.t("gave up a lieutenant ({place})", place=place(start, w))
        case e.Repopulated(hex=hex_, points=points):
            return w.t("repopulated {hex} ({points})", hex=place(hex_, w), points=tokens("points", points, w))
    return None


def repopulated(events: Sequence[Event], w: Words) -> str:
    """A whole repopulation, or what has been done of it."""
    hex_ = next((place(event.hex, w) for event in events if isinstance(event, e.Repopulating)), "")
    points = next((event.points for event in events if isinstance(event, e.Repopulated)), 0)
    given = [amounts(event.cost, w) for event in events if isinstance(event, e.Paid)]
    given += citizens(Counter(event.citizen for event in events if isinstance(event, e.Given)), w)
    parted = sum(isinstance(event, e.Parted) for event in events)
    if parted:
        given.append(w.n("{count} lieutenant", "{count} lieutenants", parted))
    values = {"hex": hex_, "given": w.both(given)}
    if points:
        return w.t(
            "**repopulated {hex}** with {given} ({points} at the end)", points=tokens("points", points, w), **values
        )
    return w.t("began to repopulate {hex} with {given}", **values)
