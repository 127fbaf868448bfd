"""The words of Messina 1347."""

from pathlib import Path

from rules.errors import N_
from rules.messina.moves import NOTATION
from rules.messina.view import View
from wording.help_pages import read_lesson
from wording.messina.advantages import advantage
from wording.messina.advice import ADVICE
from wording.messina.answer_facts import facts
from wording.messina.board_text import board_text, describe, phase
from wording.messina.event_sentences import sentence
from wording.messina.move_words import FIELDS, MOVES, QUESTIONS, about, lost, means, task, verb
from wording.messina.name_tables import THE_CITIZEN
from wording.messina.names import name_here, name_of, overseer
from wording.messina.result_words import final_table, nearing_end, ranks, result
from wording.messina.rules_help import HELP, OPTIONS
from wording.messina.summary import headlines, summary
from wording.speaker import GameWords

FOLDER = Path(__file__).parent
WORDS: GameWords[View] = GameWords(
    notation=NOTATION,
    moves=MOVES,
    fields=FIELDS,
    options=OPTIONS,
    help=HELP,
    advice=ADVICE,
    advantage=advantage,
    name_of=name_of,
    name_here=name_here,
    verb=verb,
    facts=facts,
    questions=QUESTIONS,
    field_names={"overseer": overseer, "citizen": lambda word, w: w._(THE_CITIZEN[word])},
    sentence=sentence,
    summary=summary,
    headlines=headlines,
    task=task,
    phase=phase,
    describe=describe,
    board_text=board_text,
    final_table=final_table,
    ranks=ranks,
    result=result,
    nearing_end=nearing_end,
    alone_possible=N_("Playing alone, you have a virtual opponent."),
    alone_question=N_("Alone against the virtual opponent?"),
    means=means,
    lost=lost,
    about=about,
)
LESSON = read_lesson(FOLDER, ("", N_("Anna")))
