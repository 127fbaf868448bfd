"""Texts about a table for posts, panels and notifications: people, place, options, times and votes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import discord

import wording
from bot.computers import can_play
from bot.ui.message import SECONDARY, SUCCESS, Id, Item, button
from games import GAMES
from rules.errors import N_
from rules.game import Event, Option
from rules_service import TableInfo, Vote
from rules_service.consent_undo import read_request
from rules_service.options import DISPLAY_OPTIONS, LANGUAGE_KEY, table_options
from rules_service.pace import PACE_OPTION
from rules_service.votes import CHANNEL_GONE, MODERATOR, VOTE_RULES
from storage import VoteKind
from wording import OptionWords, Speaker, Words
from wording.option_words import TABLE_OPTION_WORDS

# What votes are about. Those to free a seat, to move and to undo have another text in one case.
PROPOSALS = {
    VoteKind.PACE: N_("{player} wants to change the pace to: {pace}."),
    VoteKind.PAUSE: N_("{player} wants to pause the table until {date}. Nobody will be late while it is paused."),
    VoteKind.FREE_SEAT: N_("{player} wants to open {owner}’s seat to new players."),
    VoteKind.STAND_IN: N_("{player} wants a computer to play for {owner}, who can take the seat back at any time."),
    VoteKind.CLOSE: N_("{player} wants to end this game without a result."),
    VoteKind.SLEEP: N_("{player} wants to put this table to sleep. Any of its players can wake it."),
    VoteKind.START: N_(
        "The host wants to start. Press *Ready* before {until}. Then the game starts with everyone who is "
        "ready, if there are enough; the others lose their seats."
    ),
    VoteKind.START_OVER: N_("{player} wants to start over without the player who has never moved."),
    VoteKind.MOVE: N_(
        "{player} wants to move this table to {where}. If everyone agrees, it moves two days after the vote began."
    ),
    VoteKind.RETURN_SEAT: N_("The previous player of this seat would like it back. It’s your decision."),
    VoteKind.UNDO: N_("{player} asks to undo their last turn. Draws will come out the same. Vote by {until}."),
}
FREED_BY_MODERATOR = N_("A moderator wants to open {owner}’s seat to new players. Any player here can object.")
MOVED_FROM_LOST_CHANNEL = N_(
    "{player} wants to move this table to {where}. It moves after a week unless someone votes no."
)
# The keys are the levels of computer players.
LEVEL_NAMES = {"casual": N_("casual"), "steady": N_("steady"), "strong": N_("strong")}


def named_for_log(info: TableInfo) -> str:
    """Return the table's name for the log."""
    return f"table {info.id}"


def seat_names(info: TableInfo) -> list[str]:
    """Return the name of each seat."""
    return [seat.shown for seat in info.seats]


def player_text(info: TableInfo, seat: int, w: Words) -> str:
    """Return a seat's player as Markdown, with the mark of their colour."""
    return wording.player(seat_names(info), seat, w, info.colours)


def plain_player(info: TableInfo, seat: int, w: Words) -> str:
    """Return a seat's player as plain text."""
    return wording.plain_player(seat_names(info), seat, w, info.colours)


def speaker_of(info: TableInfo, view: Any, lang: str, reader: int | None = None) -> Speaker[Any]:
    """Return the speaker for this view of a game in a language, for everybody or for just one seat."""
    return Speaker(GAMES[info.game].words, wording.words(lang), seat_names(info), view, reader, info.colours)


def brief_speaker(info: TableInfo, view: Any, lang: str) -> Speaker[Any]:
    """Return a speaker for posts and news. It marks people for whom a computer plays, but not computer players."""
    names = [seat.shown if seat.person else seat.name for seat in info.seats]
    return Speaker(GAMES[info.game].words, wording.words(lang), names, view, colours=info.colours)


def headlines_of(info: TableInfo, view: Any, lang: str, events: Sequence[Event]) -> list[str]:
    """Return headlines of these events (`Speaker.headlines`) for posts and news."""
    return brief_speaker(info, view, lang).headlines(events)


def person_name(name: str, w: Words) -> str:
    """Return a person's name as Markdown, or a stand-in if the name has no visible characters."""
    return wording.safe_name(name) or w._("somebody")


def where_is(info: TableInfo, w: Words) -> str:
    """Return the table's place in words: its channel as a link, our DM, or the challenge of the day."""
    if info.daily is not None:
        return w._("the challenge of the day")
    return f"<#{info.place.channel_id}>" if info.place.guild_id else w._("our DM")


def exact_time(at: datetime) -> str:
    """Return a moment as an absolute time with the time left until then (P3)."""
    return f"{discord.utils.format_dt(at, 'f')} ({relative_time(at)})"


def relative_time(at: datetime) -> str:
    """Return a moment as a relative time, which Discord keeps current for every reader."""
    return discord.utils.format_dt(at, "R")


def seats_at(info: TableInfo) -> tuple[int, ...]:
    """Return the possible numbers of players. In a DM, the others can only be computers."""
    counts = GAMES[info.game].rules.seats
    return counts if info.place.guild_id or can_play(info.game) else tuple(count for count in counts if count == 1)


def options_at(info: TableInfo) -> tuple[Option, ...]:
    """Return the options that apply to a table. Before the start, the number of players may still change."""
    here = len(info.seats)
    seats = [here] if info.started else [count for count in seats_at(info) if count >= here]
    game = GAMES[info.game]
    unknown = {option.id for option in DISPLAY_OPTIONS} - set(game.display)
    known = table_options(game.rules, tuple(seats))
    return tuple(option for option in known if option.id not in unknown and option.matters(info.options))


