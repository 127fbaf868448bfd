"""A sentence of advice for each question, for a player's first game."""

from rules.errors import N_

ADVICE = {
    "setup": N_("Spread your cubes over two regions, so that the plague can’t strike all of them at once."),
    "turn": N_(
        "Before you move the plague piece, place cubes where there are many rats; then send the plague "
        "to where others have more cubes than you."
    ),
    "spread": N_(
        "A rat lets players place one more cube in its region, but also threatens the cubes there: "
        "place rats where the others have cubes."
    ),
    "devastation": N_(
        "Each rat that takes cubes makes the next outbreak less likely, because fewer cubes "
        "are left to match the next rat’s number."
    ),
    "final": N_(
        "After this all regions are struck one last time: use your cards to get cubes out of regions with many rats."
    ),
    "serf": N_("One more cube is one more point, and its region has already survived one of its rats."),
    "unload": N_("The cubes aren’t yours, but you choose where they go: among many rats they are in danger."),
    "carry": N_(
        "Potions go with their cube and are lost before cubes, so bring them to a region where the plague may strike."
    ),
    "messenger": N_("Move one of your cubes out of danger and put another player’s in its place."),
    "mayor": N_("The Mayor pays off if you are ahead in many regions; otherwise place by rats, as usual."),
    "nun": N_("The fewer cubes count, the fewer rats break out: place nuns where your cubes are."),
    "join": N_("The more cubes count, the more rats break out: do it where others lose more than you."),
    "extra": N_("Another rat makes room for another of your cubes, but the game ends sooner."),
    "look": N_("Look where the plague may go next: only you know what you see."),
    "swap": N_("Leave the harmless rat where your cubes are, and the fierce one where the others’ are."),
    "follow": N_("You don’t see what these rats show, unless you have looked at them with the Witch."),
    "emperor": N_("Close off your best region: no rat crosses a wall."),
}
