"""Where the simulated Discord differs from simcord."""

from typing import Any

import pytest
from simcord.enums import InteractionType

from bot.ui.message import Passing
from local_table.simulation import copied


@pytest.mark.parametrize("among", [1, InteractionType(3), Passing("for a while")], ids=["plain", "kind", "text"])
def test_a_copy_shares_nothing_that_may_change(among: Any) -> None:
    sent = {"type": among, "message": {"among": [among], "components": [{"content": "a"}]}}
    copy = copied(sent)
    assert copy == sent
    assert type(copy["type"]) is type(copy["message"]["among"][0]) is type(among)
    copy["message"]["components"][0]["content"] = "b"
    copy["message"]["among"].append(2)
    copy["message"]["more"] = 3
    copy["more"] = 4
    assert sent == {"type": among, "message": {"among": [among], "components": [{"content": "a"}]}}
