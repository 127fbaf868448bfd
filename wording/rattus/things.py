"""The things of Rattus that can be looked up, by their help pages."""

from collections.abc import Mapping, Sequence

from rules.errors import N_
from rules.rattus.components import IN_USE, NEIGHBOURS, REGIONS
from wording.catalogue import Words
from wording.help_pages import Thing
from wording.rattus.cards import CLASSES
from wording.rattus.cards.card_words import CardWords
from wording.rattus.names import name

MOST = max(IN_USE)  # the number of players with which every region is in use


def _card(card: str, words: CardWords) -> Thing:
    return Thing(
        card, lambda w: name(card, w), lambda w: w._(words.about), lambda w: [w._(text) for text in words.help]
    )


def neighbours(region: str, w: Words) -> str:
    """Return the neighbours of a region on the full map."""
    return w.join_list([name(one, w) for one in NEIGHBOURS[MOST][region]])


def _region(region: str) -> Thing:
    fewest = min(seats for seats, used in IN_USE.items() if region in used)

    def used(w: Words) -> str:
        if fewest == min(IN_USE):
            return w._("It is used with any number of players.")
        return w.ngettext("It is used with {count} player or more.", "It is used with {count} players or more.", fewest)

    def told(w: Words) -> list[str]:
        return [w._("**Neighbours:** {regions}.", regions=neighbours(region, w)), used(w)]

    return Thing(region, lambda w: name(region, w), lambda w: neighbours(region, w), told)


def _piece(id_: str, title: str, about: str, *told: str) -> Thing:
    return Thing(id_, lambda w: w._(title), lambda w: w._(about), lambda w: [w._(text) for text in told])


PIECES = (
    _piece(
        "rat",
        N_("Rat"),
        N_("what everything depends on"),
        N_(
            "It is face down in a region. You can place as many cubes there as it has rats; when "
            "the plague strikes the region, its rats are turned over one by one."
        ),
        N_("Its face shows a number, at most one letter, and symbols of classes, for example **3 M ⚔️⛪**."),
        N_("A region can hold three rats. Only the Witch sees what a rat shows before it is turned over."),
    ),
    _piece(
        "number",
        N_("Number on a rat"),
        N_("it breaks out from this many cubes on"),
        N_("The rat breaks out if there are at least this many cubes in its region, of all colours together."),
        N_("Each nun there lowers that count by one. If there are too few cubes, nothing happens."),
    ),
    _piece(
        "majority",
        N_("M on a rat: majority"),
        N_("the player with the most cubes there loses one"),
        N_("The player with the most cubes in the region loses one. If several are tied, each of them loses one."),
        N_("It is counted before any symbol takes cubes away."),
    ),
    _piece(
        "everyone",
        N_("A on a rat: all"),
        N_("everyone with a cube there loses one"),
        N_("Everyone with a cube in the region loses one."),
    ),
    _piece(
        "symbol",
        N_("Symbols of classes on a rat"),
        N_("the owner of the card loses a cube"),
        N_(
            "For each symbol, the owner of a card of that class loses a cube in the region, one "
            "for each such card. Players without a cube there lose nothing."
        ),
        N_("🌾 Peasantry · 💰 Bourgeoisie · ⛪ Church · ⚔️ Chivalry · 🔮 Magic · 👑 Royalty"),
    ),
    _piece(
        "doctor",
        N_("Plague piece"),
        N_("moves at the end of each turn"),
        N_(
            "At the end of your turn you move it to a neighbouring region. It brings new rats "
            "around it, and strikes where it stops."
        ),
        N_("It is not a cube: a region with rats but without cubes is not struck."),
    ),
    _piece(
        "palace",
        N_("Palace"),
        N_("where cubes are safe"),
        N_(
            "The King brings cubes here. They are safe for the rest of the game, count a point "
            "each, and don’t come back."
        ),
    ),
    _piece(
        "bishops",
        N_("Bishop on the map"),
        N_("keeps rats out"),
        N_("No new rat comes into his region. The Bishop places him; he stays when that card changes hands."),
    ),
    _piece(
        "nuns",
        N_("Nun on the map"),
        N_("lowers the population"),
        N_("In her region one cube less is counted when a rat is turned over. The card of her name places her."),
    ),
    _piece(
        "wall",
        N_("Wall"),
        N_("nothing moves across"),
        N_("No rat, cube or plague piece crosses it. The Emperor builds walls."),
    ),
    _piece(
        "potion",
        N_("Potion"),
        N_("is lost instead of a cube"),
        N_(
            "It is under a cube. When its owner owes cubes in that region, potions are paid first. The Wizard brews it."
        ),
    ),
)
# By the id of a help page: the things that can be looked up below it.
THINGS: Mapping[str, Sequence[Thing]] = {
    **{id_: [_card(card, one) for card, one in words.cards.items()] for id_, words in CLASSES.items()},
    "regions": [_region(one) for one in REGIONS],
    "symbols": PIECES,
}
