"""The texts of Messina 1347's moves, whole and in parts, and of the panel's questions and their details."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.errors import N_
from rules.game import Target
from rules.messina import components as c
from rules.messina import moves as m
from rules.messina.view import View
from wording.catalogue import Words
from wording.messina import name_tables as t
from wording.messina import names as n
from wording.messina.answer_facts import (
    cubes_beside,
    journey,
    landing_space,
    next_space,
    scroll_worth,
    stack_of,
    yields_there,
)
from wording.speaker import Speaker, read_moves, read_questions
from wording.text_limits import MAX_LETTERED_LABEL, capital

# What each field of a move is, for the option of its command.
FIELDS = {
    "board": N_("A side-B player board or scroll board"),
    "start": N_("Where the lieutenant is: home, or a hex or dock"),
    "hex": N_("A hex, for example h7 or nw"),
    "ship": N_("A ship at a dock"),
    "square": N_("A square of your estate with a citizen"),
    "workshop": N_("One of your workshops"),
    "citizen": N_("Craftsman, nun or aristocrat"),
    "spot": N_("A square, hut or workshop of your estate"),
    "cubes": N_("How many cubes on your own hex or ship"),
    "fire": N_("How many fire tokens you spend"),
    "big": N_("How many big fire tokens you spend"),
    "also": N_("Adjacent hexes where you also remove a cube; “-” for none"),
    "option": N_("Which side of the “or”; leave empty if there is only one"),
    "register": N_("Popularity, city or church register"),
    "column": N_("The scroll track, 1 to 3 (on side A: 1 buildings, 2 ships, 3 repopulated hexes)"),
    "overseer": N_("The craftsman, nun or aristocrat overseer"),
    "way": N_("Straight on, or towards which area, with or without a skip"),
    "stacks": N_("The hut upgrades or the workshops"),
    "token": N_("What you pay"),
    "tile": N_("A tile on offer"),
    "hut": N_("One of your quarantine huts"),
}


def _fitting(*texts: str) -> str:
    """Return the first text that fits on a label beside a letter, or the last text if none fits."""
    return next((text for text in texts if len(text) <= MAX_LETTERED_LABEL), texts[-1])


def _citizen(word: str, s: Speaker[View]) -> str:
    """Describe the citizen at a place of the player's estate, "upgraded nun in hut 2", or name an empty place."""
    found = n.citizen_at(n.mine(s.view), word)
    if found is None:
        return n.spot(n.here(word, s.view), s)
    name = n.citizen_name(found, s)
    if word in c.SQUARES:
        return s._("{citizen} on {square}", citizen=name, square=_room(word, s))
    if word in c.HUT_IDS:
        return s._("{citizen} in {hut}", citizen=name, hut=n.hut(word, s))
    return s._("{citizen} in a workshop ({gain})", citizen=name, gain=n.workshop_yield(c.WORKSHOPS[word], s))


def _room(word: str, s: Speaker[View]) -> str:
    """Describe where a citizen of a known class can go: "“1 fire” (upper)", "hut 2 (1 coin)", "workshop (1 fire)"."""
    if word in c.SQUARES:
        text = n.square_short(n.here(word, s.view), s)
        return s._("{square}, used up", square=text) if word in n.mine(s.view).spent else text
    if word in c.HUT_IDS:
        upgrade = n.upgrade_of(word, n.mine(s.view), s)
        return s.bracketed(n.hut(word, s), upgrade) if upgrade else n.hut(word, s)
    return s._("workshop ({gain})", gain=n.workshop_yield(c.WORKSHOPS[word], s))


def _to(word: str, goal: str, s: Speaker[View]) -> str:
    """Describe a citizen and where it goes. If the text is too long, name the citizen only by its current place."""
    start = n.square_short(n.here(word, s.view), s) if word in c.SQUARES else n.hut(word, s)
    texts = [s._("{citizen} to {spot}", citizen=one, spot=_room(goal, s)) for one in (_citizen(word, s), start)]
    if goal not in c.WORKSHOPS:
        return _fitting(*texts)
    gain = yields_there(word, goal, s)
    brief = s._("{start} to workshop ({gain})", start=start, gain=gain)
    return _fitting(texts[0], brief, s._("{citizen} to {spot}", citizen=start, spot=gain))


