"""Help on the rules of Rattus, in our own words; each paragraph is one text of the catalogue."""

from rules.errors import N_
from rules.rattus.components import REGIONS
from wording.catalogue import Words
from wording.help_pages import Page, Ruling, on_buttons
from wording.rattus.cards import CLASSES
from wording.rattus.cards.card_words import ClassWords
from wording.rattus.moves import MOVES
from wording.rattus.names import name
from wording.rattus.options import OPTIONS
from wording.rattus.things import neighbours


def _page(class_: str, words: ClassWords) -> Page:
    """Return the page of a class: the paragraphs on each of its cards under the name of the card."""

    def cards(w: Words) -> list[str]:
        return [text for card, one in words.cards.items() for text in (f"### {name(card, w)}", *map(w._, one.help))]

    return Page(class_, words.title, words.about, (), cards)


def regions(w: Words) -> list[str]:
    """Return every region with its neighbours."""
    return ["\n".join(f"- **{name(one, w)}**: {neighbours(one, w)}" for one in REGIONS)]


def buttons(w: Words) -> list[str]:
    """Explain the sign of each kind of move."""
    return [on_buttons(((one.sign, one.text) for one in MOVES.values()), w)]


HELP: tuple[Page, ...] = (
    Page(
        "goal",
        N_("Rattus in short"),
        N_("What it is about, and how you win"),
        (
            N_(
                "Europe in 1347. You fill its regions with your cubes, and the plague kills them. When "
                "the rats have run out, or a player has every cube on the board, all regions are "
                "struck one last time. Then the player with the most cubes in the regions and the "
                "palace wins."
            ),
            N_(
                "**Everything depends on the rats.** Where there are rats, you can place as many cubes "
                "as there are rats, but people die there. A rat is face down until the plague strikes "
                "its region."
            ),
            N_(
                "**Class cards help you and put you in danger.** Each has an ability, but its symbol "
                "on a rat costs its owner a cube. Another player can simply take a card from you."
            ),
            N_(
                "2 players use 8 regions, 3 players 10, 4 players all 12. The game begins with one rat in each"
                " region, and each player places two cubes in one region, and two more in reverse order."
            ),
        ),
    ),
    Page(
        "setup",
        N_("Set-up"),
        N_("The starting position, and who is compensated"),
        (
            N_(
                "**The map.** 2 players use 8 regions, 3 players 10, 4 players all 12. Each starts "
                "with one rat, face down. The plague piece starts in a random region."
            ),
            N_(
                "**The supply** has 29 more rats with 2 players, 33 with 3 and 37 with 4. With 2 "
                "players 12 rats stay in the box, with 3 players 6; nobody knows which."
            ),
            N_("**Six class cards** are on the table. Nobody has one yet."),
            N_(
                "**Cubes.** Everyone has 20. In turn order, each player places two in one region. "
                "Then, starting with the last player, each places two more in one region, the same or "
                "another. Rats don’t matter for this. So every stock has 16 left."
            ),
            N_(
                "**Compensation.** The last player places both times in a row, and the first one "
                "places last, having seen all the others. Nothing else compensates for turn order."
            ),
        ),
    ),
    Page(
        "turn",
        N_("The turn"),
        N_("What you can do, and what you must do"),
        (
            N_("**A. Take a class card** if you like, from the table or from another player."),
            N_("**B. Place cubes** if you like, in one region, as many as there are rats."),
            N_("**C. Move the plague piece.** You must, and it comes last: rats spread, and the region may be struck."),
            N_(
                "Do A and B in either order, each once, before the plague piece moves. You can use "
                "each of your cards once a turn, even one you have just taken, and even if its last "
                "owner has just used it."
            ),
            Ruling(
                "late_abilities",
                OPTIONS["late_abilities"],
                {
                    "on": N_(
                        "Most cards work at any free moment of your turn: before the plague piece moves, and "
                        "before each rat is turned over. They don’t work while new rats are being placed. The "
                        "page of its class says when you can use a card."
                    ),
                    "off": N_(
                        "Most cards work at any free moment of your turn before the plague piece moves, but "
                        "not after that. The page of its class says when you can use a card."
                    ),
                },
            ),
        ),
    ),
    Page(
        "take",
        N_("Taking a class card"),
        N_("Step A: help, at a price"),
        (
            N_(
                "Take one card from the table or from any player. It is yours until another player "
                "takes it from you. You can’t give it back or discard it, and you can have as many as "
                "you like."
            ),
            N_(
                "Each card belongs to a class. When a rat that breaks out shows the symbol of the class, the"
                " owner of the card loses a cube in that region, if there is one. Cards on the table strike"
                " nobody."
            ),
            N_("Symbols: 🌾 Peasantry, 💰 Bourgeoisie, ⛪ Church, ⚔️ Chivalry, 🔮 Magic, 👑 Royalty."),
            N_(
                "Six cards are in play, chosen when the table was opened: the base game’s, six at "
                "random, a set, or any six you agree on. A class may then have several cards, or none. "
                "A symbol costs you one cube for each card of its class that you have."
            ),
        ),
    ),
    Page(
        "place",
        N_("Placing cubes"),
        N_("Step B: where the rats are"),
        (
            N_(
                "Choose one region and place as many cubes from your stock as there are rats: 1, 2 or "
                "3. You can’t place any in a region without rats. You can skip this step, but you "
                "can’t place fewer cubes."
            ),
            N_("If your stock is too small, everything left in it is placed. Cubes that die return to your stock."),
            N_(
                "With the Peasant you can place one more cube, with the Queen sometimes two, even in a "
                "region without rats. With the Mayor you can place by majorities instead."
            ),
        ),
    ),
    Page(
        "plague",
        N_("The plague moves and spreads"),
        N_("Step C: one step, then new rats"),
        (
            N_(
                "Move the plague piece to a neighbouring region; with a Chivalry card up to two steps. "
                "It must leave its region. Regions that it only passes through are not affected."
            ),
            N_(
                "**New rats** depend on the rats where it stops: no rat brings none, 1 rat brings 1, 2 "
                "or 3 rats bring 2. You place each, face down and unseen, in a neighbouring region, "
                "the same or different ones."
            ),
            N_(
                "A region can hold 3 rats. You must place new rats while a neighbour has room and the "
                "supply lasts; the others are not placed. No rat comes into a region with a bishop, or "
                "across a wall."
            ),
            N_("Then the region is struck if it has both rats and cubes. If not, your turn is over."),
        ),
    ),
    Page(
        "devastation",
        N_("Turning over rats"),
        N_("Who loses what, with an example"),
        (
            N_(
                "You turn over the rats of the plague region one by one, in any order, until no rat or "
                "no cube is left there. Rats not turned over stay face down."
            ),
            N_(
                "**1. The number.** Count the cubes of all colours in the region, minus one for each "
                "nun. If there are fewer than the number on the rat, nothing happens."
            ),
            N_(
                "**2. The letter.** **M**: the player with the most cubes there owes one; if several "
                "are tied, each of them. **A**: everyone with a cube there owes one."
            ),
            N_(
                "**3. The symbols.** For each class shown, the owner of its card owes one; with "
                "several of its cards, more."
            ),
            N_(
                "**4. Paying.** All debts of a player add up and are paid one by one from that region: "
                "first potions, then cubes. If neither is left, the rest is forgiven. The rat leaves "
                "the game in any case. The next rat is compared with what is left."
            ),
            N_(
                "> **Example.** In Gallia there are 3 cubes of Anna’s and 1 of Bob’s, who has the "
                "Merchant 💰. The first rat shows **3 M 💰**. Four cubes are enough for the 3. Anna has "
                "most and loses 1; Bob has the Merchant and loses 1. The second rat shows **3 A**: "
                "only 2 cubes are left, so nothing happens. The third shows **1 ⛪**: an outbreak, but "
                "nobody there has the Monk, so nobody loses a cube."
            ),
        ),
    ),
    Page(
        "example",
        N_("An example turn"),
        N_("A whole turn, with everything that three rats bring"),
        (
            N_(
                "**The table.** It is Red’s turn. Yellow has the Knight, Green the Peasant and the "
                "Merchant, Blue the Monk, the Witch and the King. In Gallia there are 3 rats, 2 cubes "
                "of Green’s and 1 of Yellow’s."
            ),
            N_(
                "**A and B.** Red takes no card. There is one rat in Germania, so Red can place "
                "exactly one cube there, and does. In Gallia it would have been three."
            ),
            N_(
                "**C.** Red moves the plague piece to Gallia. There are three rats, so two new ones "
                "come from the supply. Red places both, face down, in Hispania. Then Gallia is struck, "
                "because there are rats and cubes."
            ),
            N_(
                "> **The first rat: 1 💰⛪.** One cube is enough for the 1. Green has the Merchant 💰 and loses a cube."
                " Blue has the Monk ⛪, but no cube in Gallia, and loses nothing."
            ),
            N_("> **The second rat: 3 A.** Only two cubes are left, so nothing happens."),
            N_(
                "> **The third rat: 2 M 💰⛪.** Two cubes are enough. Green and Yellow are tied there, "
                "so M strikes both: each loses one. There is no cube left for 💰 and ⛪."
            ),
            N_("Gallia has no cubes or rats left. Red’s turn is over."),
        ),
    ),
    *(_page(class_, words) for class_, words in CLASSES.items()),
    Page(
        "regions",
        N_("Regions"),
        N_("Which are neighbours, and which are in use"),
        (N_("For each region: its neighbours when all twelve regions are in use, as with 4 players."),),
        regions,
    ),
    Page(
        "end",
        N_("The end of the game"),
        N_("What ends it, the final round, the points"),
        (
            N_(
                "The game ends after a turn in which the supply of rats ran out, or after which its "
                "player has all 20 cubes on the board, including the palace."
            ),
            N_(
                "**The final round** goes the other way, counter-clockwise, and skips the player who "
                "had the last turn. Each player can use each of their cards one last time, in any "
                "order. No cards are taken, and only cards place cubes and rats. Some cards work "
                "differently; the page of their class says how."
            ),
            N_(
                "**The plague piece** moves in the final round only with the Knight, the Crusader and "
                "the Serf, once for all of them, and strikes the region right away. Press *Move the "
                "plague piece*; then I offer what else these cards can do. You can go to a region "
                "where nothing can happen."
            ),
            N_(
                "**The final devastation** then strikes every region separately, rat by rat in random "
                "order. If a player used the Knight in the final round, the plague piece counts as 2 "
                "cubes in its region here."
            ),
            N_(
                "**Points:** one for each of your cubes in the regions and in the palace. Cubes in "
                "your stock or on the Baker don’t count. If points are equal, the player whose turn "
                "would come first wins; the player who had the last turn comes last."
            ),
        ),
    ),
    Page(
        "overlooked",
        N_("Often overlooked"),
        N_("Small rules that surprise"),
        (
            N_("- The plague piece is not a cube: a region with rats but no cubes is never struck."),
            N_("- A region you move the plague to is struck even if all cubes there are yours."),
            N_("- Majority (M) is counted before any symbol takes cubes away; in a tie, everyone tied loses one."),
            N_("- You only pay in the struck region. With a card but no cube there, you lose nothing."),
            N_("- Cubes stay where you placed them, even if a rat of their region is moved away later."),
            N_("- The number of cubes falls from rat to rat, so it matters in which order you turn them over."),
            N_("- New rats are placed before the region is struck, but never in it."),
            N_("- The last rat of the supply ends the game after that turn; there is no full round."),
            N_("- Cubes in the palace are safe for the rest of the game, but they can’t come back either."),
            N_("- Nuns, bishops, walls and potions stay where they are when their card changes hands."),
        ),
    ),
    Page(
        "symbols",
        N_("Signs and symbols"),
        N_("What the emoji mean"),
        (
            N_("🔴 🔷 🟩 ⭐ the players, with a colour and a shape each, as on the board"),
            N_("🐀 rat · 👥 cubes · 💀 plague piece · 🏰 palace · 🃏 class card · 🧪 potion · 🧱 wall"),
            N_("🌾 Peasantry · 💰 Bourgeoisie · ⛪ Church · ⚔️ Chivalry · 🔮 Magic · 👑 Royalty"),
            N_("A rat is written number, letter, symbols: **3 M ⚔️⛪** is number 3, majority, Chivalry and Church."),
            N_("Rats face down have names: “Gallia b” is rat b in Gallia. A rat that moves gets a new name."),
        ),
        buttons,
    ),
)
