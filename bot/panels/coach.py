"""Help on the panel: advice on each new kind of question, details of answers, and hints.

A hint is the move that the strong computer player would make, and why. A person's preferences store which game is their
first, and at which log number each piece of advice was shown.
"""

from bot.computers.ai_client import can_play
from bot.context import App
from bot.panels.answers import LETTER_SEPARATOR
from bot.panels.turn_parts import Turn, on_one_picture, whole_answer
from bot.preferences import COACH, DETAILS
from bot.ui.errors import Refusal
from bot.ui.message import Item, button
from computer_players.thinker import PlanAdvice
from games import GAMES
from games.move_picker import Said
from rules.errors import N_
from rules.notation import words_of
from rules_service import TableInfo
from rules_service.computers import SIGN
from rules_service.options import ALONE, HINTS, NEVER
from wording import Facts
from workers.worker import WorkerUnavailable

ADVICE_SIGN = "💡"
GAMES_WITH_DETAILS = 3


async def advice(app: App, user_id: int, turn: Turn) -> str:
    """Return advice on the question if the person hasn't seen it before, or "" if they need none.

    There is no advice if the turn can be ended without losing anything.
    """
    if "end" in turn.moves and not turn.lost_on_end_turn:
        return ""
    info = turn.snapshot.info
    question = turn.snapshot.table.state.pending[turn.seat][-1].question
    text = GAMES[info.game].words.advice.get(question)
    people = app.storage.people
    known = await people.preferences(user_id)
    if text is None or known.get(COACH.option.id) == "off":
        return ""
    first = known.get(f"first-{info.game}")
    if first is None:
        played = await app.storage.tables.first_of(user_id, info.game)
        first = str(next(iter(played), info.id))
        await people.prefer(user_id, f"first-{info.game}", first)
    read = known.get(f"advice-{info.game}-{question}", str(info.number))
    if first != str(info.id) or read != str(info.number):
        return ""
    if f"advice-{info.game}-{question}" not in known:
        await people.prefer(user_id, f"advice-{info.game}-{question}", read)
    return f"{ADVICE_SIGN} {turn.words._(text)}"


async def wants_details(app: App, user_id: int, info: TableInfo) -> bool:
    """Return whether the panel shows what each answer costs and brings: always, never, or in a person's first games."""
    people = app.storage.people
    known = await people.preferences(user_id)
    chosen = known.get(DETAILS.option.id, DETAILS.option.default)
    if chosen != "early":
        return chosen == "on"
    key = f"early-{info.game}"
    if key in known:
        early = known[key].split()
    else:
        early = list(map(str, await app.storage.tables.first_of(user_id, info.game, GAMES_WITH_DETAILS)))
    if str(info.id) not in early and len(early) < GAMES_WITH_DETAILS:
        early.append(str(info.id))
    if (now := " ".join(early)) != known.get(key):
        await people.prefer(user_id, key, now)
    return str(info.id) in early


SAME_GAIN = 0.05  # points


def hints_allowed(info: TableInfo) -> bool:
    """Return whether the table allows hints."""
    wanted = info.options.get(HINTS.id, HINTS.default)
    return can_play(info.game) and wanted != NEVER and (wanted != ALONE or info.alone)


def hint_button(turn: Turn, said: Said = ()) -> list[Item]:
    """Return the button for a hint, if there is a choice and the table allows hints."""
    if len(turn.moves) < 2 or not hints_allowed(turn.snapshot.info):
        return []
    return [button(turn.id("hint", *said), turn.words._("Hint"))]


async def find_hint(app: App, turn: Turn) -> PlanAdvice:
    """Return the strong player's move for the person. Raises Refusal: no hints, not their turn, or no answer found."""
    if not hints_allowed(turn.snapshot.info):
        raise Refusal(N_("Hints are turned off at this table."))
    if not turn.moves:
        raise Refusal(N_("The game has moved on; ask again when it’s your turn."))
    try:
        return await app.computers.hint(turn.snapshot, turn.seat)
    except WorkerUnavailable:
        raise Refusal(N_("The computer found no answer in time. Please ask again in a minute.")) from None


def reason(turn: Turn, found: PlanAdvice) -> str:
    """Return a hint in two sentences: the move with its main facts, and its gain over the second best."""
    w = turn.words
    move, facts = lettered(turn, found.moves[0])
    reasons = w.join_list(facts.vital or facts.parts()[:1])
    advice = f"{SIGN} **{move}**."
    if reasons:
        advice = w._("{sign} **{move}**: {facts}.", sign=SIGN, move=move, facts=reasons)
    if not found.other:
        compared = w._("Nothing else is possible.")
    else:
        other, _ = lettered(turn, found.other)
        points = w.decimal(found.gain)
        compared = w._("I expect {points} more points from it than from **{other}**.", points=points, other=other)
        if found.gain < SAME_GAIN:
            compared = w._("**{other}** is just as good.", other=other)
    return f"{advice} {compared}"


def lettered(turn: Turn, text: str) -> tuple[str, Facts]:
    """Return a move by its letter on the panel and its name, with what it costs and brings."""
    move = turn.speaker.game.notation.parse(text)
    assert move is not None
    hints = GAMES[turn.snapshot.info.game].hints(turn.speaker.view)
    answers = [one for one in on_one_picture(turn, (), hints) if one.choice.move == move]
    answer = answers[0] if answers else whole_answer(turn, move)
    name = f"{answer.letter}{LETTER_SEPARATOR}{answer.name}" if answer.letter else answer.name
    return name, answer.facts if answers else turn.speaker.facts(words_of(move))
