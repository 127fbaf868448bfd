import re

from rules.messina import events as e
from tests.wording.speakers import messina_speaker

A, B, C = "🔴 **Anna**", "🔷 **Bob**", "🟩 **Cleo**"


def summary(events, names) -> list[str]:
    return messina_speaker(None, names).summary(events)


def test_summaries_tell_who_gained_what(messina, names):
    """The summary gives each active seat the gains and production of its events."""
    for game in messina:
        for events in game.events:
            for seat in range(game.table.seats):
                coins = sum(
                    event.gains.get("coin", 0) for event in events if isinstance(event, e.Gained) and event.seat == seat
                )
                lines = [line for line in summary(events, names) if line.startswith(("🔴", "🔷", "🟩", "⭐"))]
                mine = [line for line in lines if f"**{names[seat]}**" in line.split(" ", 2)[1]]
                told = re.findall(r"(?:[Gg]ained:?|produced) (\d+) coin", " ".join(mine))
                assert sum(map(int, told)) == coins
