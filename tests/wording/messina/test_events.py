import re

import pytest

from rules.game import Event, SeatEvent
from rules.messina import events as e
from tests.wording.messina.test_moves import clean
from tests.wording.messina.test_variants import TOLD_OF_VARIANTS
from tests.wording.speakers import messina_speaker

A, B, C = "🔴 **Anna**", "🔷 **Bob**", "🟩 **Cleo**"

TOLD = [
    (e.Went(0, "home", "h7", 0), f"{A} sent a lieutenant to hex 7."),
    (e.Went(0, "h7", "h7", 0), f"{A} stayed on hex 7."),
    (e.Went(0, "dock-ne", "ne", 0), f"{A} moved from dock NE to harbour NE."),
    (e.Went(0, "h3", "h7", 1), f"{A} moved from hex 3 to hex 7 for 1 coin."),
    (e.Boarded(0, "home", "dock-ne", "silk1", 0), f"{A} sent a lieutenant to dock NE and took the silk ship there."),
    (e.Boarded(0, "h3", "dock-ne", "silk1", 0), f"{A} moved from hex 3 to dock NE and took the silk ship there."),
    (
        e.Boarded(0, "h3", "dock-ne", "silk1", 2),
        f"{A} moved from hex 3 to dock NE for 2 coins and took the silk ship there.",
    ),
    (e.Recalled(0, "h3"), f"{A} called the lieutenant home from hex 3."),
    (e.Recalled(0, "home"), f"{A} kept a lieutenant at home."),
    (e.Tribute(0, "h3", 1, 2), f"{A} got 2 points because {B} came to hex 3."),
    (e.Tribute(0, "h3", 0, 2), f"{A} got 2 points as the owner of hex 3."),
    (e.Rescued(0, "nun", "h3", "nl1"), f"{A} rescued a nun (square “1 fire”)."),
    (e.Rescued(0, "aristocrat", "h3", "hut2"), f"{A} rescued an aristocrat (hut 2)."),
    (e.Rescued(0, "nun", "h3", ""), f"{A} had no room for a nun."),
    (e.Fought(0, "h3", 2, 0, 2, ()), f"{A} removed 2 plague cubes for 2 fire."),
    (
        e.Fought(0, "h3", 1, 2, 2, ("h1", "h9", "h9")),
        f"{A} removed 5 plague cubes for 1 fire and 2 big fire (hex 3: 2, hex 1: 1 and hex 9: 2).",
    ),
    (e.CubeLeft(0, "silk1"), f"{A} did not fight the plague on the silk ship (brings 2 coins and 1 point)."),
    (e.Rats(0, 2, "h3", "plague"), f"{A} took 2 rats for the plague left on the hex."),
    (e.Rats(0, 1, "silk1", "ship"), f"{A} took 1 rat for the plague on the ship."),
    (e.Rats(0, 1, "h3", "repopulation"), f"{A} took 1 rat more for repopulating a hex with plague."),
    (e.Rats(0, 1, "h3", "infection"), f"{A} took 1 rat as the owner of hex 3, where plague came."),
    (e.Acted(0, "h15", 2, False), f"{A} used the action of hex 15: 1 fire."),
    (e.Acted(0, "h15", 2, True), f"{A} copied the action of hex 15: 1 fire."),
    (e.Gained(0, "h13", {"timber": 2}), f"{A} gained 2 timber (hex 13)."),
    (e.Gained(0, "q5", {"points": 1, "coin": 1}), f"{A} gained 1 coin and 1 point (hut upgrade)."),
    (e.Paid(0, "c1-2", {"timber": 2}), f"{A} paid 2 timber (wagon)."),
    (e.Stepped(0, "popularity", 2, 0, False, True), f"{A} reached space 2 on popularity."),
    (e.Stepped(0, "city", 4, 3, False, False), f"{A} reached space 4 on city for 3 coins."),
    (
        e.Stepped(0, "church", 3, 0, False, True),
        f"{A} reached space 3 on church (its action waits for the next action step).",
    ),
    (
        e.Stepped(0, "church", 11, 3, True, False),
        f"{A} reached the top of the stack at the end of church for 3 coins.",
    ),
    (e.Scrolled(0, 2, 1), f"{A} moved the scroll cube of “ships” up 1 step."),
    (e.Gilded(0, "nun", "hut2"), f"{A} upgraded a nun (hut 2)."),
    (e.Recruited(0, 4), f"{A} got a lieutenant from the supply (each paid register step now costs 4 coins)."),
    (e.OverseerAdvanced(0, "nun", 1, "", False), f"{A} moved the nun overseer to step 1."),
    (e.OverseerAdvanced(0, "nun", 2, "left", False), f"{A} moved the nun overseer to step 2, towards the upper nuns."),
    (
        e.OverseerAdvanced(0, "nun", 3, "left", True),
        f"{A} moved the nun overseer to step 3, skipping one, towards the upper nuns.",
    ),
    (e.OverseerAdvanced(0, "nun", 6, "left", True), f"{A} moved the nun overseer to step 6, skipping one."),
    (e.OverseerUpgraded(0, "nun"), f"{A} upgraded the nun overseer."),
    (e.Activated(0, "nl1", "nun"), f"{A} activated a nun (square “1 fire”)."),
    (
        e.Restacked(0, "huts", ["q1", "", "q8"]),
        f"{A} restacked the hut upgrades. Now on offer: hut upgrade (1 timber) for 1 coin;"
        " hut upgrade (2 points) for 2 coins.",
    ),
    (
        e.Built(0, "hut", "q3", "hut2", "q8"),
        f"{A} built a hut upgrade (1 fire) on hut 2. Next on that stack: hut upgrade (2 points) for 2 coins.",
    ),
    (e.Built(0, "workshop", "b7", "", ""), f"{A} built the nun workshop (1 fire)."),
    (e.Built(0, "wagon", "c1-1", "", ""), f"{A} built a wagon (6 points)."),
    (e.Employed(0, "nun", "nl1", "b7"), f"{A} put a nun (workshop: 1 fire) to work."),
    (e.Repopulating(0, "h3", "c5-1"), f"{A} began to repopulate hex 3 (wagon)."),
    (e.Given(0, "nun", "hut1"), f"{A} gave up the nun (hut 1)."),
    (e.Parted(0, "home"), f"{A} gave up a lieutenant (home)."),
    (e.Repopulated(0, "h3", 8), f"{A} repopulated hex 3 (8 points)."),
    (e.TurnEnded(0, ()), f"{A} ended the turn."),
    (e.Unused(0, "build"), f"{A} couldn’t use: build."),
    (
        e.TurnEnded(0, ("build", "build", "overseer:nun")),
        f"{A} ended the turn. Left unused: 2× build and nun overseer step.",
    ),
    (e.Produced(0, "q9"), f"{A} used what was produced (hut upgrade)."),
    (e.InQuarantine(0, "nun", "hut1"), f"{A} kept 1 nun in quarantine."),
    (e.Housed(0, "nun", "hut1", "nl1"), f"{A} led a nun (square “1 fire”) out of quarantine."),
    (e.Housed(0, "nun", "hut1", ""), f"{A} had no room for a nun from quarantine."),
    (e.PriorityChosen(0, "city"), f"{A} chose what sets the turn order: city register."),
    (e.Began([1, 0]), f"Random turn order: {B}, {A}."),
    (e.RoundBegan(2, [1, 0], "church"), f"**Round II.** Turn order by the church register: {B}, {A}."),
    (
        e.RoundBegan(5, [1, 0], "city"),
        f"**Round V.** Turn order by the city register: {B}, {A}."
        " From now on a plague cube costs 2 fire or 1 big fire and brings 2 points.",
    ),
    (e.RoundEnded(3), "**Round III is over.**"),
    (e.CitizensLost("h3", ("nun", "craftsman")), "Lost to the plague: hex 3: 1 nun and 1 craftsman."),
    (e.DockDrawn("nw", False), "Dock tile: NW."),
    (e.DockDrawn("nw", True), "Dock tile: NW; it was the last one, so all are shuffled again."),
    (e.ShipArrived("silk1", "dock-nw", True), "New at dock NW: silk ship (brings 2 coins and 1 point)."),
    (e.ShipArrived("silk3", "dock-nw", False), "New at dock NW, without plague: silk ship (brings 4 points)."),
    (e.HexAdded("h16", 14), "New hex: hex 16 (1 coin and 1 fire)."),
    (
        e.LateWorkshops(["b19", "", "b29"]),
        (
            "Late workshops are now on offer: craftsman workshop (once 1 coin and 3 points) for 1 "
            "timber; aristocrat workshop (once 1 coin and 3 points) for 1 timber."
        ),
    ),
    (e.WheelTurned(2, "right"), "Wheel: right-facing rat."),
    (e.PlaguePlaced(("h10", "h3")), "Plague comes to hexes 3 and 10."),
    (e.PlaguePlaced(()), "No hex is infected."),
    (e.PlagueFailed(4, 1), "No plague comes: it would need 4 cubes, and 1 are left in the supply."),
    (e.CitizensCame("nun", ("h3",)), "New citizens: nuns on hex 3."),
    (e.RatPenalty(0, 3, -2, 1), f"🐁 {A} has 3 rats and loses 2 points and 1 step on popularity."),
    (e.RatPenalty(0, 1, 0, 0), f"🐁 {A} has 1 rat and loses nothing."),
    (e.GameEnded([3, 1], [0, 1], [0]), "**The game is over.**"),
]