def _rescued(move: m.Rescue, s: Speaker[View]) -> str:
    citizen = s._(t.CITIZENS[move.citizen])
    if move.spot == "-":
        return s._("No room for the {citizen}", citizen=citizen)
    return s._("{citizen} to {spot}", citizen=citizen, spot=_room(move.spot, s))


def _fought(move: m.Fight, w: Words) -> str:
    """Describe a way to fight: "Remove cubes (here: 1, hex 3: 1): 1 big fire", or in brief if that is too long."""
    cost = n.amounts({"fire": move.fire, "big_fire": move.big}, w)
    if move.also == "-":
        return w.ngettext("Remove {count} cube for {cost}", "Remove {count} cubes for {cost}", move.cubes, cost=cost)
    places = w._(", ").join([w._("here: {count}", count=move.cubes), *cubes_beside(move.also.split("+"), w)])
    values = {"places": places, "cost": cost}
    return _fitting(w._("Remove cubes ({places}): {cost}", **values), w._("Cubes ({places}): {cost}", **values))


def _acted(move: m.Act, s: Speaker[View]) -> str:
    options = c.HEXES[s.view.about].action.options if s.view.about in c.HEXES else ()
    if move.option > len(options):
        return verb("act", s)
    return s._("Hex action: {action}", action=n.option(options[move.option - 1], s))


def _advanced(move: m.Advance | m.Elevate, s: Speaker[View]) -> str:
    gold = isinstance(move, m.Elevate)
    spaces = [
        next_space(move.overseer, move.way, s, upgraded=gold),
        next_space(move.overseer, move.way, s, upgraded=gold, most=0),
    ]
    names = [n.overseer(move.overseer, s), s._(t.CITIZENS[move.overseer])]
    if move.way != "on":
        names = [s._("{overseer} ({way})", overseer=name, way=n.way(move.overseer, move.way, s)) for name in names]
    texts = [s._("{overseer}: {space}", overseer=name, space=where) for where in spaces for name in names]
    return next((text for text in texts if len(text) <= MAX_LETTERED_LABEL), names[0])


def _hut(move: m.Hut, s: Speaker[View]) -> str:
    """Describe building a hut upgrade. Mention the citizen in the hut if the label has room for it."""
    stack = stack_of(move.tile, s)
    tile, hut = n.offer(move.tile, s), n.hut(move.hut, s)
    if stack:
        tile = s._("{tile} (stack {number})", tile=tile, number=stack)
    seen = next(found for found in n.mine(s.view).huts if found.id == move.hut)
    who = s._(t.EMPTY_HUT) if seen.citizen is None else s._(t.CITIZENS[seen.citizen.citizen])
    return _fitting(*(s._("{tile}, on {hut}", tile=tile, hut=one) for one in (s.bracketed(hut, who), hut)))


def _workshop(move: m.Workshop, s: Speaker[View]) -> str:
    printed = c.WORKSHOPS[move.tile]
    brief = f"{MOVES['workshop'].sign} {s._(t.CITIZENS[printed.citizen])} ({n.workshop_yield(printed, s)})"
    return _fitting(n.offer(move.tile, s), s._("{thing} for {cost}", thing=brief, cost=n.amounts(printed.cost, s)))


def _landing(register: str, s: Speaker[View]) -> str:
    """Describe the destination of a step on a register and its gain: "city register, space 4 (a lieutenant)"."""
    return s._("{register}, {space}", register=s._(t.TRACKS[register]), space=landing_space(register, s))


def _scroll(move: m.Scroll, s: Speaker[View]) -> str:
    name = n.scroll_track(n.mine(s.view).scroll_board, move.column, s)
    return s._("Scroll “{track}”: {points}", track=name, points=scroll_worth(move.column, s))


