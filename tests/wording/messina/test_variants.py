"""Messina 1347 with boards of side b, with the priority tile, and solo against the virtual opponent."""

import re

import pytest

import wording
from rules import GAMES
from rules.errors import RulesError
from rules.game import Score
from rules.messina import events as e
from rules.messina.components import BOARDS, OPPONENT_SEAT, SCROLL_BOARDS, SOLO_TILES
from rules.table import Table
from tests.wording.conftest import Played, play
from tests.wording.messina.test_moves import clean
from tests.wording.speakers import messina_speaker
from wording import words
from wording.catalogue import with_minus_sign
from wording.messina import WORDS
from wording.messina.names import place
from wording.messina.result_words import POINT_SOURCES

A = "🔴 **Anna**"
IT = "▲ **The opponent**"
SETTINGS = [
    (1, {"confirm": "on"}),
    (1, {"variant": "advanced", "confirm": "on"}),
    (1, {"variant": "advanced", "deal": "chosen", "solo_reshuffle": "empty"}),
    (2, {"variant": "advanced", "confirm": "on"}),
    (3, {"variant": "b_scrolls", "priority_tile": "on"}),
    (4, {"variant": "b_boards", "deal": "chosen", "confirm": "on"}),
]
TOLD_OF_VARIANTS = [
    (e.SquareSpent(0, "ar3"), f"{A} used up “⚡ once: 5 coins”, which works once per game."),
    (e.Activated(0, "nl1", "nun"), f"{A} activated a nun (square “1 fire”)."),
    (e.Scrolled(0, 2, 1), f"{A} moved the scroll cube of “overseers” up 1 step."),
    (e.BoardTaken(0, "board", "yellow", False), f"{A} was dealt the yellow board."),
    (e.BoardTaken(0, "scroll_board", "scroll-b2", True), f"{A} chose the scroll board B2."),
    (e.Began([0]), f"{A} plays against the virtual opponent."),
    (e.RoundBegan(1, [0, OPPONENT_SEAT], "solo"), f"**Round I.** {A} begins."),
    (e.RoundBegan(2, [OPPONENT_SEAT, 0], "solo"), f"**Round II.** {IT} begins."),
    (e.Tribute(0, "h3", OPPONENT_SEAT, 2), f"{A} got 2 points because ▲ **the opponent** came to hex 3."),
    (e.TilesShuffled(14), "14 solo tiles are shuffled."),
    (e.TileRevealed("s3", "h5", ""), "A solo tile sends the opponent to hex 5."),
    (e.TileRevealed("s3", "h5", "taken"), "Passed over: hex 5 (taken)."),
    (e.TileRevealed("s13", "h18", "absent"), "Passed over: hex 18 (not in the city)."),
    (e.OpponentWent("h5", 1), f"{IT} went to hex 5 (1 lieutenant left)."),
    (e.OpponentWent("h5", 0), f"{IT} went to hex 5 with its last lieutenant."),
    (e.OpponentPassed(0), f"{IT} found no free hex on its tiles and left a lieutenant unused."),
    (e.OpponentRescued("h5", ("nun", "craftsman", "nun")), f"{IT} took 2 nuns and 1 craftsman away."),
    (e.OpponentFought("h5", 3), f"{IT} removed a plague cube and reached space 3 on popularity."),
    (
        e.OpponentTook("ship", ("silk1",), (), "dock-ne", True, 2, ("dock-ne",)),
        f"{IT} took the nearest ship (dock NE, 2 steps away): silk ship (brings 2 coins and 1 point).",
    ),
    (
        e.OpponentTook("ship", ("silk1",), (), "dock-ne", True, 1, ("dock-ne", "dock-ne")),
        f"{IT} took one of the 2 nearest ships at random (dock NE, 1 step away): silk ship (brings 2 coins and"
        " 1 point).",
    ),
    (
        e.OpponentTook("ship", ("silk1",), (), "dock-ne", True, 3, ("dock-nw", "dock-ne", "dock-ne")),
        f"{IT} took one of the 3 nearest ships at random, from dock NE (3 steps away, at dock NW and dock NE):"
        " silk ship (brings 2 coins and 1 point).",
    ),
    (e.OpponentTook("wagon", ("c1-1",), ("c2-1",), "", False), f"{IT} took the wagon (6 points)."),
    (
        e.OpponentTook("huts", ("q3", "q8"), (), "", False),
        f"{IT} took all hut upgrades on offer (1 fire; 2 points).",
    ),
    (e.OpponentIdle("none"), f"{IT} took nothing."),
    (e.OpponentIdle("workshop:nun"), f"{IT} would have taken the nun workshop, but there is none."),
    (e.OpponentLeft(("h9", "h3")), "The opponent’s lieutenants leave hexes 3 and 9."),
    (e.Judged(135, 130), "135 points: a good result, which begins at 130."),
    (e.Judged(120, 140), "120 points. A good result begins at 140."),
]


