"""Events of Rattus in sentences. What a seat did is a phrase without its subject, so that phrases can be joined."""

from collections.abc import Sequence

from rules.errors import N_
from rules.game import Event
from rules.rattus import events as e
from wording.catalogue import Words
from wording.players import mark, player
from wording.rattus.card_events import card_phrase
from wording.rattus.names import PLAGUE, POTION, RAT, face, name, potions, rat, region_of

END = {
    "supply": N_("the supply of rats is empty"),
    "cubes": N_("{player} has every cube on the board"),
}

NO_CHIVALRY = N_(
    "⚠️ No card of Chivalry is in play. With fewer than four players, parts of the map can stay out of the plague's"
    " reach."
)


def phrase(event: Event, names: Sequence[str], w: Words) -> str | None:
    """What the seat of the event did, in the past tense and without the subject; None if nobody did it."""
    match event:
        case e.Placed():
            return placed([event], w)
        case e.Took(card=card, owner=None):
            return w._("took the {card} from the table", card=name(card, w))
        case e.Took(card=card, owner=int(owner)):
            return w._("took the {card} from {player}", card=name(card, w), player=player(names, owner, w))
        case e.PlagueMoved(region=region, to=to, via=""):
            return w._("moved the plague piece from {region} to {to}", region=name(region, w), to=name(to, w))
        case e.PlagueMoved(region=region, to=to, via=via):
            return w._(
                "moved the plague piece from {region} through {via} to {to}",
                region=name(region, w),
                via=name(via, w),
                to=name(to, w),
            )
        case e.PlagueStuck(region=region):
            return w._("left the plague piece in {region}, where walls close every way out", region=name(region, w))
        case e.RatPlaced():
            return spread([event], w)
        case e.TurnEnded():
            return w._("ended the turn")
        case e.FinalTurnEnded():
            return w._("used no more cards in the final round")
    return card_phrase(event, names, w)


def spread(events: Sequence[e.RatPlaced], w: Words) -> str:
    """New rats together: "spread rats to Hispania (2) and Germania"; or the one that a card brought."""
    counts: dict[str, int] = {}
    for event in events:
        region = name(region_of(event.rat), w)
        counts[region] = counts.get(region, 0) + 1
    where = w.join_list([f"{region} ({count})" if count > 1 else region for region, count in counts.items()])
    card = events[0].card
    if not card:
        return w.ngettext("spread a rat to {where}", "spread rats to {where}", len(events), where=where)
    if events[0].source == "box":
        return w._("brought a rat from the box to {where} ({card})", where=where, card=name(card, w))
    return w._("brought one rat more to {where} ({card})", where=where, card=name(card, w))


def placed(events: Sequence[e.Placed], w: Words) -> str:
    """Cubes placed with the help of the same cards."""
    counts: dict[str, int] = {}
    for event in events:
        counts[event.region] = counts.get(event.region, 0) + event.cubes
    some = [
        w.ngettext("{count} cube in {region}", "{count} cubes in {region}", cubes, region=name(region, w))
        for region, cubes in counts.items()
    ]
    cards = [name(card, w) for card in (events[0].card, events[0].other) if card]
    if cards:
        return w._("placed {cubes} ({card})", cubes=w.join_list(some), card=w.join_list(cards))
    return w._("placed {cubes}", cubes=w.join_list(some))


def told(seat: int, phrases: Sequence[str], names: Sequence[str], w: Words) -> str:
    """A sentence of what one seat did."""
    return w._("{player} {did}.", player=player(names, seat, w), did=w.join_list(phrases))


