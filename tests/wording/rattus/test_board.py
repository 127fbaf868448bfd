import msgspec
import pytest

from rules.rattus.events import Face
from rules.rattus.view import RatView
from tests.wording.speakers import rattus_speaker

WORST = Face(6, "A", ("peasantry", "bourgeoisie", "chivalry", "royalty"))
LONG = [
    "Wolfeschlegelsteinhausen" * 2, "Maximiliana Wilhelmina K", "Przemysław Brzęczyszczyk", "Szilárd Székesfehérvári",
]  # fmt: skip


@pytest.fixture
def late(games):
    """Return the last position of a game of four in which the acting seat sees a rat's face."""
    for game in games:
        if game.table.seats == 4:
            for position in reversed(game.positions):
                if any(rat.face for region in position.own.regions for rat in region.rats):
                    return position
    raise AssertionError("no game of four with the Witch")


def worst(view):
    """Return the view with three seen rats and cubes of all seats in every region, and with all cards taken."""
    return msgspec.structs.replace(
        view,
        regions=[
            msgspec.structs.replace(r, rats=[RatView(f"{r.id}-{c}", WORST) for c in "abc"], cubes=[13, 12, 11, 10])
            for r in view.regions
        ],
        cards=[msgspec.structs.replace(card, owner=at % 4) for at, card in enumerate(view.cards)],
        palace=[11, 12, 13, 14], stock=[11, 12, 13, 14], due=[0, 1, 2, 3], discards=[WORST] * 49,
    )  # fmt: skip


def test_the_description_of_the_fullest_board_fits_and_begins_with_what_matters(late):
    public = worst(late.public)
    text = rattus_speaker(public, LONG).describe()
    assert len(text) <= 1024
    assert text.index("Plague piece") < 100
    assert "Tartaria: 3 rats" in rattus_speaker(late.public, LONG).describe() or len(text) == 1024


def test_a_secret_face_is_in_the_words_of_the_seat_that_saw_it_only(late, names):
    mine = "\n".join(rattus_speaker(late.own, names).board_text())
    everybodys = "\n".join(rattus_speaker(late.public, names).board_text())
    assert " = **" in mine
    assert " = **" not in everybodys
    assert rattus_speaker(late.own).secrets().count(" = **") == mine.count(" = **")
    assert rattus_speaker(late.public).secrets() == ""
    assert "shows" in rattus_speaker(late.own, names).describe()
    assert "shows" not in rattus_speaker(late.public, names).describe()


@pytest.mark.deep(one_in=4)
def test_autocompletes_reveal_no_secret_face(positions):
    told = [rattus_speaker(position.own).discreet().view for position in positions]
    for view, position in zip(told, positions, strict=True):
        assert view.seat == position.own.seat
        assert view.regions == position.public.regions
        assert not rattus_speaker(view).secrets()
    assert any(rattus_speaker(position.own).secrets() for position in positions)
    assert any(rat.face for view in told for region in view.regions for rat in region.rats), "some lie face up"
