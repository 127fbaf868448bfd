"""Show the board in ephemeral messages, as the person may see it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord import ui

import wording
from bot.channel.posts import changed_targets, lobby_post, parts_of_view, public_events
from bot.channel.table_words import headlines_of, proof_text, seat_names, speaker_of
from bot.context import Press, Request
from bot.panels.bg_stats import bg_stats_link
from bot.panels.personal import note_button, note_text
from bot.preferences import picture_style, style_of
from bot.ui.message import MAX_TEXT, Id, Item, layout, read_id, select, select_option
from bot.ui.reply import Refusal
from games import GAMES
from renderer import Scene
from rules.errors import N_
from rules_service import Snapshot
from rules_service.daily import must_be_unsealed
from wording import Words, find

ALL, LEGEND = "all", "legend"  # options in the select of parts: the default view, and the legend of icons or cards
SINCE_LAST_MOVE = N_("**Since your last move**")
NOT_MINE = N_("That isn’t one of my posts. *Board as text* works on a table’s posts.")
NO_TABLE = N_("That message isn’t about a table. *Board as text* works on a table’s posts.")
NOTHING_MORE = N_("The post already shows everything you can see. Press *Show* to see the whole board.")
NOW = N_("-# This is the current board; the post is older.")


async def view(request: Request) -> None:
    """Show players their own view of the table, and everyone else the public one."""
    await show_board(request, (await request.info()).seat_of(request.user_id))


async def look(request: Request, *, own: bool, text: bool = False, part: str = "") -> None:
    """Show the public board or the person's own view, in words if the command asks for words or a part.

    Raises Refusal if there is no such part.
    """
    seat = (await request.info()).seat_of(request.user_id) if own else None
    if not text and not part:
        await show_board(request, seat)
        return
    parts = await parts_of(request)
    meant = [part] if part in parts else meant_parts(part, parts)
    if part and not meant:
        raise Refusal(N_("There is no such part. Available: {parts}."), parts=tuple(parts.values()))
    await read_board(request, seat, meant[0] if part else "")


async def parts_of(request: Request) -> dict[str, str]:
    """Return the titles of the parts of the textual board, by name, or none before the game has started."""
    if (await request.info()).started is None:
        return {}
    snapshot = await request.service.read.seen(request.table_id, None)
    return speaker_of(snapshot.info, snapshot.view(None), request.lang).board_parts()


def meant_parts(said: str, parts: Mapping[str, str]) -> list[str]:
    """Return the names of the parts of the textual board that match the text, best match first."""
    return [name for some in find(said, [(name, title, name) for name, title in parts.items()]) for name in some]


async def read_post(request: Request, message: discord.Message) -> None:
    """Show the public board of a message's table in words, in its current state.

    The message can be a recorded post, or one with buttons about a table, such as a notification. Raises Refusal if it
    isn't the bot's or isn't about a table, and NoTable if the person can't use the table from here.
    """
    if message.author != request.app.client.user:
        raise Refusal(NOT_MINE)
    post = await request.app.storage.outbox.post(message.id)
    ids = [getattr(item, "custom_id", None) for item in ui.LayoutView.from_message(message).walk_children()]
    named = next((press.table for one in ids if (press := read_id(one))), 0)
    table_id = post.table_id if post else named
    if not table_id:
        raise Refusal(NO_TABLE)
    info = await request.accessible_table(table_id)
    older = post is not None and not post.live
    await read_board(request.about(info), None, note=request.words._(NOW) if older else "")


async def read_board(request: Request, seat: int | None, section: str = "", note: str = "") -> None:
    """Show the board, or one section of it, in words as the seat sees it (None: the public view).

    ``note``: a text to show above it. Before the start, show the lobby's post.
    """
    info, lang = await request.info(), request.lang
    if info.started is None:
        await request.show(lobby_post(info))
        return
    snapshot = await request.service.read.seen(request.table_id, seat)
    speaks = speaker_of(snapshot.info, snapshot.view(seat), lang)
    news = "" if section else since_last_move(since_own_move(snapshot, seat, lang, whole=True)[1], request.words)
    news = "\n".join(filter(None, [note, news]))
    first, *rest = speaks.board_text(section)
    # People who play without pictures must not lose any text.
    if len(news) + len(first) > MAX_TEXT:
        first, rest = news, [first, *rest]
    else:
        first = "\n".join(filter(None, [news, first]))
    await request.show_pages([first, *rest])


async def show_board(request: Request, seat: int | None, *, part: str = "") -> None:
    """Show the board as the seat sees it (None: the public view) in pictures, or in words if pictures are refused.

    With ``part``, show only this player's part of the board, or only the legend. Other parts are ignored. Before the
    start, show the lobby's post.
    """
    info, lang = await request.info(), request.lang
    if info.started is None:
        await request.show(lobby_post(info))
        return
    snapshot = await request.service.read.seen(request.table_id, seat)
    info = snapshot.info
    seen = snapshot.view(seat)
    part = part if part == LEGEND or part in owned_parts(snapshot, seat) else ""
    since, lines = since_own_move(snapshot, seat, lang)
    w, speaks = request.words, speaker_of(info, seen, lang)
    told = await is_told(request, since if lines else None)
    like = await picture_style(request.app.storage, request.user_id, info)
    secrets = speaks.secrets()
    now = speaks.status(at=int(request.app.clock.now().timestamp()))
    texts = [] if part else ["" if told else since_last_move(lines, w), secrets, now]
    free = seat is not None and snapshot.table.undoable(seat)  # Whether there are steps that the post doesn't show.
    alike = told and not free and w is wording.words(info.language) and like == style_of(info)
    if alike and not (part or secrets or GAMES[info.game].parts.own):
        part, texts = LEGEND, [w._(NOTHING_MORE)]
    events = public_events(snapshot, since) if lines else ()
    scene: Scene[Any] = Scene(seen, seat_names(info), words=w, colours=info.colours, events=events, style=like.style)
    parts = [part] if part else parts_of_view(snapshot, like.layout, seat)
    changes = partial(changed_targets, snapshot, since) if lines else lambda part: ()
    pictures = await request.app.pictures.board(info.game, scene, parts, changes)
    rows = [more_parts(snapshot, seat, part, w)]
    if seat is not None and info.open:
        texts.insert(0, await note_text(request.app, request.user_id, info.id, w))
        rows.append([note_button(info.id, w)])
    if not await request.show(layout(texts, pictures, rows), pictures):
        for page in speaks.board_text():
            await request.reply.add(layout([page]))


async def is_told(request: Request, since: int | None) -> bool:
    """Return whether the pressed button is on the newest post and that post covers all events since a log line.

    ``since``: the log line, or None if there are no events to show.
    """
    pressed = request.interaction.message
    post = await request.app.storage.outbox.post(pressed.id) if pressed else None
    return post is not None and post.live and (since is None or post.since <= since)


def more_parts(snapshot: Snapshot, seat: int | None, part: str, w: Words) -> list[Item]:
    """Return a select for the whole board, each player's part (such as an estate), and the legend of icons or cards."""
    shown, owned = GAMES[snapshot.info.game].parts, owned_parts(snapshot, seat)
    people = seat_names(snapshot.info)
    titles = {"": w._("The whole board") if seat is None or not owned else w._(shown.mine)}
    for name, owner in owned.items():
        titles[name] = w._(shown.owned, player=wording.plain_name(people[owner]))
    titles[LEGEND] = w._(shown.legend)
    entries = [select_option(name or ALL, title, chosen=name == part) for name, title in titles.items()]
    return [select(Id(snapshot.info.id, "part", seat), w._("Show"), entries)]


