import pytest

from bot import wording
from rules.rattus import events as e

A, B, C = "🔴 **Anna**", "🔷 **Bob**", "🟩 **Cleo**"
FACE = e.Face(3, "M", ("church", "chivalry"))

TOLD = [
    (e.SetupEnded(0), f"Everybody has placed; {A} has the first turn."),
    (e.Began(0, "gallia"), f"{A} begins. The plague piece 💀 stands in Gallia."),
    (e.Placed(0, "gallia", 1), f"{A} placed 1 cube in Gallia."),
    (e.Placed(1, "italia", 4, "peasant"), f"{B} placed 4 cubes in Italia (Peasant)."),
    (e.Took(0, "monk", None), f"{A} took the Monk from the table."),
    (e.Took(0, "monk", 1), f"{A} took the Monk from {B}."),
    (e.RatMoved(0, "monk", "gallia-b", "italia-c"), f"{A} moved rat Gallia b to Italia c (Monk)."),
    (e.CubesMoved(0, "merchant", "gallia", "italia", 2), f"{A} moved 2 cubes from Gallia to Italia (Merchant)."),
    (e.Looked(0, "gallia-a"), f"{A} looked at rat Gallia a (Witch)."),
    (e.Saw(0, "gallia-a", FACE), "Only you see this: rat Gallia a shows **3 M ⛪⚔️**."),
    (e.Exchanged(0, "gallia-a", "italia-b"), f"{A} exchanged rats Gallia a and Italia b."),
    (e.Saved(0, "gallia"), f"{A} brought a cube from Gallia to the palace (King)."),
    (e.PlagueMoved(0, "gallia", "italia"), f"{A} moved the plague piece from Gallia to Italia."),
    (
        e.PlagueMoved(0, "gallia", "hungaria", "italia"),
        f"{A} moved the plague piece from Gallia through Italia to Hungaria.",
    ),
    (e.RatPlaced(0, "gallia-a"), f"{A} spread a rat to Gallia."),
    (e.SpreadBlocked(1, "supply"), "1 more rat was due, but the supply is empty."),
    (e.SpreadBlocked(2, "targets"), "2 more rats were due, but every neighbour is full."),
    (e.NeutralDeclared(0, "gallia"), f"{A} let the plague piece count as 2 cubes (Knight)."),
    (
        e.Revealed("gallia-a", FACE, 4, True, [2, 1, 0]),
        f"🐀 Rat Gallia a shows **3 M ⛪⚔️**, population 4: outbreak! {A} loses 2 cubes, {B} 1.",
    ),
    (
        e.Revealed("gallia-a", FACE, 3, True, [0, 0, 0]),
        "🐀 Rat Gallia a shows **3 M ⛪⚔️**, population 3: outbreak, but it strikes nobody.",
    ),
    (
        e.Revealed("gallia-a", FACE, 2, False, [0, 0, 0]),
        "🐀 Rat Gallia a shows **3 M ⛪⚔️**, population 2: no outbreak.",
    ),
    (e.TurnEnded(0), f"{A} ended the turn."),
    (
        e.FinalRound(2, "supply", [1, 0]),
        f"**The final round:** the supply of rats is empty. Once more, for a last use of their cards: {B} and {A}.",
    ),
    (
        e.FinalRound(2, "cubes", [1]),
        f"**The final round:** {C} has every cube on the board. Once more, for a last use of their cards: {B}.",
    ),
    (e.FinalTurnEnded(0), f"{A} used no more cards in the final round."),
    (e.FinalDevastation(), "**The final devastation** 💀: every region is struck."),
    (e.GameEnded([3, 1, 2], [0, 2, 1]), f"**The game is over.** {A} wins with 3 cubes."),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_an_event_in_a_sentence(event, text, names):
    assert wording.sentence("rattus", event, names, "en", reader=0) == text


def test_every_kind_of_event_is_told():
    kinds = {kind for kind in e.Event.__subclasses__() if kind.__module__ == e.__name__}
    assert kinds - {e.Face} == {type(event) for event, _ in TOLD}


def test_what_one_seat_saw_is_told_to_nobody_else(names):
    saw = e.Saw(1, "gallia-a", FACE)
    assert wording.sentence("rattus", saw, names, "en") is None
    assert wording.sentence("rattus", saw, names, "en", reader=0) is None
    assert wording.sentence("rattus", saw, names, "en", reader=1) is not None
    assert wording.account("rattus", [saw], names, "en") == []


def test_accounts_of_whole_games_hold_no_secret(games, names):
    looks = 0
    for game in games:
        for events in game.events:
            secret = [event for event in events if event.reader() is not None]
            looks += len(secret)
            public = [event for event in events if event.reader() is None]
            told = wording.account("rattus", events, names, "en")
            assert told == wording.account("rattus", public, names, "en")
            if not any(isinstance(event, e.Revealed) for event in events):
                assert "shows" not in " ".join(told)
    assert looks > 20


def test_a_turn_is_one_sentence_and_its_end_goes_without_saying(names):
    events = [
        e.Placed(0, "gallia", 3),
        e.Took(0, "monk", 1),
        e.PlagueMoved(0, "gallia", "italia"),
        e.RatPlaced(0, "hispania-a"),
        e.RatPlaced(0, "germania-a"),
        e.RatPlaced(0, "hispania-b"),
        e.TurnEnded(0),
    ]
    assert wording.account("rattus", events, names, "en") == [
        f"{A} placed 3 cubes in Gallia, took the Monk from {B}, moved the plague piece from Gallia to Italia"
        " and spread rats to Hispania (2) and Germania."
    ]


def test_what_follows_a_reveal_is_a_new_sentence(names):
    events = [
        e.PlagueMoved(0, "gallia", "italia"),
        e.Revealed("italia-a", FACE, 2, False, [0, 0, 0]),
        e.CubesMoved(0, "merchant", "gallia", "italia", 1),
        e.TurnEnded(0),
        e.Placed(1, "italia", 2),
    ]
    told = wording.account("rattus", events, names, "en")
    assert [line.split()[0] for line in told] == ["🔴", "🐀", "🔴", "🔷"]


def test_the_two_placements_in_a_row_of_the_set_up_are_told_together(names):
    events = [e.Placed(1, "gallia", 2), e.Placed(1, "italia", 2)]
    assert wording.account("rattus", events, names, "en") == [f"{B} placed 2 cubes in Gallia and 2 cubes in Italia."]


def test_both_looks_of_the_witch_are_told_together(names):
    saw = e.Saw(0, "gallia-a", FACE)
    events = [e.Looked(0, "gallia-a"), saw, e.Looked(0, "italia-b"), saw, e.Exchanged(0, "gallia-a", "italia-b")]
    assert wording.account("rattus", events, names, "en") == [
        f"{A} looked at rats Gallia a and Italia b (Witch) and exchanged rats Gallia a and Italia b."
    ]


def test_a_turn_in_which_nothing_happened_is_told_all_the_same(names):
    assert wording.account("rattus", [e.TurnEnded(0)], names, "en") == [f"{A} ended the turn."]
    silent = wording.account("rattus", [e.Saved(0, "gallia"), e.FinalTurnEnded(0), e.FinalTurnEnded(1)], names, "en")
    assert silent[1] == f"{B} used no more cards in the final round."
    assert len(silent) == 2


def test_in_the_final_round_it_is_told_who_does_nothing(names):
    events = [e.Saved(1, "gallia"), e.TurnEnded(1), e.FinalRound(1, "supply", [0]), e.FinalTurnEnded(0)]
    told = wording.account("rattus", events, names, "en")
    assert told[-1] == f"{A} used no more cards in the final round."
    acted = [e.Saved(0, "gallia"), e.TurnEnded(0), e.FinalRound(1, "supply", [0]), e.FinalTurnEnded(0)]
    assert wording.account("rattus", acted, names, "en")[-1] == told[-1]


def test_the_final_devastation_is_one_line_a_region(names):
    events = [
        e.FinalDevastation(),
        e.Revealed("gallia-b", FACE, 4, True, [2, 1, 0]),
        e.Revealed("gallia-a", e.Face(5, "", ("magic",)), 1, False, [0, 0, 0]),
        e.Revealed("italia-a", e.Face(1, "", ("magic",)), 1, True, [0, 0, 0]),
        e.GameEnded([3, 1, 2], [0, 2, 1]),
    ]
    assert wording.account("rattus", events, names, "en")[1:3] == [
        "🐀 **Gallia** 3 M ⛪⚔️ (population 4): 🔴 −2 🔷 −1; 5 🔮 (population 1): no outbreak",
        "🐀 **Italia** 1 🔮 (population 1): strikes nobody",
    ]


def test_accounts_of_a_turn_fit_into_a_post(games):
    names = ["W" * 24] * 4
    for game in games:
        for events in game.events:
            assert len("\n".join(wording.account("rattus", events, names, "en"))) <= 3500
