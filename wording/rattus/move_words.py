"""The moves and questions of Rattus: kinds of move, whole moves, the values of their fields, questions."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.errors import N_
from rules.rattus import moves as m
from rules.rattus.cards import ABILITIES
from rules.rattus.components import NEUTRAL_CUBES, SETUP_CUBES
from rules.rattus.moves import NOTATION
from rules.rattus.view import RegionView, View
from wording.catalogue import Words
from wording.rattus.cards import CARDS
from wording.rattus.cards.card_words import rat_here
from wording.rattus.names import border, known, name, plain_face, rat, region_of
from wording.speaker import Speaker, read_moves, read_questions

OWN_CUBES = {verb for card in CARDS.values() for verb in card.own_cubes}
ALL_CUBES = {"plague", *(verb for card in CARDS.values() for verb in card.all_cubes)}


def _place(move: m.Place, s: Speaker[View]) -> str:
    region = name(move.region, s)
    return s.ngettext("Place {count} cube in {region}", "Place {count} cubes in {region}", move.cubes, region=region)


def _take(move: m.Take, s: Speaker[View]) -> str:
    holder = next((found.owner for found in s.view.cards if found.id == move.card), None)
    if holder is None:
        return s._("Take the {card} from the table", card=name(move.card, s))
    return s._("Take the {card} from {player}", card=name(move.card, s), player=s.plain_player(holder))


def _reveal(move: m.Reveal, s: Speaker[View]) -> str:
    if not face_up(s.view):
        return s._("Turn over {rat}", rat=rat_here(move.rat, s))
    region = region_view(s.view, region_of(move.rat))
    shown = next((one.face for one in (region.rats if region else ()) if one.handle == move.rat), None)
    return s._("Let {rat} strike: {face}", rat=rat_here(move.rat, s), face=plain_face(shown, s) if shown else "")


LABELS: Mapping[str, Callable[[Any, Speaker[View]], str]] = {
    "place": _place,
    "take": _take,
    "plague": lambda move, s: s._("Move the plague piece to {region}", region=name(move.region, s)),
    "spread": lambda move, s: s._("Place a new rat in {region}", region=name(move.region, s)),
    "reveal": _reveal,
    **{verb: label for card in CARDS.values() for verb, label in card.labels.items()},
}
MOVES = read_moves(Path(__file__).with_name("moves.md"), LABELS)
NAMES_OF_CARD_QUESTIONS = {"join": N_("Use the {card}, too"), "skip": N_("Without the {card}")}


def verb(verb: str, s: Speaker[View]) -> str:
    """Return the current name of a kind of move, without its sign."""
    if s.view.question == "join" and verb in NAMES_OF_CARD_QUESTIONS:
        return s._(NAMES_OF_CARD_QUESTIONS[verb], card=name(s.view.about[0], s))
    if verb == "end" and s.view.phase == "final":
        return s._("End my final round")
    if verb == "reveal" and face_up(s.view):
        return s._("Let the next rat strike")
    if verb == "reveal" and alone(s.view):
        return s._("Turn over the rat")
    question = QUESTIONS.get(s.view.question)
    return s._(question.calls.get(verb, MOVES[verb].text) if question else MOVES[verb].text)


def task(s: Speaker[View]) -> str:
    """Return the task of those whose turn it is."""
    return s._(QUESTIONS[s.view.question].task)


def face_up(view: View) -> bool:
    """Return whether rats in the plague region are face up, waiting to strike."""
    region = region_view(view, view.plague)
    return region is not None and any(found.turned for found in region.rats)


def alone(view: View) -> bool:
    """Return whether the plague region has a single rat, which needs no letter."""
    region = region_view(view, view.plague)
    return region is not None and len(region.rats) == 1


def region_view(view: View, region: str) -> RegionView | None:
    """Return the region as the viewer sees it, or None if it is not in use."""
    return next((found for found in view.regions if found.id == region), None)


FINAL_PLAGUE = N_("Where does the plague piece go? That region is struck right away; no rats spread.")
SETUP_PLACE = N_("Where do you place your cubes? Rats don’t matter yet.")
MAYOR_PLACE = N_("Where does the next cube go? Only regions where you had the majority.")


def ask(question: str, prefix: Sequence[str], verbs: Collection[str], s: Speaker[View]) -> str:
    """Return the question with its hint."""
    if prefix:
        fields = NOTATION.kinds[prefix[0]].__struct_fields__
        if len(prefix) <= len(fields):
            values = {field: _name(word, s) for field, word in zip(fields, prefix[1:], strict=False)}
            return s._(_field(prefix[0], fields[len(prefix) - 1], s.view), **values)
    return QUESTIONS[question].ask(s, verbs)


def more(question: str, verbs: Collection[str], s: Speaker[View]) -> str:
    """Return additional advice on the question."""
    return QUESTIONS[question].more(s, verbs)


def _field(verb: str, field: str, view: View) -> str:
    if verb == "plague" and view.phase == "final":
        return FINAL_PLAGUE
    if verb == "place" and field == "region" and view.phase == "setup":
        return SETUP_PLACE
    if verb == "place" and view.question == "mayor":
        return MAYOR_PLACE
    return MOVES[verb].asks[field]


def _name(word: str, w: Words) -> str:
    if known(word):
        return name(word, w)
    if "+" in word:
        return border(word, w)
    return rat(word, w) if known(word.rpartition("-")[0]) else word


def _setup(s: Speaker[View], verbs: Collection[str]) -> str:
    mine = sum(region.cubes[s.view.seat] for region in s.view.regions) if s.view.seat is not None else 0
    if mine:
        return s.ngettext(
            "Before the game: choose a region for {count} more cube, the same or another.",
            "Before the game: choose a region for {count} more cubes, the same or another.",
            SETUP_CUBES,
        )
    return s.ngettext(
        "Before the game: choose a region for your first cube.",
        "Before the game: choose a region for your first {count} cubes.",
        SETUP_CUBES,
    )


def _turn(s: Speaker[View], verbs: Collection[str]) -> str:
    take = "take" in verbs if verbs else not s.view.taken
    place = bool({"place", "mayor"} & set(verbs)) if verbs else not s.view.placed
    if "end" in verbs:
        walls = s._("Walls close every way out of {region}: the plague piece stays, and your turn ends there.",
                    region=name(s.view.plague, s))  # fmt: skip
        if take and place:
            return " ".join([s._("You can take a card and place cubes, in either order."), walls])
        if take:
            return " ".join([s._("You can still take a card."), walls])
        return " ".join([s._("You can still place cubes."), walls]) if place else walls
    if take and place:
        return s._("Take a card, place cubes, move the plague.")
    if take:
        return s._("You can still take a card. Then move the plague piece.")
    return s._("You can still place cubes. Then move the plague piece.") if place else s._("Now move the plague piece.")


def _cards(s: Speaker[View], verbs: Collection[str]) -> list[str]:
    cards = [name(verb, s) for verb in verbs if known(verb)]
    return [s._("Cards you can use now: {cards}.", cards=s.join_list(cards))] if cards else []


def _spread(s: Speaker[View], verbs: Collection[str]) -> str:
    return s.ngettext(
        "One new rat comes to a neighbour of {region}, face down. Which one?",
        "{count} new rats come to neighbours of {region}, face down. Where does the first one go?",
        s.view.left,
        region=name(s.view.plague, s),
    )


def _devastation(s: Speaker[View], verbs: Collection[str]) -> str:
    region = region_view(s.view, s.view.plague)
    cubes, nuns = (sum(region.cubes), region.nuns) if region else (0, 0)
    values = {
        "region": name(s.view.plague, s),
        "population": max(0, cubes + (NEUTRAL_CUBES if s.view.neutral else 0) - nuns),
    }
    if face_up(s.view):
        return s._("{region} is struck, population {population}. Which rat strikes next?", **values)
    if region and len(region.rats) == 1:
        return s._("{region} is struck, population {population}. Turn its rat over.", **values)
    return s._("{region} is struck, population {population}. Which rat do you turn over next?", **values)


def _devastation_more(s: Speaker[View], verbs: Collection[str]) -> str:
    texts = []
    if "neutral" in verbs:
        texts.append(
            s.ngettext(
                "Before the first one, your Knight can count the plague piece as {count} cube.",
                "Before the first one, your Knight can count the plague piece as {count} cubes.",
                NEUTRAL_CUBES,
            )
        )
    if "crusader" in verbs:
        texts.append(s._("Before the first one, your Crusader can turn all of them over together."))
    return " ".join([*texts, *_cards(s, [verb for verb in verbs if verb != "crusader"])])


def _final_more(s: Speaker[View], verbs: Collection[str]) -> str:
    texts = _cards(s, verbs)
    if "plague" in verbs:
        riders = [name(card.id, s) for card in s.view.cards if card.owner == s.view.seat and ABILITIES[card.id].rides]
        texts.append(
            s._(
                "You can also move the plague piece once ({cards}); the region it moves to is struck right away.",
                cards=s.join_list(riders),
            )
        )
    return " ".join(texts)


QUESTIONS = read_questions(
    Path(__file__).with_name("questions.md"),
    texts={
        "setup": _setup,
        "turn": _turn,
        "spread": _spread,
        "devastation": _devastation,
        **{question: text for card in CARDS.values() for question, text in card.questions.items()},
    },
    more={"devastation": _devastation_more, "final": _final_more},
)