LABELS: Mapping[str, Callable[[Any, Speaker[View]], str]] = {
    "take": lambda move, s: s.choice(["take", move.board]),
    "go": journey,
    "board": journey,
    "recall": journey,
    "work": lambda move, s: _to(move.square, move.workshop, s),
    "rescue": _rescued,
    "fight": _fought,
    "act": _acted,
    "copy": lambda move, s: s._(
        "Action of {hex}: {action}",
        hex=n.place(move.hex, s),
        action=n.option(c.HEXES[move.hex].action.options[move.option - 1], s),
    ),
    "pay": lambda move, s: s._(
        "{coins}: {register}", coins=n.tokens("coin", n.mine(s.view).step_price, s), register=_landing(move.register, s)
    ),
    "step": lambda move, s: s._("Free step: {register}", register=_landing(move.register, s)),
    "scroll": _scroll,
    "gild": lambda move, s: s._("Upgrade: {citizen}", citizen=_citizen(move.spot, s)),
    "advance": _advanced,
    "promote": lambda move, s: s._("Upgrade the {overseer}", overseer=n.overseer(move.overseer, s)),
    "elevate": _advanced,
    "activate": lambda move, s: s._("Activate: {citizen}", citizen=_citizen(move.square, s)),
    "restack": lambda move, s: s._(
        "Restack the {tiles} for {cost}", tiles=s._(t.OTHERS[move.stacks]), cost=n.tokens(move.token, 1, s)
    ),
    "hut": _hut,
    "workshop": _workshop,
    "wagon": lambda move, s: n.offer(move.tile, s),
    "repopulate": lambda move, s: s.choice(["repopulate"]),
    "give": lambda move, s: s._("Give up: {citizen}", citizen=_citizen(move.spot, s)),
    "part": lambda move, s: s._("Give up the lieutenant: {place}", place=n.place(move.start, s)),
    "house": lambda move, s: (
        _to(move.hut, move.spot, s)
        if move.spot != "-"
        else s._("No room for the citizen from {hut}", hut=n.hut(move.hut, s))
    ),
    "priority": lambda move, s: s._("Turn order by the {register}", register=s._(t.TRACKS[move.register])),
}
MOVES = read_moves(Path(__file__).with_name("moves.md"), LABELS)


def verb(verb: str, s: Speaker[View]) -> str:
    """Return the current button text of a kind of move, without its sign."""
    match verb:
        case "end" if s.view.phase == "round end":
            return s._("Done with this round")
        case "pay":
            coins = n.tokens("coin", n.mine(s.view).step_price, s)
            return s._("Pay {coins} for a register step", coins=coins)
        case "leave":
            return s._("Don’t fight: {rats}", rats=n.tokens("rats", _cubes_here(s.view), s))
    question = QUESTIONS.get(s.view.question)
    text = question.calls.get(verb, MOVES[verb].text) if question else MOVES[verb].text
    return s._(text)


def task(s: Speaker[View]) -> str:
    """Return the task of the players whose turn it is."""
    if s.view.phase == "round end":
        return s._("finish the round")
    question = QUESTIONS.get(s.view.question)
    return s._(question.task if question else ACTING)


def _cubes_here(view: View) -> int:
    """Return the number of cubes to fight: those on the hex, or one on a ship. Each cube that remains gives a rat."""
    here = n.hex_view(view, view.about)
    return here.cubes if here else 1


def _turn(s: Speaker[View], verbs: Collection[str]) -> str:
    me = n.mine(s.view)
    if me.lying:
        return s._("Where to? 1 step is free, then 1 coin each.")
    if "go" not in verbs and "board" not in verbs:
        return s._("You can’t reach a hex or ship: the lieutenant stays at home, and you get 1 coin.")
    return s._("Where to? From home, every place is free.")


def _rescue(s: Speaker[View], verbs: Collection[str]) -> str:
    found = n.hex_view(s.view, s.view.about)
    if found is None or not found.citizens:
        return s._("Where do the rescued citizens go?")
    who, where = n.counted(found.citizens, s), n.place(s.view.about, s)
    if found.cubes:
        return s.ngettext(
            "You rescue {citizens} from {hex}. Because of the plague, they go to a hut: which one?",
            "You rescue {citizens} from {hex}. Because of the plague, they go to huts: which ones?",
            len(found.citizens),
            citizens=who,
            hex=where,
        )
    if len(set(found.citizens)) > 1:
        text = N_("You rescue {citizens} from {hex}. First the {citizen}: on which square?")
    else:
        text = N_("You rescue {citizens} from {hex}: on which square?")
    return s._(text, citizens=who, hex=where, citizen=s._(t.CITIZENS[found.citizens[0]]))


