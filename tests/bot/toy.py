"""The tests' tiny game on Discord: everything that a third game needs besides its rules."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageDraw

from games import BotGame, CommandGroup
from renderer import Pictures, Scene
from rules.errors import N_
from rules.game import Event, Score, Target
from tests.rules_service import toy
from tests.rules_service.toy import DICE, GOAL, TOY, View
from wording import BoardSection, Facts, GameWords, OptionWords, Speaker, Words
from wording.help_pages import Page
from wording.speaker import MoveWords, QuestionWords

Says = Speaker[View]

MOVES: dict[str, MoveWords[View]] = {
    "walk": MoveWords(
        "👣", N_("Walk on"), asks={"fields": N_("How far do you walk?")},
        label=lambda move, s: s.ngettext("Walk {count} field", "Walk {count} fields", move.fields),
    ),
    "look": MoveWords("🌤", N_("Look at the weather")),
    "shout": MoveWords("📣", N_("Shout")),
    "end": MoveWords("✅", N_("End my turn")),
}  # fmt: skip


def name_of(word: str, w: Words) -> str | None:
    return "Toy" if word == "toy" else None


def facts(said: Sequence[str], following: Sequence[str], s: Says) -> Facts:
    if len(said) < 2:
        return Facts(s.game.verb(said[0], s))
    return Facts(s.ngettext("{count} field", "{count} fields", int(said[1])))


def sentence(event: Event, s: Says) -> str | None:
    match event:
        case toy.Walked(seat=seat, fields=fields):
            return s.ngettext(
                "{player} walked {count} field.", "{player} walked {count} fields.", fields, player=s.player(seat)
            )
        case toy.Looked(seat=seat):
            return s._("{player} looked at the weather.", player=s.player(seat))
        case toy.Weather(degrees=degrees):
            return s._("It will be {degrees} degrees.", degrees=degrees)
        case toy.Threw(seat=seat, fields=fields):
            return s._("{player} threw {fields}.", player=s.player(seat), fields=fields)
        case toy.Shouted(seat=seat):
            return s._("{player} shouted.", player=s.player(seat))
    return None


def summary(events: Sequence[Event], s: Says) -> list[str]:
    return [told for event in events if (told := sentence(event, s))]


def describe(part: str, names: Sequence[str], s: Says) -> str:
    return s.join_list([f"{name}: {field}" for name, field in zip(names, s.view.fields, strict=True)]) + "."


def board_text(s: Says) -> list[BoardSection]:
    fields = [f"{s.player(seat)}: {s.view.fields[seat]}" for seat in s.own_first()]
    return [BoardSection("track", s._("The track"), fields), BoardSection("turn", s._("The turn"), [s.status()])]


def nearing_end(s: Says, brief: bool = False) -> str:
    first = max(range(s.view.seats), key=lambda seat: s.view.fields[seat])
    if s.view.over or s.view.fields[first] < GOAL:
        return ""
    return s._("{player} is at the end of the track.", player=s.player(first))


def final_table(score: Score, s: Says) -> str:
    return s._("{player} has won.", player=s.join_list([s.player(seat) for seat in score.winners]))


WORDS: GameWords[View] = GameWords(
    notation=TOY.notation, moves=MOVES, fields={"fields": N_("How far, in fields")},
    options={
        "start": OptionWords(N_("Who begins"), {"lot": N_("drawn at random"), "0": N_("seat 1"), "1": N_("seat 2")})
    },
    help=(
        Page(
            "track", N_("The track"), N_("How the race goes"),
            (
                N_(
                    "Who is at the end of the track has won. Walk one to three fields at a time, as often as you like, "
                    "and end your turn."
                ),
            ),
        ),
    ),
    name_of=name_of,
    facts=facts,
    questions={"turn": QuestionWords(N_("walk along the track"), N_("What do you do?"))},
    sentence=sentence, summary=summary, task=lambda s: s._(s.game.questions["turn"].task),
    phase=lambda s: s._("field {field}", field=max(s.view.fields)), describe=describe, board_text=board_text,
    final_table=final_table,
    advice={"turn": N_("Walk as far as you can, because nothing stops you in this game.")},
    nearing_end=nearing_end,
)  # fmt: skip

SIZE = 20  # pixels per field
PAPER, RED, BLUE, GREEN = (255, 255, 255), (190, 30, 30), (30, 30, 190), (30, 140, 30)


def track(scene: Scene[View]) -> Image.Image:
    """Draw a row of fields for each seat, coloured up to the seat's position."""
    image = Image.new("RGB", (SIZE * (GOAL + 3), SIZE * (GOAL + 3)), PAPER)
    draw = ImageDraw.Draw(image)
    for seat, field in enumerate(scene.view.fields):
        draw.rectangle((0, SIZE * seat, SIZE * field, SIZE * (seat + 1) - 2), fill=(RED, BLUE, GREEN)[seat])
    return image


def on_track(view: View, target: Target) -> str:
    return "track"


PICTURES: Pictures[View] = Pictures(
    parts=lambda view, layout: ("track",), board=track, legend=track, place=on_track, letter=lambda view, target: "",
    palette=Path(__file__).parent / "toy_palette.txt", named=(PAPER, RED, BLUE, GREEN),
)  # fmt: skip

BOT_GAME = BotGame(
    rules=TOY, title="Toy", words=WORDS, pictures=PICTURES,
    commands={"voice": CommandGroup(N_("What is heard"), ("shout",))},
    first=("start", "confirm", "picture"),
    at_opening=("start", "confirm"),
)  # fmt: skip

DICE_GAME = replace(
    BOT_GAME,
    rules=DICE,
    words=replace(
        WORDS, notation=DICE.notation, moves=MOVES | {"throw": MoveWords("🎲", N_("Throw the die"))},
        questions={
            **WORDS.questions,
            "die": QuestionWords(N_("throw the die"), N_("The die decides how far you walk first.")),
        },
        advice={**WORDS.advice, "die": N_("Throw the die, because nothing else is possible now.")},
    ),
)  # fmt: skip
