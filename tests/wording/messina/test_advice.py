"""Advice claims only what the rules say."""

from wording.messina import WORDS


def test_what_a_restack_and_a_workshop_bring_is_said_as_it_is():
    """R114: after a restack one has to build; R120: only early workshops produce in each round."""
    assert "have to build" in WORDS.advice["restacked"]
    assert all("early workshop" in WORDS.advice[question].lower() for question in ("production", "quarantine"))
