"""Questions, answers, boards and logs at moments of recorded games have the texts that a person has read."""

from pathlib import Path

import pytest

from rules.game import Event, SeatEvent
from rules.rattus.events import Face
from tests.kept import kept
from tests.wording.invented import TURNS as INVENTED
from tests.wording.kept_texts import KEPT, KINDS, headings, renewed

pytestmark = pytest.mark.kept

FILES = sorted(KEPT.glob("*/*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_texts_are_as_they_were(path: Path) -> None:
    text = renewed(path)
    assert text == kept(path, text)


def test_every_kind_of_text_is_kept() -> None:
    for folder in KEPT.iterdir():
        assert {heading.split()[1] for path in FILES if path.parent == folder for heading in headings(path)} >= set(
            KINDS
        )


@pytest.mark.parametrize("game", INVENTED)
def test_every_kind_of_event_is_in_an_invented_turn(game: str) -> None:
    every = [*Event.__subclasses__(), *SeatEvent.__subclasses__()]
    kinds = {kind for kind in every if kind.__module__ == f"rules.{game}.events"} - {Face}
    assert kinds == {type(event) for events in INVENTED[game].values() for event in events}
