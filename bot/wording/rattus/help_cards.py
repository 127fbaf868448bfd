"""Help on the class cards of Rattus: what each does, when, and in the final round."""

from bot.wording.help_pages import Page
from rules.errors import N_

CARD_PAGES: tuple[Page, ...] = (
    Page(
        "peasant",
        N_("Peasant 🌾"),
        N_("Place one cube more"),
        (
            N_(
                "**What:** when you place cubes, you may place one more than rats lie there. In a region"
                " without rats, one."
            ),
            N_("**When:** while placing cubes (step B)."),
            N_("**Final round:** place one cube from your stock in any region, with or without rats."),
        ),
    ),
    Page(
        "monk",
        N_("Monk ⛪"),
        N_("Move a rat"),
        (
            N_("**What:** move any one rat, unseen, to a neighbour of its region that has fewer than three rats."),
            N_("**When:** before the plague piece moves, before or after you place cubes."),
            N_("**Final round:** the same."),
            N_("**Hint:** place three cubes among three rats first, and then take one of the rats away."),
        ),
    ),
    Page(
        "merchant",
        N_("Merchant 💰"),
        N_("Move your own cubes"),
        (
            N_("**What:** move one, two or three of your own cubes from one region to one neighbour."),
            N_("**When:** at any free moment of your turn, also between two rats that are turned over."),
            N_("**Final round:** the same."),
            N_("**Hint:** if the last cubes leave the plague region, the remaining rats stay face down."),
        ),
    ),
    Page(
        "knight",
        N_("Knight ⚔️"),
        N_("Two steps, and two cubes more"),
        (
            N_(
                "**What:** move the plague piece up to two steps. Before the first rat is turned over you may"
                " also say that the piece counts as 2 cubes of nobody, for the whole devastation: more rats"
                " will break out."
            ),
            N_("These two cubes cannot be lost and are no majority. A region without real cubes is still not struck."),
            N_("**When:** while the plague piece moves (step C)."),
            N_(
                "**Final round:** move the piece one or two steps and strike that region at once, with the 2"
                " cubes or without. No rats spread. In the final devastation it then counts as 2 cubes where it"
                " stands."
            ),
        ),
    ),
    Page(
        "witch",
        N_("Witch 🔮"),
        N_("Look at rats and exchange them"),
        (
            N_(
                "**What:** look in secret at one rat anywhere on the board, then, if you like, at a second one."
                " Then, if you like, exchange these two."
            ),
            N_(
                "Only you learn the faces, and you keep seeing those rats as long as they are on the board,"
                " wherever they are moved. The others hear which rats you looked at and whether you exchanged"
                " them."
            ),
            N_("**When:** at any free moment of your turn. A look cannot be taken back."),
            N_("**Final round:** the same."),
        ),
    ),
    Page(
        "king",
        N_("King 👑"),
        N_("Bring a cube to safety"),
        (
            N_(
                "**What:** move one of your own cubes from a region without rats to the palace. It stays there"
                " for good, safe, and counts at the end."
            ),
            N_("**When:** at any free moment of your turn."),
            N_("**Final round:** the same."),
        ),
    ),
)