@pytest.mark.parametrize(
    ("event", "text"), TOLD, ids=[f"{type(event).__name__}-{at}" for at, (event, _) in enumerate(TOLD)]
)
def test_an_event_in_a_sentence(event, text, names):
    assert messina_speaker(None, names).sentence(event) == text


def test_every_kind_of_event_is_told():
    every = [*Event.__subclasses__(), *SeatEvent.__subclasses__()]
    kinds = {kind for kind in every if kind.__module__.startswith("rules.messina")}
    assert kinds == {type(event) for event, _ in (*TOLD, *TOLD_OF_VARIANTS)}


def summary(events, names) -> list[str]:
    return messina_speaker(None, names).summary(events)


def test_a_turn_is_one_sentence_and_then_all_that_was_gained(names):
    events = [
        e.Went(0, "h3", "h7", 1),
        e.Rescued(0, "nun", "h7", "hut1"),
        e.Rescued(0, "craftsman", "h7", "hut2"),
        e.Fought(0, "h7", 0, 1, 1, ("h9",)),
        e.Gained(0, "plague", {"points": 4}),
        e.Stepped(0, "popularity", 2, 0, False, True),
        e.Stepped(0, "popularity", 3, 0, False, True),
        e.Gained(0, "popularity-2", {"coin": 1}),
        e.Acted(0, "h7", 1, False),
        e.Paid(0, "restack", {"points": 1}),
        e.Restacked(0, "huts", ["q1", "q3", "q8"]),
        e.Paid(0, "q3", {"timber": 1}),
        e.Built(0, "hut", "q3", "hut1", "q9"),
        e.Stepped(0, "church", 2, 0, False, False),
        e.Stepped(0, "city", 2, 3, False, False),
        e.Gained(0, "city-2", {"coin": 1}),
        e.TurnEnded(0, ("scroll",)),
    ]
    assert summary(events, names) == [
        f"{A} moved from hex 3 to hex 7 for 1 coin, rescued a nun (hut 1) and a craftsman (hut 2),"
        " removed 2 plague cubes for 1 big fire (hex 7: 1 and hex 9: 1), reached space 3 on popularity,"
        " restacked the hut upgrades for 1 point, built a hut upgrade (1 fire) on hut 1 for 1 timber,"
        " and reached space 2 on church and space 2 on city for 3 coins. Gained: 2 coins and 4 points."
        " Left unused: scroll step."
    ]


