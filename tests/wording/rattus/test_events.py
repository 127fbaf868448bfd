from renderer.rattus.geography import REGION_SPOTS
from rules.rattus import events as e
from tests.wording.speakers import rattus_speaker
from wording.rattus.names import MAP, map_order

A, B, C = "🔴 **Anna**", "🔷 **Bob**", "🟩 **Cleo**"
FACE = e.Face(3, "M", ("church", "chivalry"))
SHOWN = "**3 M (most cubes), ⛪ Church, ⚔️ Chivalry**"


def test_what_one_seat_saw_is_told_to_nobody_else(names):
    saw = e.Saw(1, "gallia-a", FACE)
    assert rattus_speaker(None, names).sentence(saw) is None
    assert rattus_speaker(None, names, reader=0).sentence(saw) is None
    assert rattus_speaker(None, names, reader=1).sentence(saw) is not None
    assert rattus_speaker(None, names).summary([saw]) == []


def test_summaries_of_whole_games_hold_no_secret(games, names):
    looks = 0
    for game in games:
        for events in game.events:
            secret = [event for event in events if event.reader() is not None]
            looks += len(secret)
            public = [event for event in events if event.reader() is None]
            told = rattus_speaker(None, names).summary(events)
            assert told == rattus_speaker(None, names).summary(public)
            if not any(isinstance(event, e.Revealed | e.TurnedOver | e.Discarded) for event in events):
                assert "needs" not in " ".join(told)
    assert looks > 20


def test_regions_are_told_in_the_order_of_the_map():
    """They go row by row from the north, each row from west to east."""

    def place(region: str) -> tuple[int, float]:
        x, y = REGION_SPOTS[region].name
        return round(y / 110), x

    assert list(MAP) == sorted(set(REGION_SPOTS) - {"palace"}, key=place)
    assert map_order(["turcia", "gallia", "scandia", "gallia"]) == ["scandia", "gallia", "turcia"]


def test_whoever_reads_it_alone_is_told_as_you(names):
    events = [e.Took(0, "monk", 1), e.CubesExchanged(0, "gallia", 0, 0, "italia", 1, 0), e.TurnEnded(0)]
    mine, other, public = (rattus_speaker(None, names, reader=reader) for reader in (0, 1, None))
    told = (
        "took the Monk from 🔷 **Bob** and exchanged {cube} in Gallia for a cube of 🔷 **Bob** in Italia (Messenger)."
    )
    assert mine.summary(events) == [f"You {told.format(cube='one of your cubes')}"]
    assert other.summary(events) == public.summary(events) == [f"{A} {told.format(cube='one of their own cubes')}"]
    assert mine.sentence(e.Took(0, "monk", None)) == "You took the Monk from the table."
