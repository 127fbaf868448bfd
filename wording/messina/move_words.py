"""The moves and questions of Messina 1347: kinds of move, whole moves, the questions of the panel."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.errors import N_
from rules.messina import components as c
from rules.messina import moves as m
from rules.messina.moves import NOTATION
from rules.messina.view_types import View
from wording.catalogue import Words
from wording.messina import names as n
from wording.messina.answer_facts import journey
from wording.messina.choice_details import (
    beside,
    board_label,
    citizen,
    hut_to_build_on,
    landing,
    on_offer,
    rats_if_left,
    room,
    scroll,
    space,
    yields_there,
)
from wording.speaker import Speaker, read_moves, read_questions
from wording.text_limits import MAX_LETTERED_LABEL


def _to(word: str, goal: str, s: Speaker[View]) -> str:
    """Describe a citizen that goes to a square or workshop, by place only if there is no room for its name."""
    text = s._("{citizen} to {spot}", citizen=citizen(word, s), spot=room(goal, s))
    if len(text) <= MAX_LETTERED_LABEL:
        return text
    start = n.square_short(n.here(word, s.view), s) if word in c.SQUARES else n.hut(word, s)
    if goal not in c.WORKSHOPS:
        return s._("{citizen} to {spot}", citizen=start, spot=room(goal, s))
    gain = yields_there(word, goal, s)
    text = s._("{start} to workshop ({gain})", start=start, gain=gain)
    return text if len(text) <= MAX_LETTERED_LABEL else s._("{citizen} to {spot}", citizen=start, spot=gain)


def _rescued(move: m.Rescue, s: Speaker[View]) -> str:
    if move.spot == "-":
        return s._("No room for the {citizen}", citizen=s._(n.CITIZENS[move.citizen]))
    return s._("{citizen} to {spot}", citizen=s._(n.CITIZENS[move.citizen]), spot=room(move.spot, s))


def _housed(move: m.House, s: Speaker[View]) -> str:
    if move.spot == "-":
        return s._("No room for the citizen in {hut}", hut=n.hut(move.hut, s))
    return _to(move.hut, move.spot, s)


def fight(cubes: int, fire: int, big: int, also: str, w: Words) -> str:
    """Describe a way to fight: "Remove cubes (here: 1, hex 3: 1): 1 big fire"; shorter if that is too long."""
    cost = w.join_list([n.tokens(token, count, w) for token, count in (("fire", fire), ("big_fire", big)) if count])
    near = also.split("+") if also != "-" else []
    if not near:
        return w.ngettext("Remove {count} cube for {cost}", "Remove {count} cubes for {cost}", cubes, cost=cost)
    removed = w._(", ").join([w._("here: {count}", count=cubes), *beside(near, w)])
    text = w._("Remove cubes ({places}): {cost}", places=removed, cost=cost)
    return text if len(text) <= MAX_LETTERED_LABEL else w._("Cubes ({places}): {cost}", places=removed, cost=cost)


def _acted(move: m.Act, s: Speaker[View]) -> str:
    options = c.HEXES[s.view.about].action.options if s.view.about in c.HEXES else ()
    if move.option > len(options):
        return verb("act", s)
    return s._("Hex action: {action}", action=n.option(options[move.option - 1], s))


def _copied(move: m.Copy, s: Speaker[View]) -> str:
    action_ = n.option(c.HEXES[move.hex].action.options[move.option - 1], s)
    return s._("Action of {hex}: {action}", hex=n.place(move.hex, s), action=action_)


def _advanced(move: m.Advance | m.Elevate, s: Speaker[View]) -> str:
    gold = isinstance(move, m.Elevate)
    spaces = [
        space(move.overseer, move.way, s, upgraded=gold),
        space(move.overseer, move.way, s, upgraded=gold, most=0),
    ]
    names = [n.overseer(move.overseer, s), s._(n.CITIZENS[move.overseer])]
    if move.way != "on":
        names = [s._("{overseer} ({way})", overseer=name, way=n.way(move.overseer, move.way, s)) for name in names]
    texts = [s._("{overseer}: {space}", overseer=name, space=where) for where in spaces for name in names]
    return next((text for text in texts if len(text) <= MAX_LETTERED_LABEL), names[0])


def _restacked(move: m.Restack, s: Speaker[View]) -> str:
    stacks = s._(n.OTHERS[move.stacks])
    return s._("Restack the {tiles} for {cost}", tiles=stacks, cost=n.tokens(move.token, 1, s))


def _hut(move: m.Hut, s: Speaker[View]) -> str:
    """Describe building a hut upgrade, with the citizen in the hut if there is room."""
    tile = on_offer(move.tile, s)
    text = s._("{tile}, on {hut}", tile=tile, hut=hut_to_build_on(move.hut, s))
    return text if len(text) <= MAX_LETTERED_LABEL else s._("{tile}, on {hut}", tile=tile, hut=n.hut(move.hut, s))


def _workshop(move: m.Workshop, s: Speaker[View]) -> str:
    text = n.offer(move.tile, s)
    if len(text) <= MAX_LETTERED_LABEL:
        return text
    printed = c.WORKSHOPS[move.tile]
    sign, who = MOVES["workshop"].sign, s._(n.CITIZENS[printed.citizen])
    brief = f"{sign} {who} ({n.workshop_yield(printed, s)})"
    return s._("{thing} for {cost}", thing=brief, cost=n.amounts(printed.cost, s))


LABELS: Mapping[str, Callable[[Any, Speaker[View]], str]] = {
    "take": lambda move, s: board_label(move.board, s),
    "go": journey,
    "board": journey,
    "recall": journey,
    "work": lambda move, s: _to(move.square, move.workshop, s),
    "rescue": _rescued,
    "fight": lambda move, s: fight(move.cubes, move.fire, move.big, move.also, s),
    "act": _acted,
    "copy": _copied,
    "pay": lambda move, s: s._(
        "{coins}: {register}",
        coins=n.tokens("coin", n.mine(s.view).step_price, s),
        register=landing(move.register, s),
    ),
    "step": lambda move, s: s._("Free step: {register}", register=landing(move.register, s)),
    "scroll": lambda move, s: s._("Scroll of {track}", track=scroll(move.column, s)),
    "gild": lambda move, s: s._("Upgrade: {citizen}", citizen=citizen(move.spot, s)),
    "advance": _advanced,
    "promote": lambda move, s: s._("Upgrade the {overseer}", overseer=n.overseer(move.overseer, s)),
    "elevate": _advanced,
    "activate": lambda move, s: s._("Activate: {citizen}", citizen=citizen(move.square, s)),
    "restack": _restacked,
    "hut": _hut,
    "workshop": _workshop,
    "wagon": lambda move, s: n.offer(move.tile, s),
    "repopulate": lambda move, s: s.choice(["repopulate"]),
    "give": lambda move, s: s._("Give up: {citizen}", citizen=citizen(move.spot, s)),
    "part": lambda move, s: s._("Give up the lieutenant: {place}", place=n.place(move.start, s)),
    "house": _housed,
    "priority": lambda move, s: s._("Turn order by the {register}", register=s._(n.TRACKS[move.register])),
}
MOVES = read_moves(Path(__file__).with_name("moves.md"), LABELS)


def verb(verb: str, s: Speaker[View]) -> str:
    """Return the current name of a kind of move, without its sign."""
    match verb:
        case "end" if s.view.phase == "round end":
            return s._("Done with this round")
        case "pay":
            coins = n.tokens("coin", n.mine(s.view).step_price, s)
            return s._("Pay {coins} for a register step", coins=coins)
        case "leave":
            return s._("Do not fight: {rats}", rats=n.tokens("rats", rats_if_left(s.view), s))
    question = QUESTIONS.get(s.view.question)
    text = question.calls.get(verb, MOVES[verb].text) if question else MOVES[verb].text
    return s._(text)


def ask(question: str, prefix: Sequence[str], verbs: Collection[str], s: Speaker[View]) -> str:
    """Return the question with its hint."""
    if prefix:
        fields = NOTATION.kinds[prefix[0]].__struct_fields__
        if len(prefix) <= len(fields):
            said = zip(fields, prefix[1:], strict=False)
            values = {field: n.name_here(word, s) or word for field, word in said if not word.isdecimal()}
            if prefix[0] in ("advance", "elevate") and len(prefix) > 1:
                values["overseer"] = n.overseer(prefix[1], s)
            if prefix[0] == "rescue" and len(prefix) > 1:
                values["citizen"] = s._(n.THE_CITIZEN[prefix[1]])
            return s._(MOVES[prefix[0]].asks[fields[len(prefix) - 1]], **values)
    return QUESTIONS[question].ask(s, verbs)


def more(question: str, verbs: Collection[str], s: Speaker[View]) -> str:
    """Return additional advice on the question."""
    return " ".join(filter(None, [QUESTIONS[question].more(s, verbs), _between(question, s, verbs)]))


def task(s: Speaker[View]) -> str:
    """Return the task of those whose turn it is."""
    if s.view.phase == "round end":
        return s._("finish the round")
    question = QUESTIONS.get(s.view.question)
    return s._(question.task if question else ACTING)


def _between(question: str, w: Words, verbs: Collection[str]) -> str:
    """Describe what else the player may do."""
    if "work" in verbs and question not in ("production", "idle"):
        return w._("Citizens may go to workshops at any time.")
    return ""


def _turn(s: Speaker[View], verbs: Collection[str]) -> str:
    me = n.mine(s.view)
    if me.lying:
        return s._("Where to? 1 step is free, each further step costs 1 coin.")
    if "go" not in verbs and "board" not in verbs:
        return s._("You can’t reach a hex or ship: the lieutenant stays at home for 1 coin.")
    return s._("Where to? Every place is free from home.")


def _rescue(s: Speaker[View], verbs: Collection[str]) -> str:
    found = n.hex_view(s.view, s.view.about)
    if found is None or not found.citizens:
        return s._("Where do the rescued citizens go?")
    who = s.join_list(n.citizens(Counter(found.citizens), s))
    where = n.place(s.view.about, s)
    if found.cubes:
        return s._(
            "You rescue {citizens} from {hex}. Because of the plague, they go to huts: which ones?",
            citizens=who,
            hex=where,
        )
    if len(set(found.citizens)) > 1:
        first = s._(n.CITIZENS[found.citizens[0]])
        return s._(
            "You rescue {citizens} from {hex}. First the {citizen}: on which square?",
            citizens=who,
            hex=where,
            citizen=first,
        )
    return s._("You rescue {citizens} from {hex}: on which square?", citizens=who, hex=where)


def prices(s: Speaker[View]) -> str:
    """Describe the cost and gain of removing a plague cube in this round, under the table's reading of the rules."""
    printed = c.ROUNDS[s.view.round]
    price = n.tokens("fire", printed.fire_cost, s)
    points = n.tokens("points", printed.points_per_cube, s)
    if s.view.options["big_fire"] == "printed":
        text = s._(
            "A plague cube costs {fire}. Big fires count as fire and may also remove a cube next to it.", fire=price
        )
        brings = s._("It brings {points}.", points=points)
        return f"{text} {brings}" if printed.points_per_cube else text
    if printed.points_per_cube:
        return s._("A plague cube costs {fire} or 1 big fire and brings {points}.", fire=price, points=points)
    return s._(
        "A plague cube costs {fire} or a big fire, which may remove a second cube here or next to it.", fire=price
    )


