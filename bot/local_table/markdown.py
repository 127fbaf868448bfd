"""Markdown at the speed of a page that is drawn anew twice a second.

simcord builds a parser for every single text, which takes a millisecond and longer than everything else on the page
together. What a parser depends on is the same for most texts, so here it is kept.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from simcord.preview import _markdown

_build = _markdown._markdown_parser


@lru_cache(maxsize=256)
def _kept(policy: str, context: str) -> Any:
    return _build(json.loads(policy), json.loads(context))


def _parser(policy: Mapping[str, Any], context: Mapping[str, Any]) -> Any:
    return _kept(json.dumps(policy, sort_keys=True), json.dumps(context, sort_keys=True))


def keep_parsers() -> None:
    """Let simcord use its parsers again."""
    _markdown._markdown_parser = _parser