def language_option(info: TableInfo) -> Option:
    """Return the language of the table's posts as an option with the current one first."""
    now = wording.words(info.language).lang
    return Option(LANGUAGE_KEY, (now, *(lang for lang in wording.languages() if lang != now)))


def option_lines(info: TableInfo, w: Words, *, brief: bool = False) -> list[str]:
    """Return a line for each option with several values.

    ``brief``: only main and changed options, and a line about the others.
    """
    known = {option.id: option for option in options_at(info) if len(option.values) > 1}

    def line(option: str) -> str:
        words = GAMES[info.game].words.option(option)
        title, value = w._(words.title), option_text(words, info.options[option], w)
        if option in info.changed:
            return w._("**{option}:** {value} *(changed)*", option=title, value=value)
        return f"**{title}:** {value}"

    lines = {option: line(option) for option in info.options if option in known}
    first = GAMES[info.game].first
    lines = dict(sorted(lines.items(), key=lambda line: line[0] not in first))
    telling = {*first, *info.changed}
    shown = [option for option in lines if option in telling or info.options[option] != known[option].default]
    if not brief or len(shown) == len(lines):
        return list(lines.values())
    rest = w._("Everything else is set to its default; see *{options}*.", options=w._("Options"))
    return [*(lines[option] for option in shown), rest]


def option_text(words: OptionWords, value: str, w: Words) -> str:
    """Return the text of an option's value, including the items that it contains."""
    text, content = words.value(value, w), words.content(value, w)
    return f"{text} ({content})" if content else text


def pace_text(info: TableInfo, w: Words) -> str:
    """Return the pace of the table in small print, or "" if no player waits for another."""
    if info.alone or PACE_OPTION not in options_at(info):
        return ""
    words = TABLE_OPTION_WORDS[PACE_OPTION.id]
    return f"-# {w._(words.title)}: {words.value(info.options[PACE_OPTION.id], w)}"


def proof_text(info: TableInfo, w: Words) -> str:
    """Return the seed and its fingerprint, with which every draw can be checked, or "" while the seed is secret."""
    if info.seed is None:
        return ""
    text = N_("-# Seed `{seed}`. Its SHA-256 fingerprint `{fingerprint}` was fixed before the start.")
    return w._(text, seed=info.seed, fingerprint=info.fingerprint)


def proposal(info: TableInfo, vote: Vote, w: Words) -> str:
    """Return the text that says what a vote proposes."""
    details = vote.what.partition(" ")[0]
    values = {
        "player": w._("A moderator") if vote.by is None else player_text(info, vote.by, w),
        "owner": player_text(info, vote.seat or 0, w),
        "until": discord.utils.format_dt(vote.closes, "f") if vote.closes else "",
        "date": f"<t:{details}:D>",
        "where": f"<#{details}>",
    }
    if vote.kind == VoteKind.PACE:
        values["pace"] = TABLE_OPTION_WORDS[PACE_OPTION.id].value(vote.what, w)
    if vote.kind == VoteKind.UNDO:
        others = sum(count for seat, count in read_request(vote.what).moves.items() if seat != vote.by)
        if others:
            return w.ngettext(
                "{player} asks to undo their last turn and {count} move of others since. "
                "Draws will come out the same. Vote by {until}.",
                "{player} asks to undo their last turn and {count} moves of others since. "
                "Draws will come out the same. Vote by {until}.",
                others,
                **values,
            )
    if vote.kind == VoteKind.FREE_SEAT and vote.what == MODERATOR:
        return w._(FREED_BY_MODERATOR, **values)
    return w._(MOVED_FROM_LOST_CHANNEL if vote.what.endswith(CHANNEL_GONE) else PROPOSALS[vote.kind], **values)


def to_all(info: TableInfo) -> list[Vote]:
    """Return the open votes that are shown to everyone."""
    return [vote for vote in info.votes if not VOTE_RULES[vote.kind].holder_decides]


def vote_text(info: TableInfo, vote: Vote, w: Words) -> str:
    """Describe the vote, how many votes are still missing, and when it ends."""
    lines, rule = [proposal(info, vote, w)], VOTE_RULES[vote.kind]
    if rule.holder_decides or vote.what.endswith(CHANNEL_GONE):
        return lines[0]
    missing = sum(seat not in vote.answers for seat in vote.voters)
    if rule.without_late and vote.seat is not None:
        lines.append(w._("The vote needs more yes votes than no votes."))
    elif missing and rule.by_readiness:
        lines.append(w.ngettext("Still not ready: {count}.", "Still not ready: {count}.", missing))
    elif missing:
        lines.append(w.ngettext("Waiting for {count} more yes vote.", "Waiting for {count} more yes votes.", missing))
    if vote.closes and rule.without_late:
        lines.append(w._("The vote ends {when}.", when=discord.utils.format_dt(vote.closes, "R")))
    elif vote.closes is None and vote.seat is not None:
        lines.append(w._("The late player is notified first and has time to answer."))
    return " ".join(lines)


def vote_buttons(info: TableInfo, vote: Vote, w: Words, seat: int | None = None, seen: int = 0) -> list[Item]:
    """Return the buttons for voting: in a notification for one seat, under the board for everybody."""
    if VOTE_RULES[vote.kind].by_readiness:
        return [button(Id(info.id, "ready", seat, seen), w._("Ready"), SUCCESS)]
    ways = ((1, w._("Yes"), SUCCESS), (0, w._("No"), SECONDARY))
    row = [button(Id(info.id, "say", seat, seen, f"{vote.name} {yes}"), label, style) for yes, label, style in ways]
    if vote.kind == VoteKind.UNDO:
        row.append(button(Id(info.id, "lookback", seat, seen, vote.name), w._("What would be undone")))
    return row
