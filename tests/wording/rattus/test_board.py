import msgspec
import pytest

import wording
from rules.rattus.components import CARDS, PRINTED_NAMES, REGIONS
from rules.rattus.events import Face
from rules.rattus.view import PotionView, RatView
from tests.wording.speakers import rattus_speaker
from wording.rattus.names import name

WORST = Face(6, "A", ("peasantry", "bourgeoisie", "chivalry", "royalty"))
LONG = [
    "Wolfeschlegelsteinhausen" * 2,
    "Maximiliana Wilhelmina K",
    "Przemysław Brzęczyszczyk",
    "Szilárd Székesfehérvári",
]


@pytest.fixture
def late(games):
    """Return the last turn of a game of four, in which the Witch was used."""
    for game in games:
        if game.table.seats == 4:
            for position in reversed(game.positions):
                if any(rat.face for region in position.own.regions for rat in region.rats):
                    return position
    raise AssertionError("no game of four with the Witch")


def worst(view):
    """Return the same board with three seen rats and cubes of all seats in every region, and all cards taken."""
    return msgspec.structs.replace(
        view,
        regions=[
            msgspec.structs.replace(r, rats=[RatView(f"{r.id}-{c}", WORST) for c in "abc"], cubes=[13, 12, 11, 10])
            for r in view.regions
        ],
        cards=[msgspec.structs.replace(card, owner=at % 4) for at, card in enumerate(view.cards)],
        palace=[11, 12, 13, 14],
        stock=[11, 12, 13, 14],
        due=[0, 1, 2, 3],
        discards=[WORST] * 49,
    )


def test_the_description_names_everything_in_an_ordinary_position(late, names):
    text = rattus_speaker(late.public, names).describe()
    for region in late.public.regions:
        cubes = [f"{names[seat]} {count}" for seat, count in enumerate(region.cubes) if count]
        rats = f"{len(region.rats)} rat{'' if len(region.rats) == 1 else 's'}"
        assert f"{PRINTED_NAMES[region.id]}: {', '.join([rats, *cubes])}." in text
    assert f"Plague piece in {PRINTED_NAMES[late.public.plague]}." in text
    assert f"Rats in the supply: {late.public.supply}." in text


def test_at_the_end_the_description_gives_the_result(games, names):
    for game in games:
        view = game.table.view(None)
        score, text = view.score, rattus_speaker(view, names).describe()
        assert f"🏆 {names[score.winners[0]]} wins!" in text
        points = ", ".join(f"{names[seat]} {score.points[seat]}" for seat in score.ranking)
        assert f"Points: {points}." in text


def test_the_picture_of_the_cards_in_play_is_described_by_them(positions, names):
    for position in positions[::40]:
        text = rattus_speaker(position.public, names).describe("legend")
        assert len(text) <= 1024
        for card in position.public.cards:
            assert f"{PRINTED_NAMES[card.id]} ({name(card.class_, wording.words('en'))}): " in text


@pytest.mark.parametrize(
    ("when", "told"),
    [("neutral", "counts as 2 cubes)"), ("neutral_at_end", "counts as 2 cubes in the final devastation)")],
)
def test_what_the_plague_piece_counts_is_told(late, names, when, told):
    plain = msgspec.structs.replace(late.public, neutral=False, neutral_at_end=False)
    assert "counts as" not in "".join(
        [*rattus_speaker(plain, names).board_text(), rattus_speaker(plain, names).describe()]
    )
    view = msgspec.structs.replace(plain, **{when: True})
    assert told in "".join(rattus_speaker(view, names).board_text())
    assert told in rattus_speaker(view, names).describe()


def test_the_description_of_the_fullest_board_fits_and_begins_with_what_matters(late):
    public = worst(late.public)
    text = rattus_speaker(public, LONG).describe()
    assert len(text) <= 1024
    assert text.index("Plague piece") < 100
    assert "Tartaria: 3 rats" in rattus_speaker(late.public, LONG).describe() or len(text) == 1024


def test_crowded_boards_use_less_of_the_names_and_end_with_a_whole_sentence(late):
    crowded = msgspec.structs.replace(
        late.public, regions=[msgspec.structs.replace(r, cubes=[2, 3, 1, 4]) for r in late.public.regions]
    )
    text = rattus_speaker(crowded, LONG).describe()
    assert "Wolfesc… 2, Maximil… 3" in text
    assert "Red" not in text
    assert text.endswith("The rest is in the board as text.")
    assert len(text) <= 1024


def test_players_of_the_same_name_are_told_apart(late):
    text = rattus_speaker(late.public, ["Anna", "Anna", "Bob", "Cleo"]).describe()
    assert "Anna (Red) " in text
    assert "Anna (Blue) " in text


