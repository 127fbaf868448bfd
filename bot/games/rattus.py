"""Rattus on Discord."""

from bot.games.bot_game import BoardParts, BotGame, CommandGroup, Preference
from renderer.rattus.pictures import PICTURES
from rules.errors import N_
from rules.game import Option
from rules.rattus import GAME
from rules.rattus.cards import CARD_OF
from wording.options import OptionWords
from wording.rattus import WORDS
from wording.rattus.lesson import LESSON
from wording.rattus.things import THINGS

BOT_GAME = BotGame(
    rules=GAME,
    title="Rattus",
    words=WORDS,
    pictures=PICTURES,
    commands={
        "card": CommandGroup(
            N_("Use one of your class cards"),
            [verb for verb, kind in GAME.notation.kinds.items() if kind in CARD_OF],
        ),
    },
    parts=BoardParts(legend=N_("Cards in play")),
    first=("cards", "confirm", "picture"),
    at_opening=("cards", "start", "late_abilities", "confirm"),
    preferences=(
        Preference(
            Option("areas", ("automatic", "fixed")),
            OptionWords(
                N_("How much room each player has in them, where that can change"),
                {
                    "automatic": N_("as much as is needed, so that everything is large"),
                    "fixed": N_("always the same, so that nothing moves"),
                },
            ),
            {
                "automatic": N_("Areas grow and shrink with what the players have."),
                "fixed": N_("What you have seen in one place is there in the next picture, too."),
            },
        ),
    ),
    lesson=LESSON,
    things=THINGS,
)