def _fight(s: Speaker[View], verbs: Collection[str]) -> str:
    return s.ngettext("{count} plague cube is here.", "{count} plague cubes are here.", rats_if_left(s.view))


def _fight_more(s: Speaker[View], verbs: Collection[str]) -> str:
    return " ".join([s._("Each one that stays brings you a rat, each one you remove a step on popularity."), prices(s)])


def _ship_fight(s: Speaker[View], verbs: Collection[str]) -> str:
    name = n.ship(s.view.about, s) if s.view.about in c.SHIPS else s._("ship")
    return s._("Do you fight the plague on the {ship}, or take a rat?", ship=name)


def _ship_more(s: Speaker[View], verbs: Collection[str]) -> str:
    return " ".join([s._("Fighting brings a step on popularity."), _ship_price(s)])


def _ship_price(s: Speaker[View]) -> str:
    printed = c.ROUNDS[s.view.round]
    price = n.tokens("fire", printed.fire_cost, s)
    points = n.tokens("points", printed.points_per_cube, s)
    if s.view.options["big_fire"] == "printed":
        text = s._("It costs {fire}; big ones count as fire.", fire=price)
        brings = s._("It brings {points}.", points=points)
        return f"{text} {brings}" if printed.points_per_cube else text
    if printed.points_per_cube:
        return s._("It costs {fire} or 1 big fire and brings {points}.", fire=price, points=points)
    return s._("It costs {fire} or 1 big fire.", fire=price)


