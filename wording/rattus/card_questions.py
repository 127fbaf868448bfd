"""What a field of a move asks, and the questions that class cards ask in between."""

from collections.abc import Callable, Collection, Mapping

from rules.errors import N_
from rules.rattus.components import NEUTRAL_CUBES
from rules.rattus.view import View
from wording.catalogue import Words
from wording.rattus.names import name

# By kind of move and field: what is asked when a panel has come to this field.
FIELDS = {
    ("place", "region"): N_("Where do you place cubes? A region takes as many as rats lie there."),
    ("place", "cubes"): N_("How many cubes do you place in {region}?"),
    ("take", "card"): N_(
        "Which card do you take? It is yours until somebody takes it, and its symbol on a rat strikes you."
    ),
    ("peasant", "region"): N_("Where does the Peasant place your cube?"),
    ("unload", "region"): N_("Into which region do all the cubes on the Baker go?"),
    ("merchant", "region"): N_("From which region do your cubes leave?"),
    ("merchant", "to"): N_("Where do your cubes from {region} go?"),
    ("merchant", "cubes"): N_("How many cubes go from {region} to {to}?"),
    ("carry", "potions"): N_("Which cube goes next? The potions under it go with it."),
    ("messenger", "region"): N_("Where is the cube that the Messenger exchanges?"),
    ("messenger", "owner"): N_("Whose cube in {region} is exchanged?"),
    ("messenger", "potions"): N_("Which of these cubes in {region}? The potions under it go with it."),
    ("monk", "rat"): N_("Which rat does the Monk move?"),
    ("monk", "to"): N_("Where does rat {rat} go?"),
    ("nun", "figure"): N_("Which nun?"),
    ("nun", "to"): N_("Where does the nun go? She lowers the population there by one when rats are turned over."),
    ("bishop", "figure"): N_("Which bishop?"),
    ("bishop", "to"): N_("Where does the bishop go? No rat can enter his region."),
    ("soldier", "region"): N_("Where does the Soldier bring the rat?"),
    ("join", "card"): N_("Which card do you use, too?"),
    ("witch", "rat"): N_("Which rat do you look at? Only you will see it, and it cannot be taken back."),
    ("piper", "region"): N_("From which region does the Pied Piper lead one of your cubes?"),
    ("piper", "to"): N_("Where does your cube from {region} go? Rats follow, as many as find room."),
    ("piper", "potions"): N_("Which of your cubes goes from {region} to {to}? The potions under it go with it."),
    ("follow", "rat"): N_("Which rat follows?"),
    ("wizard", "region"): N_("Where does the Wizard put a potion under one of your cubes?"),
    ("wizard", "potions"): N_("Under which of your cubes in {region}?"),
    ("king", "region"): N_("From which region does a cube go to the palace? It is safe there for good."),
    ("queen", "region"): N_("Where does the Queen place your cubes?"),
    ("emperor", "wall"): N_("Which wall?"),
    ("emperor", "connection"): N_("Where does the wall go? No rat, no cube and no plague piece crosses it."),
    ("plague", "region"): N_("Where does the plague piece go? Rats spread from there, then it is struck."),
    ("spread", "region"): N_("Where does the new rat go?"),
    ("reveal", "rat"): N_("Which rat do you turn over?"),
}


def _extra(view: View, w: Words, verbs: Collection[str]) -> str:
    return w._("Your Soldier may bring one rat more, face down, to a neighbour of {region}.",
               region=name(view.plague, w))  # fmt: skip


def _join(view: View, w: Words, verbs: Collection[str]) -> str:
    return w.ngettext(
        "Do you use the {card}, too? The plague piece may then count as {count} cube in {region} now, and does so in"
        " the final devastation.",
        "Do you use the {card}, too? The plague piece may then count as {count} cubes in {region} now, and does so in"
        " the final devastation.",
        NEUTRAL_CUBES,
        card=name(view.about[0], w),
        region=name(view.plague, w),
    )


def _carry(view: View, w: Words, verbs: Collection[str]) -> str:
    region, to = (name(word, w) for word in view.about)
    return w._(
        "Which cube goes next from {region} to {to}? The potions under it go with it. Still to choose: {left}.",
        region=region,
        to=to,
        left=view.left,
    )


def _messenger(view: View, w: Words, verbs: Collection[str]) -> str:
    return w._("For which cube in another region is the one in {region} exchanged?", region=name(view.about[0], w))


def _mayor(view: View, w: Words, verbs: Collection[str]) -> str:
    text = w._("Where does the next cube go? Only regions where you had the majority. Still to place: {left}.",
               left=view.left)  # fmt: skip
    leave = w._("You may leave these out.")
    return f"{text} {leave}" if "skip" in verbs else text


def _serf(view: View, w: Words, verbs: Collection[str]) -> str:
    return w._(
        "That rat killed a cube of somebody else. Does your Serf add a cube of yours in {region}? It counts, and can be"
        " struck, from the next rat on.",
        region=name(view.plague, w),
    )


def _unload(view: View, w: Words, verbs: Collection[str]) -> str:
    return w.ngettext(
        "{count} cube lies on the Baker. Into which region does it go?",
        "{count} cubes lie on the Baker. Into which region do all of them go?",
        sum(view.baked),
    )


def _nun(view: View, w: Words, verbs: Collection[str]) -> str:
    return w._("You may set or move another nun. Still possible: {left}.", left=view.left)


def _follow(view: View, w: Words, verbs: Collection[str]) -> str:
    region, to = (name(word, w) for word in view.about)
    return w._("There is not room for all rats in {to}. Which one follows next from {region}? Still to follow: {left}.",
               region=region, to=to, left=view.left)  # fmt: skip


def _emperor(view: View, w: Words, verbs: Collection[str]) -> str:
    return w._("You may build or move another wall. Still possible: {left}.", left=view.left)


CARD_QUESTIONS: Mapping[str, Callable[[View, Words, Collection[str]], str]] = {
    "extra": _extra,
    "join": _join,
    "carry": _carry,
    "messenger": _messenger,
    "mayor": _mayor,
    "serf": _serf,
    "unload": _unload,
    "nun": _nun,
    "follow": _follow,
    "emperor": _emperor,
}
