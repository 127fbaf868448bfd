"""The questions of the private panel of Messina 1347: what is decided, and what follows from it."""

from collections import Counter
from collections.abc import Collection, Sequence

from rules import GAMES
from rules.errors import N_
from rules.messina.components import DISTRICTS, HEXES, ROUNDS, SHIPS
from rules.messina.view_types import View
from wording.catalogue import Words
from wording.messina.amounts import THE_CITIZEN, action, amounts, citizens, effects, gold_citizens, tokens
from wording.messina.names import name_of, place, ship
from wording.messina.pieces import rats_if_left
from wording.messina.seen import here, hex_view, mine

# By kind of move and field: what is asked when a panel has come to this field.
FIELDS = {
    ("take", "board"): N_("Which board do you choose?"),
    ("go", "start"): N_("Which lieutenant goes to a hex?"),
    ("go", "hex"): N_("From {start}: where does the lieutenant go?"),
    ("board", "start"): N_("Which lieutenant goes to a ship?"),
    ("board", "ship"): N_("Which ship? You get it with what it brings, and fight its plague or take a rat."),
    ("recall", "start"): N_("Which lieutenant do you call home? You get 1 coin, and the turn is over."),
    ("work", "square"): N_("Which citizen moves to a workshop? There is no way back to the square."),
    ("work", "workshop"): N_("From {square}: to which workshop?"),
    ("rescue", "citizen"): N_("Whom do you rescue next? There is not room for all."),
    ("rescue", "spot"): N_("Where does {citizen} go?"),
    ("fight", "cubes"): N_("How many cubes do you remove here?"),
    ("fight", "fire"): N_("How many fire tokens do you spend?"),
    ("fight", "big"): N_("How many big fire tokens do you spend?"),
    ("fight", "also"): N_("On which adjacent hexes do big fires remove a cube, too?"),
    ("act", "option"): N_("Which part of the hex action do you take?"),
    ("copy", "hex"): N_("The action of which hex do you carry out? A lieutenant standing there does not matter."),
    ("copy", "option"): N_("Which part of the action of {hex} do you take?"),
    ("pay", "register"): N_("On which register do you pay for a step?"),
    ("step", "register"): N_("On which register do you take the free step?"),
    ("scroll", "column"): N_("Which scroll cube advances? What its track counts scores at the end of the game."),
    ("gild", "spot"): N_("Which citizen do you upgrade? In a workshop it will bring 1 point in every production."),
    ("advance", "overseer"): N_("Which overseer advances?"),
    ("advance", "way"): N_("Which way does {overseer} go? Left or right is for good."),
    ("promote", "overseer"): N_("Which overseer do you upgrade?"),
    ("elevate", "overseer"): N_("Which overseer do you upgrade and advance?"),
    ("elevate", "way"): N_("Which way does {overseer} go? Left or right is for good."),
    ("activate", "square"): N_("Which citizen do you activate?"),
    ("restack", "stacks"): N_("Which tiles do you restack? After that you must build, if you can."),
    ("restack", "token"): N_("What do you pay for it?"),
    ("hut", "tile"): N_("Which hut upgrade do you build? It yields in every production, with any citizen in the hut."),
    ("hut", "hut"): N_("On which hut?"),
    ("workshop", "tile"): N_("Which workshop do you build?"),
    ("wagon", "tile"): N_("Which wagon do you build? Each lets you repopulate once a round."),
    ("give", "spot"): N_("Which citizen do you give up?"),
    ("part", "start"): N_("Which lieutenant do you give up? It is out of the game."),
    ("house", "hut"): N_("Which citizen leaves quarantine next? There is not room for all."),
    ("house", "spot"): N_("Where does the citizen of {hut} go?"),
    ("priority", "register"): N_("Which register sets the turn order of the next round?"),
}


def ask(question: str, prefix: list[str], view: View, names: Sequence[str], w: Words, verbs: Collection[str]) -> str:
    """The question with its hint."""
    if prefix:
        fields = GAMES["messina"].notation.kinds[prefix[0]].__struct_fields__
        if len(prefix) <= len(fields):
            said = zip(fields, prefix[1:], strict=False)
            values = {field: name_of(here(word, view), w) or word for field, word in said if not word.isdecimal()}
            if values.get("overseer"):
                values["overseer"] = w._("the {citizen} overseer", citizen=values["overseer"])
            if prefix[0] == "rescue" and len(prefix) > 1:
                values["citizen"] = w._(THE_CITIZEN[prefix[1]])
            return w._(FIELDS[prefix[0], fields[len(prefix) - 1]], **values)
    text = w._(SIMPLE[question]) if question in SIMPLE else QUESTIONS[question](view, w, verbs)
    return " ".join(filter(None, [text, _between(question, w, verbs)]))


