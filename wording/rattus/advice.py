"""Advice on Rattus: a sentence on each sort of question, for who meets it for the first time."""

from collections.abc import Mapping

from rules.errors import N_

ADVICE: Mapping[str, str] = {
    "setup": N_("Spread your cubes over two regions: whatever strikes one of them then leaves you the other."),
    "turn": N_(
        "Place before you move the plague piece, where many rats lie; then send the plague to where others have more"
        " cubes than you."
    ),
    "spread": N_(
        "A rat is a place for your next cube and a threat to whoever stands there: bring rats where others stand."
    ),
    "devastation": N_(
        "Each rat that takes cubes makes the next one less likely to break out, for fewer cubes are left to reach its"
        " number."
    ),
    "final": N_(
        "After this all regions are struck once more: use your cards to get cubes out of regions with many rats."
    ),
    "serf": N_("A cube more is a point more, and its region has already met one of its rats."),
    "unload": N_("You choose the place, but the cubes are not yours: among many rats they are in danger."),
    "carry": N_("Potions go with their cube and are lost before cubes are: take them where the plague may strike."),
    "messenger": N_("Bring a cube of yours out of danger, and let that of somebody else take its place."),
    "mayor": N_("It pays when you are ahead in many regions; else place by the rats as usual."),
    "nun": N_("With fewer cubes counted fewer rats break out: set nuns where you stand."),
    "join": N_("More cubes counted mean more rats that break out: do it where others lose more than you."),
    "extra": N_("One rat more makes room for one more cube of yours, and brings the end nearer."),
    "look": N_("Look where the plague may go next: what you see stays yours alone."),
    "swap": N_("Leave the harmless rat where you stand, and the fierce one where others do."),
    "follow": N_("You do not see what these rats show, unless you have looked at them with the Witch."),
    "emperor": N_("Shut your best region off: no rat comes across a wall."),
}
