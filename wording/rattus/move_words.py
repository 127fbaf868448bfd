"""The texts of Rattus's moves, whole and in parts, and of the panel's questions and their details."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.errors import N_
from rules.game import Target
from rules.rattus import moves as m
from rules.rattus.cards import ABILITIES, CARD_OF
from rules.rattus.components import NEUTRAL_CUBES, PRINTED_NAMES, SETUP_CUBES
from rules.rattus.moves import NOTATION
from rules.rattus.view import RegionView, View
from wording.facts import Facts
from wording.rattus import names as n
from wording.speaker import Speaker, read_moves, read_questions

# What each field of a move is, for the option of its command.
FIELDS = {
    "region": N_("A region"),
    "to": N_("To which region"),
    "cubes": N_("How many cubes; leave empty if only one number is possible"),
    "card": N_("A class card"),
    "rat": N_("A rat, for example gallia-a"),
    "potions": N_("The potions under the cube; leave empty if only one number is possible"),
    "owner": N_("Whose cube"),
    "figure": N_("From the reserve, or from its region"),
    "wall": N_("From the reserve, or from its connection"),
    "connection": N_("Two neighbouring regions, for example gallia+hispania"),
}


def _take(move: m.Take, s: Speaker[View]) -> str:
    holder = next((found.owner for found in s.view.cards if found.id == move.card), None)
    if holder is None:
        return s._("Take the {card} from the table", **n.named(move, s))
    return s._("Take the {card} from {player}", player=s.plain_player(holder), **n.named(move, s))


def _reveal(move: m.Reveal, s: Speaker[View]) -> str:
    if not face_up(s.view):
        return s._("Turn over {rat}", **n.named(move, s))
    rats = n.region_view(s.view, n.region_of(move.rat)).rats
    shown = next((one.face for one in rats if one.handle == move.rat), None)
    return s._("Let {rat} strike: {face}", face=n.plain_face(shown, s) if shown else "", **n.named(move, s))


def _messenger(move: m.Messenger, s: Speaker[View]) -> str:
    values = {"player": s.marked_player(move.owner), **n.named(move, s)}
    if move.potions:
        return s._("Messenger: {player} in {region}, {potions}", **values)
    return s._("Messenger: {player} in {region}", **values)


def _figure(new: str, moved: str) -> Callable[[Any, Speaker[View]], str]:
    """Return a function for the label of moves with a figure, given the texts for a new one and for one on the map."""

    def label(move: m.Nun | m.Bishop, s: Speaker[View]) -> str:
        if move.figure == m.RESERVE:
            return s._(new, region=n.name(move.to, s))
        return s._(moved, region=n.name(move.figure, s), to=n.name(move.to, s))

    return label


LABELS: Mapping[str, Callable[[Any, Speaker[View]], str]] = {
    "place": lambda move, s: s.ngettext(
        "Place {count} cube in {region}", "Place {count} cubes in {region}", move.cubes, region=n.name(move.region, s)
    ),
    "take": _take,
    "plague": lambda move, s: s._("Move the plague piece to {region}", **n.named(move, s)),
    "spread": lambda move, s: s._("Place a new rat in {region}", **n.named(move, s)),
    "reveal": _reveal,
    "peasant": lambda move, s: s._("Peasant: a cube into {region}", **n.named(move, s)),
    "unload": lambda move, s: s._("The Baker’s cubes into {region}", **n.named(move, s)),
    "merchant": lambda move, s: s.ngettext(
        "Merchant: {count} cube from {region} to {to}",
        "Merchant: {count} cubes from {region} to {to}",
        move.cubes,
        **n.named(move, s),
    ),
    "carry": lambda move, s: s._("Merchant: {cube}", cube=n.cube(move.potions, s)),
    "messenger": _messenger,
    "monk": lambda move, s: s._("Monk: {rat} goes to {region}", region=n.name(move.to, s), **n.named(move, s)),
    "nun": _figure(N_("Nun: a new one in {region}"), N_("Nun: from {region} to {to}")),
    "bishop": _figure(N_("Bishop: a new one in {region}"), N_("Bishop: from {region} to {to}")),
    "soldier": lambda move, s: s._("Soldier: a rat to {region}", **n.named(move, s)),
    "witch": lambda move, s: s._("Witch: look at {rat}", **n.named(move, s)),
    "piper": lambda move, s: (
        s._("Pied Piper: {region} to {to}, cube with {potions}", **n.named(move, s))
        if move.potions
        else s._("Pied Piper: {region} to {to}", **n.named(move, s))
    ),
    "follow": lambda move, s: s._("Pied Piper: {rat} follows", **n.named(move, s)),
    "wizard": lambda move, s: (
        s._("Wizard: {region}, a cube with {potions}", **n.named(move, s))
        if move.potions
        else s._("Wizard: {region}, a cube without potions", **n.named(move, s))
    ),
    "king": lambda move, s: s._("King: a cube from {region} to the palace", **n.named(move, s)),
    "queen": lambda move, s: s._("Queen: cubes into {region}", **n.named(move, s)),
    "emperor": lambda move, s: (
        s._("Emperor: a new wall on {connection}", **n.named(move, s))
        if move.wall == m.RESERVE
        else s._("Emperor: {wall} to {connection}", **n.named(move, s))
    ),
}
MOVES = read_moves(Path(__file__).with_name("moves.md"), LABELS)


def verb(verb: str, s: Speaker[View]) -> str:
    """Return the current button text of a kind of move, without its sign."""
    if verb == "end" and s.view.phase == "final":
        return s._("End my final round")
    if verb == "reveal" and face_up(s.view):
        return s._("Let a rat strike")
    if verb == "reveal" and alone(s.view):
        return s._("Turn over the rat")
    question = QUESTIONS.get(s.view.question)
    return s._(question.calls.get(verb, MOVES[verb].text), **question.values(s)) if question else s._(MOVES[verb].text)


def task(s: Speaker[View]) -> str:
    """Return the task of the players whose turn it is."""
    return s._(QUESTIONS[s.view.question].task)


def face_up(view: View) -> bool:
    """Return whether rats in the plague region are face up, waiting to strike."""
    return any(found.turned for found in n.region_view(view, view.plague).rats)


def alone(view: View) -> bool:
    """Return whether the plague region has only one rat, which then needs no letter."""
    return len(n.region_view(view, view.plague).rats) == 1


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


TURNS = {
    "both": N_("Take a card, place cubes, move the plague."),
    "card": N_("You can still take a card. Then move the plague piece."),
    "cubes": N_("You can still place cubes. Then move the plague piece."),
    "plague": N_("Now move the plague piece."),
}
TURNS_WITHIN_WALLS = {
    "both": N_("You can take a card and place cubes, in either order."),
    "card": N_("You can still take a card."),
    "cubes": N_("You can still place cubes."),
}


def _turn(s: Speaker[View], verbs: Collection[str]) -> str:
    take = "take" in verbs if verbs else not s.view.taken
    place = bool({"place", "mayor"} & set(verbs)) if verbs else not s.view.placed
    left = "both" if take and place else "card" if take else "cubes" if place else "plague"
    if "end" not in verbs:
        return s._(TURNS[left])
    closed = N_("Walls close every way out of {region}: the plague piece stays, and your turn ends there.")
    walls = s._(closed, region=n.name(s.view.plague, s))
    return " ".join([s._(TURNS_WITHIN_WALLS[left]), walls]) if take or place else walls


def _cards(s: Speaker[View], verbs: Collection[str]) -> list[str]:
    cards = [n.name(verb, s) for verb in verbs if verb in PRINTED_NAMES]
    return [s._("Cards you can use now: {cards}.", cards=s.join_list(cards))] if cards else []


def _devastation(s: Speaker[View], verbs: Collection[str]) -> str:
    region = n.region_view(s.view, s.view.plague)
    population = max(0, sum(region.cubes) + (NEUTRAL_CUBES if s.view.neutral else 0) - region.nuns)
    values = {"region": n.name(s.view.plague, s), "population": population}
    if face_up(s.view):
        return s._("{region} is struck, population {population}. Which rat strikes?", **values)
    if alone(s.view):
        return s._("{region} is struck, population {population}. Turn its rat over.", **values)
    return s._("{region} is struck, population {population}. Which rat do you turn over?", **values)


def _devastation_more(s: Speaker[View], verbs: Collection[str]) -> str:
    texts = []
    if "neutral" in verbs:
        texts.append(
            s.ngettext(
                "Before the first rat is turned over, your Knight can count the plague piece as {count} cube.",
                "Before the first rat is turned over, your Knight can count the plague piece as {count} cubes.",
                NEUTRAL_CUBES,
            )
        )
    if "crusader" in verbs:
        texts.append(s._("Before the first rat is turned over, your Crusader can turn all of them over together."))
    return " ".join([*texts, *_cards(s, [verb for verb in verbs if verb != "crusader"])])


def _final_more(s: Speaker[View], verbs: Collection[str]) -> str:
    texts = _cards(s, verbs)
    if "plague" in verbs:
        riders = [n.name(card.id, s) for card in s.view.cards if card.owner == s.view.seat and ABILITIES[card.id].rides]
        texts.append(
            s._(
                "You can also move the plague piece once ({cards}); the region it moves to is struck right away.",
                cards=s.join_list(riders),
            )
        )
    return " ".join(texts)


def _unload(s: Speaker[View], verbs: Collection[str]) -> str:
    owner = next((seat for seat, count in enumerate(s.view.baked) if count), 0)
    return s.ngettext(
        "{count} of {player}’s cubes is on the Baker. Into which region does it go?",
        "{count} of {player}’s cubes are on the Baker. Into which region do all of them go?",
        sum(s.view.baked),
        player=s.player(owner),
    )


def _mayor(s: Speaker[View], verbs: Collection[str]) -> str:
    values = {"left": s.view.left}
    text = s._(
        "Where does the next cube go? Only regions where you had the majority. Still to place: {left}.", **values
    )
    return " ".join([text, s._("You can leave these out.")]) if "skip" in verbs else text


def _passage(s: Speaker[View]) -> dict[str, object]:
    """Return the placeholder values for moving cubes or rats one by one: start, destination and number left."""
    region, to = s.view.about
    return {"region": n.name(region, s), "to": n.name(to, s), "left": s.view.left}


QUESTIONS = read_questions(
    Path(__file__).with_name("questions.md"),
    texts={
        "setup": _setup,
        "turn": _turn,
        "spread": lambda s, verbs: s.ngettext(
            "One new rat is placed face down in a region next to {region}. Where does it go?",
            "{count} new rats are placed face down in regions next to {region}. Where do they go?",
            s.view.left,
            region=n.name(s.view.plague, s),
        ),
        "devastation": _devastation,
        "unload": _unload,
        "mayor": _mayor,
        "join": lambda s, verbs: s.ngettext(
            "Do you use the {card}, too? The plague piece can then count as {count} cube in "
            "{region} now, and does so in the final devastation.",
            "Do you use the {card}, too? The plague piece can then count as {count} cubes in "
            "{region} now, and does so in the final devastation.",
            NEUTRAL_CUBES,
            card=n.name(s.view.about[0], s),
            region=n.name(s.view.plague, s),
        ),
    },
    more={"devastation": _devastation_more, "final": _final_more},
    values={
        **dict.fromkeys(("serf", "extra"), lambda s: {"region": n.name(s.view.plague, s)}),
        **dict.fromkeys(("carry", "follow"), _passage),
        **dict.fromkeys(("nun", "emperor"), lambda s: {"left": s.view.left}),
        "messenger": lambda s: {"region": n.name(s.view.about[0], s)},
        "join": lambda s: {"card": n.name(s.view.about[0], s)},
    },
)


def means(s: Speaker[View]) -> str:
    """Describe the cubes in the viewer's stock, and the viewer's cards. Return "" for the public."""
    if s.view.seat is None:
        return ""
    mine = [n.name(card.id, s) for card in s.view.cards if card.owner == s.view.seat]
    left = s.ngettext("{count} cube in your stock", "{count} cubes in your stock", s.view.stock[s.view.seat])
    if not mine:
        return s._("You have {cubes}.", cubes=left)
    return s._("You have {cubes}. Your cards: {cards}.", cubes=left, cards=s._(", ").join(mine))


LOST_STEPS = {"take": N_("taking a card"), "place": N_("placing cubes"), "plague": N_("moving the plague piece")}


def lost(lapsed: Sequence[str], s: Speaker[View]) -> Sequence[str]:
    """Describe what would be lost if the turn ended now: uses of cards, and steps of the turn."""
    return [
        s._(LOST_STEPS[verb])
        if verb in LOST_STEPS
        else s._("the {card}", card=n.name(CARD_OF[NOTATION.kinds[verb]], s))
        for verb in lapsed
    ]


def about(said: Sequence[str], s: Speaker[View]) -> Sequence[tuple[Target, str]]:
    """Return the rats and regions that the question is about, each with a text."""
    handles = {rat.handle for region in s.view.regions for rat in region.rats}
    regions = {region.id for region in s.view.regions}
    return [
        (Target("rat", word), s.choice(["witch", word]))
        if word in handles
        else (Target("region", word), n.name(word, s))
        for word in s.view.about
        if word in handles or word in regions
    ]


# An answer that is a region normally shows its rats. For these moves, it shows the player's own cubes or all cubes.
OWN_CUBES = ("merchant", "piper", "wizard", "king")
ALL_CUBES = ("plague", "peasant", "unload", "merchant", "messenger", "nun", "bishop", "piper", "queen")


def facts(said: Sequence[str], following: Sequence[str], s: Speaker[View]) -> Facts:
    """Describe the last word of an unfinished move, or the whole move, with its gains.

    ``following`` are the words that can come next.
    """
    verb, *words = said
    if not words or verb == "join":
        return Facts(s.game.verb(verb, s))
    field, word = s.game.notation.kinds[verb].__struct_fields__[len(words) - 1], words[-1]
    match field:
        case "cubes" if verb == "place":
            region = n.name(words[0], s)
            return Facts(
                s.ngettext("{region}: {count} cube", "{region}: {count} cubes", int(word), region=region),
                short=s.ngettext("{count} cube", "{count} cubes", int(word)),
            )
        case "cubes":
            return Facts(s.ngettext("{count} cube", "{count} cubes", int(word)))
        case "potions":
            return Facts(n.cube(int(word), s))
        case "owner":
            return Facts(s.marked_player(int(word)))
        case "card":
            return _card(word, s)
        case "rat":
            return _rat(verb, word, s)
        case "wall" | "figure" if word == m.RESERVE:
            return Facts(s._("from the reserve"))
        case "wall":
            return Facts(s._("from {place}", place=n.border(word, s)))
        case "figure":
            return Facts(s._("from {place}", place=n.name(word, s)))
        case "connection":
            return Facts(n.border(word, s))
    return _region(verb, word, field, following, s)


def _card(card: str, s: Speaker[View]) -> Facts:
    holder = next((found.owner for found in s.view.cards if found.id == card), None)
    whose = "" if holder is None else s._("held by {player}", player=s.marked_player(holder))
    return Facts(n.name(card, s), gain=n.about_card(card, s), note=whose)


def _rat(verb: str, handle: str, s: Speaker[View]) -> Facts:
    """Describe a rat, with its face if that is known.

    Rats that can be turned over are all in the same region.
    """
    rats = n.region_view(s.view, n.region_of(handle)).rats
    found = next((found for found in rats if found.handle == handle), None)
    face = "" if found is None or found.face is None else n.plain_face(found.face, s)
    note = ""
    if found and face:
        note = s._("face up: {face}", face=face) if found.turned else s._("you saw {face}", face=face)
    if verb != "reveal":
        # The answer's letter identifies the rat, so its region is enough as its name.
        return Facts(n.rat_here(handle, s), short=n.name(n.region_of(handle), s), note=note)
    return Facts(s.game.verb(verb, s) if alone(s.view) else s._("rat {letter}", letter=handle[-1]), note=note)


def _region(verb: str, region: str, field: str, following: Sequence[str], s: Speaker[View]) -> Facts:
    """Describe a region by what matters for this move: rats, all cubes, own cubes, or cubes that can be placed."""
    called = n.name(region, s)
    # The same region can be an answer that places cubes.
    if verb == "plague" and (s.view.question == "final" or not s.view.placed):
        called = s._("Plague → {region}", region=called)
    found = n.region_view(s.view, region)
    lie = n.rats(len(found.rats), s)
    if verb == "place" and s.view.question == "turn" and s.view.seat is not None:
        count = f"+{following[0]}" if len(following) == 1 else ""
        return Facts(called, badge=count, gain=_placed(found, following, s), note=lie if found.rats else "")
    own = found.cubes[s.view.seat] if s.view.seat is not None else 0
    if verb in OWN_CUBES and field == "region" and s.view.seat is not None:
        return Facts(called, note=s.ngettext("{count} cube of yours", "{count} cubes of yours", own))
    if verb not in ALL_CUBES:
        return Facts(called, note=lie)
    cubes = [s.ngettext("{count} cube", "{count} cubes", sum(found.cubes))]
    if own and own == sum(found.cubes):
        cubes = [s.ngettext("{count} cube, yours", "{count} cubes, all yours", own)]
    elif own:
        cubes.append(s._("{count} of them yours", count=own))
    return Facts(called, gain=s._(", ").join([lie, *cubes]))


def _placed(found: RegionView, following: Sequence[str], s: Speaker[View]) -> str:
    """Describe how many cubes can be placed in a region: the ``following`` numbers, by default one for each rat there.

    The default is at least one cube, and otherwise at most as many as are in stock.
    """
    assert s.view.seat is not None
    counts = sorted(map(int, following)) or [max(1, min(len(found.rats), s.view.stock[s.view.seat]))]
    if len(counts) == 1:
        return s.ngettext("{count} cube", "{count} cubes", counts[0])
    if len(counts) == 2:
        return s.ngettext("{least} or {count} cube", "{least} or {count} cubes", counts[1], least=counts[0])
    return s.ngettext("{least} to {count} cube", "{least} to {count} cubes", counts[-1], least=counts[0])