def _between(question: str, w: Words, verbs: Collection[str]) -> str:
    """What may be done besides the answers."""
    if "work" in verbs and question not in ("production", "idle"):
        return w._("Citizens may go to workshops at any time.")
    return ""


def _turn(view: View, w: Words, verbs: Collection[str]) -> str:
    me = mine(view)
    if me.lying:
        first = w._(
            "Which lieutenant goes where? One step is free, each further one costs 1 coin; you have {coins}.",
            coins=tokens("coin", me.tokens["coin"], w),
        )
        home = w._("Calling one home gives 1 coin and ends the turn.")
        return f"{first} {home}" if "recall" in verbs else first
    if "go" not in verbs and "board" not in verbs:
        return w._("No hex or ship is left for you: the lieutenant stays at home for 1 coin.")
    return w._("Where does your lieutenant go? From home every free hex and every ship can be reached, free of charge.")


def _rescue(view: View, w: Words, verbs: Collection[str]) -> str:
    found = hex_view(view, view.about)
    if found is None or not found.citizens:
        return w._("Where do the rescued citizens go?")
    who = w.join_list(citizens(Counter(found.citizens), w))
    where = place(view.about, w)
    if found.cubes:
        return w._("You rescue {citizens} from {hex}: into a hut each, for there is plague.", citizens=who, hex=where)
    return w._("You rescue {citizens} from {hex}: on which square?", citizens=who, hex=where)


def prices(view: View, w: Words) -> str:
    """What removing a plague cube costs and brings in this round, as the table reads the rules."""
    printed = ROUNDS[view.round]
    price = tokens("fire", printed.fire_cost, w)
    points = tokens("points", printed.points_per_cube, w)
    if view.options["big_fire"] == "printed":
        text = w._(
            "A plague cube costs {fire}; big ones count as fire, and may take a cube next to it, too.", fire=price
        )
        brings = w._("It brings {points}.", points=points)
        return f"{text} {brings}" if printed.points_per_cube else text
    if printed.points_per_cube:
        return w._("A plague cube costs {fire} or 1 big fire and brings {points}.", fire=price, points=points)
    return w._("A plague cube costs {fire} or a big fire, which may take a second cube here or next to it.", fire=price)


def _fight(view: View, w: Words, verbs: Collection[str]) -> str:
    cubes = w.ngettext("{count} plague cube lies here.", "{count} plague cubes lie here.", rats_if_left(view))
    return " ".join([cubes, w._("Each one left brings you a rat, each one removed a step on popularity."),
                     prices(view, w)])  # fmt: skip


def _ship_fight(view: View, w: Words, verbs: Collection[str]) -> str:
    name = ship(view.about, w) if view.about in SHIPS else w._("ship")
    text = w._("Do you fight the plague on the {ship}, or take a rat? Fighting brings a step on popularity.", ship=name)
    return f"{text} {_ship_price(view, w)}"


def _ship_price(view: View, w: Words) -> str:
    printed = ROUNDS[view.round]
    price = tokens("fire", printed.fire_cost, w)
    points = tokens("points", printed.points_per_cube, w)
    if view.options["big_fire"] == "printed":
        text = w._("It costs {fire}; big ones count as fire.", fire=price)
        brings = w._("It brings {points}.", points=points)
        return f"{text} {brings}" if printed.points_per_cube else text
    if printed.points_per_cube:
        return w._("It costs {fire} or 1 big fire and brings {points}.", fire=price, points=points)
    return w._("It costs {fire} or 1 big fire.", fire=price)


def _act(view: View, w: Words, verbs: Collection[str]) -> str:
    me = mine(view)
    texts = []
    if view.about in HEXES:
        texts.append(w._("Hex action: {action}.", action=action(HEXES[view.about].action, w)))
    if me.waiting:
        texts.append(w._("Still open: {effects}.", effects=w.join_list(effects(me.waiting, w))))
    if "repopulate" in verbs:
        texts.append(_repopulating(view.about, w))
    if "pay" in verbs:
        texts.append(w._("A step on the city or church register: {coins}.", coins=tokens("coin", me.step_price, w)))
    if "restack" in verbs:
        texts.append(_poor(w, verbs))
    open_ = (view.about in HEXES) + len(me.waiting)
    if open_ > 1:
        texts.append(w._("In any order; what is left when you end the turn is lost."))
    elif open_:
        texts.append(w._("If you end the turn before, it is lost."))
    else:
        texts.append(w._("Nothing else is open: you can end the turn."))
    return " ".join(filter(None, texts))


