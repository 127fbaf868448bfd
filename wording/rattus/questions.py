"""The questions of the private panel: what is asked, and what matters now."""

from collections.abc import Collection, Sequence

from rules import GAMES
from rules.errors import N_
from rules.rattus.cards import ABILITIES
from rules.rattus.components import NEUTRAL_CUBES, SETUP_CUBES
from rules.rattus.view import View
from wording.catalogue import Words
from wording.rattus.card_questions import CARD_QUESTIONS, FIELDS
from wording.rattus.moves import face_up, region_view
from wording.rattus.names import border, known, name, rat

FINAL_PLAGUE = N_("Where does the plague piece go? That region is struck at once; no rats spread.")
SETUP_PLACE = N_("Where do you place your cubes? Rats do not matter yet.")
MAYOR_PLACE = N_("Where does the next cube go? Only regions where you had the majority.")


def ask(question: str, prefix: list[str], view: View, names: Sequence[str], w: Words, verbs: Collection[str]) -> str:
    """The question with its hint."""
    if prefix:
        fields = GAMES["rattus"].notation.kinds[prefix[0]].__struct_fields__
        if len(prefix) <= len(fields):
            values = {field: _name(word, w) for field, word in zip(fields, prefix[1:], strict=False)}
            return w._(_field(prefix[0], fields[len(prefix) - 1], view), **values)
    return QUESTIONS[question](view, w, verbs)


def _field(verb: str, field: str, view: View) -> str:
    if verb == "plague" and view.phase == "final":
        return FINAL_PLAGUE
    if verb == "place" and field == "region" and view.phase == "setup":
        return SETUP_PLACE
    if verb == "place" and view.question == "mayor":
        return MAYOR_PLACE
    return FIELDS[verb, field]


def _name(word: str, w: Words) -> str:
    if known(word):
        return name(word, w)
    if "+" in word:
        return border(word, w)
    return rat(word, w) if known(word.rpartition("-")[0]) else word


def _setup(view: View, w: Words, verbs: Collection[str]) -> str:
    mine = sum(region.cubes[view.seat] for region in view.regions) if view.seat is not None else 0
    if mine:
        return w.ngettext(
            "Before the game: choose a region for {count} more cube, the same or another.",
            "Before the game: choose a region for {count} more cubes, the same or another.",
            SETUP_CUBES,
        )
    return w.ngettext(
        "Before the game: choose a region for your first cube.",
        "Before the game: choose a region for your first {count} cubes.",
        SETUP_CUBES,
    )


def _turn(view: View, w: Words, verbs: Collection[str]) -> str:
    take = "take" in verbs if verbs else not view.taken
    place = bool({"place", "mayor"} & set(verbs)) if verbs else not view.placed
    if "end" in verbs:
        last = w._("Walls close every way out of {region}: the plague piece stays, and your turn ends there.",
                   region=name(view.plague, w))  # fmt: skip
    else:
        last = w._("Moving the plague piece comes last.")
    if take and place:
        text = w._("You may take a class card and place cubes, in either order.")
    elif take:
        text = w._("You may still take a class card.")
    elif place:
        text = w._("You may still place cubes.")
    else:
        text = "" if "end" in verbs else w._("Now move the plague piece.")
        last = last if "end" in verbs else ""
    return " ".join(filter(None, [text, last, *_cards(view, w, verbs)]))


def _cards(view: View, w: Words, verbs: Collection[str]) -> list[str]:
    cards = [name(verb, w) for verb in verbs if known(verb)]
    return [w._("Cards you can use now: {cards}.", cards=w.join_list(cards))] if cards else []


def _spread(view: View, w: Words, verbs: Collection[str]) -> str:
    return w._("Where does the next rat go? It lies face down in a neighbour of {region}.", region=name(view.plague, w))


def _devastation(view: View, w: Words, verbs: Collection[str]) -> str:
    region = region_view(view, view.plague)
    cubes, nuns = (sum(region.cubes), region.nuns) if region else (0, 0)
    values = {
        "region": name(view.plague, w),
        "population": max(0, cubes + (NEUTRAL_CUBES if view.neutral else 0) - nuns),
    }
    if face_up(view):
        texts = [w._("{region} is struck, population {population}. Which rat strikes next?", **values)]
    else:
        texts = [
            w._(
                "{region} is struck, population {population}. Choose the next rat to turn over: it cannot be taken"
                " back.",
                **values,
            )
        ]
    if "neutral" in verbs:
        texts.append(
            w.ngettext(
                "Before the first one, your Knight may count the plague piece as {count} cube.",
                "Before the first one, your Knight may count the plague piece as {count} cubes.",
                NEUTRAL_CUBES,
            )
        )
    if "crusader" in verbs:
        texts.append(w._("Before the first one, your Crusader may turn all of them over together."))
    return " ".join([*texts, *_cards(view, w, [verb for verb in verbs if verb != "crusader"])])


def _look(view: View, w: Words, verbs: Collection[str]) -> str:
    return w._("You may look at a second rat, and then exchange the two if you like.")


def _swap(view: View, w: Words, verbs: Collection[str]) -> str:
    return w._("Do you exchange the two rats you looked at?")


def _final(view: View, w: Words, verbs: Collection[str]) -> str:
    texts = [w._("The final round: you may use each of your cards once, in any order."), *_cards(view, w, verbs)]
    if "plague" in verbs:
        riders = [name(card.id, w) for card in view.cards if card.owner == view.seat and ABILITIES[card.id].rides]
        texts.append(
            w._(
                "You may also move the plague piece once ({cards}); the region it comes to is struck at once.",
                cards=w.join_list(riders),
            )
        )
    return " ".join(texts)


def _end(view: View, w: Words, verbs: Collection[str]) -> str:
    return w._("All done. You can still take back your last steps; when you end your turn, it stands.")


QUESTIONS = {
    "setup": _setup,
    "turn": _turn,
    "spread": _spread,
    "devastation": _devastation,
    "look": _look,
    "swap": _swap,
    "final": _final,
    "end": _end,
    **CARD_QUESTIONS,
}
