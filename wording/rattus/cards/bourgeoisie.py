"""The words of the cards of Bourgeoisie."""

from collections.abc import Collection, Sequence

from rules.errors import N_
from rules.rattus import events as e
from rules.rattus import moves as m
from rules.rattus.view import View
from wording.rattus.cards.card_words import CardWords, cube, cubes_moved, owner
from wording.rattus.names import CLASS_EMOJI, name, potions
from wording.speaker import MoveWords, QuestionWords, Speaker

SIGN = CLASS_EMOJI["bourgeoisie"]


def _merchant(move: m.Merchant, s: Speaker[View]) -> str:
    return s.ngettext(
        "Merchant: {count} cube from {region} to {to}",
        "Merchant: {count} cubes from {region} to {to}",
        move.cubes,
        region=name(move.region, s),
        to=name(move.to, s),
    )


def _carry(s: Speaker[View], verbs: Collection[str]) -> str:
    region, to = (name(word, s) for word in s.view.about)
    return s._(
        "Which cube goes next from {region} to {to}? The potions under it go with it. Still to choose: {left}.",
        region=region,
        to=to,
        left=s.view.left,
    )


MERCHANT = CardWords(
    moves={
        "merchant": MoveWords(
            SIGN,
            N_("Merchant: move cubes"),
            asks={
                "region": N_("From which region do your cubes leave?"),
                "to": N_("Where do your cubes from {region} go?"),
                "cubes": N_("How many cubes go from {region} to {to}?"),
            },
            label=_merchant,
        ),
        "carry": MoveWords(
            SIGN,
            N_("Choose the next cube"),
            asks={"potions": N_("Which cube goes next? The potions under it go with it.")},
            label=lambda move, s: s._("Merchant: {cube}", cube=cube(move.potions, s)),
        ),
    },
    questions={"carry": QuestionWords(N_("move cubes"), _carry)},
    phrases={e.CubesMoved: cubes_moved},
    own_cubes=("merchant",),
    all_cubes=("merchant",),
)


def _messenger(move: m.Messenger, s: Speaker[View]) -> str:
    values = {"player": owner(move.owner, s), "region": name(move.region, s)}
    if move.potions:
        return s._("Messenger: {player} in {region}, {potions}", potions=potions(move.potions, s), **values)
    return s._("Messenger: {player} in {region}", **values)


def _other_cube(s: Speaker[View], verbs: Collection[str]) -> str:
    return s._("Which cube in another region do you exchange for the one in {region}?", region=name(s.view.about[0], s))


def _exchanged(events: Sequence[e.CubesExchanged], s: Speaker[View]) -> str:
    [event] = events
    return s._(
        "exchanged {cube} in {region} for {other} in {to} ({card})",
        cube=_cube(event.seat, event.owner, event.potions, s),
        region=name(event.region, s),
        other=_cube(event.seat, event.other_owner, event.other_potions, s),
        to=name(event.to, s),
        card=name("messenger", s),
    )


def _cube(seat: int, owner: int, count: int, s: Speaker[View]) -> str:
    """Describe a cube that the seat exchanges, its own or another player's."""
    if owner != seat:
        own = s._("a cube of {player}", player=s.player(owner))
    else:
        own = s._("one of your cubes") if seat == s.reader else s._("one of their own cubes")
    return s._("{cube} with {potions}", cube=own, potions=potions(count, s)) if count else own


MESSENGER = CardWords(
    moves={
        "messenger": MoveWords(
            SIGN,
            N_("Messenger: exchange two cubes"),
            asks={
                "region": N_("Where is the cube that the Messenger exchanges?"),
                "owner": N_("Whose cube in {region} is exchanged?"),
                "potions": N_("Which of these cubes in {region}? The potions under it go with it."),
            },
            label=_messenger,
        )
    },
    questions={
        "messenger": QuestionWords(N_("exchange cubes"), _other_cube, calls={"messenger": N_("Choose the other cube")})
    },
    phrases={e.CubesExchanged: _exchanged},
    all_cubes=("messenger",),
)


def _mayor(s: Speaker[View], verbs: Collection[str]) -> str:
    text = s._("Where does the next cube go? Only regions where you had the majority. Still to place: {left}.",
               left=s.view.left)  # fmt: skip
    leave = s._("You can leave these out.")
    return f"{text} {leave}" if "skip" in verbs else text


MAYOR = CardWords(
    moves={"mayor": MoveWords(SIGN, N_("Mayor: place by majorities"))},
    questions={
        "mayor": QuestionWords(
            N_("place cubes"), _mayor, calls={"place": N_("Place the next cube"), "skip": N_("No more cubes")}
        )
    },
)


BOURGEOISIE = {"merchant": MERCHANT, "messenger": MESSENGER, "mayor": MAYOR}
