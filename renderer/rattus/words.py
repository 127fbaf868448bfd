"""The few words on the picture. Names of regions and cards come from the rules."""

from renderer.words import Words
from rules.errors import N_
from rules.rattus.components import Card, Region

WORDS = {
    "setup": N_("Set-up"),
    "turn": N_("Turn {number}"),
    "final": N_("Final round"),
    "over": N_("Game over"),
    "palace": N_("Palace"),
    "table": N_("On the table"),
    "stock": N_("Stock"),
    "points": N_("Points"),
}

# What each class card does in a turn, in a line or two.
EFFECTS = {
    "peasant": N_("Places one cube more than there are rats."),
    "serf": N_("After each rat that killed a cube of somebody else: an own cube into the plague region."),
    "baker": N_("Puts a cube a turn on the card; whoever takes the card puts them all into one region."),
    "merchant": N_("Moves one to three own cubes to a neighbour."),
    "messenger": N_("Exchanges two cubes of different regions."),
    "mayor": N_("Instead of by rats: a cube into every region where nobody else has as many cubes."),
    "monk": N_("Moves a rat, unseen, to a neighbour."),
    "nun": N_("Sets up to three nuns; each lowers the population of her region by one."),
    "bishop": N_("Sets a bishop; no rat enters his region."),
    "knight": N_("The plague piece moves up to two steps and may count as two cubes."),
    "crusader": N_("The plague piece moves up to two steps; all its rats may be turned over at once."),
    "soldier": N_("The plague piece moves up to two steps; the spread may bring one rat more."),
    "witch": N_("Looks at two rats in secret and may exchange them."),
    "piper": N_("Moves an own cube to a neighbour; the rats follow as far as there is room."),
    "wizard": N_("Puts a potion under an own cube; it is lost in the place of a cube."),
    "king": N_("Brings an own cube from a region without rats to the palace."),
    "queen": N_("With the largest connected area: places two cubes more."),
    "emperor": N_("Sets up to three walls; no rat, no cube and no plague piece moves across."),
}


def word(key: str, words: Words, **values: object) -> str:
    """The word in the language, with its values."""
    return words._(WORDS[key], **values)


def effect(card: str, words: Words) -> str:
    """What a class card does, in the language."""
    return words._(EFFECTS[card])


def named(thing: Card | Region, words: Words) -> str:
    """The name of a card or a region in the language; where it has none, the English one."""
    return thing.name.get(words.lang, thing.name["en"])
