"""Help on what happens between the rounds of Messina 1347, and at the end."""

from rules.errors import N_
from wording.help_pages import Page
from wording.messina import help_lookups as lookups

ROUND_PAGES: tuple[Page, ...] = (
    Page(
        "production",
        N_("Production and quarantine"),
        N_("When all lieutenants are used"),
        (
            N_(
                "**Production**, all players at the same time: every hut with an upgrade and a citizen, every early"
                " workshop with a fitting citizen, and 1 point for each upgraded citizen in a workshop of either"
                " kind. Before it you may still send citizens to workshops."
            ),
            N_(
                "**Quarantine:** citizens on space II leave, to a free square of their class or straight to an empty"
                " workshop; those on space I move to space II. Who finds no room is lost. There is no quarantine"
                " after round VI."
            ),
        ),
    ),
    Page(
        "round",
        N_("A new round"),
        N_("Turn order, ships, a hex, plague, citizens"),
        (
            N_(
                "1. Lieutenants in the city are laid down, those called home are ready again. Citizens on hexes with"
                " plague are lost."
            ),
            N_(
                "2. **Turn order:** round II by the church register, III by popularity, IV by points, V by the city"
                " register, VI by the church register."
            ),
            N_(
                "3. **Ships** come to the dock drawn, or to the next one clockwise if it is full, and **a new hex**"
                " to the next free place clockwise from there. For round V the late workshops replace the early ones."
            ),
            N_(
                "4. **The wheel** turns one position (for round IV two, one after the other). All hexes with its rat"
                " get a plague cube; if there are not enough cubes, none gets any."
            ),
            N_(
                "5. **Citizens** of each class come to all hexes of the colour that the wheel shows for it. Steps 4"
                " and 5 are left out for round VI. Wagons can be used again."
            ),
        ),
    ),
    Page(
        "scoring",
        N_("The end and the points"),
        N_("Rats, registers, hexes, scroll board"),
        (
            N_(
                "**Rats first.** Each sets you back a space on popularity. And 2 rats cost 1 point, 3 cost 2, then 4,"
                " 7, 10, 13, 16, 18, and 10 or more cost 21."
            ),
            N_(
                "**Registers:** the points of the space you are on. **Most popular:** 10, 7 and 3 points for the"
                " first three on popularity, with two players 5 for the first. On one space more fire is ahead, a"
                " big fire counting as 2; who is still level shares the points."
            ),
            N_(
                "**Hexes:** the points of those you have repopulated. **Leftovers:** 1 point for every 3 coins, fire,"
                " big fire and timber together."
            ),
            N_("**Equal points:** more repopulated hexes, then the most valuable one, else you win together."),
            N_("**Scroll board:** each track counts its things at the level its cube has reached. Levels:"),
        ),
        lookups.scrolls,
    ),
)
