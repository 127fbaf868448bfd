"""Advice claims only what is in the rules."""

from wording.messina import WORDS


def test_advice_on_restacks_and_workshops_keeps_to_the_rules():
    """R114: after a restack the player has to build. R120: only early workshops produce in each round."""
    assert "have to build" in WORDS.advice["restacked"]
    assert all("early workshop" in WORDS.advice[question].lower() for question in ("production", "quarantine"))
