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
from tests.wording.speakers import messina_speaker, rattus_speaker, speaker
from wording import Speaker, languages
from wording.messina.names import place, tokens
from wording.messina.summary import balance
from wording.rattus.names import name

A, B, C = "🔴 **Anna**", "🔷 **Ben**", "🟩 **Cleo**"
FORMS = ("acc", "to", "in", "on", "nom")  # Forms of names, in any of the languages.
NAMES = ["Anna", "Ben", "Cleo"]
FACE = r.Face(4, "M", ("chivalry", "magic"))


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


def test_a_turn_of_rattus_is_a_headline_and_a_line_for_the_rats() -> None:
    s = rattus_speaker(None, NAMES)
    turn = [
        r.Placed(0, "gallia", 2, "peasant"),
        r.Placed(0, "italia", 1),
        r.Took(0, "monk", 1),
        r.RatMoved(0, "monk", "gallia-a", "italia-a"),
        r.Saved(0, "gallia"),
        r.PlagueMoved(0, "gallia", "germania", "italia"),
        r.RatPlaced(0, "hispania-a"),
        r.NeutralDeclared(0, "germania"),
    ]
    none = r.Revealed("germania-a", r.Face(5, "", ("magic",)), 4, False, [0, 0, 0])
    one = r.Revealed("germania-a", FACE, 5, True, [3, 1, 0], causes=[["M", "knight", "witch"], ["M"], []])
    two = r.Revealed("germania-b", r.Face(2, "A", ()), 2, True, [1, 0, 1], [0, 1, 0], [["A"], ["A"], ["A"]])
    head = f"{A}: 2 cubes in Gallia, 1 cube in Italia, Monk from {B}, used Monk, King."
    end = r.TurnEnded(0)
    assert s.headlines([*turn, none, end]) == [head, "🐀 **Germania** needs 5, has 4: no outbreak."]
    assert s.headlines([*turn, one, end]) == [
        head,
        f"🐀 **Germania** needs 4, has 5: {A} −3 (majority, Knight, Witch), {B} −1 (majority).",
    ]
    assert s.headlines([*turn, one, two, end]) == [
        head,
        f"🐀 **Germania**: 2 outbreaks: {A} −4 (majority, Knight, Witch, all), {B} −1 and 1 potion (majority, all),"
        f" {C} −1 (all).",
    ]
    nobody = r.Revealed("germania-a", FACE, 5, True, [0, 0, 0], causes=[[], [], []])
    assert s.headlines([*turn, nobody, end])[1] == "🐀 **Germania** needs 4, has 5: nobody loses cubes."
    assert s.headlines([r.PlagueMoved(1, "gallia", "italia"), r.TurnEnded(1)]) == [f"{B}: plague to Italia."]
    assert s.headlines([r.PlagueMoved(1, "gallia", "germania"), none]) == [
        f"{B}: plague to Germania.",
        "🐀 **Germania** needs 5, has 4: no outbreak.",
    ]
    assert s.headlines([r.TurnEnded(1)]) == [f"{B} ended the turn."]


def test_three_turns_are_three_headlines() -> None:
    s = rattus_speaker(None, NAMES)
    events = [event for seat in range(3) for event in (r.Placed(seat, "gallia", seat + 1), r.TurnEnded(seat))]
    assert s.headlines(events) == [
        f"{A}: 1 cube in Gallia.",
        f"{B}: 2 cubes in Gallia.",
        f"{C}: 3 cubes in Gallia.",
    ]


def test_the_final_devastation_is_one_line() -> None:
    s = rattus_speaker(None, NAMES)
    events = [
        r.TurnEnded(0),
        r.FinalRound(0, "supply", [1, 2]),
        r.FinalTurnEnded(1),
        r.FinalDevastation(),
        r.Revealed("gallia-b", FACE, 4, True, [2, 1, 0], causes=[["M", "knight"], ["witch"], []]),
        r.Revealed("italia-a", FACE, 4, True, [1, 0, 0], causes=[["M"], [], []]),
        r.GameEnded([3, 1, 2], [0, 2, 1]),
    ]
    assert s.headlines(events)[1:] == [
        "**The final round:** the supply of rats is empty.",
        f"{B} used no more cards in the final round.",
        f"💀 **The final devastation**: {A} −3, {B} −1.",
    ]
    quiet = [r.FinalDevastation(), r.Revealed("gallia-b", FACE, 4, True, [0, 0, 0])]
    assert s.headlines(quiet) == ["💀 **The final devastation** strikes nobody."]


def test_a_turn_of_messina_is_one_headline() -> None:
    s = messina_speaker(None, NAMES)
    turn = [
        m.Went(0, "h14", "h6", 1),
        m.Rescued(0, "craftsman", "h6", "hut3"),
        m.Fought(0, "h6", 1, 0, 1, ()),
        m.Stepped(0, "popularity", 4, 0, False, False),
        m.Rats(0, 2, "h6", "plague"),
        m.Acted(0, "h6", 1, False),
        m.Gained(0, "h6", {"coin": 3, "fire": 1}),
        m.OverseerAdvanced(0, "nun", 1, "", False),
        m.Activated(0, "nl1", "nun"),
        m.Gained(0, "nl1", {"timber": 1}),
        m.Stepped(0, "city", 2, 1, False, False),
        m.TurnEnded(0, ()),
    ]
    assert s.headlines(turn) == [
        f"{A} went to hex 6, rescued 1 craftsman, and removed 1 plague cube."
        " +1 coin, +1 timber, +2 rats, nun overseer 1, city 2."
    ]
    assert s.headlines([*turn, m.Went(1, "home", "sw", 0), m.TurnEnded(1, ())])[1] == f"{B} went to harbour SW."


def test_a_repopulation_tells_its_points_and_its_price() -> None:
    s = messina_speaker(None, NAMES)
    done = [
        m.Went(0, "home", "h10", 0),
        m.Repopulating(0, "h10", "wagon1"),
        m.Paid(0, "h10", {"timber": 2}),
        m.Given(0, "nun", "nl1"),
        m.Given(0, "craftsman", "cr1"),
        m.Given(0, "nun", "hut1"),
        m.Parted(0, "h10"),
        m.Repopulated(0, "h10", 16),
        m.TurnEnded(0, ()),
    ]
    assert s.headlines(done) == [
        f"{A} went to hex 10 and **repopulated hex 10** (16 points at the end). −2 timber, −2 nuns, −1 craftsman,"
        " −1 lieutenant."
    ]


def test_production_is_one_headline_for_each_player_also_when_all_decide_at_once() -> None:
    s = messina_speaker(None, NAMES)
    events = [
        m.RoundEnded(1),
        m.Gained(0, "hut1", {"coin": 1}),
        m.Gained(1, "hut1", {"fire": 1}),
        m.InQuarantine(2, "nun", "hut1"),
        m.Housed(0, "nun", "hut1", "nl1"),
        m.Housed(1, "nun", "hut1", "nl1"),
        m.RoundBegan(2, [0, 1, 2], "popularity"),
    ]
    assert s.headlines(events) == [
        "**Round I is over.**",
        f"{A} led 1 nun out of quarantine. +1 coin.",
        f"{B} led 1 nun out of quarantine. +1 fire.",
        f"**Round II.** Turn order by the popularity register: {A}, {B}, {C}.",
    ]
