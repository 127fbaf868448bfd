"""What posts, panels and notifications say of a table: its people, its place, its options, and moments."""

from datetime import datetime
from typing import Any

import discord

import wording
from bot.computers import can_play
from bot.texts import TEXTS
from games import GAMES
from rules.errors import N_
from rules.game import Option
from rules_service import TableInfo
from rules_service.options import DISPLAY, LANGUAGE, table_options
from rules_service.pace import PACE
from wording import OptionWords, Speaker, Words

# The keys are the levels of computer players.
LEVEL_NAMES = {"casual": N_("casual"), "steady": N_("steady"), "strong": N_("strong")}


def names(info: TableInfo) -> list[str]:
    """Return the name of each seat."""
    return [seat.shown for seat in info.seats]


def player(info: TableInfo, seat: int, w: Words) -> str:
    """Return a seat's player as Markdown, with the mark of their colour."""
    return wording.player(names(info), seat, w, info.colours)


def plain_player(info: TableInfo, seat: int, w: Words) -> str:
    """Return a seat's player as plain text."""
    return wording.plain_player(names(info), seat, w, info.colours)


def speaker(info: TableInfo, view: Any, lang: str, reader: int | None = None) -> Speaker[Any]:
    """Return the speaker for this view of a game, in a language, for everybody or for one seat alone."""
    return Speaker(GAMES[info.game].words, wording.words(lang), names(info), view, reader, info.colours)


def person_name(name: str, w: Words) -> str:
    """Return a person's name as Markdown, or a stand-in if nothing of it is visible."""
    return wording.safe_name(name) or w._("somebody")


def where_is(info: TableInfo, w: Words) -> str:
    """Return where a table is, as a link if possible."""
    return f"<#{info.place.channel_id}>" if info.place.guild_id else w._("our DM")


def exact_time(at: datetime) -> str:
    """Return a moment, and how long until then (P3)."""
    return f"{discord.utils.format_dt(at, 'f')} ({relative_time(at)})"


def relative_time(at: datetime) -> str:
    """Return a moment as relative time, which Discord keeps current for every reader."""
    return discord.utils.format_dt(at, "R")


def seats_at(info: TableInfo) -> tuple[int, ...]:
    """Return the possible numbers of players: in a DM only computers can join."""
    counts = GAMES[info.game].rules.seats
    return counts if info.place.guild_id or can_play(info.game) else tuple(count for count in counts if count == 1)


def options_at(info: TableInfo) -> tuple[Option, ...]:
    """Return the options that apply to a table: before the start, for any number of players it may still get."""
    here = len(info.seats)
    seats = [here] if info.started else [count for count in seats_at(info) if count >= here]
    game = GAMES[info.game]
    unknown = {option.id for option in DISPLAY} - set(game.display)
    known = table_options(game.rules, seats)
    return tuple(option for option in known if option.id not in unknown and option.matters(info.options))


def language_option(info: TableInfo) -> Option:
    """Return the language of the table's posts as an option with the current one first."""
    now = wording.words(info.language).lang
    return Option(LANGUAGE, (now, *(lang for lang in wording.languages() if lang != now)))


def settings(info: TableInfo, w: Words, *, brief: bool = False) -> list[str]:
    """Return the options of a table, one line each, without those that leave no choice.

    ``brief``: only the most important ones and those that differ from the default.
    """
    known = {option.id: option for option in options_at(info) if len(option.values) > 1}
    lines = {
        option: w._("**{option}:** {value} *(changed)*", **values)
        if option in info.changed
        else f"**{values['option']}:** {values['value']}"
        for option, value in info.options.items()
        if option in known
        for words in [GAMES[info.game].words.option(option)]
        for values in [{"option": w._(words.title), "value": option_text(words, value, w)}]
    }
    first = GAMES[info.game].first
    lines = dict(sorted(lines.items(), key=lambda line: line[0] not in first))
    telling = {*first, *info.changed}
    shown = [option for option in lines if option in telling or info.options[option] != known[option].default]
    if not brief or len(shown) == len(lines):
        return list(lines.values())
    return [
        *(lines[option] for option in shown),
        w._("Everything else is at its default; *{options}* shows it.", options=w._("Options")),
    ]


def option_text(words: OptionWords, value: str, w: Words) -> str:
    """Return a value of an option, with what it contains."""
    text, content = words.value(value, w), words.content(value, w)
    return f"{text} ({content})" if content else text


def pace(info: TableInfo, w: Words) -> str:
    """Return the pace of the table as small print, or "" if nobody waits for anybody else."""
    if info.alone or PACE not in options_at(info):
        return ""
    words = GAMES[info.game].words.option(PACE.id)
    return f"-# {w._(words.title)}: {words.value(info.options[PACE.id], w)}"


def proof(info: TableInfo, w: Words) -> str:
    """Return the seed and fingerprint of a finished game, so that everybody can check every draw; "" before the end."""
    if info.seed is None:
        return ""
    return w._(
        TEXTS.seed_proof,
        seed=info.seed,
        fingerprint=info.fingerprint,
    )
