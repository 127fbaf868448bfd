"""Events of Rattus: one as a sentence, and a whole turn in a few sentences.

A seat's actions are phrases without a subject, so that they can be joined. New rats and struck regions are joined in
the same way.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rules.errors import N_, P_
from rules.game import Event
from rules.rattus import events as e
from rules.rattus.view import View
from wording.catalogue import Words
from wording.rattus.cards import card_phrase
from wording.rattus.cards.card_words import rat_here
from wording.rattus.names import PLAGUE, RAT, face, map_order, name, potions, region_of
from wording.rattus.option_words import NO_CHIVALRY
from wording.speaker import Speaker

LOSS_CAUSES = {"M": N_("majority"), "A": P_("struck by a rat", "all")}
END_REASONS = {
    "supply": N_("the supply of rats is empty"),
    "cubes": N_("{player} has every cube on the board"),
}


def phrase(event: Event, s: Speaker[View]) -> str | None:
    """Describe what the event's seat did, in the past tense and without the subject, or None if no seat acted."""
    match event:
        case e.Placed():
            return placed([event], s)
        case e.Took(card=card, owner=None):
            return s._("took the {card} from the table", card=name(card, s))
        case e.Took(card=card, owner=int(owner)):
            return s._("took the {card} from {player}", card=name(card, s), player=s.player(owner))
        case e.PlagueMoved(region=region, to=to, via=""):
            return s._("moved the plague piece from {region} to {to}", region=name(region, s), to=name(to, s))
        case e.PlagueMoved(region=region, to=to, via=via):
            return s._(
                "moved the plague piece from {region} through {via} to {to}",
                region=name(region, s),
                via=name(via, s),
                to=name(to, s),
            )
        case e.PlagueStuck(region=region):
            return s._("left the plague piece in {region}, where walls close every way out", region=name(region, s))
        case e.RatPlaced():
            return spread([event], s)
        case e.TurnEnded():
            return s._("ended the turn")
        case e.FinalTurnEnded():
            return s._("used no more cards in the final round")
    return card_phrase([event], s)


def spread(events: Sequence[e.RatPlaced], w: Words) -> str:
    """Describe new rats together: "spread 3 rats to Hispania (2) and Germania"; or the one that a card brought."""
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
        return w._("brought a rat from the box to {where} ({card})", where=where, card=name(card, w))
    return w._("brought one more rat to {where} ({card})", where=where, card=name(card, w))


def placed(events: Sequence[e.Placed], w: Words) -> str:
    """Describe cubes placed with the help of the same cards."""
    counts: Counter[str] = Counter()
    for event in events:
        counts[event.region] += event.cubes
    some = [
        w.ngettext("{count} cube in {region}", "{count} cubes in {region}", counts[region], region=name(region, w))
        for region in map_order(counts)
    ]
    cards = [name(card, w) for card in (events[0].card, events[0].other) if card]
    if cards:
        return w._("placed {cubes} ({card})", cubes=w.join_list(some), card=w.join_list(cards))
    return w._("placed {cubes}", cubes=w.join_list(some))


