"""Advice on Messina 1347: a sentence on each sort of question, for who meets it for the first time."""

from collections.abc import Mapping

from rules.errors import N_

ADVICE: Mapping[str, str] = {
    "board": N_("Look for squares that help one another, such as timber beside building."),
    "scroll_board": N_("Take the board whose three things you would collect anyway."),
    "turn": N_("Early on go where a citizen waits without plague, or where you have the fire to remove its cube."),
    "rescue": N_("Think of the overseer that will come by: put the citizen on the square whose action you want most."),
    "fight": N_(
        "A cube removed is a step on popularity and one rat less, and rats cost more the more you have of them."
    ),
    "ship_fight": N_("The ship is yours either way; with its cube removed you gain a step and are spared a rat."),
    "act": N_("Do the hex action, and whatever else is open, before you end the turn: none of it waits."),
    "give": N_("Give up the citizens that stand where you need them least; those in workshops would go on producing."),
    "production": N_("A citizen whose square you have used can work in an early workshop and produce in each round."),
    "quarantine": N_("An early workshop that fits is better than a square you do not need: it produces in each round."),
    "priority": N_("Choose the register on which you are ahead: first in turn order has all hexes to choose from."),
    "restacked": N_(
        "After a restack you have to build if you can: the cheapest building that produces is seldom wrong."
    ),
    "register": N_(
        "The church helps overseers; the city brings a fourth lieutenant, which is a turn more in every round."
    ),
    "scroll": N_("A scroll counts at the end: raise the one of which you will have many things."),
    "upgrade": N_("Upgrade who works, or soon will: that is a point in every production."),
    "overseer": N_("Move the overseer whose next squares have citizens on them; an empty area brings nothing."),
    "upgrade_overseer": N_(
        "Upgrade the overseer with most citizens ahead of it, and early: it activates more each time."
    ),
    "upgrade_and_advance_overseer": N_(
        "It advances at once, upgraded: choose one with several citizens where it comes to."
    ),
    "activate": N_("Choose what you need in this very turn, such as timber before you build."),
    "any_hex_action": N_("Building is the dearest of them: have its price ready before you use this."),
    "idle": N_("Who goes to a workshop frees a square, but never comes back."),
    "activation": N_("Activate first what pays for the next thing you want."),
    "build": N_("An early workshop or hut upgrade pays in each production, so build it soon; wagons bring points."),
}
