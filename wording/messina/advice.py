"""A sentence of advice for each question, for a player's first game."""

from rules.errors import N_

ADVICE = {
    "board": N_("Look for squares that work well together, such as timber next to building."),
    "scroll_board": N_("Take the board whose three things you would collect anyway."),
    "turn": N_("Early on, go where a citizen waits without plague, or where you have the fire to remove the cube."),
    "rescue": N_("Think of the overseer that will come by: put the citizen on the square whose action you want most."),
    "fight": N_(
        "Each cube you remove is a step on popularity and saves you a rat. "
        "The more rats you have, the more each one costs."
    ),
    "ship_fight": N_("The ship is yours either way. Removing its cube gains you a step and saves you a rat."),
    "act": N_("Do the hex action and your other actions before you end the turn: what you don’t use is lost."),
    "give": N_("Give up the citizens you need least. Those in workshops keep producing if they stay."),
    "production": N_("A citizen whose square you have used can work in an early workshop and produce in each round."),
    "quarantine": N_("A matching early workshop is better than a square you don’t need: it produces in each round."),
    "priority": N_("Choose the register on which you are ahead: the first player has all hexes to choose from."),
    "restacked": N_(
        "After a restack you have to build if you can. The cheapest building that produces is usually a good choice."
    ),
    "register": N_(
        "The church register helps your overseers; the city register gives you a fourth "
        "lieutenant, which means another turn in every round."
    ),
    "scroll": N_("A scroll counts at the end: raise one for something you will have a lot of."),
    "upgrade": N_("Upgrade a citizen who works, or soon will: that gives you a point in every production."),
    "overseer": N_("Move the overseer whose next squares have citizens on them; an empty area gives you nothing."),
    "upgrade_overseer": N_(
        "Upgrade the overseer with the most citizens ahead of it, and early: it activates more each time."
    ),
    "upgrade_and_advance_overseer": N_(
        "The overseer is upgraded first and then advances: choose one that reaches several citizens."
    ),
    "activate": N_("Choose what you need this turn, such as timber before you build."),
    "any_hex_action": N_("Building costs the most, so make sure that you can pay for it first."),
    "idle": N_("A citizen in a workshop frees a square, but never comes back."),
    "activation": N_("First activate what pays for the next thing you want."),
    "build": N_("An early workshop or hut upgrade pays in each production, so build it soon; wagons give points."),
}
