"""What typed moves share: the person's turn in this channel, and playing what they typed."""

from typing import Any

from bot.context import App
from bot.games import GAMES, BotGame
from bot.panels.turn import show_outcome, turn_of
from bot.panels.turn_parts import Turn
from bot.ui import Interaction
from bot.ui.errors import Refusal
from rules.errors import N_, RulesError
from rules_service import NoTable, TableInfo

NO_TABLE = N_("There is no table in this channel. `/table open` opens one; `/mygames` finds yours.")
SEVERAL = N_("You sit at several tables. `/mygames` lists them; choose one there.")
OTHER_GAME = N_("This channel's table plays {game}.")
AMBIGUOUS = N_("Please say more: {moves}.")


async def table_here(app: App, interaction: Interaction) -> TableInfo:
    """The table of the channel; in a private conversation the person's own, if there is no doubt. Raises NoTable."""
    info: TableInfo | None = await app.service.table_in(interaction.channel_id or 0)
    if info is None and interaction.guild_id is None:
        return await own_table(app, interaction)
    if info is None:
        raise NoTable(NO_TABLE)
    return info


async def own_table(app: App, interaction: Interaction) -> TableInfo:
    """The one running table that waits for the person, or else the one where they sit. Raises NoTable."""
    mine = await app.service.my_tables(interaction.user.id)
    running = [info for info in mine if info.status == "running"]
    waiting = [info for info in running if info.seat_of(interaction.user.id) in info.due]
    found: list[TableInfo] = waiting or running
    if len(found) > 1:
        raise NoTable(SEVERAL)
    if not found:
        raise NoTable(NO_TABLE)
    return found[0]


async def turn_here(app: App, interaction: Interaction) -> Turn | None:
    """The channel's table as the person has it before them, or None if they have nothing to decide here."""
    try:
        info = await table_here(app, interaction)
        if info.status != "running" or info.seat_of(interaction.user.id) is None:
            return None
        return await turn_of(app, interaction, info.id)
    except RulesError:  # nothing to offer; whoever sends the command is told why
        return None


async def play_text(app: App, interaction: Interaction, text: str) -> None:
    """Play a move that was typed, in notation or as its label."""
    info = await table_here(app, interaction)
    turn = await turn_of(app, interaction, info.id)
    outcome = await app.service.play(info.id, interaction.user.id, by_label(turn, text), interaction=interaction.id)
    await show_outcome(app, interaction, turn, outcome)


async def play_typed(
    app: App, interaction: Interaction, game: BotGame, verb: str, fields: list[str], given: dict[str, Any]
) -> None:
    """Play a move whose fields were typed one by one; some may be missing where that leaves no doubt."""
    info = await table_here(app, interaction)
    if info.game != game.rules.id:
        raise Refusal(OTHER_GAME, game=GAMES[info.game].title)
    turn = await turn_of(app, interaction, info.id)
    said = {name: "-".join(str(given[name]).lower().split()) for name in fields if given.get(name) is not None}
    fitting = [
        move
        for move in turn.moves
        if move.split()[0] == verb
        and all(dict(zip(fields, move.split()[1:], strict=True))[name] == word for name, word in said.items())
    ]
    if len(fitting) > 1 and set(fields) - set(said) == way_of(game, verb):
        cost = game.hints(turn.snapshot.table.view(turn.seat)).cost
        cheapest = min(map(cost, fitting))
        fitting = [move for move in fitting if cost(move) == cheapest]
    if len(fitting) > 1 and len(said) < len(fields):
        raise Refusal(AMBIGUOUS, moves="; ".join(f"`{move}`" for move in fitting[:8]))
    # What fits nothing is played as it was typed, so that the rules say what is wrong with it.
    text = fitting[0] if len(fitting) == 1 else " ".join([verb, *(said.get(name, "1") for name in fields)])
    await play_text(app, interaction, text)


def way_of(game: BotGame, verb: str) -> set[str]:
    """The field of a kind of move that need not be said where one answer is the cheapest."""
    place = game.picker.ways.get(verb, 0)
    return {game.rules.notation.kinds[verb].__struct_fields__[place - 1]} if place else set()


def by_label(turn: Turn, text: str) -> str:
    """The notation of the legal move with this label; the text itself if there is none."""
    return next((move for label, move in labels(turn) if label.casefold() == text.strip().casefold()), text)


def labels(turn: Turn) -> list[tuple[str, str]]:
    """Every legal move as its label and its notation."""
    speaks, legal = turn.speaker.discreet(), turn.snapshot.table.legal(turn.seat)
    return [(speaks.label(move), text) for move, text in zip(legal, turn.moves, strict=True)]
