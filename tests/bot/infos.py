"""Make table records for posts, notifications and commands without a database, and read the messages made from them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
from discord import ui

from bot.ui.message import passes_away
from games import GAMES
from rules.table import Table
from rules_service import Place, Seat, Snapshot, TableInfo, Vote
from rules_service.options import complete_options, game_options
from storage import TableStatus, VoteKind

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def seat(number: int, **values: Any) -> Seat:
    """Return a seat: seat 0 is Ann's, whose Discord id is 101, seat 1 is Ben's (102), and so on."""
    usual: dict[str, Any] = {
        "seat": number, "user_id": number + 101, "name": NAMES[number], "vacant": False, "freed": False,
        "due_since": None, "late_from": None, "away": False, "moved": True, "player": number + 1,
    }  # fmt: skip
    return Seat(**usual | values)


def waiting(number: int, since: datetime = NOON, **values: Any) -> Seat:
    """Return a seat that the game is waiting for, by default since noon and log line 1."""
    return seat(number, **{"due_since": since, "due_number": 1} | values)


def computer(number: int, **values: Any) -> Seat:
    """Return the seat of a computer player."""
    return seat(number, **{"computer": "steady", "person": False, "user_id": None} | values)


def running(game: str, *seats: Seat, options: dict[str, str] | None = None, **values: Any) -> TableInfo:
    """Return a running table in channel 10 of a server, with these seats."""
    usual: dict[str, Any] = {
        "id": 5, "game": game, "status": TableStatus.RUNNING, "place": Place(10, 7), "host_id": 101, "seats": seats,
        "options": complete_options(GAMES[game].rules, options or {}),
        "language": "en", "number": 9, "fingerprint": "0123456789abcdef", "seed": None, "opened": NOON,
        "started": NOON + HOUR, "ended": None, "colours": tuple(range(len(seats))),
    }  # fmt: skip
    return TableInfo(**usual | values)


def lobby(game: str, *seats: Seat, **values: Any) -> TableInfo:
    """Return a table whose game has not started."""
    return running(game, *seats, **{"status": TableStatus.LOBBY, "started": None, "number": 0} | values)


def vote(kind: VoteKind, what: str = "", **values: Any) -> Vote:
    """Return a vote, number 4, opened by Ann, in which Ann and Ben may vote and nobody has answered."""
    usual: dict[str, Any] = {
        "number": 4, "name": f"{kind}-1", "kind": kind, "what": what, "seat": None, "by": 0, "closes": NOON + 2 * DAY,
    }  # fmt: skip
    return Vote(**usual | {"answers": {}, "voters": (0, 1)} | values)


def snapshot(info: TableInfo, *moves: str, seed: str = "0" * 32) -> Snapshot:
    """Return a table's game after these moves, each by the first seat that is due. The first move is log line 2."""
    table = Table(
        GAMES[info.game].rules, len(info.seats), seed,
        game_options(GAMES[info.game].rules, len(info.seats), info.options),
    )  # fmt: skip
    for move in moves:
        table.play(table.due()[0].seat, move)
    return Snapshot(info, table, len(moves) + 1, 1, tuple(range(2, len(moves) + 2)), unseen=())


def texts(view: ui.LayoutView) -> list[str]:
    """Return the texts of a message, with temporary ones marked by a "~"."""
    shown = [item for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    return ["~" * passes_away(item) + item.content for item in shown]


def pressable(rows: Any) -> list[list[str]]:
    """Return each row's buttons as texts: label and id, after "!" if primary and "+" if green."""
    signs = {discord.ButtonStyle.primary: "!", discord.ButtonStyle.success: "+", discord.ButtonStyle.secondary: ""}
    return [[f"{signs[item.style]}{item.label} {item.custom_id}" for item in row] for row in rows]


def rows_in(view: ui.LayoutView) -> list[list[str]]:
    """Return the buttons of a message as `pressable` does."""
    return pressable([item.children for item in view.walk_children() if isinstance(item, ui.ActionRow)])


CLIENT = discord.Client(intents=discord.Intents.none())


def sent(view: ui.LayoutView, number: int = 99, shown: Sequence[tuple[int, str]] = ()) -> discord.Message:
    """Return the message in channel 10 that Discord makes from a view. ``shown``: ids and addresses of its pictures.

    Discord numbers the parts of a message. A picture with the id 0 has lost its attachment.
    """
    components: list[Any] = view.to_components()  # type: ignore[no-untyped-call]
    pictures = iter(shown)

    def complete(parts: list[Any]) -> None:
        for part in parts:
            part.setdefault("id", 1)
            for item in part.get("items", []):
                attachment, url = next(pictures)
                item["media"] = {"url": url, "proxy_url": "", **({"attachment_id": attachment} if attachment else {})}
            complete(part.get("components", []))

    complete(components)
    data: Any = {
        "id": number,
        "channel_id": 10,
        "author": {"id": 1, "username": "miasma", "discriminator": "0", "avatar": None},
        "content": "", "timestamp": NOON.isoformat(), "edited_timestamp": None, "components": components,
        **dict.fromkeys(("tts", "mention_everyone", "pinned"), False),
        **{key: [] for key in ("mentions", "mention_roles", "attachments", "embeds")},
        "type": 0,
        "flags": 1 << 15,
    }  # fmt: skip
    channel: Any = CLIENT.get_partial_messageable(10)
    return discord.Message(state=CLIENT._connection, channel=channel, data=data)
