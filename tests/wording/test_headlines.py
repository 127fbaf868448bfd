"""What a post says about a turn: short enough for a phone, with every fact that players need."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from bench.posts import GOAL, MAX_LINES_PER_TURN, PEOPLE, headlines, lines_on_a_phone, recorded, short_headlines, turns
from rules.game import Event
from rules.messina import events as m
from rules.messina.components import OPPONENT_SEAT
from rules.rattus import events as r
from tests.rules.games import KNOWN_GAMES
from tests.wording.speakers import messina_speaker, speaker
from wording import Speaker, languages
from wording.messina.names import place, tokens
from wording.messina.summary import balance
from wording.rattus.names import name

A, B, C = "🔴 **Anna**", "🔷 **Ben**", "🟩 **Cleo**"
FORMS = ("acc", "to", "in", "on", "nom")  # Forms of names, in any of the languages.
NAMES = ["Anna", "Ben", "Cleo"]


@pytest.mark.deep(one_in=4)
@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", KNOWN_GAMES)
def test_a_players_turn_has_at_most_four_lines_on_a_phone(game: str, lang: str) -> None:
    share = short_headlines(game, lang)
    assert share >= GOAL, f"{share:.3f} of the headlines have at most {MAX_LINES_PER_TURN} lines"
    assert max(map(lines_on_a_phone, headlines(game, lang))) <= 2 * MAX_LINES_PER_TURN


def told(game: str, lang: str) -> Iterator[tuple[Speaker[Any], list[Event], str]]:
    """Yield each turn of the recorded games: its speaker, events and headlines."""
    for table in recorded(game):
        s = speaker(game, table.view(None), PEOPLE[: table.seats], lang)
        for _, events in turns(table):
            yield s, events, "\n".join(s.headlines(events))


@pytest.mark.parametrize("lang", languages())
def test_headlines_of_rattus_say_who_placed_what_where_who_took_what_and_where_the_plague_went(lang: str) -> None:
    for s, events, text in told("rattus", lang):
        placed = Counter[tuple[int, str]]()
        for event in events:
            match event:
                case r.Placed(seat=seat, region=region, cubes=cubes):
                    placed[seat, region] += cubes
                case r.Took(seat=seat, card=card, owner=owner):
                    assert s.player(seat) in text
                    assert owner is None or s.player(owner) in text
                    assert any(form in text for form in forms(name(card, s)))
                case r.PlagueMoved(to=to):
                    assert any(form in text for form in forms(name(to, s))), (to, text)
        for (seat, region), cubes in placed.items():
            assert s.player(seat) in text
            where = s.ngettext("{count} cube in {region}", "{count} cubes in {region}", cubes, region=name(region, s))
            assert where in text


def forms(word: str) -> set[str]:
    """Return a name and its inflected forms."""
    return {str(word), *(str(getattr(word, form, word)) for form in FORMS)}


@pytest.mark.parametrize("lang", languages())
def test_headlines_and_log_of_rattus_say_who_lost_how_much_and_why(lang: str) -> None:
    seen = 0
    for s, events, text in told("rattus", lang):
        final = [at for at, event in enumerate(events) if isinstance(event, r.FinalDevastation)]
        before = events[: final[0]] if final else events
        lost: defaultdict[tuple[str, int], int] = defaultdict(int)
        for event in before:
            if isinstance(event, r.Revealed):
                for seat, count in enumerate(event.lost):
                    lost[event.rat.rpartition("-")[0], seat] += count
        for (region, seat), count in lost.items():
            if count:
                [line] = [line for line in text.split("\n") if line.startswith(f"🐀 **{name(region, s)}**")]
                assert f"{s.player(seat)} −{count}" in line
                seen += 1
        devastated = Counter[int]()
        for event in events[final[0] :] if final else ():
            if isinstance(event, r.Revealed):
                devastated.update({seat: count for seat, count in enumerate(event.lost) if count})
        assert all(f"{s.player(seat)} −{count}" in text for seat, count in devastated.items())
        log = "\n".join(s.summary(events))
        for event in events:
            if isinstance(event, r.Revealed):
                for seat, causes in enumerate(event.causes):
                    assert bool(causes) == bool(event.lost[seat] or (event.potions and event.potions[seat]))
                    for cause in causes:
                        why = name(cause, s) if cause not in "MA" else {"M": s._("majority")}.get(cause, "")
                        assert str(why) in log
                        assert final or str(why) in text
    assert seen > 50


@pytest.mark.parametrize("lang", languages())
def test_headlines_of_messina_say_where_who_went_and_what_each_has_gained_and_lost(lang: str) -> None:
    for s, events, text in told("messina", lang):
        by_seat: dict[int, list[Event]] = {}
        for event in events:
            seat = getattr(event, "seat", None)
            if isinstance(event, m.Tribute) or (isinstance(event, m.Rats) and event.cause == "infection"):
                continue
            if isinstance(seat, int) and seat != OPPONENT_SEAT and not isinstance(event, m.RatPenalty):
                by_seat.setdefault(seat, []).append(event)
        rounds = any(isinstance(event, m.RoundEnded) for event in events)
        for seat, done in by_seat.items():
            lines = [line for line in text.split("\n") if line.startswith(s.player(seat))]
            for event in done:
                if isinstance(event, m.Went | m.Boarded):
                    goal = event.hex if isinstance(event, m.Went) else event.dock
                    assert any(form in lines[0] for form in forms(place(goal, s))), (goal, lines)
            if rounds:
                continue  # One seat has two headlines: the turn's gains, and the production.
            changes = balance(done)
            for token, count in changes.items():
                sign = "+" if count > 0 else "−"
                assert sign + tokens(token, abs(count), s) in lines[0], (changes, lines)
            for event in done:
                if isinstance(event, m.Repopulated):
                    assert tokens("points", event.points, s) in lines[0]


def test_the_log_leaves_nothing_out_that_the_headlines_say() -> None:
    """Players who read the log instead of posts and pictures miss no fact: its sentences name all places."""
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
