"""The words of the cards of Peasantry."""

from collections.abc import Collection, Sequence

from rules.errors import N_
from rules.rattus import events as e
from rules.rattus.view import View
from wording.rattus.cards.card_words import CardWords, ClassWords
from wording.rattus.names import CLASS_EMOJI, name
from wording.speaker import MoveWords, QuestionWords, Speaker

SIGN = CLASS_EMOJI["peasantry"]


PEASANT = CardWords(
    about=N_("Place one more cube"),
    help=(
        N_(
            "**What:** when you place cubes, you can place one more than there are rats. In a region without rats, one."
        ),
        N_("**When:** while placing cubes (step B)."),
        N_("**Final round:** place one cube from your stock in any region, with or without rats."),
    ),
    moves={
        "peasant": MoveWords(
            SIGN,
            N_("Peasant: place a cube"),
            asks={"region": N_("Where does the Peasant place your cube?")},
            label=lambda move, s: s._("Peasant: a cube into {region}", region=name(move.region, s)),
        )
    },
    all_cubes=("peasant",),
)


def _serf(s: Speaker[View], verbs: Collection[str]) -> str:
    return s._(
        "That rat killed another player’s cube. Does your Serf add one of your cubes in "
        "{region}? It counts, and can be struck, from the next rat on.",
        region=name(s.view.plague, s),
    )


SERF = CardWords(
    about=N_("Add cubes while rats kill"),
    help=(
        N_(
            "**What:** after each rat that killed another player’s cube, you can put one cube from "
            "your stock into the plague region. It counts, and can be struck, from the next rat "
            "on. If all cubes were gone, it keeps the devastation going. A potion lost instead of "
            "a cube is not a killed cube."
        ),
        N_("**When:** in the devastation of your own turn."),
        N_(
            "**Final round:** move the plague piece one step and strike that region right away, "
            "with your Serf. If you also have the Knight or the Crusader, it is one move of up to "
            "two steps for all of them."
        ),
    ),
    moves={"serf": MoveWords(SIGN, N_("Serf: add a cube"))},
    questions={"serf": QuestionWords(N_("add a cube or not"), _serf, calls={"skip": N_("No cube for the Serf")})},
)


def _unload(s: Speaker[View], verbs: Collection[str]) -> str:
    owner = next((seat for seat, count in enumerate(s.view.baked) if count), 0)
    return s.ngettext(
        "{count} cube of {player} is on the Baker. Into which region does it go?",
        "{count} cubes of {player} are on the Baker. Into which region do all of them go?",
        sum(s.view.baked),
        player=s.player(owner),
    )


def _baked(events: Sequence[e.Baked], s: Speaker[View]) -> str:
    return s._("put a cube on the {card}", card=name("baker", s))


def _unloaded(events: Sequence[e.Unloaded], s: Speaker[View]) -> str:
    [event] = events
    return s.ngettext(
        "put {count} cube of {player} from the {card} into {region}",
        "put {count} cubes of {player} from the {card} into {region}",
        event.cubes,
        player=s.player(event.owner),
        card=name("baker", s),
        region=name(event.region, s),
    )


BAKER = CardWords(
    about=N_("Keep cubes on the card"),
    help=(
        N_(
            "**What:** put one cube from your stock on this card, once a turn, as many turns as "
            "you like. A player who takes the card from you must immediately put all those cubes, "
            "which stay yours, into one region of their choice. So the cubes are yours, but the "
            "place is theirs."
        ),
        N_("**When:** at any free moment of your turn. Cubes on the Baker are not on the board."),
        N_(
            "**Final round:** the same. Afterwards the player to the left of the Baker’s owner "
            "puts all cubes on the card into one region; only then come the final devastation and "
            "the points."
        ),
    ),
    moves={
        "baker": MoveWords(SIGN, N_("Baker: put a cube on him")),
        "unload": MoveWords(
            SIGN,
            N_("Place the Baker's cubes"),
            asks={"region": N_("Into which region do all the cubes on the Baker go?")},
            label=lambda move, s: s._("The Baker's cubes into {region}", region=name(move.region, s)),
        ),
    },
    questions={"unload": QuestionWords(N_("place the cubes from the Baker"), _unload)},
    phrases={e.Baked: _baked, e.Unloaded: _unloaded},
    all_cubes=("unload",),
)


PEASANTRY = ClassWords(
    title=N_("Peasantry 🌾"),
    about=N_("Peasant, Serf, Baker: cubes from your stock"),
    cards={"peasant": PEASANT, "serf": SERF, "baker": BAKER},
)
