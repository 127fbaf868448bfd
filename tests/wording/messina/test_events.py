import re

from rules.game import Event
from rules.messina import events as e
from tests.wording.messina.test_moves import clean
from tests.wording.speakers import messina_speaker

A, B, C = "🔴 **Anna**", "🔷 **Bob**", "🟩 **Cleo**"


def summary(events, names) -> list[str]:
    return messina_speaker(None, names).summary(events)


def test_summaries_of_whole_games_are_plain_and_short(messina, names):
    for game in messina:
        since: list[Event] = []
        for events in game.events:
            since += events
            if any(isinstance(event, e.TurnEnded | e.RoundBegan) for event in events):
                told = summary(since, names)
                assert told
                assert all(clean(line) and line[-1] in ".*" for line in told), told
                assert len("\n".join(told)) <= 3500
                turn = [line for line in told if " lieutenant " in line or " moved " in line]
                assert all(len(line) < 900 for line in turn), told
                since = []


def test_every_event_of_whole_games_has_its_sentence(messina, names):
    for game in messina:
        for event in (event for events in game.events for event in events):
            text = messina_speaker(None, names).sentence(event)
            assert text is not None
            assert re.search(r"[.*]$", text)
            assert clean(text)


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