def _act(s: Speaker[View], verbs: Collection[str]) -> str:
    me = n.mine(s.view)
    texts = []
    if s.view.about in c.HEXES:
        texts.append(s._("Hex action: {action}.", action=n.hex_action(s.view.about, s)))
    if me.waiting:
        texts.append(s._("Left to do: {effects}.", effects=s.join_list(n.effects(me.waiting, s))))
    return " ".join(texts) or s._("Nothing else to do: you can end the turn.")


def _act_more(s: Speaker[View], verbs: Collection[str]) -> str:
    texts = []
    if "repopulate" in verbs:
        texts.append(_repopulating(s.view.about, s))
    if "pay" in verbs:
        price = n.tokens("coin", n.mine(s.view).step_price, s)
        texts.append(s._("A step on the city or church register: {coins}.", coins=price))
    if "restack" in verbs:
        texts.append(_poor(s, verbs))
    return " ".join(filter(None, texts))


def _poor(w: Words, verbs: Collection[str]) -> str:
    """Explain why the only building move on offer is a restack."""
    if {"hut", "workshop", "wagon"} & set(verbs):
        return ""
    return w._("You can’t afford anything on offer; restacking shows other tiles.")


def _repopulating(hex_: str, w: Words) -> str:
    return w._(
        "Instead you can repopulate it for {points} and give up {price}.",
        points=n.tokens("points", c.DISTRICTS[hex_].points, w),
        price=n.requirement(hex_, w),
    )