def sentence(event: Event, s: Speaker[View]) -> str | None:
    """Return one event as one sentence."""
    text = phrase(event, s)
    if text is not None:
        return s.did(event.seat, [text])  # type: ignore[attr-defined]
    match event:
        case e.CardsDrawn(cards=cards):
            return s._(
                "The class cards, drawn at random: {cards}.", cards=s.join_list([name(card, s) for card in cards])
            )
        case e.NoChivalry():
            return s._(NO_CHIVALRY)
        case e.SetupEnded(start=start) if start == s.reader:
            return s._("Everyone has placed cubes; you have the first turn.")
        case e.SetupEnded(start=start):
            return s._("Everyone has placed cubes; {player} has the first turn.", player=s.player(start))
        case e.Began(start=start, plague=plague):
            return s._(
                "{player} begins. The plague piece {piece} is in {region}.",
                player=s.player(start),
                piece=PLAGUE,
                region=name(plague, s),
            )
        case e.Saw(rat=handle, face=shown):
            return s._("Only you see this: {rat} shows **{face}**.", rat=rat_here(handle, s), face=face(shown, s))
        case e.SpreadBlocked(rats=rats, reason="supply"):
            return s.ngettext(
                "{count} more rat was due, but the supply is empty.",
                "{count} more rats were due, but the supply is empty.",
                rats,
            )
        case e.SpreadBlocked(rats=rats):
            return s.ngettext(
                "{count} more rat was due, but no neighbour can take it.",
                "{count} more rats were due, but no neighbour can take them.",
                rats,
            )
        case e.Discarded():
            return discarded([event], s)
        case e.Revealed():
            return struck([event], s)
        case e.FinalRound(trigger=trigger, reason=reason, order=order):
            return final_round(trigger, reason, order, s)
        case e.FinalDevastation():
            return s._("{piece} **The final devastation**: every region is struck.", piece=PLAGUE)
        case e.GameEnded():
            return s._("**The game is over.**")
    return None


def struck(reveals: Sequence[e.Revealed], s: Speaker[View]) -> str:
    """Describe turned rats of one region, on one line."""
    outcomes = " ".join(outcome(event, s) for event in reveals)
    region = name(region_of(reveals[0].rat), s)
    return s._("{emoji} **{region}**: {outcomes}", emoji=RAT, region=region, outcomes=outcomes)


def outcome(event: e.Revealed, s: Speaker[View]) -> str:
    """Describe a turned rat: its face, the number of cubes it needs, the number that count, and everyone's losses."""
    shown, losses = face(event.face, s), _losses(event, s)
    if not event.outbreak:
        return s.ngettext(
            "**{face}** needs {count} cube and finds only {population}: no outbreak.",
            "**{face}** needs {count} cubes and finds only {population}: no outbreak.",
            event.face.number,
            face=shown,
            population=event.population,
        )
    if not losses:
        return s.ngettext(
            "**{face}** needs {count} cube and finds {population}: an outbreak, but nobody loses a cube.",
            "**{face}** needs {count} cubes and finds {population}: an outbreak, but nobody loses a cube.",
            event.face.number,
            face=shown,
            population=event.population,
        )
    return s.ngettext(
        "**{face}** needs {count} cube and finds {population}: an outbreak! Losses: {losses}.",
        "**{face}** needs {count} cubes and finds {population}: an outbreak! Losses: {losses}.",
        event.face.number,
        face=shown,
        population=event.population,
        losses=s._(", ").join(losses),
    )


def _losses(event: e.Revealed, s: Speaker[View]) -> list[str]:
    """Describe each player's losses and their causes: "Anna 2 cubes and 1 potion (majority, Knight)"."""
    found = []
    for seat, cubes in enumerate(event.lost):
        spent = event.potions[seat] if event.potions else 0
        lost = [s.ngettext("{count} cube", "{count} cubes", cubes)] if cubes else []
        lost += [potions(spent, s)] if spent else []
        if lost:
            text = s._("{player} {lost}", player=s.player(seat), lost=s.join_list(lost))
            why = loss_causes(event.causes[seat] if event.causes else [], s)
            found.append(s.bracketed(text, why) if why else text)
    return found


def loss_causes(causes: Sequence[str], w: Words) -> str:
    """Describe why a player lost cubes: "majority, Knight, Witch"; "" without causes."""
    return w._(", ").join(w._(LOSS_CAUSES[one]) if one in LOSS_CAUSES else name(one, w) for one in causes)


def lost_things(cubes: int, spent: int, w: Words) -> str:
    """Describe what a player lost, short: "−3", or "−1 and 2 potions"."""
    return w.join_list([f"−{cubes}"] * bool(cubes) + [potions(spent, w)] * bool(spent))


