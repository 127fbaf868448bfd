"""Help on the cards of Chivalry, Magic and Royalty: a line about each, what it does, when, and at the end."""

from rules.errors import N_

POWERS: dict[str, tuple[str, ...]] = {
    "knight": (
        N_("Two steps, and two cubes more"),
        N_(
            "**What:** move the plague piece up to two steps. Before the first rat is turned over you may also say that"
            " the piece counts as 2 cubes of nobody, for the whole devastation: more rats will break out."
        ),
        N_("These two cubes cannot be lost and are no majority. A region without real cubes is still not struck."),
        N_("**When:** while the plague piece moves (step C)."),
        N_(
            "**Final round:** move the piece one or two steps and strike that region at once, with the 2 cubes or"
            " without. No rats spread. In the final devastation it then counts as 2 cubes where it stands."
        ),
    ),
    "crusader": (
        N_("Two steps, and all rats at once"),
        N_(
            "**What:** move the plague piece up to two steps. Before the first rat is turned over you may turn over all"
            " rats of the plague region together, and then choose their order. If the cubes run out first, the others"
            " go to the box without effect."
        ),
        N_(
            "**When:** while the plague piece moves (step C). Turning them over cannot be taken back; the order can,"
            " until your turn ends."
        ),
        N_(
            "**Final round:** move the piece one or two steps and strike that region at once, with this ability or"
            " without."
        ),
    ),
    "soldier": (
        N_("Two steps, and one rat more"),
        N_(
            "**What:** move the plague piece up to two steps. If at least one new rat was due, you may bring one more"
            " to a neighbour of the plague region."
        ),
        N_("**When:** while the plague piece moves (step C). Several cards of Chivalry still give two steps only."),
        N_(
            "**Final round:** the piece stays; put one rat into a neighbour of its region. If the supply is empty, it"
            " is drawn at random from the box, face down, and nobody learns which one it is."
        ),
    ),
    "witch": (
        N_("Look at rats and exchange them"),
        N_(
            "**What:** look in secret at one rat anywhere on the board, then, if you like, at a second one. Then, if"
            " you like, exchange these two."
        ),
        N_(
            "Only you learn the faces, and you keep seeing those rats as long as they are on the board, wherever they"
            " are moved. The others hear which rats you looked at and whether you exchanged them."
        ),
        N_("**When:** at any free moment of your turn. A look cannot be taken back."),
        N_("**Final round:** the same."),
    ),
    "piper": (
        N_("Lead rats away with a cube"),
        N_(
            "**What:** move one of your own cubes to a neighbour, not across a wall. Then as many rats as possible"
            " follow from the region it left: until none is left there, or three are in the new one. If not all find"
            " room, you choose which, unseen. None enters a region with a bishop; the cube may go all the same."
        ),
        N_("**When:** at any free moment of your turn."),
        N_("**Final round:** the same."),
    ),
    "wizard": (
        N_("Protect a cube with a potion"),
        N_(
            "**What:** put one potion under one of your cubes in a region; a cube may have several. What you owe"
            " to the plague there is paid one by one, with potions as long as any is left there, then with cubes. I"
            " choose the potions: each from the cube that has most."
        ),
        N_(
            "There are always potions enough. They stay when the card changes hands and move with their cubes; in the"
            " palace they are lost."
        ),
        N_("**When:** at any free moment of your turn."),
        N_("**Final round:** the same. Potions protect in the final devastation, too."),
    ),
    "king": (
        N_("Bring a cube to safety"),
        N_(
            "**What:** move one of your own cubes from a region without rats to the palace. It stays there for good,"
            " safe, and counts at the end."
        ),
        N_("I take a cube without potions if there is one, else the one with the fewest; its potions are lost."),
        N_("**When:** at any free moment of your turn."),
        N_("**Final round:** the same."),
    ),
    "queen": (
        N_("Two cubes more for the largest area"),
        N_(
            "**What:** if your largest area has more regions than that of each other player, you may place two cubes"
            " more than usual, also where there are no rats. An area is a set of connected regions with cubes of yours;"
            " how many cubes, and walls, do not matter."
        ),
        N_("**When:** while placing cubes (step B). With the Peasant, three more."),
        N_("**Final round:** under the same condition place two cubes in one region of your choice."),
    ),
    "emperor": (
        N_("Build walls"),
        N_(
            "**What:** build or move up to three walls, each on one connection of two regions, at most one on each. No"
            " rat, no cube and no plague piece moves across a wall. What is placed freely or exchanged is not"
            " hindered: cubes you place, nuns, bishops, the Messenger, the Witch."
        ),
        N_("**When:** at any free moment of your turn. Walls stay when the card changes hands."),
        N_("**Final round:** the same."),
        N_("**Hint:** if walls close every way out, the plague piece stays and your turn ends without a devastation."),
    ),
}
