"""Messina 1347 on Discord."""

from dataclasses import replace

from bot.games.bot_game import BoardParts, BotGame, CommandGroup, PickerHints, Preference
from renderer.messina.legend.entries import Entry
from renderer.messina.pictures import ESTATE, GRID, PICTURES
from renderer.messina.things import ICONS
from rules.errors import N_
from rules.game import Option
from rules.messina import GAME
from rules.messina.components import CORNERS, DISTRICTS, DOCKS
from rules.messina.round_events import Began, RoundBegan, RoundEnded
from rules.messina.view_types import View
from wording import Thing
from wording.messina import WORDS
from wording.messina.lesson import LESSON
from wording.messina.moves import hex_action_open
from wording.messina.things import THINGS
from wording.options import OptionWords

PICKER = PickerHints(
    spread=(
        *("act", "repopulate", "go", "board", "recall", "rescue", "house", "fight", "activate", "advance", "elevate"),
        *("promote", "gild", "give", "part", "step", "pay", "scroll", "hut", "workshop", "wagon", "priority"),
        *("work", "restack", "copy"),
    ),
    whole=12,
    ways={"go": 1, "board": 1},
    points={"fight": 0, "recall": 0, "hut": 1, "work": 1, "house": 2},
)


def picker_at(view: View, picker: PickerHints) -> PickerHints:
    """The coins for a way, by which moves are ordered; hexes of one price in the order of their numbers."""
    docks = {ship.id: dock.id for dock in view.docks for ship in dock.ships}
    order = {place: number for number, place in enumerate((*DISTRICTS, *CORNERS, *DOCKS))}

    def cost(move: str) -> tuple[int, int]:
        kind, *words = move.split()
        if kind not in picker.ways:
            return 0, 0
        start, goal = words
        to = docks.get(goal, goal)
        return view.reach[start][to], order[to]

    return replace(picker, cost=cost, gives_up=hex_action_open(view))


def legend_entry(id_: str, entry: Entry) -> Thing:
    """An icon, told of as in the legend."""
    return Thing(id_, lambda w: w._(entry.name), lambda w: w._(entry.text), lambda w: [w._(entry.text)])


BOT_GAME = BotGame(
    rules=GAME,
    title="Messina 1347",
    words=WORDS,
    pictures=PICTURES,
    commands={
        "build": CommandGroup(N_("Build, after a restack or without"), ("restack", "hut", "workshop", "wagon")),
        "overseer": CommandGroup(N_("Advance and upgrade overseers"), ("advance", "promote", "elevate")),
        "use": CommandGroup(N_("Use what else is open"), ("step", "scroll", "gild", "activate", "copy")),
        "round": CommandGroup(N_("At the end of a round"), ("produce", "house", "priority")),
    },
    picker=PICKER,
    picker_at=picker_at,
    parts=BoardParts(
        own=ESTATE,
        own_kinds=("home", "square", "hut", "workshop", "overseer", "scroll", "citizen"),
        everything=GRID,
        for_all=(Began, RoundBegan, RoundEnded),
        mine=N_("City, score board and my estate"),
        owned=N_("Estate: {player}"),
        legend=N_("Icons"),
    ),
    first=("variant", "confirm", "picture"),
    at_opening=("confirm",),
    preferences=(
        Preference(
            Option("hexes", ("dimmed", "full")),
            OptionWords(
                N_("The hexes of Messina in them"),
                {
                    "dimmed": N_("dimmed, so that what lies on them stands out"),
                    "full": N_("in full colour"),
                },
            ),
            {
                "dimmed": N_("Pieces, plague and letters are found at a glance."),
                "full": N_("Hexes look as printed; what lies on them is a little harder to see."),
            },
        ),
    ),
    lesson=LESSON,
    things={**THINGS, "icons": [legend_entry(id_, entry) for id_, (_, entry) in ICONS.items()]},
)