def discarded(events: Sequence[e.Discarded], w: Words) -> str:
    """Describe rats that were face up when no cubes were left."""
    region = name(region_of(events[0].rat), w)
    if len(events) == 1:
        return w._("{emoji} No cubes are left in {region}: one more rat goes to the box without effect.", emoji=RAT,
                   region=region)  # fmt: skip
    return w._("{emoji} No cubes are left in {region}: the other rats go to the box without effect.", emoji=RAT,
               region=region)  # fmt: skip


def final_round(trigger: int, reason: str, order: Sequence[int], s: Speaker[View], *, brief: bool = False) -> str:
    """Describe why the end has come and, unless ``brief``, who still has a turn."""
    why = s._(END_REASONS[reason], player=s.player(trigger))
    if not order:
        return s._("**The end has come:** {why}.", why=why)
    if brief:
        return s._("**The final round:** {why}.", why=why)
    who = s.join_list([s.player(seat) for seat in order])
    return s._(
        "**The final round:** {why}. These players now use their cards one last time: {players}.", why=why, players=who
    )


def summary(events: Sequence[Event], s: Speaker[View]) -> list[str]:
    """Return the events as sentences."""
    lines: list[str] = []
    # The seats whose actions are in the text so far; it starts over in the final round.
    acted: set[str] = set()
    final = False
    groups = [(key, list(group)) for key, group in groupby(events, _belongs)]
    for number, ((kind, who), some) in enumerate(groups, 1):
        final = final or isinstance(some[0], e.FinalDevastation)
        if kind == "did":
            final_round_follows = any(
                isinstance(one, e.FinalRound) for _, after in groups[number : number + 1] for one in after
            )
            turn_ended = bool(lines) and isinstance(some[-1], e.TurnEnded)
            phrases = _phrases(some, s, omit_end=who in acted or turn_ended or final_round_follows)
            acted.add(who)
            lines += [s.did(int(who), phrases)] if phrases else []
        elif kind == "discarded":
            lines.append(discarded([event for event in some if isinstance(event, e.Discarded)], s))
        elif kind == "struck" and final:
            lines.append(struck([event for event in some if isinstance(event, e.Revealed)], s))
        else:
            if any(isinstance(event, e.FinalRound) for event in some):
                acted.clear()
            lines += filter(None, [sentence(event, s) for event in some])
    return lines


def _belongs(event: Event) -> tuple[str, str]:
    """Describe a key; neighbouring events with the same key share a sentence."""
    if isinstance(event, e.Revealed):
        return "struck", region_of(event.rat)
    if isinstance(event, e.Discarded):
        return "discarded", ""
    seat = getattr(event, "seat", None)
    return ("", "") if seat is None else ("did", str(seat))


def _phrases(events: list[Event], s: Speaker[View], *, omit_end: bool) -> list[str]:
    """Describe what one seat did. The end of its turn goes without saying if there was another action."""
    done = [event for event in events if not isinstance(event, e.TurnEnded | e.FinalTurnEnded)]
    if not done and not omit_end:
        done = events
    phrases: list[str] = []
    for kind, group in groupby(done, alike):
        some = list(group)
        if kind is None:
            phrases += filter(None, [phrase(event, s) for event in some])
        elif kind[0] is e.RatPlaced:
            phrases.append(spread([event for event in some if isinstance(event, e.RatPlaced)], s))
        elif kind[0] is e.Placed:
            phrases.append(placed([event for event in some if isinstance(event, e.Placed)], s))
        else:
            phrases.append(card_phrase(some, s) or "")
    return phrases


def alike(event: Event) -> tuple[object, ...] | None:
    """Return what an event has in common with others in one phrase, or None if it has its own."""
    match event:
        case e.RatPlaced(card=card):
            return e.RatPlaced, card
        case e.Placed(card=card, other=other):
            return e.Placed, card, other
        case e.Looked():
            return (e.Looked,)
        case e.RatMoved(card=card):
            return e.RatMoved, card
        case e.FigureMoved(card=card, region=region):
            return e.FigureMoved, card, bool(region)
        case e.WallMoved(wall=wall):
            return e.WallMoved, bool(wall)
    return None
