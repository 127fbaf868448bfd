"""Help on the rules of Messina 1347, in our own words; each paragraph is one text of the catalogue."""

from rules.errors import N_
from wording.help_pages import Page
from wording.messina import help_lookups as lookups
from wording.messina.help_estate import ESTATE_PAGES
from wording.messina.help_rounds import ROUND_PAGES
from wording.messina.help_variants import VARIANT_PAGES

HELP: tuple[Page, ...] = (
    Page(
        "goal",
        N_("Messina 1347 in short"),
        N_("What it is about, and who wins"),
        (
            N_(
                "Ships bring the plague to Messina. As heads of noble families you rescue its citizens, let them"
                " work on your estates, fight the plague and in the end bring people back to the empty city."
            ),
            N_(
                "**Six rounds.** In each you send your lieutenants into the city, one after the other in turn"
                " order. A hex gives you its citizens and its action; plague that you leave there gives you rats."
            ),
            N_(
                "**Your estate** has squares where citizens wait until an overseer activates them, workshops"
                " where they produce each round, and huts for those who come from plague and must wait."
            ),
            N_(
                "**Points** come from repopulated hexes, from registers and the scroll board, from wagons, ships"
                " and production. Rats cost points. Whoever has most points wins."
            ),
        ),
    ),
    Page(
        "turn",
        N_("Your turn"),
        N_("Choose, rescue, fight, act"),
        (
            N_("**1. Choose.** Send one lieutenant to a hex or to a ship, or call one home."),
            N_("**2. Rescue.** All citizens on the hex come to your estate, whether you like it or not."),
            N_("**3. Fight.** Spend fire to remove plague cubes, if you like. Each cube left there gives you a rat."),
            N_(
                "**4. Act.** In any order: the hex action or repopulating the hex; what the popularity register"
                " gave you for removed cubes; paid steps on the city and church registers and what they give."
            ),
            N_(
                "Everything in step 4 is optional, and what you leave unused is lost. One action may lead to"
                " another, and you may do others in between."
            ),
            N_(
                "**A ship** has no citizens and no hex action: you fight its cube or take a rat, get the ship with"
                " its coins and points, and then act as in step 4. Every second ship advances an overseer."
            ),
            N_("**Calling a lieutenant home** brings 1 coin and ends the turn."),
            N_("At any time a citizen may go from its square to a fitting empty workshop."),
        ),
    ),
    Page(
        "lieutenants",
        N_("Lieutenants and ways"),
        N_("Who may go where, and for how much"),
        (
            N_(
                "Everybody has 3 lieutenants, and each one is used exactly once a round. The city register can"
                " bring two more. Nobody can pass."
            ),
            N_(
                "**Who goes.** After a round your lieutenants lie where they stood. Those in the city must be used"
                " first; only then those at home. A lieutenant called home can be used again in the next round."
            ),
            N_(
                "**The price.** From home every place can be reached for nothing. In the city staying and one step are"
                " free, each further step costs 1 coin. A dock is joined only to its own harbour."
            ),
            N_(
                "**Where to.** A hex on which a lieutenant stands was chosen this round and is closed; lying"
                " ones close nothing. At a dock others never matter, as long as a ship is there."
            ),
        ),
    ),
    Page(
        "rescue",
        N_("Rescuing citizens"),
        N_("To a square, or into quarantine"),
        (
            N_(
                "**No plague on the hex:** each citizen goes to a free square of its class: craftsmen, nuns or"
                " aristocrats. You choose the square; what it does matters when an overseer comes."
            ),
            N_(
                "**Plague on the hex:** each citizen goes to space I of an empty hut. After the round it moves to"
                " space II, after the next one it leaves for a square or a workshop."
            ),
            N_(
                "Whether there is plague is seen before you fight. Who finds no room is lost. You can make room"
                " on a square first by sending a citizen to a workshop."
            ),
        ),
    ),
    Page(
        "fight",
        N_("Fighting the plague"),
        N_("Prices, rewards and rats"),
        (
            N_(
                "**Rounds I to IV.** 1 fire removes a cube on your hex. 1 big fire removes two cubes there, or one"
                " there and one on an adjacent hex."
            ),
            N_(
                "**Rounds V and VI.** 2 fire or 1 big fire remove a cube on your hex, 2 big fires one there and"
                " one on an adjacent hex. Every cube removed brings 2 points."
            ),
            N_("**A ship's cube** costs the same; what a big fire could do besides is lost."),
            N_(
                "**Rewards.** Each cube removed, wherever it lay, is a step on the popularity register. What its"
                " spaces give can be used in this turn only."
            ),
            N_(
                "**Rats.** Then each cube still on your hex gives you a rat, also if you have removed others. Cubes"
                " on adjacent hexes give none. A ship that you do not fight gives one."
            ),
        ),
    ),
    *ESTATE_PAGES,
    *ROUND_PAGES,
    *VARIANT_PAGES,
    Page(
        "overlooked",
        N_("Often overlooked"),
        N_("Small rules that surprise"),
        (
            N_("- The city begins with all A hexes for the number of players and one B hex."),
            N_("- Plague cubes are limited: 16 with 2 players, 18 with 3, 24 with 4."),
            N_("- If there are fewer cubes than hexes to infect, no hex gets any."),
            N_("- Lieutenants at home wait until all of yours in the city are used."),
            N_("- A dock is never blocked; a hex is blocked by a standing lieutenant only."),
            N_("- Each cube left on your hex is a rat, also when you removed some."),
            N_("- A big fire can remove two cubes on your hex, or one there and one next to it; never two next to it."),
            N_("- Early workshops produce in every production, late ones pay once."),
            N_("- An upgraded citizen in any workshop, early or late, brings 1 point in every production."),
            N_("- From round V on only late workshops can be built."),
            N_("- A lieutenant given up for a hex must be unused this round; it may come from home in any case."),
            N_("- A lieutenant from the city register is taken at once; the next step you pay for is dearer already."),
            N_("- A lieutenant given up still counts in the price of a step on a register."),
            N_("- A step costs 3 coins, and 1 more for each lieutenant you have gained."),
            N_("- A plague cube placed on a hex you have repopulated gives you a rat."),
            N_("- Whoever chooses your repopulated hex, you too, brings you 2 points; copying its action does not."),
        ),
    ),
    Page(
        "icons",
        N_("Icons and signs"),
        N_("What pictures, emoji and words mean"),
        (
            N_("🔴 🔷 🟩 ⭐ the players, with a colour and a shape each, as on the board"),
            N_("☠️ plague cube · 🐀 rat · 🪙 coin · ♟️ lieutenant · ⛵ ship · 🏘️ repopulated"),
            N_("🔨 craftsman · 📿 nun · 👑 aristocrat; an upgraded citizen has a second rim"),
            N_("A lieutenant that stands was used this round, one that lies was not."),
            N_(
                "**Build**: a hut upgrade, a workshop or a wagon. **Upgrade a citizen**: turn one to its gold side."
                " **City step**, **church step**: one space on that register, free. **Scroll step**: one scroll cube"
                " goes up a level. **Nun overseer** and the like: that overseer advances a step; **any overseer**: one"
                " of your choice."
            ),
            N_(
                "A slash, or “or”, means one of the two; icons side by side, or “and”, mean all of them. A coin before"
                " an icon is its price."
            ),
            N_(
                "Hexes are called by their numbers, harbours and docks by their corner: NW, NE, SE, SW. Squares are"
                " called by what they do and by the side of their sector, seen from the middle of the estate."
            ),
        ),
    ),
    Page(
        "hexes",
        N_("What each hex does"),
        N_("Actions, and what repopulating them takes"),
        (N_("With each hex: its action, its colour and rat, what you give up to repopulate it, and its points."),),
        lookups.hexes,
    ),
    Page(
        "tiles",
        N_("Workshops, hut upgrades, wagons, ships"),
        N_("What each costs and brings"),
        (
            N_(
                "Of workshops left of the arrow the price, right of it what it yields: an early one in each production,"
                " a late one once. “If upgraded”: with an upgraded citizen."
            ),
        ),
        lambda w: [*lookups.tiles(w), *lookups.workshops(w)],
    ),
)