PRICES_OF_CUBES = {
    "printed": N_(
        "A plague cube costs {fire} to remove. Big fires count as fire and may also remove a cube on an adjacent hex."
    ),
    "points": N_("A plague cube costs {fire} or 1 big fire to remove and gives {points}."),
    "plain": N_("A plague cube costs {fire} or a big fire, which may remove a second cube here or on an adjacent hex."),
}
PRICES_ON_SHIPS = {
    "printed": N_("The ship’s cube costs {fire} to remove; a big fire counts as one."),
    "points": N_("The ship’s cube costs {fire} or 1 big fire to remove and gives {points}."),
    "plain": N_("The ship’s cube costs {fire} or 1 big fire to remove."),
}


def prices(s: Speaker[View], texts: Mapping[str, str] = PRICES_OF_CUBES) -> str:
    """Describe the cost and gain of removing a plague cube in this round, under the table's option for big fires."""
    round_, printed = c.ROUNDS[s.view.round], s.view.options["big_fire"] == "printed"
    values = {"fire": n.tokens("fire", round_.fire_cost, s), "points": n.tokens("points", round_.points_per_cube, s)}
    kind = "printed" if printed else "points" if round_.points_per_cube else "plain"
    text = s._(texts[kind], **values)
    return (
        " ".join([text, s._("Removing a cube gives {points}.", **values)])
        if printed and round_.points_per_cube
        else text
    )


def _act(s: Speaker[View], verbs: Collection[str]) -> str:
    me = n.mine(s.view)
    texts = []
    if s.view.about in c.HEXES:
        texts.append(s._("Hex action: {action}.", action=n.hex_action(s.view.about, s)))
    if me.waiting:
        texts.append(s._("Left to do: {effects}.", effects=s.join_list(n.effects(me.waiting, s))))
    if not texts and "end" in verbs and len(verbs) > 1:
        return s._("You can do more, or end the turn.")
    return " ".join(texts) or s._("Nothing else to do: you can end the turn.")


def _act_more(s: Speaker[View], verbs: Collection[str]) -> str:
    texts = []
    if "repopulate" in verbs:
        points, price = n.tokens("points", c.DISTRICTS[s.view.about].points, s), n.requirement(s.view.about, s)
        texts.append(
            s._(
                "You can repopulate the hex instead: you give up {price}, and it scores {points} at the end.",
                points=points,
                price=price,
            )
        )
    if "pay" in verbs:
        price = n.tokens("coin", n.mine(s.view).step_price, s)
        texts.append(s._("A step on the city or church register: {coins}.", coins=price))
    return " ".join([*texts, *_poor(s, verbs)])


def _poor(w: Words, verbs: Collection[str]) -> list[str]:
    """Say that restacking is the only way to build because everything on offer is too expensive, or return []."""
    poor = "restack" in verbs and not {"hut", "workshop", "wagon"} & set(verbs)
    return [w._("You can’t afford anything on offer; restacking shows other tiles.")] * poor


def _build_more(s: Speaker[View], verbs: Collection[str]) -> str:
    if "restack" not in verbs:
        return ""
    restacking = s._("If you restack first, it costs 1 token or point, and you must build if you can.")
    return " ".join([restacking, *_poor(s, verbs)])


def _production(s: Speaker[View], verbs: Collection[str]) -> str:
    texts = []
    if "work" in verbs:
        texts.append(s._("Before production: does a citizen go to a workshop? It produces there right away."))
    if "gild" in verbs:
        texts.append(s._("You can first use the upgrade that was produced."))
    return " ".join([*texts, s._("Then produce.")]) if texts else s._("Huts and workshops produce now.")


def _quarantine(s: Speaker[View], verbs: Collection[str]) -> str:
    me = n.mine(s.view)
    found = n.citizen_at(me, s.view.about)
    if found is None:  # There isn't room for all citizens, so the first question is which one goes.
        return s._("Which citizen leaves quarantine next? There isn’t room for everyone.")
    text = N_("Out of quarantine ({hut}): {citizen}. To which square?")
    if any(c.WORKSHOPS[one.tile].citizen == found.citizen and one.citizen is None for one in me.workshops):
        text = N_("Out of quarantine ({hut}): {citizen}. To which square or workshop?")
    asked = s._(text, citizen=n.citizen_name(found, s), hut=n.hut(s.view.about, s))
    if more := s.view.remaining - 1:
        asked += " " + s.ngettext("{count} more follows.", "{count} more follow.", more)
    return asked


