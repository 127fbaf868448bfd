"""What the parameters of the slash commands of Messina 1347 are about."""

from rules.errors import N_

FIELDS = {
    "board": N_("A player board or scroll board of side b"),
    "start": N_("Where the lieutenant is: home, or a hex or dock"),
    "hex": N_("A hex, for example h7 or nw"),
    "ship": N_("A ship that lies at a dock"),
    "square": N_("A square of your estate with a citizen"),
    "workshop": N_("One of your workshops"),
    "citizen": N_("Craftsman, nun or aristocrat"),
    "spot": N_("A square, hut or workshop of your estate"),
    "cubes": N_("How many cubes on your own hex or ship"),
    "fire": N_("How many fire tokens you spend"),
    "big": N_("How many big fire tokens you spend"),
    "also": N_("Adjacent hexes where a cube is removed too; - for none"),
    "option": N_("Which side of the “or”; may be left out where there is only one"),
    "register": N_("Popularity, city or church register"),
    "column": N_("The scroll track, 1 to 3; of side a 1 buildings, 2 ships, 3 repopulated hexes"),
    "overseer": N_("The craftsman, nun or aristocrat overseer"),
    "way": N_("On, left or right, with or without a skip"),
    "stacks": N_("The hut upgrades or the workshops"),
    "token": N_("What you pay"),
    "tile": N_("A tile on offer"),
    "hut": N_("One of your quarantine huts"),
}