def _poor(w: Words, verbs: Collection[str]) -> str:
    """Why nothing but a restack is offered for building."""
    if {"hut", "workshop", "wagon"} & set(verbs):
        return ""
    return w._("You can pay for nothing on offer; a restack shows other tiles.")


def _repopulating(hex_: str, w: Words) -> str:
    return w._(
        "Instead you can repopulate it for {points}, giving up {price}.",
        points=tokens("points", DISTRICTS[hex_].points, w),
        price=requirement(hex_, w),
    )


def requirement(hex_: str, w: Words) -> str:
    """What repopulating a hex takes: "1 coin, 2 nuns and 1 lieutenant"."""
    printed = DISTRICTS[hex_]
    parts = [amounts(printed.cost, w)] if printed.cost else []
    parts += [*citizens(printed.citizens, w), *gold_citizens(printed.gold, w)]
    if printed.lieutenants:
        parts.append(w.ngettext("{count} lieutenant", "{count} lieutenants", printed.lieutenants))
    return w.join_list(parts)


def _activation(view: View, w: Words, verbs: Collection[str]) -> str:
    return w.ngettext(
        "The overseer can activate {count} citizen: which one?",
        "The overseer can activate {count} citizens, none twice: which one first?",
        view.remaining,
    )


def _give(view: View, w: Words, verbs: Collection[str]) -> str:
    if "part" in verbs:
        return w._("Which lieutenant do you give up for {hex}? It is out of the game.", hex=place(view.about, w))
    return w._("Which citizen do you give up for {hex}?", hex=place(view.about, w))


def _build(view: View, w: Words, verbs: Collection[str]) -> str:
    text = w._("Build a hut upgrade, a workshop or a wagon?")
    if "restack" in verbs:
        restacking = w._("A restack first costs 1 token or point, and then you must build if you can.")
        return " ".join(filter(None, [text, restacking, _poor(w, verbs)]))
    return text


def _production(view: View, w: Words, verbs: Collection[str]) -> str:
    texts = []
    if "work" in verbs:
        texts.append(w._("Before production: does a citizen go to a workshop? There it produces at once."))
    if "gild" in verbs:
        texts.append(w._("You may use the upgrade that is produced first."))
    return " ".join([*texts, w._("Then produce.")]) if texts else w._("Now huts and workshops produce.")


def _quarantine(view: View, w: Words, verbs: Collection[str]) -> str:
    return w.ngettext(
        "{count} citizen leaves quarantine: to which square or workshop?",
        "{count} citizens leave quarantine, one after the other: to which square or workshop?",
        view.remaining,
    )


def _end(view: View, w: Words, verbs: Collection[str]) -> str:
    if view.phase == "round end":
        return w._("All done. You can still take back your last steps; then the next round can begin.")
    return w._("All done. You can still take back your last steps; when you end your turn, it stands.")


SIMPLE = {
    "board": N_("Which player board of side b is yours? Each has other squares; ⚡ works once a game. That stands."),
    "scroll_board": N_("Which scroll board of side b is yours? Each counts three other things. That stands."),
    "restacked": N_("You have restacked, so you must build now, if you can pay for anything."),
    "register": N_("On which register do you take the free step?"),
    "scroll": N_("Which scroll cube advances? What its track counts scores at the end of the game."),
    "upgrade": N_("Which citizen do you upgrade? In a workshop it will bring 1 point in every production."),
    "overseer": N_("Which overseer advances, and which way? It activates citizens where it comes to."),
    "upgrade_overseer": N_("Which overseer do you upgrade? From its next advance it activates more citizens."),
    "upgrade_and_advance_overseer": N_("Which overseer do you upgrade and then advance?"),
    "activate": N_("Which citizen do you activate?"),
    "any_hex_action": N_("The action of which hex do you carry out? Lieutenants standing there do not matter."),
    "priority": N_("Which register sets the turn order of the next round? The farthest ahead goes first."),
    "idle": N_("While another player is on turn you may move citizens to workshops."),
}
QUESTIONS = {
    "turn": _turn,
    "rescue": _rescue,
    "fight": _fight,
    "ship_fight": _ship_fight,
    "act": _act,
    "activation": _activation,
    "build": _build,
    "give": _give,
    "production": _production,
    "quarantine": _quarantine,
    "end": _end,
}
