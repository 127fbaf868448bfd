"""Help on the rules of Rattus, in our own words; each paragraph is one text of the catalogue."""

from bot.wording.help_pages import Page
from rules.errors import N_

HELP: tuple[Page, ...] = (
    Page(
        "goal",
        N_("Rattus in short"),
        N_("What the game is about"),
        (
            N_(
                "The plague walks through Europe. Every player fills it with cubes; whoever has most of them left in"
                " the regions and the palace at the end wins."
            ),
        ),
    ),
)
