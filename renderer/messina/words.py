"""The words on the pictures of Messina 1347, and the meaning of the icons, in the order of the legend."""

from collections.abc import Mapping
from typing import NamedTuple

from renderer.scene import Words
from rules.errors import N_, P_


class Entry(NamedTuple):
    """The name of an icon, and its explanation."""

    name: str
    text: str


class LegendGroup(NamedTuple):
    """A part of the legend: its heading, and an entry for each icon."""

    heading: str
    entries: Mapping[str, Entry]


WORDS = {
    "round": N_("Round {number}"),
    "over": N_("Game over"),
    "home": N_("Home"),
    "city": N_("Messina"),
    "nw": N_("NW"),
    "ne": N_("NE"),
    "se": N_("SE"),
    "sw": N_("SW"),
    "supply": N_("Supply"),
    "box": N_("Box"),
    "deal": N_("Choosing boards"),
    "opponent": N_("Opponent"),
    "good": N_("A good result"),
    "not_good": N_("Not yet good"),
    "round_end": N_("End of round {number}"),
    "register_popularity": N_("Popularity"),
    "register_city": N_("City"),
    "register_church": N_("Church"),
    "offer_hut_upgrade": N_("Hut upgrades"),
    "offer_workshop": N_("Workshops"),
    "offer_wagon": N_("Wagons"),
    "yellow": P_("board", "Yellow"),
    "purple": P_("board", "Purple"),
    "red": P_("board", "Red"),
    "teal": P_("board", "Teal"),
    "points_played": N_("During play"),
    "points_rats": N_("Rats"),
    "points_popularity": N_("Popularity register"),
    "points_city": N_("City register"),
    "points_church": N_("Church register"),
    "points_popularity_rank": N_("Place on popularity"),
    "points_popularity_level": N_("Level on popularity"),
    "points_hexes": N_("Repopulated hexes"),
    "points_scroll_buildings": N_("Scrolls: buildings"),
    "points_scroll_ships": N_("Scrolls: ships"),
    "points_scroll_repopulated": N_("Scrolls: repopulation"),
    "points_scroll_1": N_("Scrolls: first track"),
    "points_scroll_2": N_("Scrolls: second track"),
    "points_scroll_3": N_("Scrolls: third track"),
    "points_repopulation_bonus": N_("Repopulation bonus"),
    "points_leftovers": N_("Leftover tokens"),
    "total": N_("Total"),
}
NAMES_ONLY = "signs"  # the group of entries whose names need no explanation
LEGEND = {
    "citizens": LegendGroup(
        N_("Citizens"),
        {
            "craftsman": Entry(N_("Craftsman"), N_("A citizen who lives in the green sector.")),
            "nun": Entry(N_("Nun"), N_("A citizen who lives in the grey sector.")),
            "aristocrat": Entry(N_("Aristocrat"), N_("A citizen who lives in the purple sector.")),
            "craftsman:gold": Entry(
                N_("Upgraded citizen"), N_("The gold side: double rim and star. Gains marked with a star need it.")
            ),
        },
    ),
    "tokens": LegendGroup(
        N_("Tokens"),
        {
            "coin": Entry(
                N_("Coin"), N_("Pays for tiles, repopulating, register steps, and moving more than one step.")
            ),
            "timber": Entry(N_("Timber"), N_("Pays for building and repopulating.")),
            "fire": Entry(N_("Fire"), N_("Removes 1 plague cube; from round V on it takes 2.")),
            "big_fire": Entry(
                N_("Big fire"), N_("Removes 2 cubes, one of which can be on an adjacent hex; from round V on, only 1.")
            ),
            "points:3": Entry(N_("Points"), N_("This many points right away.")),
            "hanging": Entry(
                N_("Hex points"), N_("For the player who repopulates it; the bar above shows what that takes.")
            ),
            "plague": Entry(
                N_("Plague cube"), N_("Citizens rescued here go into quarantine; each cube that stays gives you a rat.")
            ),
            "rat": Entry(N_("Rat"), N_("Costs points at the end.")),
        },
    ),
    "actions": LegendGroup(
        N_("Actions"),
        {
            "build": Entry(N_("Build"), N_("A hut upgrade, a workshop or a wagon.")),
            "upgrade": Entry(P_("icon", "Upgrade a citizen"), N_("Turn one of yours to its gold side.")),
            "scroll": Entry(N_("Scroll"), N_("Moves one step up on a scroll track.")),
            "city": Entry(N_("City register"), N_("A free step on this register.")),
            "church": Entry(N_("Church register"), N_("A free step on this register.")),
            "register": Entry(N_("City or church register"), N_("A free step on either register.")),
            "popularity": Entry(N_("Popularity register"), N_("One step for each plague cube you remove.")),
            "overseer:craftsman": Entry(N_("Overseer"), N_("The one shown takes a step and activates citizens.")),
            "overseer:any": Entry(N_("Any overseer"), N_("One of your three takes a step.")),
            "overseer:any_skip": Entry(N_("Any overseer, with a skip"), N_("It may skip one space first.")),
            "upgrade_overseer": Entry(
                P_("icon", "Upgrade an overseer"), N_("From then on it activates more citizens.")
            ),
            "upgrade_and_advance_overseer": Entry(
                N_("Upgrade and advance"), N_("One overseer is upgraded and takes a step.")
            ),
            "activate": Entry(N_("Activate"), N_("One of your citizens performs the action of its square.")),
            "lieutenant": Entry(N_("Lieutenant"), N_("You get one more from the supply.")),
            "any_hex_action": Entry(N_("Action of any hex"), N_("Of your choice, anywhere in Messina.")),
            "later": Entry(N_("Still to come"), N_("You can use it in the next action step.")),
        },
    ),
    "tiles": LegendGroup(
        N_("Tiles"),
        {
            "hut": Entry(N_("Quarantine hut"), N_("Citizens from hexes with plague wait here.")),
            "workshop": Entry(N_("Workshop"), N_("Produces while a matching citizen works there.")),
            "early": Entry(N_("Early workshop"), N_("Produces in every production phase.")),
            "late": Entry(N_("Late workshop"), N_("Produces once, right away, and is then turned over.")),
            "wagon": Entry(N_("Wagon"), N_("Points right away; one repopulation each round.")),
            "ship": Entry(N_("Ship"), N_("Its coins and points right away; every second ship moves an overseer.")),
            "goods": Entry(N_("Goods"), N_("Gems, spices and silk.")),
            "tile": Entry(N_("Repopulated hex"), N_("Gives its owner 2 points when anyone goes there.")),
        },
    ),
    "city": LegendGroup(
        N_("The city"),
        {
            "rats": Entry(N_("Rat on a hex"), N_("If the wheel shows it, a plague cube is placed here.")),
            "colours": Entry(N_("Hex colours"), N_("The wheel sends each class of citizens to one colour.")),
            "wheel": Entry(N_("Population wheel"), N_("It turns in each round.")),
            "anchor": Entry(N_("Harbour"), N_("Ships land at the dock next to it.")),
            "rounds": Entry(
                N_("Round table"), N_("From the top: turn order, what comes, the wheel, the price of a cube.")
            ),
            "figures": Entry(
                N_("Standing or lying"), N_("A standing lieutenant was used this round, a lying one was not.")
            ),
            "flow": Entry(N_("Cost and gain"), N_("Left of the arrow is the cost; a slash means “or”.")),
        },
    ),
    "signs": LegendGroup(
        N_("Pieces and signs"),
        {
            "went": Entry(N_("A lieutenant’s path"), N_("From one hex to the next.")),
            "was": Entry(N_("Was here before"), N_("A faint piece shows where it came from.")),
            "gone": Entry(N_("Rescued citizen"), N_("The sign shows whose estate it went to.")),
            "plague_taken": Entry(N_("Removed"), N_("Number of plague cubes or fires removed.")),
            "fresh": Entry(N_("New"), N_("A light line: it is new, or has changed.")),
            "choice": Entry(N_("You can choose it"), N_("With the letter of its button.")),
            "due": Entry(N_("Whose turn it is"), N_("An arrowhead beside the name.")),
            "won": Entry(N_("Winner"), N_("A laurel around the piece.")),
            "ranks": Entry(N_("The players"), N_("Each has a colour, a shape and a letter.")),
            "vacant": Entry(
                N_("Place for a new hex"), N_("The next hex goes here if counting starts at one of these harbours.")
            ),
            "blank": Entry(N_("Hexes to come"), N_("This many are face down in the stack.")),
            "dock": Entry(N_("Dock"), N_("Lieutenants wait here; ships lie beside it.")),
            "bars": Entry(N_("Register bars"), N_("Some scroll tracks count the discs past them.")),
            "left": Entry(N_("Number left"), N_("How many are left in the supply.")),
            "none": Entry(N_("Greyed out"), N_("None yet, or none left.")),
            "square": Entry(N_("Square"), N_("Home of a citizen, and what it does there.")),
            "quarantine": Entry(N_("Hut spaces"), N_("A citizen waits on I, then on II.")),
            "road": Entry(N_("Overseer paths"), N_("Follow the arrowheads from stone to stone, to the middle.")),
        },
    ),
    "variants": LegendGroup(
        N_("Variants"),
        {
            "once": Entry(N_("Lightning"), N_("This square works once per game.")),
            "spent": Entry(N_("Crossed out"), N_("It has been used; a citizen may still be there.")),
            "goods_one_type": Entry(N_("Goods of one kind"), N_("Ships with the goods you have most of.")),
            "register_city": Entry(
                N_("Discs past bars"), N_("Lower number: disc past the single bar; upper number: past the double one.")
            ),
            "overseers": Entry(N_("Overseers"), N_("Your two farthest overseers score by their step: 4, 5 or 6.")),
            "priority": Entry(N_("Priority tile"), N_("On the round table: which register sets the turn order.")),
            "opponent": Entry(
                N_("Virtual opponent"),
                N_("Its lieutenants block hexes. Being level with it on popularity gives 5 points."),
            ),
            "opponent_tile": Entry(
                N_("Opponent’s tile"), N_("White: the hex it goes to; red: what it takes. Below: its earlier hexes.")
            ),
        },
    ),
}


def word(key: str, words: Words, **values: object) -> str:
    """Return the translated text with this key, with its values filled in."""
    return words._(WORDS[key], **values)
