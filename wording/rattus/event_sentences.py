"""Events of Rattus: one as a sentence, and a whole turn in a few sentences.

A seat's actions are phrases without a subject, so that they can be joined. New rats, and the rats of a struck region,
are described together.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rules.errors import N_, P_
from rules.game import Event, SeatEvent
from rules.rattus import events as e
from rules.rattus.components import NEUTRAL_CUBES
from rules.rattus.view import View
from wording.catalogue import Words, plural
from wording.rattus.names import (
    PLAGUE,
    RAT,
    face,
    map_order,
    name,
    name_of,
    named,
    potions,
    rat_here,
    region_of,
    short_face,
)
from wording.rattus.rules_help import NO_CHIVALRY
from wording.speaker import Speaker, of_kind

LOSS_CAUSES = {"M": N_("majority"), "A": P_("struck by a rat", "all")}
END_REASONS = {"supply": N_("the supply of rats is empty"), "cubes": N_("{player} has every cube on the board")}
# The card that causes events of a kind, unless the event names it.
CARD_OF_EVENT: Mapping[type[Event], str] = {
    e.Baked: "baker",
    e.Unloaded: "baker",
    e.CubesExchanged: "messenger",
    e.NeutralDeclared: "knight",
    e.TurnedOver: "crusader",
    e.Looked: "witch",
    e.Exchanged: "witch",
    e.PotionPlaced: "wizard",
    e.Saved: "king",
    e.WallMoved: "emperor",
}


def card_of(event: Event) -> str:
    """Return the card whose ability caused the event, or "" for an action without a card."""
    return "" if isinstance(event, e.Took) else getattr(event, "card", "") or CARD_OF_EVENT.get(type(event), "")


def _told(text: str | Callable[[Any, Speaker[View]], str], event: Event, s: Speaker[View]) -> str:
    """Fill the event's fields into a text, or call the function that makes its text."""
    return text(event, s) if callable(text) else s._(text, **{"piece": PLAGUE, **_values(event, s)})


def _values(event: Event, s: Speaker[View]) -> dict[str, object]:
    """Return the fields of an event in words, by field name. "card" is the card that caused it, if any."""
    card = card_of(event)
    return {**named(event, s), "card": name(card, s)} if card else named(event, s)


CUBES_MOVED = plural(
    "moved {count} cube from {region} to {to} ({card})", "moved {count} cubes from {region} to {to} ({card})"
)
CUBES_AND_POTIONS_MOVED = plural(
    "moved {count} cube with {potions} from {region} to {to} ({card})",
    "moved {count} cubes with {potions} from {region} to {to} ({card})",
)


def _cubes_exchanged(event: e.CubesExchanged, s: Speaker[View]) -> str:
    return s._(
        "exchanged {cube} in {region} for {other} in {to} ({card})",
        cube=_cube(event.seat, event.owner, event.potions, s),
        other=_cube(event.seat, event.other_owner, event.other_potions, s),
        **_values(event, s),
    )


def _cube(seat: int, owner: int, count: int, s: Speaker[View]) -> str:
    """Describe a cube that the seat exchanges, its own or another player's."""
    if owner != seat:
        own = s._("one of {player}’s cubes", player=s.player(owner))
    else:
        own = s._("one of your cubes") if seat == s.reader else s._("one of their own cubes")
    return s._("{cube} with {potions}", cube=own, potions=potions(count, s)) if count else own


def _turned_over(event: e.TurnedOver, s: Speaker[View]) -> str:
    shown = [f"{handle[-1]} **{face(one, s)}**" for handle, one in zip(event.rats, event.faces, strict=True)]
    return s._(
        "turned over all rats in {region} together ({card}: {faces})",
        region=name(region_of(event.rats[0]), s),
        card=name("crusader", s),
        faces=s._(", ").join(shown),
    )


def _potion_placed(event: e.PotionPlaced, s: Speaker[View]) -> str:
    if event.potions == 1:
        return s._("put a potion under a cube in {region} ({card})", **_values(event, s))
    return s._(
        "put another potion under a cube in {region}, {count} in all ({card})", count=event.potions, **_values(event, s)
    )


