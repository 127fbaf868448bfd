"""The words of the cards of Magic."""

from collections.abc import Collection, Sequence

from rules.rattus import events as e
from rules.rattus import moves as m
from rules.rattus.view import View
from wording.rattus.cards.card_words import CardWords, cubes_moved, rat_here
from wording.rattus.names import name, potions
from wording.speaker import Speaker


def _looked(events: Sequence[e.Looked], s: Speaker[View]) -> str:
    rats = s.join_list([rat_here(event.rat, s) for event in events])
    return s._("looked at {rats} ({card})", rats=rats, card=name("witch", s))


def _exchanged(events: Sequence[e.Exchanged], s: Speaker[View]) -> str:
    [event] = events
    return s._("exchanged {rat} and {other}", rat=rat_here(event.rat, s), other=rat_here(event.other, s))


WITCH = CardWords(
    labels={"witch": lambda move, s: s._("Witch: look at {rat}", rat=rat_here(move.rat, s))},
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
    labels={"piper": _piper, "follow": lambda move, s: s._("Pied Piper: {rat} follows", rat=rat_here(move.rat, s))},
    questions={"follow": _follow},
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
    labels={"wizard": _wizard},
    phrases={e.PotionPlaced: _potion_placed},
    own_cubes=("wizard",),
)


MAGIC = {"witch": WITCH, "piper": PIPER, "wizard": WIZARD}
