"""Help on the cards of Peasantry, Bourgeoisie and Church: a line about each, what it does, when, and at the end."""

from rules.errors import N_

COMMONS: dict[str, tuple[str, ...]] = {
    "peasant": (
        N_("Place one cube more"),
        N_(
            "**What:** when you place cubes, you may place one more than rats lie there. In a region without rats, one."
        ),
        N_("**When:** while placing cubes (step B)."),
        N_("**Final round:** place one cube from your stock in any region, with or without rats."),
    ),
    "serf": (
        N_("Add cubes while rats kill"),
        N_(
            "**What:** after each rat that killed a cube of somebody else, you may put one cube from your stock into"
            " the plague region. It counts, and can be struck, from the next rat on. If all cubes were gone, it keeps"
            " the devastation going. A potion lost in place of a cube is not a cube killed."
        ),
        N_("**When:** in the devastation of your own turn."),
        N_(
            "**Final round:** move the plague piece one step and strike that region at once, with your Serf. With the"
            " Knight or the Crusader, too, it is one move of up to two steps for all of them."
        ),
    ),
    "baker": (
        N_("Keep cubes on the card"),
        N_(
            "**What:** put one cube from your stock on this card, as often as you like, but once a turn. When somebody"
            " takes the card from you, they must at once put all those cubes, which stay yours, into one region of"
            " their choice. So not the cubes, but the place is theirs."
        ),
        N_("**When:** at any free moment of your turn. Cubes on the Baker are not on the board."),
        N_(
            "**Final round:** the same. Afterwards the player to the left of the Baker's owner puts all cubes on the"
            " card into one region; only then come the final devastation and the points."
        ),
    ),
    "merchant": (
        N_("Move your own cubes"),
        N_(
            "**What:** move one, two or three of your own cubes from one region to one neighbour. Potions go with their"
            " cubes; where it matters, I ask which cubes go."
        ),
        N_("**When:** at any free moment of your turn, also between two rats that are turned over."),
        N_("**Final round:** the same."),
        N_("**Hint:** if the last cubes leave the plague region, the remaining rats stay face down."),
    ),
    "messenger": (
        N_("Exchange two cubes"),
        N_(
            "**What:** exchange any two cubes in two different regions, your own or those of others. Distance, walls"
            " and bishops do not matter, and potions stay under their cubes. Two cubes of one colour may be exchanged,"
            " too. Cubes in the palace or on the Baker are out of reach."
        ),
        N_("**When:** at any free moment of your turn."),
        N_("**Final round:** the same."),
    ),
    "mayor": (
        N_("Place cubes by majorities"),
        N_(
            "**What:** instead of placing by rats you may put one cube into each region where you have more cubes than"
            " each other player; being alone counts, a tie does not. All majorities are judged before the first cube"
            " is placed. If your stock is short, you choose the regions."
        ),
        N_(
            "The extra cubes of Peasant and Queen must then go into such regions, too. You may leave them out, and you"
            " may place by rats instead."
        ),
        N_("**When:** in place of placing cubes (step B)."),
        N_("**Final round:** place one cube in one region where you have such a majority."),
    ),
    "monk": (
        N_("Move a rat"),
        N_(
            "**What:** move any one rat, unseen, to a neighbour of its region that has fewer than three rats and no"
            " bishop. It cannot cross a wall."
        ),
        N_("**When:** before the plague piece moves, before or after you place cubes."),
        N_("**Final round:** the same."),
        N_("**Hint:** place three cubes among three rats first, and then take one of the rats away."),
    ),
    "nun": (
        N_("Lower the population"),
        N_(
            "**What:** set or move up to three nuns, each into any region; several may share one. Each nun lowers the"
            " population of her region by one when rats are turned over, so fewer of them break out."
        ),
        N_("**When:** at any free moment of your turn. Nuns stay where they are when the card changes hands."),
        N_("**Final round:** the same. Nuns count in the final devastation."),
    ),
    "bishop": (
        N_("Keep rats out"),
        N_(
            "**What:** set a bishop into any region or, once both are on the board, move one of them. No rat may enter"
            " a region with a bishop, by whatever means. Rats that are there stay, and may leave. Cubes and the plague"
            " piece are not hindered."
        ),
        N_("**When:** at any free moment of your turn. Bishops stay where they are when the card changes hands."),
        N_("**Final round:** the same."),
    ),
}