# What a seat did, in the past tense and without the subject: a text with the event's fields, or a function.
PHRASES: Mapping[type[Event], str | Callable[[Any, Speaker[View]], str]] = {
    e.Took: lambda event, s: (
        s._("took the {card} from the table", card=name(event.card, s))
        if event.owner is None
        else s._("took the {card} from {player}", card=name(event.card, s), player=s.player(event.owner))
    ),
    e.PlagueMoved: lambda event, s: (
        s._("moved the plague piece from {region} through {via} to {to}", **named(event, s))
        if event.via
        else s._("moved the plague piece from {region} to {to}", **named(event, s))
    ),
    e.PlagueStuck: N_("left the plague piece in {region}, where walls close every way out"),
    e.TurnEnded: N_("ended the turn"),
    e.FinalTurnEnded: N_("used no further cards in the final round"),
    e.Baked: N_("put a cube on the {card}"),
    e.Unloaded: lambda event, s: s.ngettext(
        "put {count} of {player}’s cubes from the {card} into {region}",
        "put {count} of {player}’s cubes from the {card} into {region}",
        event.cubes,
        player=s.player(event.owner),
        **_values(event, s),
    ),
    e.CubesMoved: lambda event, s: s.ngettext(
        *(CUBES_AND_POTIONS_MOVED if event.potions else CUBES_MOVED), event.cubes, **_values(event, s)
    ),
    e.CubesExchanged: _cubes_exchanged,
    e.NeutralDeclared: lambda event, s: s.ngettext(
        "let the plague piece count as {count} cube ({card})",
        "let the plague piece count as {count} cubes ({card})",
        NEUTRAL_CUBES,
        **_values(event, s),
    ),
    e.Joined: N_("used the {card}, too"),
    e.TurnedOver: _turned_over,
    e.Exchanged: N_("exchanged {rat} and {other}"),
    e.PotionPlaced: _potion_placed,
    e.Saved: lambda event, s: (
        s._(
            "moved a cube from {region} to the palace ({card}; lost: {lost})",
            lost=potions(event.potions, s),
            **_values(event, s),
        )
        if event.potions
        else s._("moved a cube from {region} to the palace ({card})", **_values(event, s))
    ),
}


def spread(events: Sequence[e.RatPlaced], w: Words) -> str:
    """Describe new rats together: "spread 3 rats to Germania (2) and Hispania", or the rat that a card added."""
    counts = Counter(region_of(event.rat) for event in events)
    several = len(counts) > 1
    regions = [(name(region, w), counts[region]) for region in map_order(counts)]
    where = w.join_list(
        [w.bracketed(region, str(count)) if several and count > 1 else region for region, count in regions]
    )
    card = events[0].card
    if not card:
        return w.ngettext("spread a rat to {where}", "spread {count} rats to {where}", len(events), where=where)
    if events[0].source == "box":
        return w._("placed a rat from the box in {where} ({card})", where=where, card=name(card, w))
    return w._("placed one more rat in {where} ({card})", where=where, card=name(card, w))


def cubes_by_region(events: Sequence[e.Placed], w: Words) -> list[str]:
    """Describe the cubes placed in each region: "2 cubes in Gallia"."""
    counts: Counter[str] = Counter()
    for event in events:
        counts[event.region] += event.cubes
    return [
        w.ngettext("{count} cube in {region}", "{count} cubes in {region}", counts[region], region=name(region, w))
        for region in map_order(counts)
    ]


def placed(events: Sequence[e.Placed], w: Words) -> str:
    """Describe cubes placed with the help of the same cards, or without any."""
    some = cubes_by_region(events, w)
    cards = [name(card, w) for card in (events[0].card, events[0].other) if card]
    if cards:
        return w._("placed {cubes} ({card})", cubes=w.join_list(some), card=w.join_list(cards))
    return w._("placed {cubes}", cubes=w.join_list(some))


RAT_MOVED, RAT_AS = N_("rat {letter} from {region} to {to}"), N_("rat {letter} from {region} to {to}, now rat {other}")


def _rats_moved(events: Sequence[e.RatMoved], s: Speaker[View]) -> str:
    """Describe rats that the Monk moved, or that followed the Pied Piper."""
    if events[0].card == "piper":
        paths = [s._("rat {letter}, now {other}", letter=event.rat[-1], other=event.to[-1]) for event in events]
        if len(paths) == 1:
            return s._("led a rat after it ({way})", way=paths[0])
        return s._("led rats after it ({way})", way=s._("; ").join(paths))
    where = [
        s._(
            RAT_AS if event.rat[-1] != event.to[-1] else RAT_MOVED,
            letter=event.rat[-1],
            other=event.to[-1],
            region=name(region_of(event.rat), s),
            to=name(region_of(event.to), s),
        )
        for event in events
    ]
    return s._("moved {rats} ({card})", rats=s.join_list(where), card=name("monk", s))


# By card: its pieces that were moved, and those that came from the reserve.
PIECES_MOVED = {
    "nun": plural("moved a nun {ways}", "moved {count} nuns {ways}"),
    "bishop": plural("moved a bishop {ways}", "moved {count} bishops {ways}"),
    "emperor": plural("moved a wall {ways} ({card})", "moved {count} walls {ways} ({card})"),
}
PIECES_PLACED = {
    "nun": plural("placed a nun in {where}", "placed {count} nuns in {where}"),
    "bishop": plural("placed a bishop in {where}", "placed {count} bishops in {where}"),
    "emperor": plural("built a wall on {where} ({card})", "built {count} walls on {where} ({card})"),
}


