import pytest

from bench.posts import GOAL, MAX_LINES_PER_TURN, headlines, short_headlines
from bot.ui.widths import lines_on_phone
from rules.messina import events as m
from rules.rattus import events as r
from tests.rules.games import KNOWN_GAMES
from tests.wording.speakers import messina_speaker, rattus_speaker
from wording import PlainSpeaker, languages
from wording.rattus.names import rats as rats_in_words

NAMES = ["Anna", "Ben", "Cleo"]


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", KNOWN_GAMES)
def test_a_players_turn_has_at_most_four_lines_on_phone(game: str, lang: str) -> None:
    share = short_headlines(game, lang)
    assert share >= GOAL, f"{share:.3f} of the headlines have at most {MAX_LINES_PER_TURN} lines"
    assert max(map(lines_on_phone, headlines(game, lang))) <= 2 * MAX_LINES_PER_TURN


def test_the_log_has_every_place_named_in_headlines() -> None:
    """The log's sentences name all places, so that readers of the log miss no place that posts or pictures show."""
    events = [
        *(m.RoundBegan(2, [0, 1], "popularity"), m.ShipArrived("gems1", "dock-nw", True), m.HexAdded("h13", 3)),
        *(m.CitizensLost("h4", ("nun",)), m.PlaguePlaced(("h5", "h6")), m.CitizensCame("nun", ("h1", "h2"))),
    ]
    s = messina_speaker(None, NAMES)
    log = " ".join(s.summary(events))
    assert all(there in log for there in ("dock NW", "hex 13", "hex 4", "hexes 5 and 6", "hexes 1 and 2"))
    brief = " ".join(s.headlines(events))
    assert "New: 1 ship, hex 13, 2 plague cubes and 2 citizens. The plague took 1 citizen." in brief
    assert not any(there in brief for there in ("hex 4", "hexes 5", "hexes 1"))


@pytest.mark.parametrize("lang", languages())
def test_a_headline_of_rattus_names_the_regions_of_new_rats(lang: str) -> None:
    """A number above one follows a region's name. In a long turn with a strike, only the total is given."""
    rats = [r.RatPlaced(0, rat) for rat in ("italia-a", "gallia-b", "gallia-c")]
    events = [r.Placed(0, "gallia", 1), r.PlagueMoved(0, "gallia", "italia"), *rats, r.TurnEnded(0)]
    s = rattus_speaker(None, NAMES, lang)
    gallia, italia = (s.name_of(region) for region in ("gallia", "italia"))
    [told] = s.headlines(events)
    assert told.endswith(f"; +3\u00a0🐀: {gallia} 2, {italia}.")
    [drawn] = PlainSpeaker(s.game, s, NAMES, s.view).headlines(events)
    assert drawn.endswith(f"; +{rats_in_words(3, s)}: {gallia} 2, {italia}."), "pictures have no emoji"
    [one] = s.headlines([*events[:3], events[-1]])
    assert one.endswith(f"; +1\u00a0🐀: {italia}.")
    strike = r.Revealed("italia-a", r.Face(2, "M", ()), 3, outbreak=True, lost=[2, 0, 0])
    named, struck = s.headlines([*events[:-1], strike, events[-1]])
    assert named.endswith(f"; +3\u00a0🐀: {gallia} 2, {italia}.")
    long = [r.Placed(0, region, 1) for region in ("anglia", "hispania", "scandia")]
    brief, _ = s.headlines([*long, *events[:-1], strike, events[-1]])
    assert brief.endswith("; +3\u00a0🐀.")
    assert "−2" in struck
    assert "3" not in struck  # after a loss the headline leaves the population out
    vain = [r.Revealed(f"italia-{i}", r.Face(number, "M", ()), 2, False, [0, 0, 0]) for i, number in enumerate((5, 3))]
    _, struck = s.headlines([*events[:-1], *vain, events[-1]])
    assert "3" in struck
    assert "5" not in struck