ACTING = N_("carry out actions")
QUESTIONS = read_questions(
    Path(__file__).with_name("questions.md"),
    texts={
        "turn": _turn,
        "rescue": _rescue,
        "fight": lambda s, verbs: s.ngettext(
            "{count} plague cube is here.", "{count} plague cubes are here.", _cubes_here(s.view)
        ),
        "act": _act,
        "give": lambda s, verbs: s._(
            N_("Which lieutenant do you give up for {hex}? It leaves the game.")
            if "part" in verbs
            else N_("Which citizen do you give up for {hex}?"),
            hex=n.place(s.view.about, s),
        ),
        "production": _production,
        "quarantine": _quarantine,
        "end": lambda s, verbs: s._(
            N_("All done. Until you end this round, you can undo your last steps.")
            if s.view.phase == "round end"
            else N_("All done. Until you end your turn, you can undo your last steps.")
        ),
        "activation": lambda s, verbs: s.ngettext(
            "The overseer can activate {count} citizen: which one?",
            "The overseer can activate {count} different citizens: which one first?",
            s.view.remaining,
        ),
    },
    more={
        "fight": lambda s, verbs: " ".join(
            [s._("Each cube that stays gives you a rat; each one you remove is a step on popularity."), prices(s)]
        ),
        "ship_fight": lambda s, verbs: " ".join(
            [s._("Fighting gives you a step on popularity."), prices(s, PRICES_ON_SHIPS)]
        ),
        "act": _act_more,
        "build": _build_more,
    },
    values={
        "ship_fight": lambda s: {"ship": n.ship(s.view.about, s) if s.view.about in c.SHIPS else s._("ship")},
    },
)


def means(s: Speaker[View]) -> str:
    """Describe the tokens and, during turns, the lieutenants that the player has left.

    Return "" before the first round and after the game.
    """
    if s.view.phase in ("deal", "over"):
        return ""
    me = n.mine(s.view)
    have = s._(", ").join(n.listed(me.tokens, s) or [s._("no tokens")])
    free = me.home + len(me.lying)
    ready = s.ngettext("{count} lieutenant", "{count} lieutenants", free) if free else s._("no lieutenant left")
    if s.view.phase != "turns":
        return s._("You have {things}.", things=have)
    return s._("You have {things}; {lieutenants}.", things=have, lieutenants=ready)


def lost(lapsed: Sequence[str], s: Speaker[View]) -> Sequence[str]:
    """Describe what would be lost if the turn ended now: effects, and the action of a hex."""
    hexes = [s._("the action of {hex}", hex=n.place(word, s)) for word in lapsed if word in c.HEXES]
    return [*hexes, *n.effects([word for word in lapsed if word not in c.HEXES], s)]


def about(said: Sequence[str], s: Speaker[View]) -> Sequence[tuple[Target, str]]:
    """Return the question's hex or ship and the infected adjacent hexes within reach of a big fire, each with a text.

    For a restack, return the tiles that it removes.
    """
    if said[:1] == ["restack"]:
        stacks = {"huts": s.view.huts, "workshops": s.view.workshops}
        tops = [stack.top for kind in said[1:2] or stacks for stack in stacks[kind] if stack.top]
        return [
            (Target("hut_upgrade" if top in c.HUT_TILES else "workshop", top), capital(n.tile(top, s))) for top in tops
        ]
    word = s.view.about
    if s.view.question in ("fight", "rescue", "act") and word in c.HEXES:
        near = []
        if s.view.question == "fight" and n.mine(s.view).tokens.get("big_fire"):
            at = next(one.at for one in s.view.hexes if one.id == word)
            beside_it = n.neighbours(at, s.view)
            near = [one for one in s.view.hexes if one.cubes and one.id in beside_it]
        there = [
            (Target("hex", one.id), s._("{place}: plague {count}", place=capital(n.place(one.id, s)), count=one.cubes))
            for one in near
        ]
        # The question of the action step already says what the hex does.
        return [(Target("hex", word), "" if s.view.question == "act" else capital(n.hex_name(word, s))), *there]
    return [(Target("ship", word), capital(n.ship(word, s)))] if word in c.SHIPS else []