def sentence(event: Event, names: Sequence[str], w: Words, view: object = None) -> str | None:
    """One event as one sentence."""
    did = phrase(event, names, w)
    if did is not None:
        return told(event.seat, [did], names, w)  # type: ignore[attr-defined]
    match event:
        case e.CardsDrawn(cards=cards):
            return w._("The class cards, drawn by lot: {cards}.", cards=w.join_list([name(card, w) for card in cards]))
        case e.NoChivalry():
            return w._(NO_CHIVALRY)
        case e.SetupEnded(start=start):
            return w._("Everybody has placed; {player} has the first turn.", player=player(names, start, w))
        case e.Began(start=start, plague=plague):
            return w._(
                "{player} begins. The plague piece {piece} stands in {region}.",
                player=player(names, start, w),
                piece=PLAGUE,
                region=name(plague, w),
            )
        case e.Saw(rat=handle, face=shown):
            return w._("Only you see this: rat {rat} shows **{face}**.", rat=rat(handle, w), face=face(shown))
        case e.SpreadBlocked(rats=rats, reason="supply"):
            return w.ngettext(
                "{count} more rat was due, but the supply is empty.",
                "{count} more rats were due, but the supply is empty.",
                rats,
            )
        case e.SpreadBlocked(rats=rats):
            return w.ngettext(
                "{count} more rat was due, but no neighbour can take it.",
                "{count} more rats were due, but no neighbour can take them.",
                rats,
            )
        case e.Discarded():
            return discarded([event], w)
        case e.Revealed():
            return reveal(event, names, w)
        case e.FinalRound(trigger=trigger, reason=reason, order=order):
            return final_round(trigger, reason, order, names, w)
        case e.FinalDevastation():
            return w._("**The final devastation** {piece}: every region is struck.", piece=PLAGUE)
        case e.GameEnded():
            return w._("**The game is over.**")
    return None


def reveal(event: e.Revealed, names: Sequence[str], w: Words) -> str:
    """A rat turned over: its face, what it was compared with, and who lost what."""
    values = {"emoji": RAT, "rat": rat(event.rat, w), "face": face(event.face), "population": event.population}
    if not event.outbreak:
        return w._("{emoji} Rat {rat} shows **{face}**, population {population}: no outbreak.", **values)
    losses = _losses(event, names, w)
    if not losses:
        return w._(
            "{emoji} Rat {rat} shows **{face}**, population {population}: outbreak, but it strikes nobody.", **values
        )
    return w._(
        "{emoji} Rat {rat} shows **{face}**, population {population}: outbreak! {losses}.",
        losses=w._(", ").join(losses),
        **values,
    )


def _losses(event: e.Revealed, names: Sequence[str], w: Words) -> list[str]:
    """What each player loses. With several, the word for it is said once."""
    if event.potions:
        losses = []
        for seat, (cubes, spent) in enumerate(zip(event.lost, event.potions, strict=True)):
            lost = [w.ngettext("{count} cube", "{count} cubes", cubes)] if cubes else []
            lost += [potions(spent, w)] if spent else []
            if lost:
                losses.append(w._("{player} loses {lost}", player=player(names, seat, w), lost=w.join_list(lost)))
        return losses
    hit = [(player(names, seat, w), cubes) for seat, cubes in enumerate(event.lost) if cubes]
    losses = [
        w.ngettext("{player} loses {count} cube", "{player} loses {count} cubes", n, player=who) for who, n in hit[:1]
    ]
    return losses + [w._("{player} {count}", player=who, count=lost) for who, lost in hit[1:]]


def discarded(events: Sequence[e.Discarded], w: Words) -> str:
    """Rats that lay face up when no cubes were left."""
    return w.ngettext(
        "{emoji} No cubes are left: rat {rats} goes to the box without effect.",
        "{emoji} No cubes are left: rats {rats} go to the box without effect.",
        len(events),
        emoji=RAT,
        rats=w.join_list([rat(event.rat, w) for event in events]),
    )


def struck(region: str, reveals: Sequence[e.Revealed], w: Words) -> str:
    """What the final devastation did in a region, on one line."""
    parts = []
    for event in reveals:
        lost = " ".join(filter(None, [_short(event, seat) for seat in range(len(event.lost))]))
        result = (lost or w._("strikes nobody")) if event.outbreak else w._("no outbreak")
        parts.append(
            w._("{face} (population {population}): {result}", face=face(event.face), population=event.population,
                result=result)
        )  # fmt: skip
    return f"{RAT} **{name(region, w)}** " + "; ".join(parts)


def _short(event: e.Revealed, seat: int) -> str:
    """What a seat lost, in signs: "🔴 −2 −1🧪"."""
    cubes, spent = event.lost[seat], event.potions[seat] if event.potions else 0
    lost = [*([f"−{cubes}"] if cubes else []), *([f"−{spent}{POTION}"] if spent else [])]
    return " ".join([mark(seat), *lost]) if lost else ""


def final_round(trigger: int, reason: str, order: Sequence[int], names: Sequence[str], w: Words) -> str:
    """Why the end has come and who still acts."""
    why = w._(END[reason], player=player(names, trigger, w))
    if not order:
        return w._("**The end has come:** {why}.", why=why)
    who = w.join_list([player(names, seat, w) for seat in order])
    return w._("**The final round:** {why}. Once more, for a last use of their cards: {players}.", why=why, players=who)