def test_the_board_in_words_is_complete(positions, names):
    for position in positions[::7]:
        view = position.own
        text = "\n".join(rattus_speaker(view, names).board_text())
        lines = {line.split("**")[1]: line for line in text.split("\n") if line.startswith("- **")}
        for region in view.regions:
            line = lines[PRINTED_NAMES[region.id]]
            for at, count in enumerate(region.cubes):
                assert (f"{names[at]}** {count}" in line) == bool(count)
            assert all(f"{rat.handle[-1]} = **{rat.face.number}" in line for rat in region.rats if rat.face)
            assert ("the plague piece is here" in line) == (view.plague == region.id)
        for card in view.cards:
            assert PRINTED_NAMES[card.id] in text
        for seat in range(view.seats):
            assert f"{view.palace[seat]} in the palace, {view.stock[seat]} in stock" in text
        assert f"{view.supply} rat" in text


@pytest.fixture
def equipped(late):
    """Return the same board with everything that cards of the expansion add."""
    regions = {r.id: r for r in late.public.regions}
    regions["gallia"] = msgspec.structs.replace(
        regions["gallia"],
        cubes=[3, 2, 0, 0],
        bishops=1,
        nuns=2,
        potions=[PotionView(0, 2), PotionView(0, 1), PotionView(1, 1)],
    )
    return msgspec.structs.replace(
        late.public, regions=list(regions.values()), walls=["gallia+italia"], baked=[0, 3, 0, 0]
    )


def test_walls_figures_potions_and_the_baker_are_told(equipped, names):
    pages = "\n".join(rattus_speaker(equipped, names).board_text())
    lines = {line.split("**")[1]: line for line in pages.split("\n") if line.startswith("- ")}
    gallia = lines["Gallia"]
    assert "1 bishop, 2 nuns, potions of 🔴 **Anna** 2 + 1, potions of 🔷 **Bob** 1" in gallia
    assert "Italia (wall)" in gallia
    assert "Gallia (wall)" in lines["Italia"]
    assert "Germania (wall)" not in gallia
    assert "Walls: Gallia–Italia." in pages
    assert lines["Bob"].endswith("on the Baker: 3")
    assert "Baker" not in lines["Anna"]
    alt = rattus_speaker(equipped, names).describe()
    assert "1 bishop, 2 nuns, potions of Anna 2 + 1, potions of Bob 1." in alt
    assert "Walls: Gallia–Italia." in alt
    assert "On the Baker: Bob 3." in alt


@pytest.mark.deep(one_in=10)
def test_rats_that_lie_face_up_are_nobodys_secret(positions):
    turned = [p for p in positions if any(rat.turned for region in p.own.regions for rat in region.rats)]
    assert turned
    for position in turned:
        seen = [r for region in position.own.regions for r in region.rats if r.face and not r.turned]
        assert rattus_speaker(position.own).secrets().count("**") == 2 * len(seen)
        assert rattus_speaker(position.public).secrets() == ""
        shown = sum(rat.turned for region in position.public.regions for rat in region.rats)
        assert "\n".join(rattus_speaker(position.public).board_text()).count("**, face up") == shown
        asked = rattus_speaker(position.own, []).ask(position.question, [], position.verbs)
        if position.question == "devastation":
            assert "Which rat strikes next?" in asked


def test_a_secret_face_is_in_the_words_of_the_seat_that_saw_it_only(late, names):
    mine = "\n".join(rattus_speaker(late.own, names).board_text())
    everybodys = "\n".join(rattus_speaker(late.public, names).board_text())
    assert " = **" in mine
    assert " = **" not in everybodys
    assert rattus_speaker(late.own).secrets().count(" = **") == mine.count(" = **")
    assert rattus_speaker(late.public).secrets() == ""
    assert "shows" in rattus_speaker(late.own, names).describe()
    assert "shows" not in rattus_speaker(late.public, names).describe()


def test_pages_are_short_and_lose_nothing(late):
    pages = rattus_speaker(worst(late.own), LONG).board_text()
    assert len(pages) > 1
    assert max(map(len, pages)) <= 3500
    regions = [line for page in pages for line in page.split("\n") if line.startswith("- ") and "next to" in line]
    assert len(regions) == 12


@pytest.mark.parametrize("lang", ["en", "de", "pl", "hu"])
def test_every_id_has_a_name_in_the_language(lang):
    w = wording.Words(lang, wording.catalogue.gettext.NullTranslations())
    ids = [*REGIONS, *CARDS, *{card.class_ for card in CARDS.values()}]
    assert set(ids) <= set(PRINTED_NAMES)
    named = [name(word, w) for word in ids]
    assert all(named)
    assert len({name(region, w) for region in REGIONS}) == len(REGIONS)
    assert len({name(card, w) for card in CARDS}) == len(CARDS)


def test_what_is_suggested_while_somebody_types_tells_no_face_that_only_they_know(positions):
    told = [rattus_speaker(position.own).discreet().view for position in positions]
    for view, position in zip(told, positions, strict=True):
        assert view.seat == position.own.seat
        assert view.regions == position.public.regions
        assert not rattus_speaker(view).secrets()
    assert any(rattus_speaker(position.own).secrets() for position in positions)
    assert any(rat.face for view in told for region in view.regions for rat in region.rats), "some lie face up"
