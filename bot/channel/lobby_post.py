"""The post of a lobby: the game, its options and players, and the buttons before the start."""

from functools import partial

from discord import ui

import wording
from bot.channel.board_post import closed, public, standing
from bot.channel.table_words import LEVEL_NAMES, exact_time, person_name, relative_time, seats_at, settings
from bot.channel.vote_texts import answers, to_all
from bot.computers import can_play
from bot.texts import TEXTS
from bot.ui.message import PRIMARY, SECONDARY, SUCCESS, Item, layout
from games import GAMES
from rules_service import TableInfo
from rules_service.pace import LIVE, PACE
from rules_service.votes import VOTES
from wording import Words

FINGERPRINT_DIGITS = 8  # The rest is shown on request.


def lobby_post(info: TableInfo) -> ui.LayoutView:
    """Return the post of a lobby, of one whose game has started, or of one that was cancelled."""
    w = wording.words(info.language)
    game = GAMES[info.game]
    if info.started is None and not info.open:
        text = w._("## {game}\nThis table was closed. `/table open` opens a new one.", game=game.title)
        return layout([text, closed(info, w)])
    host = person_name(next((seat.name for seat in info.seats if seat.user_id == info.host_id), ""), w)
    head = w._(TEXTS.lobby_head, game=game.title, host=host, since=relative_time(info.opened))
    sealed = w._("**Fingerprint of the seed:** `{fingerprint}…`", fingerprint=info.fingerprint[:FINGERPRINT_DIGITS])
    small = "\n".join(f"-# {line}" for line in [*settings(info, w, brief=True), sealed])
    people = "\n".join(seat_lines(info, w))
    if info.started:
        return layout([head, people, w._("The game has started; the board is further down."), small])
    warning = game.words.option_warning(info.options, len(info.seats))
    texts = [head, people, "\n".join(hints(info, w)), w._(warning) if warning else "", standing(info, w), small]
    votes = [answers(info, vote, w) for vote in to_all(info) if not VOTES[vote.kind].by_readiness]
    return layout(texts, (), [*lobby_rows(info, w), *votes])


def can_join(info: TableInfo) -> bool:
    """Return whether the table is for several people, where anybody may join."""
    return info.place.guild_id is not None and max(seats_at(info)) > 1


def free_seats(info: TableInfo) -> int:
    """Return how many seats are neither taken nor kept for somebody."""
    return max(seats_at(info)) - len(info.seats) - len(info.invited)


def asks_ready(info: TableInfo) -> bool:
    """Return whether the table waits until some of its players are ready."""
    return info.open and not all(seat.ready for seat in info.seats)


def seat_lines(info: TableInfo, w: Words) -> list[str]:
    """Return the numbered players, and before the start the seats that are kept or free."""
    lines = []
    for seat in info.seats:
        sign = "" if seat.colour is None else f"{wording.MARKS[seat.colour]} "
        name = person_name(seat.shown, w)
        if asks_ready(info) and seat.ready and seat.person:
            lines.append(sign + w._("**{player}** is ready", player=name))
        else:
            lines.append(f"{sign}**{name}**" + (f" ({w._(LEVEL_NAMES[seat.computer])})" if seat.computer else ""))
    if can_join(info) and not info.started:
        lines += [
            w._("*kept for {player} until {when}*", player=person_name(one.name, w), when=exact_time(one.until))
            for one in info.invited
        ]
        free = w._("free")
        lines += [f"*{free}*"] * free_seats(info)
    return [f"{number}. {line}" for number, line in enumerate(lines, 1)]


def hints(info: TableInfo, w: Words) -> list[str]:
    """Return what the lobby waits for, and what its players can do."""
    counts, here = seats_at(info), len(info.seats)
    first = []
    if here in counts:
        more = can_join(info) and here < max(counts)
        first.append(w._("The host can start now, or wait for others.") if more else w._("The host can start."))
        if here == 1:
            first.append(w._(GAMES[info.game].words.alone.possible))
    elif can_join(info):
        needed = min(counts) - here
        first.append(w.ngettext("{count} more player is needed.", "{count} more players are needed.", needed))
    if here == 1 and max(counts) > 1 and can_play(info.game):
        first.append(w._("You can play against the computer right away: *Computer players*."))
    lines = [" ".join(first)]
    if info.changed:
        lines.append(w._("The options changed after someone joined. Press *Ready* to agree to them."))
    if info.closes_at:
        lines.append(w._("This lobby closes {when} if nobody joins.", when=relative_time(info.closes_at)))
    return lines


def lobby_rows(info: TableInfo, w: Words) -> list[list[Item]]:
    """Return the buttons to join and start, and those to gather players."""
    # The ids stay the same after every edit because several people press at once.
    press = partial(public, info.id, 0)
    here, free = len(info.seats), free_seats(info) > 0
    starts = PRIMARY if here in seats_at(info) else SECONDARY
    acts = [press("leave", w._("Leave")), press("options", w._("Options")), press("start", w._("Start"), starts)]
    gathering = [press("colour", w._("Colour"))]
    if can_join(info):
        acts.insert(0, press("join", w._("Join"), SUCCESS))
        if free:
            gathering.insert(0, press("invite", w._("Invite")))
    if asks_ready(info):
        gathering.insert(0, press("ready", w._("Ready"), SUCCESS))
    if can_play(info.game) and (free or any(seat.computer for seat in info.seats)):
        gathering.insert(0, press("computers", w._("Computer players"), PRIMARY if here == 1 else SECONDARY))
    if info.closes_at and info.options[PACE.id] != LIVE:
        gathering.append(press("awake", w._("Keep this lobby")))
    return [[*acts, press("help", w._("Help"))], gathering]