def _activation(s: Speaker[View], verbs: Collection[str]) -> str:
    return s.ngettext(
        "The overseer can activate {count} citizen: which one?",
        "The overseer can activate {count} different citizens: which one first?",
        s.view.remaining,
    )


def _give(s: Speaker[View], verbs: Collection[str]) -> str:
    if "part" in verbs:
        return s._("Which lieutenant do you give up for {hex}? It leaves the game.", hex=n.place(s.view.about, s))
    return s._("Which citizen do you give up for {hex}?", hex=n.place(s.view.about, s))


def _build_more(s: Speaker[View], verbs: Collection[str]) -> str:
    if "restack" not in verbs:
        return ""
    restacking = s._("Restacking first costs 1 token or point. Then you must build if you can.")
    return " ".join(filter(None, [restacking, _poor(s, verbs)]))


def _production(s: Speaker[View], verbs: Collection[str]) -> str:
    texts = []
    if "work" in verbs:
        texts.append(s._("Before production: does a citizen go to a workshop? It produces there right away."))
    if "gild" in verbs:
        texts.append(s._("You can first use the upgrade that was produced."))
    return " ".join([*texts, s._("Then produce.")]) if texts else s._("Huts and workshops produce now.")


def _quarantine(s: Speaker[View], verbs: Collection[str]) -> str:
    return s.ngettext(
        "{count} citizen leaves quarantine: to which square or workshop?",
        "{count} citizens leave quarantine, one after the other: to which square or workshop?",
        s.view.remaining,
    )


def _end(s: Speaker[View], verbs: Collection[str]) -> str:
    if s.view.phase == "round end":
        return s._("All done. Until the next round begins, you can undo your last steps.")
    return s._("All done. Until you end your turn, you can undo your last steps.")


ACTING = N_("carry out actions")
QUESTIONS = read_questions(
    Path(__file__).with_name("questions.md"),
    texts={
        "turn": _turn,
        "rescue": _rescue,
        "fight": _fight,
        "ship_fight": _ship_fight,
        "act": _act,
        "give": _give,
        "production": _production,
        "quarantine": _quarantine,
        "end": _end,
        "activation": _activation,
    },
    more={"fight": _fight_more, "ship_fight": _ship_more, "act": _act_more, "build": _build_more},
)
