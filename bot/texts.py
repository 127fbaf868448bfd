"""The longer texts of posts, panels and commands, which are in a text file."""

from pathlib import Path

from wording.text_files import Texts

TEXTS = Texts(Path(__file__).with_name("texts.md"))