@pytest.fixture(scope="module")
def variants(messina) -> list[Played]:
    """Return games of every variant, recorded and random ones."""
    recorded = [game for game in messina if game.table.seats == 1 or game.table.options["variant"] != "standard"]
    return recorded + [play(seats, f"variant {at}", one, "messina") for at, (seats, one) in enumerate(SETTINGS)]


@pytest.fixture(scope="module")
def solo(variants) -> list[Played]:
    return [game for game in variants if game.table.seats == 1]


@pytest.fixture
def side_b():
    """Return a solo game whose player has the yellow board and scroll board B2."""
    table = Table(GAMES["messina"], 1, "side b", {"variant": "advanced", "deal": "chosen"})
    table.play(0, "take yellow")
    table.play(0, "take scroll-b2")
    return table.view(None)


@pytest.mark.parametrize(
    ("event", "text"),
    TOLD_OF_VARIANTS,
    ids=[f"{type(one).__name__}-{at}" for at, (one, _) in enumerate(TOLD_OF_VARIANTS)],
)
def test_an_event_in_a_sentence(event, text, side_b):
    assert messina_speaker(side_b, ["Anna"]).sentence(event) == text


def test_a_square_is_called_by_what_it_does_on_the_board_of_its_owner(side_b):
    event = e.Activated(0, "cl1", "craftsman")
    on_a = messina_speaker(None, ["Anna"]).sentence(event)
    on_b = messina_speaker(side_b, ["Anna"]).sentence(event)
    assert "“build”" in on_b
    assert on_a != on_b
    gained = e.Gained(0, "cl2", {"coin": 1})
    assert "“1 coin and 1 timber” (left)" in messina_speaker(side_b, ["Anna"]).sentence(gained)


def test_a_turn_of_the_opponent_is_one_sentence_or_few(side_b):
    events = [
        e.TileRevealed("s3", "h5", "taken"),
        e.TileRevealed("s13", "h18", "absent"),
        e.TileRevealed("s4", "h3", ""),
        e.OpponentWent("h3", 2),
        e.Tribute(0, "h3", OPPONENT_SEAT, 2),
        e.OpponentRescued("h3", ("nun",)),
        e.OpponentFought("h3", 3),
        e.OpponentTook("wagon", ("c1-1",), ("c2-1",), "", False),
    ]
    again = [e.TileRevealed("s12", "h17", ""), e.OpponentWent("h17", 1), e.OpponentIdle("none")]
    own = [e.Recalled(0, "h1"), e.TurnEnded(0, ())]
    lines = messina_speaker(side_b, ["Anna"]).summary([*own, *events, *again])
    assert lines == [
        f"{A} called the lieutenant home from hex 1.",
        f"{IT} went to hex 3 (2 lieutenants left), took 1 nun away, removed a plague cube and reached space 3"
        " on popularity, and took the wagon (6 points). Passed over: hex 5 (taken) and hex 18 (not in the city)."
        f" {A} gets 2 points as the owner of the hex. Now on offer: wagon (5 points) for 3 coins.",
        f"{IT} went to hex 17 (1 lieutenant left) and took nothing.",
    ]


