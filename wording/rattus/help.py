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
    """The page of a class: the paragraphs on each of its cards under the name of the card."""

    def cards(w: Words) -> list[str]:
        return [text for card, one in words.cards.items() for text in (f"### {name(card, w)}", *map(w._, one.help))]

    return Page(class_, words.title, words.about, (), cards)


def regions(w: Words) -> list[str]:
    """Every region with its neighbours."""
    return ["\n".join(f"- **{name(one, w)}**: {neighbours(one, w)}" for one in REGIONS)]


def buttons(w: Words) -> list[str]:
    """What the sign of each kind of move means."""
    return [on_buttons(((one.sign, one.text) for one in MOVES.values()), w)]


HELP: tuple[Page, ...] = (
    Page(
        "goal",
        N_("Rattus in short"),
        N_("What it is about, and who wins"),
        (
            N_(
                "Europe in 1347. You fill its regions with your cubes, and the plague kills them again. When"
                " the rats have run out, or somebody has every cube on the board, all regions are struck once"
                " more. Then whoever has most cubes left in the regions and the palace wins."
            ),
            N_(
                "**Rats are what everything turns on.** Where rats are you may place cubes, as many as rats lie"
                " there; and where rats are, people die. A rat lies face down until the plague strikes its"
                " region."
            ),
            N_(
                "**Class cards help you and put you in danger.** Each has an ability, but its symbol on a rat"
                " costs its owner a cube. Whoever wants your card can simply take it from you."
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
        N_("What lies where when the game begins, and who is compensated"),
        (
            N_(
                "**The map.** 2 players use 8 regions, 3 players 10, 4 players all 12. In each one rat lies face down."
                " The plague piece begins in a region drawn by lot."
            ),
            N_(
                "**The supply** holds 29 more rats with 2 players, 33 with 3 and 37 with 4. With 2 players 12 rats stay"
                " in the box, with 3 players 6; nobody knows which."
            ),
            N_("**Six class cards** lie on the table. Nobody has one yet."),
            N_(
                "**Cubes.** Everybody has 20. In turn order each places two in one region; then, beginning with the"
                " last, each places two more in one region, the same or another. Rats do not matter for this. So 16 are"
                " left in every stock."
            ),
            N_(
                "**Compensation.** The last player places both times in a row, and the first one places last, having"
                " seen all the others. Nothing else makes up for the order of play."
            ),
        ),
    ),
    Page(
        "turn",
        N_("The turn"),
        N_("What you may do, and what you must do"),
        (
            N_("**A. Take a class card**, if you like: from the table or from another player."),
            N_("**B. Place cubes**, if you like: in one region, as many as rats lie there."),
            N_("**C. Move the plague piece.** You must, and it comes last: rats spread, and the region may be struck."),
            N_(
                "A and B go in either order, each once. Once the plague piece has moved, there is no way back"
                " to A or B. You may use each of your cards once a turn, also one you have just taken, even if"
                " its owner used it a moment ago."
            ),
            Ruling(
                "late_abilities",
                OPTIONS["late_abilities"],
                {
                    "on": N_(
                        "Most cards work at any free moment of your turn: before the plague piece moves, and before"
                        " each rat is turned over. They do not work while new rats are being placed. The page of its"
                        " class says when a card can be used."
                    ),
                    "off": N_(
                        "Most cards work at any free moment of your turn before the plague piece moves, and not after"
                        " it. The page of its class says when a card can be used."
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
                "Take one card from the table or from any player. It is yours until somebody takes it from you;"
                " you can neither give it back nor discard it, and you may have as many as you like."
            ),
            N_(
                "Each card belongs to a class. When a rat that breaks out shows the symbol of the class, the"
                " owner of the card loses a cube in that region, if there is one. Cards on the table strike"
                " nobody."
            ),
            N_("Symbols: 🌾 Peasantry, 💰 Bourgeoisie, ⛪ Church, ⚔️ Chivalry, 🔮 Magic, 👑 Royalty."),
            N_(
                "Six cards are in play, chosen when the table was opened: those of the base game, six drawn by lot,"
                " a set, or any six you agree on. A class may then have several cards, or none; a symbol costs one"
                " cube for each card of its class that you have."
            ),
        ),
    ),
    Page(
        "place",
        N_("Placing cubes"),
        N_("Step B: where the rats are"),
        (
            N_(
                "Choose one region and place as many cubes from your stock as rats lie there: 1, 2 or 3. A region"
                " without rats takes none. You may leave this step out, but you may not place fewer."
            ),
            N_("If your stock is too small, everything left in it is placed. Cubes that die return to your stock."),
            N_(
                "With the Peasant you may place one cube more, with the Queen sometimes two, also in a region without"
                " rats. With the Mayor you may place by majorities instead."
            ),
        ),
    ),
    Page(
        "plague",
        N_("The plague moves and spreads"),
        N_("Step C: one step, then new rats"),
        (
            N_(
                "Move the plague piece to a neighbouring region; with a card of Chivalry up to two steps. It must"
                " leave its region. Regions that it only passes through are not touched."
            ),
            N_(
                "**New rats** come by what lies where it stops: no rat brings none, 1 rat brings 1, 2 or 3 rats"
                " bring 2. You place each, face down and unseen, in a neighbour of that region, in the same or"
                " in different ones."
            ),
            N_(
                "A region holds 3 rats at most. New rats must be placed while a neighbour has room and the"
                " supply lasts; the others are forgotten. No rat comes into a region with a bishop, or across a wall."
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
                "You turn over the rats of the plague region one by one, in the order you like, until no rat or"
                " no cube is left there. Rats not turned over stay face down."
            ),
            N_(
                "**1. The number.** Count the cubes of all colours in the region, less one for each nun. If there are"
                " fewer than the number on the rat, nothing happens."
            ),
            N_(
                "**2. The letter.** **M**: whoever has most cubes there owes one; if several are tied, each of"
                " them. **A**: everyone with a cube there owes one."
            ),
            N_(
                "**3. The symbols.** For each class shown, whoever has its card owes one; with several of its"
                " cards, more."
            ),
            N_(
                "**4. Paying.** All debts of a player add up and are paid one by one with what is in that region:"
                " first potions, then cubes. If neither is left, the rest is forgiven. The rat leaves the game in"
                " any case. The next rat is compared with what is left."
            ),
            N_(
                "> **Example.** In Gallia stand 3 cubes of Anna and 1 of Bob, who has the Merchant 💰. The first"
                " rat shows **3 M 💰**. Four cubes are enough for the 3. Anna has most and loses 1; Bob has the"
                " Merchant and loses 1. The second rat shows **3 A**: only 2 cubes are left, so nothing"
                " happens. The third shows **1 ⛪**: an outbreak, but nobody there has the Monk, so it strikes"
                " nobody."
            ),
        ),
    ),
    Page(
        "example",
        N_("An example turn"),
        N_("A whole turn, with all that three rats bring"),
        (
            N_(
                "**The table.** It is Red's turn. Yellow has the Knight, Green the Peasant and the Merchant, Blue the"
                " Monk, the Witch and the King. In Gallia lie 3 rats, and there stand 2 cubes of Green and 1 of Yellow."
            ),
            N_(
                "**A and B.** Red takes no card. One rat lies in Germania, so Red may place exactly one cube there, and"
                " does. In Gallia it would have been three."
            ),
            N_(
                "**C.** Red moves the plague piece to Gallia. Three rats lie there, so two new ones come from the"
                " supply. Red places both, face down, in Hispania. Then Gallia is struck, for rats and cubes are there."
            ),
            N_(
                "> **The first rat: 1 💰⛪.** One cube is enough for the 1. Green has the Merchant 💰 and loses a cube."
                " Blue has the Monk ⛪, but no cube in Gallia, and loses nothing."
            ),
            N_("> **The second rat: 3 A.** Only two cubes are left, so nothing happens."),
            N_(
                "> **The third rat: 2 M 💰⛪.** Two cubes are enough. Green and Yellow have as many there, so M strikes"
                " both: each loses one. For 💰 and ⛪ no cube is left."
            ),
            N_("Gallia is without cubes and rats. Red's turn is over."),
        ),
    ),
    *(_page(class_, words) for class_, words in CLASSES.items()),
    Page(
        "regions",
        N_("Regions"),
        N_("Which are neighbours, and which are in use"),
        (N_("With each region: its neighbours when all twelve regions are in use, as with 4 players."),),
        regions,
    ),
    Page(
        "end",
        N_("The end of the game"),
        N_("What ends it, the final round, the points"),
        (
            N_(
                "The game ends after a turn in which the supply of rats ran out, or after which the player on"
                " turn has all 20 cubes on the board, the palace included."
            ),
            N_(
                "**The final round** goes the other way round, counter-clockwise, and leaves out whoever had"
                " the last turn. Each player may use each of their cards once more, in any order. No cards are"
                " taken, cubes and rats are placed only by cards, and some cards do other things than usual; the page"
                " of their class says which."
            ),
            N_(
                "**The plague piece** moves there only by the Knight, the Crusader and the Serf, once for all of them,"
                " and strikes the region at once. Press *Move the plague piece*; what else these cards can do I offer"
                " in the course of it. You may go to a region where nothing can happen."
            ),
            N_(
                "**The final devastation** then strikes every region by itself, rat by rat in random order. If"
                " somebody used the Knight in the final round, the plague piece counts as 2 cubes in its region"
                " here."
            ),
            N_(
                "**Points:** one for each of your cubes in the regions and in the palace. Cubes in your stock"
                " or on the Baker count nothing. If points are equal, the winner is whose turn would come first"
                " if play went on; whoever had the last turn comes last."
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
            N_("- Majority (M) is judged before any symbol takes cubes away; in a tie everyone tied loses one."),
            N_("- You pay only in the struck region. With a card but no cube there you lose nothing."),
            N_("- Cubes once placed stay, even if a rat of their region is moved away afterwards."),
            N_("- The number of cubes falls from rat to rat, so the order in which you turn them over matters."),
            N_("- New rats are placed before the region is struck, but never in it."),
            N_("- The last rat of the supply ends the game after that turn; there is no full round."),
            N_("- Cubes in the palace are safe for good, but they cannot come back either."),
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