def owned_parts(snapshot: Snapshot, seat: int | None) -> dict[str, int]:
    """Return the parts of the board that each belong to one player, with the owner's seat.

    ``seat``: the seat that looks at the board.
    """
    game = GAMES[snapshot.info.game]
    parts = game.pictures.parts(snapshot.view(seat), "tall")
    return {part: owner for part in parts if (owner := game.parts.owner(part)) is not None}


async def show_part(press: Press) -> None:
    """Show the chosen part of the board instead of the current one."""
    seat = (await press.info()).seat_of(press.user_id) if press.custom_id.seat is not None else None
    await show_board(press, seat, part=press.value)


def last_own_move(snapshot: Snapshot, seat: int | None) -> int:
    """Return the log number of the last move for the seat, whoever made it, or 0."""
    mine = [step.number for step in snapshot.table.steps if step.seat == seat]
    return snapshot.numbers[mine[-1] - 1] if mine and seat is not None else 0


def since_own_move(snapshot: Snapshot, seat: int | None, lang: str, *, whole: bool = False) -> tuple[int, list[str]]:
    """Return the log number of the last move for the seat, whoever made it, and headlines of later events.

    The list is empty before the first move. With ``whole``, return complete sentences instead of headlines.
    """
    number = last_own_move(snapshot, seat)
    if not number:
        return 0, []
    info, view, events = snapshot.info, snapshot.view(None), snapshot.events(None, number)
    told = speaker_of(info, view, lang).summary(events) if whole else headlines_of(info, view, lang, events)
    return number, told


def since_last_move(lines: Sequence[str], w: Words) -> str:
    """Return these lines under the heading "Since your last move", or "" if there are none."""
    return "\n".join([w._(SINCE_LAST_MOVE), *lines]) if lines else ""


async def show_score(request: Request) -> None:
    """Show the current or final ranking with a breakdown of the points, all of which are public in both games."""
    info = await request.info()
    seat = info.seat_of(request.user_id)
    snapshot = await request.service.read.seen(info.id, seat)
    table = snapshot.table
    speaks = speaker_of(snapshot.info, table.view(seat), request.lang)
    if table.over:
        link = "" if info.sealed else bg_stats_link(snapshot.info, table.score(), request.words)
        texts = [speaks.final_table(table.score()), link]
    else:
        texts = [speaks.score_now(table.score()), speaks.nearing_end()]
    await request.reply.send(layout(texts))


async def verify(request: Request) -> None:
    """Replay the table's game, compare its seed with its fingerprint, and show the result.

    Raises Sealed while others may play the same challenge of the day.
    """
    info, w = await request.info(), request.words
    must_be_unsealed(info)
    # In a running game, moves that their player can undo alone are still secret and don't count.
    verdict = await request.service.read.verify(info.id)
    if info.ended:
        text = w.ngettext(
            "Everything is correct: {count} move replays as it was played.",
            "Everything is correct: {count} moves replay as they were played.",
            verdict.moves,
        )
    else:
        text = w.ngettext(
            "Everything is correct so far: {count} move replays as it was played.",
            "Everything is correct so far: {count} moves replay as they were played.",
            verdict.moves,
        )
    seal = proof_text(info, w) or w._("The fingerprint of its seed: `{fingerprint}`", fingerprint=info.fingerprint)
    await request.say(f"{text}\n{seal}" if verdict.ok else w._("This game can’t be replayed: {why}", why=verdict.why))
