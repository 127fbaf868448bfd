"""Help on what happens in the action step and on the estate in Messina 1347."""

from rules.errors import N_
from wording.help_pages import Page
from wording.messina import help_lookups as lookups

ESTATE_PAGES: tuple[Page, ...] = (
    Page(
        "overseers",
        N_("Overseers"),
        N_("Their paths, and whom they activate"),
        (
            N_(
                "You have an overseer for each class. An advance moves it a step along its path of six, and it"
                " activates citizens where it comes to: you carry out the action of their square. Only citizens on"
                " squares count, and none twice in one advance."
            ),
            N_("**Step 1:** one of the two squares beside it; an upgraded overseer both."),
            N_(
                "**Steps 2 and 3:** the path forks, left or right for good. One citizen of the area on that side;"
                " an upgraded overseer two."
            ),
            N_(
                "**Steps 4 and 5:** one citizen of that area and one of the area of another class next to it; an"
                " upgraded overseer two of its own class and one of the other."
            ),
            N_("**Step 6:** up to three citizens anywhere. There the path ends."),
            N_(
                "The icon with a skip lets the overseer pass over one step: only where it stops does it activate."
                " Overseers are upgraded by the church register."
            ),
        ),
    ),
    Page(
        "build",
        N_("Building"),
        N_("Hut upgrades, workshops, wagons, and the restack"),
        (
            N_("Take one of the tiles face up and pay its price; the next one of its stack is turned up."),
            N_(
                "**Hut upgrade:** on a hut without one. It yields in every production in which a citizen of any class"
                " is in the hut."
            ),
            N_(
                "**Workshop:** for one citizen of its class. Early ones produce in every production; late ones, on"
                " offer from round V, pay once, as soon as a fitting citizen is there. Some need an upgraded"
                " citizen, some give more for one. You may have as many as you like."
            ),
            N_("**Wagon:** brings its points at once and lets you repopulate a hex, once a round."),
            N_(
                "**Restack:** before you build you may pay 1 coin, timber, fire, big fire or point, and put the top"
                " tile of all hut upgrades, or of all workshops, to the bottom. Then you must build something, if"
                " you can pay for anything at all."
            ),
        ),
    ),
    Page(
        "citizens",
        N_("Citizens and workshops"),
        N_("Where they work, and what upgrading does"),
        (
            N_(
                "**Into a workshop** a citizen goes from its square, at any time: in your turn, before production,"
                " out of quarantine. It never comes back, only a repopulation takes it away."
            ),
            N_(
                "**Upgrading** turns a citizen to its gold side, for good. In a workshop, early or late, it then"
                " brings 1 point in every production. It can do all that a normal one can; on a square it does"
                " nothing more."
            ),
            N_(
                "A citizen in a hut can be upgraded, but it can neither work nor repopulate a hex before it has left"
                " quarantine."
            ),
        ),
    ),
    Page(
        "repopulate",
        N_("Repopulating a hex"),
        N_("Many points, for citizens and a wagon"),
        (
            N_(
                "Instead of the action of the district hex you have chosen. You need a repopulation tile (five for"
                " the whole game), a wagon not used this round, the price, and the citizens on squares or in"
                " workshops; where upgraded ones are asked for, upgraded ones."
            ),
            N_(
                "Some hexes ask for a lieutenant that is still unused this round, at home or lying in the city. It"
                " is out of the game, and you have one turn less each round."
            ),
            N_("If plague lies on the hex then, you take 1 rat. The points of the hex count at the end of the game."),
            N_(
                "**From then on:** nobody can repopulate it again; its action stays; you get 2 points whenever anyone"
                " chooses it; you get a rat for each plague cube placed on it."
            ),
        ),
    ),
    Page(
        "ships",
        N_("Ships"),
        N_("A hex of another kind"),
        (
            N_(
                "In each round new ships come to a dock: one, from round IV on two with 3 or 4 players. Each brings"
                " a plague cube. Ships that nobody takes stay."
            ),
            N_(
                "Your lieutenant goes to the dock, whoever else is there. You fight the ship's cube or take a rat,"
                " and get the ship with its coins and points."
            ),
            N_(
                "With your second, fourth, sixth ship you may advance an overseer of your choice. At the end the"
                " scroll board counts your ships. Gems are left out with 2 players."
            ),
        ),
    ),
    Page(
        "registers",
        N_("Registers"),
        N_("Steps, their prices, and what every space gives"),
        (
            N_(
                "**Popularity** moves only by removing plague cubes. **City** and **church** move by free steps, or"
                " by steps you pay for: any number in your action step, for 3 coins each, and 1 more for each"
                " lieutenant you have gained."
            ),
            N_(
                "Every space you enter gives its action, in this turn; a lieutenant comes at once, unasked, and the"
                " next step you pay for costs 1 coin more. What you enter in production, a lieutenant too, waits for"
                " your next action step. Who comes to a space last lies on top and is ahead of the others there; at the"
                " end of a register a further step brings you to the top."
            ),
            N_(
                "**City:** a lieutenant from your supply, or the action of any hex in the city, occupied or not."
                " **Church:** upgrade and advance overseers, activate citizens."
            ),
        ),
        lookups.registers,
    ),
)