def _pieces_moved(events: Sequence[e.FigureMoved | e.WallMoved], s: Speaker[View]) -> str:
    """Describe nuns, bishops or walls, either all placed from the reserve or all moved."""
    card = card_of(events[0])
    paths = [(one.wall, one.connection) if isinstance(one, e.WallMoved) else (one.region, one.to) for one in events]
    named_paths = [(name_of(start, s) or "", name_of(goal, s) or "") for start, goal in paths]
    ways = s.join_list([s._("from {before} to {after}", before=start, after=goal) for start, goal in named_paths])
    where = s.join_list([goal for _, goal in named_paths])
    texts = PIECES_MOVED if paths[0][0] else PIECES_PLACED
    return s.ngettext(*texts[card], len(events), ways=ways, where=where, card=name(card, s))


# What a seat did in several events of a kind that are alike.
SHARED_PHRASES: Mapping[type[Event], Callable[[Sequence[Any], Speaker[View]], str]] = {
    e.Placed: placed,
    e.RatPlaced: spread,
    e.Looked: lambda events, s: s._(
        "looked at {rats} ({card})",
        rats=s.join_list([rat_here(event.rat, s) for event in events]),
        card=name("witch", s),
    ),
    e.RatMoved: _rats_moved,
    e.FigureMoved: _pieces_moved,
    e.WallMoved: _pieces_moved,
}


def _alike(event: Event) -> tuple[type[Event], str, str, bool, bool]:
    """Return a key that is equal for events that share a phrase."""
    card, other, region, wall = (getattr(event, field, "") for field in ("card", "other", "region", "wall"))
    return type(event), card, other, bool(region), bool(wall)


def phrase(event: Event, s: Speaker[View]) -> str | None:
    """Describe the action of the event's seat in the past tense without a subject. Return None if no seat acted."""
    if type(event) in SHARED_PHRASES:
        return SHARED_PHRASES[type(event)]([event], s)
    text = PHRASES.get(type(event))
    return _told(text, event, s) if text else None


def _blocked(event: e.SpreadBlocked, s: Speaker[View]) -> str:
    if event.reason == "supply":
        return s.ngettext(
            "{count} more rat was due, but the supply is empty.",
            "{count} more rats were due, but the supply is empty.",
            event.rats,
        )
    return s.ngettext(
        "{count} more rat was due, but no neighbouring region has room for it.",
        "{count} more rats were due, but no neighbouring region has room for them.",
        event.rats,
    )


# Everything that isn't the action of a seat, each a whole sentence.
SENTENCES: Mapping[type[Event], str | Callable[[Any, Speaker[View]], str]] = {
    e.CardsDrawn: lambda event, s: s._(
        "The class cards, drawn at random: {cards}.", cards=s.join_list([name(card, s) for card in event.cards])
    ),
    e.NoChivalry: NO_CHIVALRY,
    e.SetupEnded: lambda event, s: (
        s._("Everyone has placed cubes; you have the first turn.")
        if event.start == s.reader
        else s._("Everyone has placed cubes; {player} has the first turn.", player=s.player(event.start))
    ),
    e.Began: lambda event, s: s._(
        "{player} begins. The plague piece {piece} is in {region}.",
        player=s.player(event.start),
        piece=PLAGUE,
        region=name(event.plague, s),
    ),
    e.Saw: lambda event, s: s._(
        "Only you see this: {rat} shows **{face}**.", rat=rat_here(event.rat, s), face=face(event.face, s)
    ),
    e.SpreadBlocked: _blocked,
    e.Discarded: lambda event, s: discarded([event], s),
    e.Revealed: lambda event, s: struck([event], s),
    e.FinalRound: lambda event, s: final_round(event, s),
    e.FinalDevastation: N_("{piece} **The final devastation**: every region is struck."),
    e.GameEnded: N_("**The game is over.**"),
}


def sentence(event: Event, s: Speaker[View]) -> str | None:
    """Return one event as one sentence, or None if it needs none."""
    done = phrase(event, s)
    if done is not None and isinstance(event, SeatEvent):
        return s.did(event.seat, [done])
    text = SENTENCES.get(type(event))
    return _told(text, event, s) if text else None


def struck(reveals: Sequence[e.Revealed], s: Speaker[View]) -> str:
    """Describe the rats of one region that were turned over, on one line."""
    outcomes = " ".join(outcome(short_face(one.face), [one], s) for one in reveals)
    return s._(
        "{emoji} **{region}**: {outcomes}", emoji=RAT, region=name(region_of(reveals[0].rat), s), outcomes=outcomes
    )