def test_a_square_that_is_used_up_is_told_with_the_citizen(side_b):
    events = [
        e.OverseerAdvanced(0, "aristocrat", 6, "right", False),
        e.Activated(0, "ar3", "aristocrat"),
        e.SquareSpent(0, "ar3"),
        e.Gained(0, "ar3", {"coin": 5}),
        e.Activated(0, "nl1", "nun"),
        e.TurnEnded(0, ()),
    ]
    [line] = messina_speaker(side_b, ["Anna"]).summary(events)
    assert "activated an aristocrat (square “⚡ once: 5 coins”, now used up) and a nun (square “1 fire”)" in line


def test_boards_dealt_are_told_seat_by_seat(variants):
    game = next(game for game in variants if game.table.options.get("variant") == "advanced" and game.table.seats == 2)
    lines = messina_speaker(game.table.view(None), ["Anna", "Bob"]).summary(game.events[0])
    assert [
        bool(re.fullmatch(r"\S+ \*\*\w+\*\* got the \w+ board and scroll board B\d\.", line)) for line in lines[1:3]
    ]
    assert "Anna" in lines[1]
    assert "Bob" in lines[2]


@pytest.mark.deep
def test_labels_choices_and_questions_of_every_variant(variants):
    notation = GAMES["messina"].notation
    for game in variants:
        people = ["Anna", "Bob", "Cleo", "Dóra"][: game.table.seats]
        for moment in game.positions:
            labels = list(map(messina_speaker(moment.own, people).label, moment.moves))
            assert len(set(labels)) == len(labels), labels
            bad = [text for text in labels if len(text) > 100 or not clean(text) or text.endswith("…")]
            assert not bad
            asked = messina_speaker(moment.own, people).ask(moment.question, [], moment.verbs)
            assert clean(asked)
            assert len(asked) <= 330
        for moment in game.positions[::7]:
            for text in (move.text for move in moment.moves):
                verb, *said = text.split()
                for at in range(len(notation.kinds[verb].__struct_fields__)):
                    told = messina_speaker(moment.own, people).choice([verb, *said[: at + 1]])
                    assert clean(told)
                    assert len(told) <= 100


@pytest.mark.deep
def test_boards_descriptions_and_status_of_every_variant(variants):
    for game in variants:
        people = ["Maximiliana Wilhelmina K"] * game.table.seats
        for moment in game.positions[::5]:
            view = moment.public
            parts = ["", "grid", "city", "score", "legend", "boards", *(f"estate-{one}" for one in range(view.seats))]
            for part in parts:
                text = messina_speaker(view, people).describe(part)
                assert clean(text), text
                assert len(text) <= 1024
            pages = messina_speaker(view, people).board_text()
            assert max(map(len, pages)) <= 3500
            assert clean("\n".join(pages))
            assert clean(messina_speaker(view, people).status())


def test_summaries_and_sentences_of_every_variant(variants):
    for game in variants:
        people = ["Anna", "Bob", "Cleo", "Dóra"][: game.table.seats]
        view = game.table.view(None)
        for events in game.events:
            for line in messina_speaker(view, people).summary(events):
                assert clean(line), line
                assert line.endswith((".", "**")), line
                assert "  " not in line
            assert all(clean(messina_speaker(view, people).sentence(event)) for event in events)


def test_every_turn_of_the_opponent_is_told_once(solo):
    for game in solo:
        view = game.table.view(None)
        for events in game.events:
            turns = sum(isinstance(one, e.OpponentWent | e.OpponentPassed) for one in events)
            told = messina_speaker(view, ["Anna"]).summary(events)
            assert sum(line.startswith(IT) for line in told) == turns


def test_the_board_in_words_tells_of_the_opponent_and_of_side_b(solo):
    for game in solo:
        for moment in game.positions[::9]:
            view = moment.public
            text = "\n".join(messina_speaker(view, ["Anna"]).board_text())
            assert f"popularity: space {view.opponent.popularity}" in text
            assert text.count("▲ **the opponent** standing") == len(view.opponent.standing)
            for hex_ in view.opponent.standing:
                assert re.search(rf"\*\*{place(hex_, words('en'))}\*\*: .*▲ \*\*the opponent\*\* standing", text)
            for tile in (*view.opponent.shown, *view.opponent.past):
                assert f"{place(SOLO_TILES[tile].hex, words('en'))}: " in text
            [own] = view.players
            assert ("Boards: " in text) == (own.board != "a")
            assert ("Used up: " in text) == bool(own.spent)
            assert (text + " ").count("⚡") >= len(own.spent)


