"""The votes at a table: their texts, and the buttons to vote."""

from pathlib import Path

import discord

from bot.channel.table_words import player
from bot.ui.message import Id, Item, button
from games import GAMES
from rules_service import TableInfo, Vote
from rules_service.consent_undo import read_request
from rules_service.pace import PACE
from rules_service.votes import CHANNEL_GONE, VOTES
from storage import VoteKind
from wording import Words
from wording.text_files import read_sections

# What votes are about, by kind; some differ if their details end with a certain word.
PROPOSALS = read_sections(Path(__file__).with_name("votes.md"))


def proposal(info: TableInfo, vote: Vote, w: Words) -> str:
    """Say what a vote is about."""
    details, last = vote.what.partition(" ")[0], vote.what.rpartition(" ")[2]
    values = {
        "player": w._("A moderator") if vote.by is None else player(info, vote.by, w),
        "owner": player(info, vote.seat or 0, w),
        "until": discord.utils.format_dt(vote.closes, "f") if vote.closes else "",
        "date": f"<t:{details}:D>",
        "where": f"<#{details}>",
    }
    if vote.kind == VoteKind.PACE:
        values["pace"] = GAMES[info.game].words.option(PACE.id).value(vote.what, w)
    if vote.kind == VoteKind.UNDO:
        others = sum(count for seat, count in read_request(vote.what).moves.items() if seat != vote.by)
        if others:
            return w.ngettext(
                "{player} asks to undo their last turn and {count} move of others since. Draws will "
                "come out the same. Vote by {until}.",
                "{player} asks to undo their last turn and {count} moves of others since. Draws will "
                "come out the same. Vote by {until}.",
                others,
                **values,
            )
    return w._(PROPOSALS[vote.kind].tagged("last").get(last) or PROPOSALS[vote.kind].plain, **values)


def to_all(info: TableInfo) -> list[Vote]:
    """Return the open votes that everybody can see."""
    return [vote for vote in info.votes if not VOTES[vote.kind].holder_decides]


def asked(info: TableInfo, vote: Vote, w: Words) -> str:
    """Say what the vote is about, how many votes are still missing, and when it ends."""
    lines, rule = [proposal(info, vote, w)], VOTES[vote.kind]
    if rule.holder_decides or vote.what.endswith(CHANNEL_GONE):
        return lines[0]
    missing = sum(seat not in vote.answers for seat in vote.voters)
    if rule.without_late and vote.seat is not None:
        lines.append(w._("It needs more votes for it than against it."))
    elif missing and rule.by_readiness:
        lines.append(w.ngettext("Still not ready: {count}.", "Still not ready: {count}.", missing))
    elif missing:
        lines.append(w.ngettext("Waiting for {count} more yes.", "Waiting for {count} more yes votes.", missing))
    if vote.closes and rule.without_late:
        lines.append(w._("The vote ends {when}.", when=discord.utils.format_dt(vote.closes, "R")))
    elif vote.closes is None and vote.seat is not None:
        lines.append(w._("The late player is notified first and has time to answer."))
    return " ".join(lines)


def answers(info: TableInfo, vote: Vote, w: Words, seat: int | None = None, number: int = 0) -> list[Item]:
    """Return the buttons to vote: for one seat in its notification, for everybody under the board."""
    if VOTES[vote.kind].by_readiness:
        return [button(Id(info.id, "ready", seat, number), w._("Ready"), discord.ButtonStyle.success)]
    labels = ((1, w._("Yes"), discord.ButtonStyle.success), (0, w._("No"), discord.ButtonStyle.secondary))
    row = [
        button(Id(info.id, "say", seat, number, f"{vote.number} {yes}"), label, style) for yes, label, style in labels
    ]
    if vote.kind == VoteKind.UNDO:
        row.append(button(Id(info.id, "lookback", seat, number, str(vote.number)), w._("What would be undone")))
    return row
