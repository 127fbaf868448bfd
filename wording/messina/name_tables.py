"""The names of things in Messina 1347 by id. `wording.messina.names` composes names from them."""

from rules.errors import N_, P_
from wording.catalogue import plural

EFFECTS = {
    "build": N_("build"),
    "upgrade": N_("upgrade a citizen"),
    "city": N_("city step"),
    "church": N_("church step"),
    "register": N_("city or church step"),
    "scroll": N_("scroll step"),
    "overseer": N_("any overseer step"),
    "overseer:craftsman": N_("craftsman overseer step"),
    "overseer:nun": N_("nun overseer step"),
    "overseer:aristocrat": N_("aristocrat overseer step"),
    "overseer:any": N_("any overseer step"),
    "overseer:any_skip": N_("any overseer step, may skip one"),
    "lieutenant": N_("a lieutenant"),
    "upgrade_overseer": N_("upgrade an overseer"),
    "upgrade_and_advance_overseer": N_("upgrade and advance an overseer"),
    "any_hex_action": N_("any hex action"),
}
CITIZENS = {"craftsman": N_("craftsman"), "nun": N_("nun"), "aristocrat": N_("aristocrat")}
A_CITIZEN = {"craftsman": N_("a craftsman"), "nun": N_("a nun"), "aristocrat": N_("an aristocrat")}
THE_CITIZEN = {"craftsman": N_("the craftsman"), "nun": N_("the nun"), "aristocrat": N_("the aristocrat")}
# Everything that is counted, in the order in which texts list it.
TOKEN_COUNTS = {
    "coin": plural("{count} coin", "{count} coins"),
    "timber": plural("{count} timber", "{count} timber"),
    "fire": plural("{count} fire", "{count} fire"),
    "big_fire": plural("{count} big fire", "{count} big fires"),
    "points": plural("{count} point", "{count} points"),
    "rats": plural("{count} rat", "{count} rats"),
}
CITIZEN_COUNTS = {
    "craftsman": plural("{count} craftsman", "{count} craftsmen"),
    "nun": plural("{count} nun", "{count} nuns"),
    "aristocrat": plural("{count} aristocrat", "{count} aristocrats"),
}
SEVERAL_EFFECTS = {
    "city": plural("{count} city step", "{count} city steps"),
    "church": plural("{count} church step", "{count} church steps"),
    "upgrade": plural("upgrade {count} citizen", "upgrade {count} citizens"),
    "scroll": plural("{count} scroll step", "{count} scroll steps"),
}
OVERSEERS = {
    "craftsman": N_("craftsman overseer"),
    "nun": N_("nun overseer"),
    "aristocrat": N_("aristocrat overseer"),
}
# For short lines. The brief name of an overseer's step is the overseer.
BRIEF_EFFECTS = {
    "upgrade": N_("upgrade"),
    "register": N_("city/church"),
    "overseer": N_("any overseer"),
    "overseer:any": N_("any overseer"),
}
UPGRADED_CITIZENS = {
    "craftsman": N_("upgraded craftsman"),
    "nun": N_("upgraded nun"),
    "aristocrat": N_("upgraded aristocrat"),
}
CLASS_EMOJI = {"craftsman": "🔨", "nun": "📿", "aristocrat": "🤴"}
CUBE, COIN, ONCE, NO_ROOM, UPGRADED = "☠️", "🪙", "⚡", "🚫", "★"
TOKEN_SIGNS = {"coin": COIN, "timber": "🪵", "fire": "🔥", "big_fire": "🌋", "points": "⭐"}
ANY_OVERSEER = "👣"
# As on the boards: a saw, a tower, a cross, a scroll.
EFFECT_SIGNS = {
    "build": "🪚",
    "upgrade": "✨",
    "city": "🏛️",
    "church": "✝️",
    "register": "📖",
    "scroll": "📜",
    **dict.fromkeys(("overseer", "overseer:any"), ANY_OVERSEER),
    "overseer:any_skip": f"{ANY_OVERSEER}⏭️",
    **{f"overseer:{one}": f"{ANY_OVERSEER}{sign}" for one, sign in CLASS_EMOJI.items()},
    "lieutenant": "♟️",
    "upgrade_overseer": "🎖️",
    "upgrade_and_advance_overseer": "⏫",
    "any_hex_action": "🔁",
}
HOME_SIGN = "🏠"
GOODS_SIGNS = {"gems": "💎", "silk": "🧵", "spices": "🧂"}
QUARTERS = {"nw": N_("NW"), "ne": N_("NE"), "se": N_("SE"), "sw": N_("SW")}
COLOURS = {"orange": N_("orange"), "white": N_("white"), "blue": N_("blue"), "red": N_("red")}
RATS = {"left": N_("left-facing rat"), "right": N_("right-facing rat"), "upright": N_("upright rat")}
GOODS = {"gems": N_("gem ship"), "silk": N_("silk ship"), "spices": N_("spice ship")}
BRIEF_GOODS = {"gems": P_("ship", "Gems"), "silk": P_("ship", "Silk"), "spices": P_("ship", "Spices")}
SECTOR_SQUARES = {
    "craftsman": N_("craftsman square"),
    "nun": N_("nun square"),
    "aristocrat": N_("aristocrat square"),
}
# The areas by their place in the picture, in reading order.
AREAS = {
    "cl": N_("the left craftsmen"),
    "cr": N_("the right craftsmen"),
    "nl": N_("the upper nuns"),
    "nr": N_("the lower nuns"),
    "ar": N_("the upper aristocrats"),
    "al": N_("the lower aristocrats"),
}
# Where a fork leads an overseer, by area.
DIRECTIONS = {
    "cl": N_("to the left craftsmen"),
    "cr": N_("to the right craftsmen"),
    "nl": N_("to the upper nuns"),
    "nr": N_("to the lower nuns"),
    "ar": N_("to the upper aristocrats"),
    "al": N_("to the lower aristocrats"),
}
SQUARES_IN_AREAS = {
    "cl": N_("{square} (left)"),
    "cr": N_("{square} (right)"),
    "nl": N_("{square} (upper)"),
    "nr": N_("{square} (lower)"),
    "ar": N_("{square} (upper)"),
    "al": N_("{square} (lower)"),
}
SHORT_AREAS = {
    "cl": P_("area", "left"),
    "cr": P_("area", "right"),
    "nl": P_("area", "upper"),
    "nr": P_("area", "lower"),
    "ar": P_("area", "upper"),
    "al": P_("area", "lower"),
}
CLASS_WORKSHOPS = {
    "craftsman": N_("craftsman workshop"),
    "nun": N_("nun workshop"),
    "aristocrat": N_("aristocrat workshop"),
}
TRACKS = {
    "popularity": N_("popularity register"),
    "city": N_("city register"),
    "church": N_("church register"),
    "score": N_("score track"),
}
# What sets a turn order, in the form that follows "by".
TURN_ORDERS = {
    "popularity": P_("turn order by", "the popularity register"),
    "city": P_("turn order by", "the city register"),
    "church": P_("turn order by", "the church register"),
    "score": P_("turn order by", "the score track"),
}
SHORT_TRACKS = {"popularity": N_("popularity"), "city": N_("city"), "church": N_("church")}
PRIORITIES = {**SHORT_TRACKS, "score": N_("points"), "none": N_("at random")}
SCROLL_TRACKS = {
    "buildings": N_("buildings"),
    "ships": N_("ships"),
    "repopulated": N_("repopulated hexes"),
    "goods_one_type": N_("ships of one kind"),
    "workshops": N_("workshops"),
    "huts": N_("hut upgrades"),
    "timber": N_("timber"),
    "coins": N_("coins"),
    "register_popularity": N_("popularity"),
    "register_city": N_("city"),
    "register_church": N_("church"),
    "overseers": N_("overseers"),
}
BOARD_NAMES = {
    "yellow": N_("yellow board"),
    "purple": N_("purple board"),
    "red": N_("red board"),
    "teal": N_("teal board"),
}
# Adjectives for an empty place, and words for having none of something: some languages inflect them.
EMPTY_HUT, EMPTY_SQUARE, EMPTY_WORKSHOP = P_("hut", "empty"), P_("square", "empty"), P_("workshop", "empty")
NO_TILES, NO_WAGONS, NO_SHIPS = P_("tiles", "none"), P_("wagons", "none"), P_("ships", "none")
OTHERS = {
    "home": N_("home"),
    "on": N_("on"),
    "left": N_("left, as seen from the middle"),
    "right": N_("right, as seen from the middle"),
    "skip": N_("skip a step"),
    "skip-left": N_("skip a step, to the left as seen from the middle"),
    "skip-right": N_("skip a step, to the right as seen from the middle"),
    "huts": N_("hut upgrades"),
    "workshops": N_("workshops"),
    "wagons": N_("wagons"),
    "points": N_("points"),
    "rats": N_("rats"),
    "coin": N_("coins"),
    "timber": N_("timber"),
    "fire": N_("fire"),
    "big_fire": N_("big fire"),
    "-": N_("nowhere"),
    "restack": N_("the restack"),
    "movement": N_("the way"),
    "recall": N_("the recall"),
    "plague": N_("the plague"),
    "even ships": N_("every second ship"),
}
ROMAN = ("", "I", "II", "III", "IV", "V", "VI")
MANY = {"craftsman": N_("craftsmen"), "nun": N_("nuns"), "aristocrat": N_("aristocrats")}
