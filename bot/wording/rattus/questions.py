"""The questions of the private panel: what is asked, and what matters now."""

from collections.abc import Collection, Sequence

from bot.wording.catalogue import Words
from bot.wording.rattus.moves import region_view
from bot.wording.rattus.names import known, name, rat
from rules import GAMES
from rules.errors import N_
from rules.rattus.components import NEUTRAL_CUBES, SETUP_CUBES
from rules.rattus.view import View

# By kind of move and field: what is asked when a panel has come to this field.
FIELDS = {
    ("place", "region"): N_("Where do you place cubes? A region takes as many as rats lie there."),
    ("place", "cubes"): N_("How many cubes do you place in {region}?"),
    ("take", "card"): N_(
        "Which card do you take? It is yours until somebody takes it, and its symbol on a rat strikes you."
    ),
    ("monk", "rat"): N_("Which rat does the Monk move?"),
    ("monk", "to"): N_("Where does rat {rat} go?"),
    ("merchant", "region"): N_("From which region do your cubes leave?"),
    ("merchant", "to"): N_("Where do your cubes from {region} go?"),
    ("merchant", "cubes"): N_("How many cubes go from {region} to {to}?"),
    ("witch", "rat"): N_("Which rat do you look at? Only you will see it, and it cannot be taken back."),
    ("king", "region"): N_("From which region does a cube go to the palace? It is safe there for good."),
    ("peasant", "region"): N_("Where does the Peasant place your cube?"),
    ("plague", "region"): N_("Where does the plague piece go? Rats spread from there, then it is struck."),
    ("spread", "region"): N_("Where does the new rat go?"),
    ("reveal", "rat"): N_("Which rat do you turn over?"),
}
FINAL_PLAGUE = N_("Where does the plague piece go? That region is struck at once; no rats spread.")
SETUP_PLACE = N_("Where do you place your cubes? Rats do not matter yet.")


def ask(question: str, prefix: list[str], view: View, names: Sequence[str], w: Words, verbs: Collection[str]) -> str:
    """The question with its hint."""
    if prefix:
        fields = GAMES["rattus"].notation.kinds[prefix[0]].__struct_fields__
        if len(prefix) <= len(fields):
            values = {field: _name(word, w) for field, word in zip(fields, prefix[1:], strict=False)}
            return w.t(_field(prefix[0], fields[len(prefix) - 1], view), **values)
    return QUESTIONS[question](view, w, verbs)


def _field(verb: str, field: str, view: View) -> str:
    if verb == "plague" and view.phase == "final":
        return FINAL_PLAGUE
    if verb == "place" and field == "region" and view.phase == "setup":
        return SETUP_PLACE
    return FIELDS[verb, field]


def _name(word: str, w: Words) -> str:
    if known(word):
        return name(word, w)
    return rat(word, w) if known(word.rpartition("-")[0]) else word


def _setup(view: View, w: Words, verbs: Collection[str]) -> str:
    mine = sum(region.cubes[view.seat] for region in view.regions) if view.seat is not None else 0
    if mine:
        return w.n(
            "Before the game: choose a region for {count} more cube, the same or another.",
            "Before the game: choose a region for {count} more cubes, the same or another.",
            SETUP_CUBES,
        )
    return w.n(
        "Before the game: choose a region for your first cube.",
        "Before the game: choose a region for your first {count} cubes.",
        SETUP_CUBES,
    )


def _turn(view: View, w: Words, verbs: Collection[str]) -> str:
    take = "take" in verbs if verbs else not view.taken
    place = "place" in verbs if verbs else not view.placed
    if take and place:
        text = w.t("You may take a class card and place cubes, in either order; moving the plague piece comes last.")
    elif take:
        text = w.t("You may still take a class card. Moving the plague piece comes last.")
    elif place:
        text = w.t("You may still place cubes. Moving the plague piece comes last.")
    else:
        text = w.t("Now move the plague piece.")
    return " ".join([text, *_cards(view, w, verbs)])


def _cards(view: View, w: Words, verbs: Collection[str]) -> list[str]:
    cards = [name(verb, w) for verb in verbs if known(verb)]
    return [w.t("Cards you can use now: {cards}.", cards=w.both(cards))] if cards else []


def _spread(view: View, w: Words, verbs: Collection[str]) -> str:
    return w.t("Where does the next rat go? It lies face down in a neighbour of {region}.", region=name(view.plague, w))


def _devastation(view: View, w: Words, verbs: Collection[str]) -> str:
    region = region_view(view, view.plague)
    population = (sum(region.cubes) if region else 0) + (NEUTRAL_CUBES if view.neutral else 0)
    texts = [
        w.t(
            "{region} is struck, population {population}. Choose the next rat to turn over: it cannot be taken back.",
            region=name(view.plague, w),
            population=population,
        )
    ]
    if "neutral" in verbs:
        texts.append(
            w.n(
                "Before the first one, your Knight may count the plague piece as {count} cube.",
                "Before the first one, your Knight may count the plague piece as {count} cubes.",
                NEUTRAL_CUBES,
            )
        )
    return " ".join([*texts, *_cards(view, w, verbs)])


def _look(view: View, w: Words, verbs: Collection[str]) -> str:
    return w.t("You may look at a second rat, and then exchange the two if you like.")


def _swap(view: View, w: Words, verbs: Collection[str]) -> str:
    return w.t("Do you exchange the two rats you looked at?")


def _final(view: View, w: Words, verbs: Collection[str]) -> str:
    texts = [w.t("The final round: you may use each of your cards once, in any order."), *_cards(view, w, verbs)]
    if "plague" in verbs:
        texts.append(w.t("The Knight moves the plague piece, and that region is struck at once."))
    return " ".join(texts)


def _end(view: View, w: Words, verbs: Collection[str]) -> str:
    return w.t("All done. You can still take back your last steps; when you end your turn, it stands.")


QUESTIONS = {
    "setup": _setup,
    "turn": _turn,
    "spread": _spread,
    "devastation": _devastation,
    "look": _look,
    "swap": _swap,
    "final": _final,
    "end": _end,
}
