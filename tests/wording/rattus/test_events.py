import pytest

from renderer.rattus.geography import REGION_SPOTS
from rules.rattus import events as e
from tests.wording.speakers import rattus_speaker
from wording.rattus.names import MAP, map_order

A, B, C = "🔴 **Anna**", "🔷 **Bob**", "🟩 **Cleo**"
FACE = e.Face(3, "M", ("church", "chivalry"))
SHOWN = "**3 M (most cubes), ⛪ Church, ⚔️ Chivalry**"

TOLD = [
    (e.SetupEnded(0), f"Everyone has placed cubes; {A} has the first turn."),
    (e.Began(0, "gallia"), f"{A} begins. The plague piece 💀 is in Gallia."),
    (e.Placed(0, "gallia", 1), f"{A} placed 1 cube in Gallia."),
    (e.Placed(1, "italia", 4, "peasant"), f"{B} placed 4 cubes in Italia (Peasant)."),
    (e.Took(0, "monk", None), f"{A} took the Monk from the table."),
    (e.Took(0, "monk", 1), f"{A} took the Monk from {B}."),
    (
        e.RatMoved(0, "monk", "gallia-b", "italia-c"),
        f"{A} moved rat b from Gallia to Italia as rat c (Monk).",
    ),
    (e.CubesMoved(0, "merchant", "gallia", "italia", 2), f"{A} moved 2 cubes from Gallia to Italia (Merchant)."),
    (e.Looked(0, "gallia-a"), f"{A} looked at the rat in Gallia (Witch)."),
    (e.Saw(0, "gallia-a", FACE), f"Only you see this: the rat in Gallia shows {SHOWN}."),
    (e.Exchanged(0, "gallia-a", "italia-b"), f"{A} exchanged the rat in Gallia and the rat in Italia."),
    (e.Saved(0, "gallia"), f"{A} brought a cube from Gallia to the palace (King)."),
    (e.PlagueMoved(0, "gallia", "italia"), f"{A} moved the plague piece from Gallia to Italia."),
    (
        e.PlagueMoved(0, "gallia", "hungaria", "italia"),
        f"{A} moved the plague piece from Gallia through Italia to Hungaria.",
    ),
    (e.RatPlaced(0, "gallia-a"), f"{A} spread a rat to Gallia."),
    (e.SpreadBlocked(1, "supply"), "1 more rat was due, but the supply is empty."),
    (e.SpreadBlocked(2, "targets"), "2 more rats were due, but no neighbour can take them."),
    (e.NeutralDeclared(0, "gallia"), f"{A} let the plague piece count as 2 cubes (Knight)."),
    (
        e.Revealed("gallia-a", FACE, 4, True, [2, 1, 0]),
        f"🐀 **Gallia**: {SHOWN} needs 3 cubes and finds 4: an outbreak! Losses: {A} 2 cubes, {B} 1 cube.",
    ),
    (
        e.Revealed("gallia-a", FACE, 3, True, [0, 0, 0]),
        f"🐀 **Gallia**: {SHOWN} needs 3 cubes and finds 3: an outbreak, but nobody loses a cube.",
    ),
    (
        e.Revealed("gallia-a", FACE, 2, False, [0, 0, 0]),
        f"🐀 **Gallia**: {SHOWN} needs 3 cubes and finds only 2: no outbreak.",
    ),
    (
        e.Revealed("gallia-a", FACE, 4, True, [1, 0, 0], [2, 1, 0]),
        f"🐀 **Gallia**: {SHOWN} needs 3 cubes and finds 4: an outbreak! Losses:"
        f" {A} 1 cube and 2 potions, {B} 1 potion.",
    ),
    (e.TurnEnded(0), f"{A} ended the turn."),
    (
        e.FinalRound(2, "supply", [1, 0]),
        "**The final round:** the supply of rats is empty. These players now use their cards one last time:"
        f" {B} and {A}.",
    ),
    (
        e.FinalRound(2, "cubes", [1]),
        f"**The final round:** {C} has every cube on the board. These players now use their cards one last time: {B}.",
    ),
    (e.FinalTurnEnded(0), f"{A} used no more cards in the final round."),
    (e.FinalDevastation(), "💀 **The final devastation**: every region is struck."),
    (e.GameEnded([3, 1, 2], [0, 2, 1]), "**The game is over.**"),
    (e.CardsDrawn(["serf", "nun", "piper"]), "The class cards, drawn at random: Serf, Nun and Pied Piper."),
    (
        e.NoChivalry(),
        "⚠️ No card of Chivalry is in play. With fewer than four players, parts of the map can stay out of the plague's"
        " reach.",
    ),
    (e.Placed(1, "italia", 6, "peasant", "queen"), f"{B} placed 6 cubes in Italia (Peasant and Queen)."),
    (e.Baked(0), f"{A} put a cube on the Baker."),
    (e.Unloaded(0, "gallia", 1, 3), f"{A} put 3 cubes of {B} from the Baker into Gallia."),
    (
        e.CubesMoved(0, "merchant", "gallia", "italia", 2, 3),
        f"{A} moved 2 cubes with 3 potions from Gallia to Italia (Merchant).",
    ),
    (
        e.CubesExchanged(0, "gallia", 1, 0, "italia", 2, 1),
        f"{A} exchanged a cube of {B} in Gallia for a cube of {C} with 1 potion in Italia (Messenger).",
    ),
    (
        e.CubesExchanged(0, "gallia", 0, 2, "italia", 0, 0),
        f"{A} exchanged one of their own cubes with 2 potions in Gallia for one of their own cubes in Italia"
        " (Messenger).",
    ),
    (e.RatMoved(0, "piper", "gallia-b", "italia-c"), f"{A} led a rat after it (rat b, now c)."),
    (e.FigureMoved(0, "nun", "", "italia"), f"{A} placed a nun in Italia."),
    (e.FigureMoved(0, "nun", "gallia", "italia"), f"{A} moved a nun from Gallia to Italia."),
    (e.FigureMoved(0, "bishop", "", "italia"), f"{A} placed a bishop in Italia."),
    (e.FigureMoved(0, "bishop", "gallia", "italia"), f"{A} moved a bishop from Gallia to Italia."),
    (e.WallMoved(0, "", "gallia+italia"), f"{A} built a wall on Gallia–Italia (Emperor)."),
    (
        e.WallMoved(0, "gallia+italia", "gallia+hispania"),
        f"{A} moved a wall from Gallia–Italia to Gallia–Hispania (Emperor).",
    ),
    (e.PotionPlaced(0, "gallia", 1), f"{A} put a potion under a cube in Gallia (Wizard)."),
    (e.PotionPlaced(0, "gallia", 2), f"{A} put another potion under a cube in Gallia, 2 in all (Wizard)."),
    (e.Saved(0, "gallia", 2), f"{A} brought a cube from Gallia to the palace (King; lost: 2 potions)."),
    (e.PlagueStuck(0, "gallia"), f"{A} left the plague piece in Gallia, where walls close every way out."),
    (e.Joined(0, "knight"), f"{A} used the Knight, too."),
    (e.RatPlaced(0, "gallia-a", "soldier"), f"{A} brought one more rat to Gallia (Soldier)."),
    (e.RatPlaced(0, "gallia-a", "soldier", "box"), f"{A} brought a rat from the box to Gallia (Soldier)."),
    (
        e.TurnedOver(0, ["gallia-a", "gallia-c"], [FACE, e.Face(1, "", ("magic",))]),
        f"{A} turned over all rats in Gallia together (Crusader: a {SHOWN}, c **1, 🔮 Magic**).",
    ),
    (e.Discarded("gallia-c", FACE), "🐀 No cubes are left in Gallia: one more rat goes to the box without effect."),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_an_event_in_a_sentence(event, text, names):
    assert rattus_speaker(None, names, reader=event.reader()).sentence(event) == text


def test_every_kind_of_event_is_told():
    every = [*e.Event.__subclasses__(), *e.SeatEvent.__subclasses__()]
    kinds = {kind for kind in every if kind.__module__ == e.__name__}
    assert kinds - {e.Face} == {type(event) for event, _ in TOLD}


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
    assert rattus_speaker(None, names).summary(events) == [
        f"{A} placed 3 cubes in Gallia, took the Monk from {B}, moved the plague piece from Gallia to Italia,"
        " and spread 3 rats to Germania and Hispania (2)."
    ]


def test_what_follows_a_reveal_is_a_new_sentence(names):
    events = [
        e.PlagueMoved(0, "gallia", "italia"),
        e.Revealed("italia-a", FACE, 2, False, [0, 0, 0]),
        e.CubesMoved(0, "merchant", "gallia", "italia", 1),
        e.TurnEnded(0),
        e.Placed(1, "italia", 2),
    ]
    told = rattus_speaker(None, names).summary(events)
    assert [line.split()[0] for line in told] == ["🔴", "🐀", "🔴", "🔷"]


def test_the_two_placements_in_a_row_of_the_set_up_are_told_together(names):
    events = [e.Placed(1, "gallia", 2), e.Placed(1, "italia", 2)]
    assert rattus_speaker(None, names).summary(events) == [f"{B} placed 2 cubes in Gallia and 2 cubes in Italia."]
    both = [e.Placed(1, "gallia", 2), e.Placed(1, "gallia", 2)]
    assert rattus_speaker(None, names).summary(both) == [f"{B} placed 4 cubes in Gallia."]


def test_both_looks_of_the_witch_are_told_together(names):
    saw = e.Saw(0, "gallia-a", FACE)
    events = [e.Looked(0, "gallia-a"), saw, e.Looked(0, "italia-b"), saw, e.Exchanged(0, "gallia-a", "italia-b")]
    assert rattus_speaker(None, names).summary(events) == [
        f"{A} looked at the rat in Gallia and the rat in Italia (Witch) and exchanged the rat in Gallia and the rat in"
        " Italia."
    ]


def test_several_pieces_of_one_card_are_told_in_one_phrase(names):
    nuns = [e.FigureMoved(0, "nun", "", "gallia"), e.FigureMoved(0, "nun", "", "italia")]
    moved = [e.FigureMoved(0, "nun", "gallia", "italia"), e.FigureMoved(0, "nun", "italia", "scandia")]
    assert rattus_speaker(None, names).summary([*nuns, *moved]) == [
        f"{A} placed 2 nuns in Gallia and Italia and moved 2 nuns from Gallia to Italia and from Italia to Scandia."
    ]
    walls = [e.WallMoved(0, "", "gallia+italia"), e.WallMoved(0, "", "gallia+hispania")]
    assert rattus_speaker(None, names).summary(walls) == [
        f"{A} built 2 walls on Gallia–Italia and Gallia–Hispania (Emperor)."
    ]
    led = [
        e.CubesMoved(0, "piper", "gallia", "italia", 1),
        e.RatMoved(0, "piper", "gallia-a", "italia-b"),
        e.RatMoved(0, "piper", "gallia-b", "italia-c"),
    ]
    assert rattus_speaker(None, names).summary(led) == [
        f"{A} moved 1 cube from Gallia to Italia (Pied Piper) and led rats after it (rat a, now b; rat b, now c)."
    ]


def test_cubes_by_majorities_are_told_together_and_extra_ones_apart(names):
    events = [
        e.Placed(0, "gallia", 1, "mayor"),
        e.Placed(0, "italia", 1, "mayor"),
        e.Placed(0, "italia", 1, "queen"),
        e.Placed(0, "italia", 1, "queen"),
    ]
    assert rattus_speaker(None, names).summary(events) == [
        f"{A} placed 1 cube in Gallia and 1 cube in Italia (Mayor) and placed 2 cubes in Italia (Queen)."
    ]


def test_rats_without_effect_are_told_together(names):
    events = [e.Discarded("gallia-a", FACE), e.Discarded("gallia-b", FACE)]
    assert rattus_speaker(None, names).summary(events) == [
        "🐀 No cubes are left in Gallia: the other rats go to the box without effect."
    ]


def test_a_turn_in_which_nothing_happened_is_told_all_the_same(names):
    assert rattus_speaker(None, names).summary([e.TurnEnded(0)]) == [f"{A} ended the turn."]
    silent = rattus_speaker(None, names).summary([e.Saved(0, "gallia"), e.FinalTurnEnded(0), e.FinalTurnEnded(1)])
    assert silent[1] == f"{B} used no more cards in the final round."
    assert len(silent) == 2


def test_in_the_final_round_it_is_told_who_does_nothing(names):
    events = [e.Saved(1, "gallia"), e.TurnEnded(1), e.FinalRound(1, "supply", [0]), e.FinalTurnEnded(0)]
    told = rattus_speaker(None, names).summary(events)
    assert told[-1] == f"{A} used no more cards in the final round."
    acted = [e.Saved(0, "gallia"), e.TurnEnded(0), e.FinalRound(1, "supply", [0]), e.FinalTurnEnded(0)]
    assert rattus_speaker(None, names).summary(acted)[-1] == told[-1]


def test_that_the_last_normal_turn_ended_goes_without_saying_before_the_final_round(names):
    [line] = rattus_speaker(None, names).summary([e.TurnEnded(1), e.FinalRound(1, "supply", [0])])
    assert line.startswith("**The final round:**")


def test_the_final_devastation_is_one_line_a_region(names):
    events = [
        e.FinalDevastation(),
        e.Revealed("gallia-b", FACE, 4, True, [2, 1, 0]),
        e.Revealed("gallia-a", e.Face(5, "", ("magic",)), 1, False, [0, 0, 0]),
        e.Revealed("italia-a", e.Face(1, "", ("magic",)), 1, True, [0, 0, 0]),
        e.Revealed("polonia-a", e.Face(1, "A", ()), 4, True, [2, 0, 1], [1, 1, 0]),
        e.GameEnded([3, 1, 2], [0, 2, 1]),
    ]
    assert rattus_speaker(None, names).summary(events)[1:4] == [
        f"🐀 **Gallia**: {SHOWN} needs 3 cubes and finds 4: an outbreak! Losses: {A} 2 cubes,"
        f" {B} 1 cube. **5, 🔮 Magic** needs 5 cubes and finds only 1: no outbreak.",
        "🐀 **Italia**: **1, 🔮 Magic** needs 1 cube and finds 1: an outbreak, but nobody loses a cube.",
        f"🐀 **Polonia**: **1 A (all)** needs 1 cube and finds 4: an outbreak! Losses: {A} 2 cubes and 1 potion,"
        f" {B} 1 potion, {C} 1 cube.",
    ]


def test_summaries_of_a_turn_fit_into_a_post(games):
    names = ["W" * 24] * 4
    for game in games:
        for events in game.events:
            assert len("\n".join(rattus_speaker(None, names).summary(events))) <= 3500


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