def test_a_solo_game_is_judged_and_all_points_are_told(solo):
    for game in solo:
        score, view = game.table.score(), game.table.view(None)
        judged, detail = messina_speaker(view, ["Anna"]).final_table(score).split("\n")
        [points] = score.points
        assert f"{A}: **{with_minus_sign(points)} point" in judged
        good = 130 if game.table.options["variant"] == "standard" else 140
        assert view.opponent.good_score == good
        assert ("a good result, for that begins" if points >= good else "A good result begins") in judged
        assert f"at {good}." in judged
        assert sum(int(number.replace("−", "-")) for number in re.findall(r": (−?\d+)", detail)) == points


def test_points_of_scroll_boards_that_differ_are_told_by_their_tracks(variants):
    for game in variants:
        score, view = game.table.score(), game.table.view(None)
        if view.seats > 1 and view.players[0].scroll_board != "a":
            people = ["Anna", "Bob", "Cleo", "Dóra"][: view.seats]
            lines = messina_speaker(view, people).final_table(score).split("\n")
            for at, seat in enumerate(score.ranking):
                detail = lines[2 + 2 * at]
                assert (
                    sum(int(number.replace("−", "-")) for number in re.findall(r": (−?\d+)", detail))
                    == score.points[seat]
                )
                assert "scroll_" not in detail
        known = {*POINT_SOURCES, "scroll_1", "scroll_2", "scroll_3"}
        assert set(score.breakdown) <= known


def test_who_chooses_boards_sees_what_is_special_about_each():
    table = Table(GAMES["messina"], 2, "choose", {"variant": "advanced", "deal": "chosen"})
    [due] = table.due()
    for boards in (BOARDS, SCROLL_BOARDS):
        view = table.view(due.seat)
        labels = [messina_speaker(view, ["Anna", "Bob"]).label(move) for move in table.legal(due.seat)]
        assert len(set(labels)) == len(boards)
        alt = messina_speaker(view, ["Anna", "Bob"]).describe("boards")
        assert all(label.casefold() in alt.casefold() for label in labels)
        assert "choose a " in messina_speaker(table.view(None), ["Anna", "Bob"]).status()
        table.play(due.seat, table.legal(due.seat)[0].text)


def test_refusals_call_squares_as_they_are_on_the_players_board(side_b):
    error = RulesError("On {square} nobody can be activated.", square="cl1")
    own = messina_speaker(side_b, ["Anna"]).refusal(error)
    assert own == "On craftsman square “build” (left) nobody can be activated."
    assert messina_speaker(None, ["Anna"]).refusal(error) != own


def test_help_on_variants_lists_every_board_tile_and_round():
    pages = ("advanced", "tracks", "solo")
    advanced, tracks, alone = (wording.help_page(topic, WORDS.help, words("en")) for topic in pages)
    assert advanced
    assert tracks
    assert alone
    for page, boards in ((advanced, BOARDS), (tracks, SCROLL_BOARDS)):
        assert all(f"**{wording.messina.name_of(board, words('en'))}**" in page for board in boards)
    assert advanced.count("⚡") == 1 + 3 * len(BOARDS)
    assert "I at random, II church, III city, IV popularity, V city, VI church" in advanced
    assert alone.count("hex ") >= len(SOLO_TILES)
    assert "130" in alone


def test_a_result_has_a_medal_from_where_it_is_good(messina, names):
    view = next(game.table.view(None) for game in messina if game.table.seats == 1)
    results = [Score([view.opponent.good_score + more], {}, [0], [0], "rounds") for more in (-1, 0, 1)]
    assert [messina_speaker(view, names[:1]).result(one)[0] for one in results] == ["📜", "🥇", "🥇"]
