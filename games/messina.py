"""Messina 1347 on Discord: its definition for the bot, and hints for the panel that asks for a move."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from string import ascii_lowercase
from typing import Any

from msgspec import structs

from games.bot_game import BoardParts, BotGame, CommandGroup, PickerHints
from renderer.messina.icons import action_in_square, ship_with_cargo
from renderer.messina.legend import LEGEND_ICONS
from renderer.messina.pictures import ESTATE_PREFIX, GRID_PART, PICTURES, ROUND_PART, TURN_PART, reading_order
from renderer.messina.words import Entry
from rules.errors import N_
from rules.game import Event
from rules.messina import GAME
from rules.messina import moves as m
from rules.messina.components import DISTRICTS, HEXES, SHIPS
from rules.messina.events import LateWorkshops, PlagueFailed, RoundBegan, RoundEnded
from rules.messina.view import View
from rules.notation import Move
from wording import Thing
from wording.messina import LESSON, WORDS
from wording.messina.answer_facts import signs_of_action, signs_of_ship
from wording.messina.rules_help import THINGS

PICKER = PickerHints(
    inline=(
        "act",
        "repopulate",
        "go",
        "board",
        "rescue",
        "house",
        "fight",
        "activate",
        "advance",
        "elevate",
        "promote",
        "gild",
        "give",
        "part",
        "step",
        "pay",
        "scroll",
        "hut",
        "workshop",
        "wagon",
        "priority",
        "work",
        "copy",
    ),
    selects=("go", "board"),
    rare=("recall",),
    max_whole=12,
    by_field=("hut", "restack"),
    path_fields={"go": "start", "board": "start"},
    letter_fields={"fight": "", "hut": "tile", "work": "square", "house": "spot"},
)

MAX_PLACES = 16  # buttons of destinations that a phone shows below the city
MAX_SHIPS = 6  # the most ships among them, if there are many hexes, too


def picker_at(view: View, picker: PickerHints) -> PickerHints:
    """Return the hints with moves ordered by the price of the route, and then by the place's order in the picture.

    There is room for nearly every place, including ships. If there isn't room for all moves of the same price, those to
    hexes where citizens can be rescued come first.
    """
    docks = {ship.id: dock.id for dock in view.docks for ship in dock.ships}
    order = reading_order(view)

    def cost(move: Move) -> tuple[int, Any]:
        if not isinstance(move, m.Go | m.Board):
            return 0, (False, "")
        to = move.hex if isinstance(move, m.Go) else docks.get(move.ship, move.ship)
        return view.reach[move.start][to], order[to]

    waiting = {one.id: (not one.citizens, one.cubes > 0) for one in view.hexes}

    def priority(move: Move) -> Any:
        goal = move.hex if isinstance(move, m.Go) else ""
        return cost(move)[0], waiting.get(goal, (True, False))

    if view.question != "turn":
        return structs.replace(picker, cost=cost, priority=priority)
    coins = view.players[view.active if view.seat is None else view.seat].tokens.get("coin", 0)
    near = {to for prices in view.reach.values() for to, price in prices.items() if price <= coins}
    ships = sum(dock in near for dock in docks.values())
    hexes = MAX_PLACES - min(ships, MAX_SHIPS)
    # More paths to hexes, paths to ships, and home count as one select each, although they share one.
    return structs.replace(
        picker, cost=cost, priority=priority, max_beside=MAX_PLACES + 3, max_inline={"go": hexes + 1}
    )


def moves_to_explain(view: View, kinds: Collection[str]) -> Sequence[Move]:
    """Return moves worth explaining if the player can build or repopulate: the builds on offer, and repopulating."""
    if view.seat is None:
        return ()
    me = view.players[view.seat]
    if view.question not in ("act", "build", "restacked"):
        return ()
    found: list[Move] = []
    printed = HEXES[view.about].action.options if view.about in HEXES else ()
    if view.question != "act" or "build" in (*me.waiting, *(effect for one in printed for effect in one.effects)):
        hut = next((one.id for one in me.huts if not one.upgrade), "hut1")
        found += [m.Hut(stack.top, hut) for stack in view.huts if stack.top]
        found += [m.Workshop(stack.top) for stack in view.workshops if stack.top]
        found += [m.Wagon(stack.top) for stack in view.wagons if stack.top]
    return [*found, m.Repopulate()] if view.about in DISTRICTS and me.wagons else found


def told_beside_round(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events without those between two rounds that the picture of a round's end shows."""
    kinds = [type(event) for event in events]
    if RoundEnded not in kinds and RoundBegan not in kinds:
        return events
    ends = kinds.index(RoundEnded) if RoundEnded in kinds else 0
    begins = kinds.index(RoundBegan) if RoundBegan in kinds else len(kinds)
    # Leave out the heading of the last round if the next round's is there.
    left = (LateWorkshops, PlagueFailed) if RoundBegan in kinds else (RoundEnded,)
    return [*events[:ends], *(one for one in events[ends:begins] if isinstance(one, left)), *events[begins:]]