@pytest.mark.parametrize(
    ("kind", "tile", "hut"), [("hut", "q3", "hut1"), ("workshop", "b7", ""), ("wagon", "c1-1", "")]
)
def test_what_was_paid_for_a_tile_is_part_of_its_sentence(kind, tile, hut, names):
    went, built = e.Went(0, "home", "h3", 0), e.Built(0, kind, tile, hut, "")
    free = summary([went, built, e.TurnEnded(0, ())], names)
    paid = summary([went, e.Paid(0, tile, {"timber": 2}), built, e.TurnEnded(0, ())], names)
    assert "timber" not in free[0]
    assert paid == [free[0].removesuffix(".") + " for 2 timber."]


def test_a_repopulation_is_told_in_one_piece_whatever_was_done_amid_it(names):
    events = [
        e.Went(0, "home", "h3", 0),
        e.Repopulating(0, "h3", "c1-1"),
        e.Paid(0, "h3", {"coin": 1}),
        e.Given(0, "craftsman", "b1"),
        e.Employed(0, "craftsman", "cl1", "b1"),
        e.Given(0, "craftsman", "cl2"),
        e.Parted(0, "home"),
        e.Repopulated(0, "h3", 8),
        e.Rats(0, 1, "h3", "repopulation"),
        e.TurnEnded(0, ()),
    ]
    [line] = summary(events, names)
    assert "**repopulated hex 3** for 1 coin, 2 craftsmen and 1 lieutenant (8 points at the end)" in line
    assert "put a craftsman (workshop: 1 timber; 2 timber, if upgraded) to work" in line
    assert summary(events[:4], names)[0].endswith("began to repopulate hex 3, so far for 1 coin and 1 craftsman.")
    assert summary(events[:2], names)[0].endswith("began to repopulate hex 3.")
    assert "**repopulated hex 3** for 1 craftsman (8" in summary([events[5], events[7]], names)[0]


