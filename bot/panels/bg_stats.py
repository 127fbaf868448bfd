"""Links that offer a finished game to BG Stats, an app that logs plays and asks before it stores one."""

from datetime import UTC
from urllib.parse import quote

import msgspec

from bot.channel.table_words import plain_player
from games import GAMES
from rules.game import Score
from rules_service import TableInfo
from wording import Words

CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Miasma"  # By this name, BG Stats remembers which of its games and players correspond to ours.


def bg_stats_link(info: TableInfo, score: Score, w: Words) -> str:
    """Return Markdown with a link that offers a finished game to BG Stats, as one line of a message."""
    return w._("[Record this game in BG Stats]({address})", address=bg_stats_address(info, score, w))


def bg_stats_address(info: TableInfo, score: Score, w: Words) -> str:
    """Return the URL that offers a finished game to BG Stats. It contains no Discord ids."""
    ended = info.ended or info.opened
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": str(info.id),
        "playDate": f"{ended.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": {"name": GAMES[info.game].title, "sourceGameId": info.game, "highestWins": True},
        "players": [
            {
                "name": plain_player(info, seat.seat, w),
                "sourcePlayerId": str(seat.player),
                "score": str(score.points[seat.seat]),
                "rank": score.place(seat.seat),
                "winner": seat.seat in score.winners,  # The app refuses a player without this field.
            }
            for seat in info.seats
        ],
    }
    return CREATE_PLAY + quote(msgspec.json.encode(play).decode(), safe=":,")
