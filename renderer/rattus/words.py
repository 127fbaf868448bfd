"""The few words on the pictures of Rattus. The names of regions and cards come from the rules."""

from renderer.scene import Words
from rules.errors import N_
from rules.rattus.components import PRINTED_NAMES

WORDS = {
    "setup": N_("Set-up"),
    "turn": N_("Turn {number}"),
    "final": N_("Final round"),
    "over": N_("Game over"),
    "palace": N_("Palace"),
    "table": N_("On the table"),
    "free": N_("free to take"),
    "needs": N_("needs {number}, finds {population}"),
}
# On the cards themselves: two short lines.
BRIEF_EFFECTS = {
    "peasant": N_("Places one more cube"),
    "serf": N_("One cube for each rat that kills"),
    "baker": N_("Saves cubes for one region"),
    "merchant": N_("Moves 1–3 of your cubes"),
    "messenger": N_("Exchanges two cubes"),
    "mayor": N_("A cube where you lead"),
    "monk": N_("Moves a rat, unseen"),
    "nun": N_("Lowers the population"),
    "bishop": N_("Keeps rats out of a region"),
    "knight": N_("Plague moves 2, counts as 2"),
    "crusader": N_("Plague moves 2, turns all rats"),
    "soldier": N_("Plague moves 2, adds a rat"),
    "witch": N_("Looks at two rats, may swap"),
    "piper": N_("Moves a cube, rats follow"),
    "wizard": N_("Potions protect your cubes"),
    "king": N_("One cube into the palace"),
    "queen": N_("Largest area: two more cubes"),
    "emperor": N_("Walls close connections"),
}
# The effects of the cards in the legend, in one or two lines.
LEGEND_EFFECTS = {
    "peasant": N_("Places one more cube than there are rats."),
    "serf": N_("After each rat that killed another player’s cube: one of your cubes into the plague region."),
    "baker": N_("Puts one cube a turn on the card; the player who takes the card puts them all into one region."),
    "merchant": N_("Moves one to three of your cubes to a neighbouring region."),
    "messenger": N_("Exchanges two cubes in different regions."),
    "mayor": N_(
        "Instead of placing by rats: a cube into every region where you have more cubes than any other player."
    ),
    "monk": N_("Moves a rat to a neighbouring region without turning it over."),
    "nun": N_("Places up to three nuns; each lowers the population of her region by one."),
    "bishop": N_("Places a bishop; no rat enters his region."),
    "knight": N_("The plague piece moves up to two steps and may count as two cubes."),
    "crusader": N_("The plague piece moves up to two steps; all its rats may be turned over at once."),
    "soldier": N_("The plague piece moves up to two steps; one extra rat may spread."),
    "witch": N_("Looks at two rats in secret and may exchange them."),
    "piper": N_("Moves one of your cubes to a neighbouring region; the rats follow as far as there is room."),
    "wizard": N_("Puts a potion under one of your cubes; it is lost instead of the cube."),
    "king": N_("Moves one of your cubes from a region without rats to the palace."),
    "queen": N_("With the largest connected area: places two more cubes."),
    "emperor": N_("Places up to three walls; no rat, cube or plague piece crosses them."),
}
# The meaning of pieces and signs, in the order of the legend.
LEGEND_PIECES = {
    "cubes": N_("A player’s cubes, with their number beside them"),
    "rat": N_("A face-down rat with the letter of its name"),
    "turned": N_("A face-up rat: its number, M or A, and the classes it strikes"),
    "class": N_("The sign of a class, on rats and on cards"),
    "harmless": N_("A rat that was turned over without effect"),
    "open": N_("A rat that lies face up for everyone"),
    "doctor": N_("The plague piece; its region has a black border"),
    "two": N_("Counts as two cubes; in brackets: only at the end"),
    "palace": N_("The palace, where cubes are safe"),
    "supply": N_("Rats still to come"),
    "crate": N_("Rats that were turned over"),
    "way": N_("A connection across water"),
    "waste": N_("Land in this colour is not part of the game"),
    "path": N_("Last move of the plague piece"),
    "lost": N_("A player has no cubes left there"),
    "minus": N_("How many cubes were lost"),
    "new": N_("New"),
    "choice": N_("You can choose it; the letter is on its button"),
    "due": N_("Whose turn it is"),
    "stock": N_("Cubes a player can still place"),
    "used": N_("A card used this turn"),
    "ended": N_("The turn that triggered the final round"),
    "won": N_("Winner"),
    "bar": N_("Points on the map, then those in the palace"),
}


def word(key: str, words: Words, **values: object) -> str:
    """Return the translated text with this key, with its values filled in."""
    return words._(WORDS[key], **values)


def named(word: str, words: Words) -> str:
    """Return the translated name of a card or a region."""
    return words._(PRINTED_NAMES[word])