def test_what_a_visitor_brings_the_owner_of_a_hex_is_part_of_the_visitors_turn(names):
    events = [e.Went(0, "home", "h3", 0), e.Tribute(1, "h3", 0, 2), e.TurnEnded(0, ())]
    assert summary(events, names) == [
        f"{A} sent a lieutenant to hex 3 and brought 2 points to {B} as the owner of the hex."
    ]
    own = [e.Went(1, "home", "h3", 0), e.Tribute(1, "h3", 1, 2), e.TurnEnded(1, ())]
    assert summary(own, names) == [f"{B} sent a lieutenant to hex 3 and got 2 points as the owner of the hex."]


def test_two_turns_in_a_row_are_two_sentences(names):
    turn = [e.Recalled(0, "h3"), e.Gained(0, "recall", {"coin": 1}), e.TurnEnded(0, ())]
    assert summary([*turn, *turn], names) == [f"{A} called the lieutenant home from hex 3. Gained: 1 coin."] * 2


def test_the_end_of_a_turn_goes_without_saying_unless_it_is_all(names):
    assert summary([e.TurnEnded(0, ())], names) == [f"{A} ended the turn."]
    assert summary([e.TurnEnded(0, ()), e.RoundEnded(1)], names) == ["**Round I is over.**"]
    assert summary([e.Unused(0, "build")], names) == [f"{A} couldn’t use: build. Left unused: build."]
    assert summary([e.TurnEnded(0, ("build",))], names) == [f"{A} ended the turn. Left unused: build."]
    assert summary([e.Acted(0, "h7", 1, False)], names) == [f"{A} used the action of hex 7: build."]


def test_production_comes_first_and_apart_from_what_else_is_gained(names):
    events = [
        e.Gained(0, "q5", {"coin": 1, "points": 1}),
        e.Gained(0, "b7", {"fire": 1}),
        e.Gained(0, "b20", {"points": 1}),  # The upgraded citizen is in a late workshop.
        e.InQuarantine(0, "nun", "hut1"),
        e.InQuarantine(0, "craftsman", "hut2"),
        e.Housed(0, "nun", "hut3", "b24"),
        e.Gained(0, "b24", {"fire": 1, "points": 3}),
    ]
    assert summary(events, names) == [
        f"{A} produced 1 coin, 1 fire and 2 points, kept 1 nun and 1 craftsman in quarantine, and led a nun (workshop:"
        " once 1 fire and 3 points) out of quarantine. Gained: 1 fire and 3 points."
    ]


def test_a_new_round_is_a_head_and_a_few_lines(names):
    events = [
        e.RoundEnded(1),
        e.CitizensLost("h9", ("nun", "nun")),
        e.DockDrawn("se", False),
        e.ShipArrived("gems1", "dock-se", True),
        e.HexAdded("h16", 14),
        e.WheelTurned(6, "upright"),
        e.PlaguePlaced(("h11", "h1")),
        e.Rats(1, 1, "h1", "infection"),
        e.Rats(1, 1, "h11", "infection"),
        e.CitizensCame("craftsman", ("h3", "h2")),
        e.CitizensCame("nun", ("h5",)),
        e.RoundBegan(2, [1, 0], "church"),
    ]
    assert summary(events, names) == [
        "**Round I is over.**",
        f"**Round II.** Turn order by the church register: {B}, {A}.",
        "New at dock SE: gem ship (brings 3 coins). New hex: hex 16 (1 coin and 1 fire).",
        "Lost to the plague: hex 9: 2 nuns.",
        f"Wheel: upright rat. Plague comes to hexes 1 and 11. {B} takes 2 rats as the owner of a hex.",
        "New citizens: craftsmen on hexes 2 and 3; nuns on hex 5.",
    ]


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
