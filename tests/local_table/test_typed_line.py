from typing import Any

import pytest

from local_table.typed_line import read_line

TEXT, NUMBER, SUB = 3, 4, 1
GAME = {"name": "game", "type": TEXT, "choices": [{"name": "Messina 1347", "value": "messina"}]}
HELP = {"name": "help", "options": [{"name": "topic", "type": TEXT}, GAME]}
PLACE = {"name": "place", "type": SUB, "options": [{"name": "region", "type": TEXT}, {"name": "cubes", "type": NUMBER}]}
COMMANDS = [HELP, {"name": "rattus", "options": [PLACE]}, {"name": "undo"}]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("/help hex 5", ("help", {"topic": "hex 5"})),
        ("/help topic:hex 5 game:messina 1347", ("help", {"topic": "hex 5", "game": "messina"})),
        ("/rattus place region:gallia cubes:2", ("rattus place", {"region": "gallia", "cubes": 2})),
        ("/rattus place gallia cubes:many", ("rattus place", {"region": "gallia", "cubes": "many"})),
        ("/undo", ("undo", {})),
        ("/rattus", None),
        ("/frob", None),
    ],
)
def test_a_line_is_read_as_its_command_and_options(line: str, read: tuple[str, dict[str, Any]] | None) -> None:
    assert read_line(line, COMMANDS) == read