def outcome(what: str, reveals: Sequence[e.Revealed], s: Speaker[View]) -> str:
    """Describe the numbers of a region's rats, the population that they found, and everyone's losses.

    ``what`` names these rats or their region.
    """
    return s._(
        "{rat} needs {number}, finds {population}: {result}.",
        rat=what,
        number=s.join_list([str(event.face.number) for event in reveals]),
        population=reveals[0].population,
        result=result(reveals, s),
    )


def result(reveals: Sequence[e.Revealed], s: Speaker[View]) -> str:
    """Describe everyone's losses to these rats, or say that there are none."""
    broken = [event for event in reveals if event.outbreak]
    if not broken:
        return s._("no outbreak")
    return losses(broken, s) or s._("nobody loses cubes")


def losses(reveals: Sequence[e.Revealed], s: Speaker[View]) -> str:
    """Describe each player's losses to these rats and the reasons: "Anna −2 and 1 potion (majority, Knight), Bob …"."""
    found = []
    for seat in range(len(reveals[0].lost)):
        cubes = sum(event.lost[seat] for event in reveals)
        spent = sum(event.potions[seat] for event in reveals if event.potions)
        lost = [f"−{cubes}"] * bool(cubes) + [potions(spent, s)] * bool(spent)
        if lost:
            text = s._("{player} {lost}", player=s.player(seat), lost=s.join_list(lost))
            causes = dict.fromkeys(cause for event in reveals if event.causes for cause in event.causes[seat])
            why = s._(", ").join(s._(LOSS_CAUSES[one]) if one in LOSS_CAUSES else name(one, s) for one in causes)
            found.append(s.bracketed(text, why) if why else text)
    return s._(", ").join(found)


def discarded(events: Sequence[e.Discarded], w: Words) -> str:
    """Describe the rats of a region that went to the box without effect because no cubes were left."""
    values = {"emoji": RAT, "region": name(region_of(events[0].rat), w)}
    if len(events) == 1:
        return w._("{emoji} No cubes are left in {region}: one more rat goes to the box without effect.", **values)
    return w._("{emoji} No cubes are left in {region}: the other rats go to the box without effect.", **values)


def final_round(event: e.FinalRound, s: Speaker[View], *, brief: bool = False) -> str:
    """Describe the reason for the end and, unless ``brief``, the players who still have a turn."""
    why = s._(END_REASONS[event.reason], player=s.player(event.trigger))
    if not event.order:
        return s._("**The end has come:** {why}.", why=why)
    if brief:
        return s._("**The final round:** {why}.", why=why)
    who = s.join_list([s.player(seat) for seat in event.order])
    return s._(
        "**The final round:** {why}. These players now use their cards one last time: {players}.", why=why, players=who
    )


def summary(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Return the events as sentences."""
    lines: list[str] = []
    # The seats whose actions are in the text so far; it starts over in the final round.
    acted: set[int] = set()
    final = False
    groups = [(key, list(group)) for key, group in groupby(events, _belongs)]
    for number, ((kind, seat), some) in enumerate(groups, 1):
        final = final or isinstance(some[0], e.FinalDevastation)
        if kind == "did":
            final_round_follows = any(
                isinstance(one, e.FinalRound) for _, after in groups[number : number + 1] for one in after
            )
            turn_ended = bool(lines) and isinstance(some[-1], e.TurnEnded)
            phrases = _phrases(some, s, omit_end=seat in acted or turn_ended or final_round_follows)
            acted.add(seat)
            lines += [s.did(seat, phrases)] if phrases else []
        elif kind == "discarded":
            lines.append(discarded(of_kind(some, e.Discarded), s))
        elif kind == "struck" and final:
            lines.append(struck(of_kind(some, e.Revealed), s))
        else:
            if of_kind(some, e.FinalRound):
                acted.clear()
            lines += filter(None, [sentence(event, s) for event in some])
    return lines


def _belongs(event: Event) -> tuple[str, Any]:
    """Return a key for the event. Adjacent events with the same key share a sentence."""
    if isinstance(event, e.Revealed):
        return "struck", region_of(event.rat)
    if isinstance(event, e.Discarded):
        return "discarded", ""
    return ("did", event.seat) if isinstance(event, SeatEvent) else ("", "")


def _phrases(events: list[Event], s: Speaker[View], *, omit_end: bool) -> list[str]:
    """Describe the actions of one seat. The end of its turn is left out after another action, or if ``omit_end``."""
    done = [event for event in events if not isinstance(event, e.TurnEnded | e.FinalTurnEnded)]
    if not done and not omit_end:
        done = events
    phrases: list[str | None] = []
    for key, group in groupby(done, _alike):
        some = list(group)
        shared = SHARED_PHRASES.get(key[0])
        phrases += [shared(some, s)] if shared else [phrase(event, s) for event in some]
    return [text for text in phrases if text]
