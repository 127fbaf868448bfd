"""What the parameters of the slash commands of Rattus are about."""

from rules.errors import N_

FIELDS = {
    "region": N_("A region"),
    "to": N_("To which region"),
    "cubes": N_("How many cubes; may be left out where only one number is possible"),
    "card": N_("A class card"),
    "rat": N_("A rat, for example gallia-a"),
    "potions": N_("The potions under the cube; may be left out where only one number is possible"),
    "owner": N_("Whose cube"),
    "figure": N_("From the reserve, or the region where it stands"),
    "wall": N_("From the reserve, or the connection where it stands"),
    "connection": N_("Two regions that touch, for example gallia+hispania"),
}
