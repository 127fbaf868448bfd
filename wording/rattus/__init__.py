"""The words of Rattus."""

from pathlib import Path

from rules.errors import N_
from rules.rattus.moves import NOTATION
from rules.rattus.view import View
from wording.help_pages import read_lesson
from wording.rattus.advantages import advantage, reason
from wording.rattus.advice import ADVICE
from wording.rattus.board_text import (
    board_text,
    describe,
    discreet,
    final_table,
    nearing_end,
    phase,
    ranks,
    result,
    secrets,
    turn,
)
from wording.rattus.event_sentences import sentence, summary
from wording.rattus.headlines import headlines
from wording.rattus.move_words import FIELDS, MOVES, QUESTIONS, about, facts, lost, means, task, verb
from wording.rattus.names import name_of
from wording.rattus.rules_help import HELP, OPTIONS, option_warning
from wording.speaker import GameWords

FOLDER = Path(__file__).parent
WORDS: GameWords[View] = GameWords(
    notation=NOTATION,
    moves=MOVES,
    fields=FIELDS,
    options=OPTIONS,
    option_warning=option_warning,
    help=HELP,
    advice=ADVICE,
    advantage=advantage,
    reason=reason,
    name_of=name_of,
    verb=verb,
    facts=facts,
    questions=QUESTIONS,
    sentence=sentence,
    summary=summary,
    headlines=headlines,
    task=task,
    phase=phase,
    turn=turn,
    describe=describe,
    board_text=board_text,
    means=means,
    lost=lost,
    about=about,
    secrets=secrets,
    discreet=discreet,
    final_table=final_table,
    ranks=ranks,
    result=result,
    nearing_end=nearing_end,
)
LESSON = read_lesson(FOLDER, ("", N_("Anna"), N_("Bob")))
