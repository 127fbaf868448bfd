"""The votes at a table: their texts, and the buttons to vote."""

import discord

from bot.channel.table_words import player
from bot.games import GAMES
from bot.ui.custom_id import Id
from bot.ui.item import ActionItem, button
from rules.errors import N_
from rules_service import TableInfo, Vote
from rules_service.consent_undo import read_request
from rules_service.pace import PACE
from rules_service.votes import CHANNEL_GONE, MODERATOR, VOTES
from storage import VoteKind
from wording import Words

# What votes are about, by kind.
PROPOSALS = {
    VoteKind.PACE: N_("{player} wants to change the pace to: {pace}."),
    VoteKind.PAUSE: N_("{player} wants to pause the table until {date}. Nobody will be late while it is paused."),
    VoteKind.FREE_SEAT: N_("{player} wants to open {owner}’s seat to new players."),
    VoteKind.STAND_IN: N_("{player} wants a computer to play for {owner}, who can take the seat back at any time."),
    VoteKind.CLOSE: N_("{player} wants to end this game without a result."),
    VoteKind.SLEEP: N_("{player} wants to put this table to sleep. Any of its players can wake it."),
    VoteKind.START: N_(
        "The host wants to start. Press *Ready* before {until}. Then the game starts with "
        "everyone who is ready, if there are enough; the others lose their seats."
    ),
    VoteKind.START_OVER: N_("{player} wants to start over without the player who has never moved."),
    VoteKind.MOVE: N_("{player} wants to move this table to {where}, two days after the vote began at the earliest."),
    VoteKind.RETURN_SEAT: N_("The previous player of this seat would like it back. Only you decide."),
}
# The same by kind and last word of their details, where these matter.
SPECIAL_PROPOSALS = {
    (VoteKind.FREE_SEAT, MODERATOR): N_(
        "A moderator wants to open {owner}’s seat to new players. Any player here can object."
    ),
    (VoteKind.MOVE, CHANNEL_GONE): N_(
        "{player} wants to move this table to {where}. It moves after a week unless someone votes no."
    ),
}


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
    if vote.kind == VoteKind.UNDO:
        return undo_proposal(vote, values, w)
    if vote.kind == VoteKind.PACE:
        values["pace"] = GAMES[info.game].words.option(PACE.id).value(vote.what, w)
    return w._(SPECIAL_PROPOSALS.get((vote.kind, last)) or PROPOSALS[vote.kind], **values)


def undo_proposal(vote: Vote, values: dict[str, str], w: Words) -> str:
    """Vote to undo a turn."""
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
    return w._("{player} asks to undo their last turn. Draws will come out the same. Vote by {until}.", **values)


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


def answers(info: TableInfo, vote: Vote, w: Words, seat: int | None = None, number: int = 0) -> list[ActionItem]:
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
