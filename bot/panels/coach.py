"""Help on the panel for new players of a game: advice on each new kind of question, and details of answers.

A person's preferences store which game is their first, and at which log number each piece of advice was shown.
"""

from bot.context import App
from bot.games import GAMES
from bot.panels.turn_parts import Turn
from bot.preferences import COACH, DETAILS
from rules_service import TableInfo

SIGN = "💡"
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
    return f"{SIGN} {turn.words._(text)}"


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
