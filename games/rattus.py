"""Rattus on Discord: its definition for the bot, and hints for the panel that asks for a move."""

from collections.abc import Collection, Sequence
from itertools import combinations_with_replacement
from typing import Any

from msgspec.structs import replace

from games.bot_game import BoardParts, BotGame, CommandGroup, PickerHints
from renderer.rattus.pictures import PICTURES, POST
from rules.errors import N_
from rules.game import Target
from rules.notation import Move
from rules.rattus import GAME
from rules.rattus.cards import CARD_OF
from rules.rattus.components import CARDS, CONNECTIONS, MAX_RATS, NEIGHBOURS, rat_region
from rules.rattus.events import Revealed
from rules.rattus.moves import RESERVE, Place, Reveal
from rules.rattus.view import View
from wording.rattus import LESSON, WORDS
from wording.rattus.rules_help import THINGS

MAX_OF_KIND = 15
MAX_PAIRS = 10  # the pairs of four regions; among more, two presses are easier than finding the right pair
PICKER = PickerHints(
    inline=("take", "reveal", "place", "plague"),
    selects=("place",),
    max_rows=5,  # the map is lower than the city of Messina
    max_beside=20,  # six cards, twelve regions, and two more
    folded_fields={"place": "cubes"},
    folded_labels={"place": N_("👥 Fewer cubes")},
    letter_fields={"place": "region"},
    row_labels={"reveal": N_("Turn them all over")},
)


def picker_at(view: View, picker: PickerHints) -> PickerHints:
    """Return the hints with places ordered by the cubes that can be placed, and then by their order on the map.

    The order decides which places get a button if there isn't room for all.
    """
    rats = {one.id: len(one.rats) for one in view.regions}

    def cost(move: Move) -> tuple[int, Any]:
        if not isinstance(move, Place) or view.phase == "setup":
            return 0, ""
        return -10 * rats.get(move.region, 0) - move.cubes, letter(move.region)

    def letter(region: str) -> str:
        return PICTURES.letter(view, Target("region", region))

    def in_a_row(moves: Sequence[Move]) -> Sequence[Sequence[Move]]:
        """Return groups of moves that one button can make: pairs of regions for two new rats, or all rats to turn over.

        All rats are grouped only if the player knows none of their faces.
        """
        if view.question == "spread" and view.left == 2 <= view.supply:
            pairs = combinations_with_replacement(sorted(moves, key=lambda move: letter(move.words[1])), 2)
            found = [(one, two) for one, two in pairs if one != two or rats[one.words[1]] < MAX_RATS - 1]
            return found if len(found) <= MAX_PAIRS else ()
        if len(moves) < 2 or not all(isinstance(move, Reveal) for move in moves):
            return ()
        here = next(one for one in view.regions if one.id == view.plague)
        return () if any(rat.face for rat in here.rats) else [moves]

    # There is no room for paths of the plague piece beside cards and regions.
    ways = MAX_OF_KIND * (view.placed and view.question == "turn")
    return replace(picker, cost=cost, max_inline={"plague": ways}, in_a_row=in_a_row)


def moves_to_explain(view: View, kinds: Collection[str]) -> Sequence[Move]:
    """Return moves of the player's unused cards that are illegal now, without cards for action B or a devastation.

    Each move names plausible targets.
    """
    if view.question not in ("turn", "final") or view.seat is None:
        return ()
    here = next((one.id for one in view.regions if one.cubes[view.seat]), view.plague)
    rat = next((one.handle for region in view.regions for one in region.rats), f"{here}-a")
    near = NEIGHBOURS[view.seats]
    value = {
        "region": here,
        "to": near[here][0],
        "rat": rat,
        "cubes": 1,
        "potions": 0,
        "owner": view.seat,
        "figure": RESERVE,
        "wall": RESERVE,
        "connection": CONNECTIONS[view.seats][0],
    }
    found = []
    for verb, kind in GAME.notation.kinds.items():
        card = next((card for card in view.cards if card.id == CARD_OF.get(kind) and card.owner == view.seat), None)
        if card and verb not in kinds and not card.used and CARDS[card.id].timing not in ("B", "C"):
            to = near[rat_region(rat)][0] if "rat" in kind.__struct_fields__ else value["to"]
            found.append(kind(**{name: {**value, "to": to}[name] for name in kind.__struct_fields__}))
    return found


BOT_GAME = BotGame(
    rules=GAME,
    title="Rattus",
    words=WORDS,
    pictures=PICTURES,
    commands={
        "card": CommandGroup(
            N_("Use one of your class cards"), [verb for verb, kind in GAME.notation.kinds.items() if kind in CARD_OF]
        )
    },
    picker=PICKER,
    picker_at=picker_at,
    moves_to_explain=moves_to_explain,
    command_names={"neutral": "knight", "join": "combine"},
    optional_fields=("rat", "spread region", "figure", "wall"),
    seat_fields=("owner",),
    parts=BoardParts(turn_on_phone=POST, legend=N_("Cards in play")),
    first=("cards", "pace", "picture"),
    at_opening=("cards", "start", "late_abilities", "confirm"),
    display=("size", "contrast", "colours", "areas"),
    shown_in_panel=(Revealed,),
    next_seat=lambda view, seat: (seat + 1) % view.seats if view.phase == "turns" else None,
    lesson=LESSON,
    things=THINGS,
    plans_before={"plague": N_("Card and cubes, then ask me")},
)