def legend_entry(id_: str, entry: Entry) -> Thing:
    """Return the `Thing` for an icon of the legend, described by the legend's text."""
    return Thing(id_, lambda w: w._(entry.name), lambda w: w._(entry.text), lambda w: [w._(entry.text)])


# The application has a drawing of the action of each hex, and of each ship with what it brings.
PLACE_SIGNS = {signs_of_action(one): partial(action_in_square, one) for one in HEXES}
PLACE_SIGNS |= {signs_of_ship(one): partial(ship_with_cargo, one) for one in SHIPS}
LETTERS = map("".join, product(ascii_lowercase, repeat=2))
SIGNS = {sign: (f"place_{letters}", draw) for letters, (sign, draw) in zip(LETTERS, PLACE_SIGNS.items(), strict=False)}

BOT_GAME = BotGame(
    rules=GAME,
    title="Messina 1347",
    words=WORDS,
    pictures=replace(PICTURES, signs={**SIGNS, **PICTURES.signs}),
    commands={
        "build": CommandGroup(N_("Build, with or without restacking"), ("restack", "hut", "workshop", "wagon")),
        "overseer": CommandGroup(N_("Advance and upgrade overseers"), ("advance", "promote", "elevate")),
        "use": CommandGroup(N_("Use your remaining bonus actions"), ("step", "scroll", "gild", "activate", "copy")),
        "round": CommandGroup(N_("At the end of a round"), ("produce", "house", "priority")),
    },
    command_names={"take": "choose", "board": "ship", "leave": "no-fight"},
    optional_fields=(
        "also",
        "citizen",
        "hut",
        "workshop tile",
        "wagon tile",
        "hut tile",
        "step register",
        "pay register",
        "advance overseer",
        "advance way",
        "elevate overseer",
        "elevate way",
        "promote overseer",
        "activate square",
        "gild spot",
        "give spot",
        "part start",
        "recall start",
    ),
    picker=PICKER,
    picker_at=picker_at,
    moves_to_explain=moves_to_explain,
    parts=BoardParts(
        own=ESTATE_PREFIX,
        own_kinds=("home", "square", "hut", "workshop", "overseer", "way", "scroll", "citizen"),
        everything=GRID_PART,
        turn=TURN_PART,
        round=ROUND_PART,
        round_ends=(RoundEnded, RoundBegan),
        told_beside=told_beside_round,
        mine=N_("City, score board and my estate"),
        owned=N_("Estate: {player}"),
        legend=N_("Icons"),
    ),
    round_begins=(RoundBegan,),
    first=("variant", "pace", "picture"),
    at_opening=("confirm",),
    display=("size", "contrast", "colours", "areas", "hexes"),
    lesson=LESSON,
    things={**THINGS, "icons": [legend_entry(id_, entry) for id_, (_, entry) in LEGEND_ICONS.items()]},
)
