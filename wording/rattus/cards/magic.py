"""The words of the cards of Magic."""

from collections.abc import Collection, Sequence

from rules.errors import N_
from rules.rattus import events as e
from rules.rattus import moves as m
from rules.rattus.view import View
from wording.rattus.cards.card_words import CardWords, cubes_moved, rat_here
from wording.rattus.names import CLASS_EMOJI, name, potions
from wording.speaker import MoveWords, QuestionWords, Speaker

SIGN = CLASS_EMOJI["magic"]


def _looked(events: Sequence[e.Looked], s: Speaker[View]) -> str:
    rats = s.join_list([rat_here(event.rat, s) for event in events])
    return s._("looked at {rats} ({card})", rats=rats, card=name("witch", s))


def _exchanged(events: Sequence[e.Exchanged], s: Speaker[View]) -> str:
    [event] = events
    return s._("exchanged {rat} and {other}", rat=rat_here(event.rat, s), other=rat_here(event.other, s))


WITCH = CardWords(
    moves={
        "witch": MoveWords(
            SIGN,
            N_("Witch: look at a rat"),
            asks={"rat": N_("Which rat do you look at? Only you will see it.")},
            label=lambda move, s: s._("Witch: look at {rat}", rat=rat_here(move.rat, s)),
        ),
        "exchange": MoveWords(SIGN, N_("Exchange the two rats")),
        "keep": MoveWords("✅", N_("Do not exchange")),
    },
    questions={
        "look": QuestionWords(
            N_("use the Witch"),
            N_("You can look at a second rat, and then exchange the two if you like."),
            calls={"witch": N_("Look at a second rat"), "keep": N_("One look is enough")},
        ),
        "swap": QuestionWords(N_("use the Witch"), N_("Do you exchange the two rats you looked at?")),
    },
    phrases={e.Looked: _looked, e.Exchanged: _exchanged},
)


def _piper(move: m.Piper, s: Speaker[View]) -> str:
    values = {"region": name(move.region, s), "to": name(move.to, s)}
    if move.potions:
        return s._("Pied Piper: {region} to {to}, cube with {potions}", potions=potions(move.potions, s), **values)
    return s._("Pied Piper: {region} to {to}", **values)


def _follow(s: Speaker[View], verbs: Collection[str]) -> str:
    region, to = (name(word, s) for word in s.view.about)
    return s._(
        "There isn’t room for all rats in {to}. Which one follows next from {region}? Still to follow: {left}.",
        region=region,
        to=to,
        left=s.view.left,
    )


def _followed(events: Sequence[e.RatMoved], s: Speaker[View]) -> str:
    path = [s._("rat {letter}, now {other}", letter=event.rat[-1], other=event.to[-1]) for event in events]
    if len(path) == 1:
        return s._("led a rat after it ({way})", way=path[0])
    return s._("led rats after it ({way})", way=s._("; ").join(path))


PIPER = CardWords(
    moves={
        "piper": MoveWords(
            SIGN,
            N_("Pied Piper: lead rats away"),
            asks={
                "region": N_("From which region does the Pied Piper lead one of your cubes?"),
                "to": N_("Where does your cube from {region} go? As many rats follow as have room."),
                "potions": N_("Which of your cubes goes from {region} to {to}? The potions under it go with it."),
            },
            label=_piper,
        ),
        "follow": MoveWords(
            SIGN,
            N_("Choose the next rat"),
            asks={"rat": N_("Which rat follows?")},
            label=lambda move, s: s._("Pied Piper: {rat} follows", rat=rat_here(move.rat, s)),
        ),
    },
    questions={"follow": QuestionWords(N_("lead rats"), _follow)},
    phrases={e.CubesMoved: cubes_moved, e.RatMoved: _followed},
    own_cubes=("piper",),
    all_cubes=("piper",),
)


def _wizard(move: m.Wizard, s: Speaker[View]) -> str:
    if move.potions:
        under = potions(move.potions, s)
        return s._("Wizard: {region}, a cube with {potions}", region=name(move.region, s), potions=under)
    return s._("Wizard: {region}, a cube without potions", region=name(move.region, s))


def _potion_placed(events: Sequence[e.PotionPlaced], s: Speaker[View]) -> str:
    [event] = events
    values = {"region": name(event.region, s), "card": name("wizard", s)}
    if event.potions == 1:
        return s._("put a potion under a cube in {region} ({card})", **values)
    return s._("put another potion under a cube in {region}, {count} in all ({card})", count=event.potions, **values)


WIZARD = CardWords(
    moves={
        "wizard": MoveWords(
            SIGN,
            N_("Wizard: brew a potion"),
            asks={
                "region": N_("Where does the Wizard put a potion under one of your cubes?"),
                "potions": N_("Under which of your cubes in {region}?"),
            },
            label=_wizard,
        )
    },
    phrases={e.PotionPlaced: _potion_placed},
    own_cubes=("wizard",),
)


MAGIC = {"witch": WITCH, "piper": PIPER, "wizard": WIZARD}
