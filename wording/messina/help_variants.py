"""Help on the variants of Messina 1347: boards of side b, the register priority tile, the solo game."""

from rules.errors import N_
from wording.help_pages import Page
from wording.messina import help_boards as lookups

VARIANT_PAGES: tuple[Page, ...] = (
    Page(
        "advanced",
        N_("Advanced game, priority tile"),
        N_("Boards of side b, their squares and scroll tracks"),
        (
            N_(
                "**Advanced** is an option of the table: everybody has another player board and another scroll board"
                " of side b, dealt at random or chosen. All else is played as usual."
            ),
            N_(
                "**Squares with ⚡**, one in each sector, work once a game. Then the square is used up: a citizen"
                " may still stand there and go to work or repopulate, but is activated there no more."
            ),
            N_(
                "**Bonus at the end:** 10, 7 and 3 points for the most repopulated hexes (two players: 7 and 0), none"
                " without a hex. If level, the hexes' points decide, then the bonus is shared."
            ),
            N_(
                "**Scroll tracks.** “Ships of one kind”: those with the goods of which you have most. Overseers: your"
                " two farthest, each by its step. Registers: by where your disc is, measured by their bars. Timber and"
                " coins left at the end count as leftovers, too."
            ),
            N_("**Mixed:** only one of the boards of side b. This is possible, but not tested by the authors."),
        ),
        lookups.variants,
    ),
    Page(
        "solo",
        N_("Playing alone"),
        N_("The virtual opponent, and what a good result is"),
        (
            N_(
                "Open a table, in a channel or in our private conversation, and press **Start** while you sit there"
                " alone. The city is that for two players, standard or advanced. The opponent takes its turns by"
                " itself; each is told under the board."
            ),
            N_(
                "**Order.** You and the opponent take turns; you begin rounds I, III and V, it begins the others. It"
                " has 3 lieutenants, 4 in rounds IV and V, 5 in round VI. Whoever has none left is skipped."
            ),
            N_(
                "**Its turn.** A solo tile names a hex. If that is in the city and nobody stands there, a lieutenant"
                " goes there; else the next tile counts. Lying figures do not matter. The hex is then closed to you,"
                " as always. All its lieutenants leave at the end of a round. Whether all tiles are then shuffled, or"
                " only when the stack is empty, is an option of the table: *Solo tiles are shuffled*."
            ),
            N_(
                "It leads all citizens of the hex away and removes 1 plague cube, if there is any: then it moves a"
                " step on popularity. It gets no rats, no actions and no points."
            ),
            N_(
                "**What it takes** out of the game is on the tile: the nearest ship (of several the lot decides), the"
                " wagon on offer, the workshop on offer for a class, or all hut upgrades on offer; some tiles take"
                " nothing. If it chooses a hex you have repopulated, you get 2 points."
            ),
            N_(
                "**Points** as usual, but 5 for being as far as the opponent on popularity or farther; for 2, 3 and 4"
                " or more repopulated hexes a bonus of 3, 7 and 10, in every solo game or in advanced ones only, as"
                " the option of the table says: *Bonus for repopulated hexes*. **130 points** are a good result,"
                " **140** in the advanced game."
            ),
        ),
        lookups.solo_tiles,
    ),
)
