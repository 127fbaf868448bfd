"""The moves and questions of Messina 1347: kinds of move, whole moves, the questions of the panel."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from rules.errors import N_
from rules.messina import moves as m
from rules.messina.components import DISTRICTS, HEXES, ROUNDS, SHIPS, SQUARES, WORKSHOPS
from rules.messina.moves import NOTATION
from rules.messina.view_types import View
from wording.catalogue import Words
from wording.messina.amounts import CITIZENS, THE_CITIZEN, amounts, citizens, effects, option, overseer, tokens
from wording.messina.answer_facts import journey
from wording.messina.choice_details import (
    beside,
    board_label,
    citizen,
    hut_to_build_on,
    landing,
    on_offer,
    rats_if_left,
    room,
    scroll,
    space,
    yields_there,
)
from wording.messina.names import (
    LIEUTENANT,
    OTHERS,
    SHIP,
    TRACKS,
    hex_action,
    hut,
    offer,
    place,
    requirement,
    ship,
    square_short,
    way,
    workshop_yield,
)
from wording.messina.view_lookup import here, hex_view, mine, name_here
from wording.speaker import MoveWords, QuestionWords, Speaker
from wording.text_limits import MAX_LETTERED_LABEL


def _to(word: str, goal: str, s: Speaker[View]) -> str:
    """Describe a citizen that goes to a square or workshop, by place only if there is no room for its name."""
    text = s._("{citizen} to {spot}", citizen=citizen(word, s), spot=room(goal, s))
    if len(text) <= MAX_LETTERED_LABEL:
        return text
    start = square_short(here(word, s.view), s) if word in SQUARES else hut(word, s)
    if goal not in WORKSHOPS:
        return s._("{citizen} to {spot}", citizen=start, spot=room(goal, s))
    gain = yields_there(word, goal, s)
    text = s._("{start} to workshop ({gain})", start=start, gain=gain)
    return text if len(text) <= MAX_LETTERED_LABEL else s._("{citizen} to {spot}", citizen=start, spot=gain)


def _rescued(move: m.Rescue, s: Speaker[View]) -> str:
    if move.spot == "-":
        return s._("No room for the {citizen}", citizen=s._(CITIZENS[move.citizen]))
    return s._("{citizen} to {spot}", citizen=s._(CITIZENS[move.citizen]), spot=room(move.spot, s))


def _housed(move: m.House, s: Speaker[View]) -> str:
    if move.spot == "-":
        return s._("No room for the citizen in {hut}", hut=hut(move.hut, s))
    return _to(move.hut, move.spot, s)


def fight(cubes: int, fire: int, big: int, also: str, w: Words) -> str:
    """Describe a way to fight: "Remove cubes (here: 1, hex 3: 1): 1 big fire"; shorter if that is too long."""
    cost = w.join_list([tokens(token, count, w) for token, count in (("fire", fire), ("big_fire", big)) if count])
    near = also.split("+") if also != "-" else []
    if not near:
        return w.ngettext("Remove {count} cube for {cost}", "Remove {count} cubes for {cost}", cubes, cost=cost)
    removed = w._(", ").join([w._("here: {count}", count=cubes), *beside(near, w)])
    text = w._("Remove cubes ({places}): {cost}", places=removed, cost=cost)
    return text if len(text) <= MAX_LETTERED_LABEL else w._("Cubes ({places}): {cost}", places=removed, cost=cost)


def _acted(move: m.Act, s: Speaker[View]) -> str:
    options = HEXES[s.view.about].action.options if s.view.about in HEXES else ()
    if move.option > len(options):
        return verb("act", s)
    return s._("Hex action: {action}", action=option(options[move.option - 1], s))


def _copied(move: m.Copy, s: Speaker[View]) -> str:
    action_ = option(HEXES[move.hex].action.options[move.option - 1], s)
    return s._("Action of {hex}: {action}", hex=place(move.hex, s), action=action_)


def _advanced(move: m.Advance | m.Elevate, s: Speaker[View]) -> str:
    gold = isinstance(move, m.Elevate)
    spaces = [
        space(move.overseer, move.way, s, upgraded=gold),
        space(move.overseer, move.way, s, upgraded=gold, most=0),
    ]
    names = [overseer(move.overseer, s), s._(CITIZENS[move.overseer])]
    if move.way != "on":
        names = [s._("{overseer} ({way})", overseer=name, way=way(move.overseer, move.way, s)) for name in names]
    texts = [s._("{overseer}: {space}", overseer=name, space=where) for where in spaces for name in names]
    return next((text for text in texts if len(text) <= MAX_LETTERED_LABEL), names[0])


def _restacked(move: m.Restack, s: Speaker[View]) -> str:
    stacks = s._(OTHERS[move.stacks])
    return s._("Restack the {tiles} for {cost}", tiles=stacks, cost=tokens(move.token, 1, s))


def _hut(move: m.Hut, s: Speaker[View]) -> str:
    """Describe building a hut upgrade, with the citizen in the hut if there is room."""
    tile = on_offer(move.tile, s)
    text = s._("{tile}, on {hut}", tile=tile, hut=hut_to_build_on(move.hut, s))
    return text if len(text) <= MAX_LETTERED_LABEL else s._("{tile}, on {hut}", tile=tile, hut=hut(move.hut, s))


def _workshop(move: m.Workshop, s: Speaker[View]) -> str:
    text = offer(move.tile, s)
    if len(text) <= MAX_LETTERED_LABEL:
        return text
    printed = WORKSHOPS[move.tile]
    sign, who = MOVES["workshop"].sign, s._(CITIZENS[printed.citizen])
    brief = f"{sign} {who} ({workshop_yield(printed, s)})"
    return s._("{thing} for {cost}", thing=brief, cost=amounts(printed.cost, s))


MOVES: Mapping[str, MoveWords[View]] = {
    "take": MoveWords(
        "🗺️",
        N_("Choose a board"),
        asks={"board": N_("Which board do you choose?")},
        label=lambda move, s: board_label(move.board, s),
    ),
    "go": MoveWords(
        LIEUTENANT,
        N_("Send a lieutenant to a hex"),
        asks={"start": N_("Which lieutenant goes to a hex?"), "hex": N_("From {start}: where does the lieutenant go?")},
        label=journey,
    ),
    "board": MoveWords(
        SHIP,
        N_("Send a lieutenant to a ship"),
        asks={
            "start": N_("Which lieutenant goes to a ship?"),
            "ship": N_("Which ship? You get it and what it brings, and fight its plague or take a rat."),
        },
        label=journey,
    ),
    "recall": MoveWords(
        "🏠",
        N_("Call a lieutenant home"),
        asks={"start": N_("Which lieutenant do you call home? You get 1 coin, and the turn ends.")},
        label=journey,
    ),
    "work": MoveWords(
        "⚒️",
        N_("Move a citizen to a workshop"),
        asks={
            "square": N_("Which citizen moves to a workshop? It can’t go back to the square."),
            "workshop": N_("From {square}: to which workshop?"),
        },
        label=lambda move, s: _to(move.square, move.workshop, s),
    ),
    "rescue": MoveWords(
        "🤝",
        N_("Rescue a citizen"),
        asks={
            "citizen": N_("Who do you rescue next? There isn’t room for everyone."),
            "spot": N_("Where does {citizen} go?"),
        },
        label=_rescued,
    ),
    "fight": MoveWords(
        "🔥",
        N_("Fight the plague"),
        asks={
            "cubes": N_("How many cubes do you remove here?"),
            "fire": N_("How many fire tokens do you spend?"),
            "big": N_("How many big fire tokens do you spend?"),
            "also": N_("On which adjacent hexes do big fires also remove a cube?"),
        },
        label=lambda move, s: fight(move.cubes, move.fire, move.big, move.also, s),
    ),
    "leave": MoveWords("🐁", N_("Do not fight")),
    "act": MoveWords(
        "▶️",
        N_("Carry out the hex action"),
        asks={"option": N_("Which part of the hex action do you take?")},
        label=_acted,
    ),
    "copy": MoveWords(
        "🔁",
        N_("Carry out any hex action"),
        asks={
            "hex": N_("Which hex’s action do you carry out? A lieutenant standing there doesn’t matter."),
            "option": N_("Which part of the action of {hex} do you take?"),
        },
        label=_copied,
    ),
    "pay": MoveWords(
        "🪙",
        N_("Pay for a register step"),
        asks={"register": N_("On which register do you pay for a step?")},
        label=lambda move, s: s._(
            "{coins}: {register}",
            coins=tokens("coin", mine(s.view).step_price, s),
            register=landing(move.register, s),
        ),
    ),
    "step": MoveWords(
        "📖",
        N_("Take a free register step"),
        asks={"register": N_("On which register do you take the free step?")},
        label=lambda move, s: s._("Free step: {register}", register=landing(move.register, s)),
    ),
    "scroll": MoveWords(
        "📜",
        N_("Advance a scroll cube"),
        asks={"column": N_("Which scroll cube moves up? At the end of the game you score what its track counts.")},
        label=lambda move, s: s._("Scroll of {track}", track=scroll(move.column, s)),
    ),
    "gild": MoveWords(
        "✨",
        N_("Upgrade a citizen"),
        asks={"spot": N_("Which citizen do you upgrade? In a workshop it will bring 1 point in every production.")},
        label=lambda move, s: s._("Upgrade: {citizen}", citizen=citizen(move.spot, s)),
    ),
    "advance": MoveWords(
        "👣",
        N_("Advance an overseer"),
        asks={
            "overseer": N_("Which overseer advances?"),
            "way": N_("Which way does the {overseer} go? Where the path forks, the choice is permanent."),
        },
        label=_advanced,
    ),
    "promote": MoveWords(
        "🎖️",
        N_("Upgrade an overseer"),
        asks={"overseer": N_("Which overseer do you upgrade?")},
        label=lambda move, s: s._("Upgrade the {overseer}", overseer=overseer(move.overseer, s)),
    ),
    "elevate": MoveWords(
        "⏫",
        N_("Upgrade and advance an overseer"),
        asks={
            "overseer": N_("Which overseer do you upgrade and advance?"),
            "way": N_("Which way does the {overseer} go? Where the path forks, the choice is permanent."),
        },
        label=_advanced,
    ),
    "activate": MoveWords(
        "🔔",
        N_("Activate a citizen"),
        asks={"square": N_("Which citizen do you activate?")},
        label=lambda move, s: s._("Activate: {citizen}", citizen=citizen(move.square, s)),
    ),
    "done": MoveWords("✅", N_("Decline the rest")),
    "restack": MoveWords(
        "🔄",
        N_("Restack tiles"),
        asks={
            "stacks": N_("Which tiles do you restack? Afterwards you must build if you can."),
            "token": N_("What do you pay for it?"),
        },
        label=_restacked,
    ),
    "hut": MoveWords(
        "🛖",
        N_("Build a hut upgrade"),
        asks={
            "tile": N_(
                "Which hut upgrade do you build? It yields in every production while any citizen is in the hut."
            ),
            "hut": N_("On which hut?"),
        },
        label=_hut,
    ),
    "workshop": MoveWords(
        "🏭", N_("Build a workshop"), asks={"tile": N_("Which workshop do you build?")}, label=_workshop
    ),
    "wagon": MoveWords(
        "🛒",
        N_("Build a wagon"),
        asks={"tile": N_("Which wagon do you build? Each lets you repopulate once a round.")},
        label=lambda move, s: offer(move.tile, s),
    ),
    "repopulate": MoveWords("🏘️", N_("Repopulate here"), label=lambda move, s: s.choice(["repopulate"])),
    "give": MoveWords(
        "👋",
        N_("Give up a citizen"),
        asks={"spot": N_("Which citizen do you give up?")},
        label=lambda move, s: s._("Give up: {citizen}", citizen=citizen(move.spot, s)),
    ),
    "part": MoveWords(
        "🎗️",
        N_("Give up a lieutenant"),
        asks={"start": N_("Which lieutenant do you give up? It leaves the game.")},
        label=lambda move, s: s._("Give up the lieutenant: {place}", place=place(move.start, s)),
    ),
    "produce": MoveWords("⚙️", N_("Produce")),
    "house": MoveWords(
        "🚪",
        N_("Bring a citizen out of quarantine"),
        asks={
            "hut": N_("Which citizen leaves quarantine next? There isn’t room for everyone."),
            "spot": N_("Where does the citizen of {hut} go?"),
        },
        label=_housed,
    ),
    "priority": MoveWords(
        "🥇",
        N_("Choose the turn order"),
        asks={"register": N_("Which register sets the turn order of the next round?")},
        label=lambda move, s: s._("Turn order by the {register}", register=s._(TRACKS[move.register])),
    ),
    "end": MoveWords("✅", N_("End my turn")),
}
FIELDS = {
    "board": N_("A player board or scroll board of side b"),
    "start": N_("Where the lieutenant is: home, or a hex or dock"),
    "hex": N_("A hex, for example h7 or nw"),
    "ship": N_("A ship at a dock"),
    "square": N_("A square of your estate with a citizen"),
    "workshop": N_("One of your workshops"),
    "citizen": N_("Craftsman, nun or aristocrat"),
    "spot": N_("A square, hut or workshop of your estate"),
    "cubes": N_("How many cubes on your own hex or ship"),
    "fire": N_("How many fire tokens you spend"),
    "big": N_("How many big fire tokens you spend"),
    "also": N_("Adjacent hexes where a cube is removed too; - for none"),
    "option": N_("Which side of the “or”; leave empty if there is only one"),
    "register": N_("Popularity, city or church register"),
    "column": N_("The scroll track, 1 to 3; of side a 1 buildings, 2 ships, 3 repopulated hexes"),
    "overseer": N_("The craftsman, nun or aristocrat overseer"),
    "way": N_("On, or to which area, with or without a skip"),
    "stacks": N_("The hut upgrades or the workshops"),
    "token": N_("What you pay"),
    "tile": N_("A tile on offer"),
    "hut": N_("One of your quarantine huts"),
}
END_ROUND = N_("Done with this round")


def verb(verb: str, s: Speaker[View]) -> str:
    """Return the current name of a kind of move, without its sign."""
    match verb:
        case "end" if s.view.phase == "round end":
            return s._(END_ROUND)
        case "pay":
            coins = tokens("coin", mine(s.view).step_price, s)
            return s._("Pay {coins} for a register step", coins=coins)
        case "leave":
            return s._("Do not fight: {rats}", rats=tokens("rats", rats_if_left(s.view), s))
    question = QUESTIONS.get(s.view.question)
    text = question.calls.get(verb, MOVES[verb].text) if question else MOVES[verb].text
    return s._(text)


def ask(question: str, prefix: Sequence[str], verbs: Collection[str], s: Speaker[View]) -> str:
    """Return the question with its hint."""
    if prefix:
        fields = NOTATION.kinds[prefix[0]].__struct_fields__
        if len(prefix) <= len(fields):
            said = zip(fields, prefix[1:], strict=False)
            values = {field: name_here(word, s) or word for field, word in said if not word.isdecimal()}
            if prefix[0] in ("advance", "elevate") and len(prefix) > 1:
                values["overseer"] = overseer(prefix[1], s)
            if prefix[0] == "rescue" and len(prefix) > 1:
                values["citizen"] = s._(THE_CITIZEN[prefix[1]])
            return s._(MOVES[prefix[0]].asks[fields[len(prefix) - 1]], **values)
    return QUESTIONS[question].ask(s, verbs)


def more(question: str, verbs: Collection[str], s: Speaker[View]) -> str:
    """Return additional advice on the question."""
    return " ".join(filter(None, [QUESTIONS[question].more(s, verbs), _between(question, s, verbs)]))


def task(s: Speaker[View]) -> str:
    """Return the task of those whose turn it is."""
    if s.view.phase == "round end":
        return s._(ROUND_END)
    question = QUESTIONS.get(s.view.question)
    return s._(question.task if question else ACTING)


def _between(question: str, w: Words, verbs: Collection[str]) -> str:
    """Describe what else the player may do."""
    if "work" in verbs and question not in ("production", "idle"):
        return w._("Citizens may go to workshops at any time.")
    return ""


def _turn(s: Speaker[View], verbs: Collection[str]) -> str:
    me = mine(s.view)
    if me.lying:
        return s._("Where to? 1 step is free, each further step costs 1 coin.")
    if "go" not in verbs and "board" not in verbs:
        return s._("You can’t reach a hex or ship: the lieutenant stays at home for 1 coin.")
    return s._("Where to? Every place is free from home.")


def _rescue(s: Speaker[View], verbs: Collection[str]) -> str:
    found = hex_view(s.view, s.view.about)
    if found is None or not found.citizens:
        return s._("Where do the rescued citizens go?")
    who = s.join_list(citizens(Counter(found.citizens), s))
    where = place(s.view.about, s)
    if found.cubes:
        return s._(
            "You rescue {citizens} from {hex}. Because of the plague, they go to huts: which ones?",
            citizens=who,
            hex=where,
        )
    if len(set(found.citizens)) > 1:
        first = s._(CITIZENS[found.citizens[0]])
        return s._(
            "You rescue {citizens} from {hex}. First the {citizen}: on which square?",
            citizens=who,
            hex=where,
            citizen=first,
        )
    return s._("You rescue {citizens} from {hex}: on which square?", citizens=who, hex=where)


def prices(s: Speaker[View]) -> str:
    """Describe the cost and gain of removing a plague cube in this round, under the table's reading of the rules."""
    printed = ROUNDS[s.view.round]
    price = tokens("fire", printed.fire_cost, s)
    points = tokens("points", printed.points_per_cube, s)
    if s.view.options["big_fire"] == "printed":
        text = s._(
            "A plague cube costs {fire}. Big fires count as fire and may also remove a cube next to it.", fire=price
        )
        brings = s._("It brings {points}.", points=points)
        return f"{text} {brings}" if printed.points_per_cube else text
    if printed.points_per_cube:
        return s._("A plague cube costs {fire} or 1 big fire and brings {points}.", fire=price, points=points)
    return s._(
        "A plague cube costs {fire} or a big fire, which may remove a second cube here or next to it.", fire=price
    )


def _fight(s: Speaker[View], verbs: Collection[str]) -> str:
    return s.ngettext("{count} plague cube is here.", "{count} plague cubes are here.", rats_if_left(s.view))


def _fight_more(s: Speaker[View], verbs: Collection[str]) -> str:
    return " ".join([s._("Each one that stays brings you a rat, each one you remove a step on popularity."), prices(s)])


def _ship_fight(s: Speaker[View], verbs: Collection[str]) -> str:
    name = ship(s.view.about, s) if s.view.about in SHIPS else s._("ship")
    return s._("Do you fight the plague on the {ship}, or take a rat?", ship=name)


def _ship_more(s: Speaker[View], verbs: Collection[str]) -> str:
    return " ".join([s._("Fighting brings a step on popularity."), _ship_price(s)])


def _ship_price(s: Speaker[View]) -> str:
    printed = ROUNDS[s.view.round]
    price = tokens("fire", printed.fire_cost, s)
    points = tokens("points", printed.points_per_cube, s)
    if s.view.options["big_fire"] == "printed":
        text = s._("It costs {fire}; big ones count as fire.", fire=price)
        brings = s._("It brings {points}.", points=points)
        return f"{text} {brings}" if printed.points_per_cube else text
    if printed.points_per_cube:
        return s._("It costs {fire} or 1 big fire and brings {points}.", fire=price, points=points)
    return s._("It costs {fire} or 1 big fire.", fire=price)


def _act(s: Speaker[View], verbs: Collection[str]) -> str:
    me = mine(s.view)
    texts = []
    if s.view.about in HEXES:
        texts.append(s._("Hex action: {action}.", action=hex_action(s.view.about, s)))
    if me.waiting:
        texts.append(s._("Left to do: {effects}.", effects=s.join_list(effects(me.waiting, s))))
    return " ".join(texts) or s._("Nothing else to do: you can end the turn.")


def _act_more(s: Speaker[View], verbs: Collection[str]) -> str:
    texts = []
    if "repopulate" in verbs:
        texts.append(_repopulating(s.view.about, s))
    if "pay" in verbs:
        price = tokens("coin", mine(s.view).step_price, s)
        texts.append(s._("A step on the city or church register: {coins}.", coins=price))
    if "restack" in verbs:
        texts.append(_poor(s, verbs))
    return " ".join(filter(None, texts))


def _poor(w: Words, verbs: Collection[str]) -> str:
    """Explain why the only building move on offer is a restack."""
    if {"hut", "workshop", "wagon"} & set(verbs):
        return ""
    return w._("You can’t afford anything on offer; restacking shows other tiles.")


def _repopulating(hex_: str, w: Words) -> str:
    return w._(
        "Instead you can repopulate it for {points} and give up {price}.",
        points=tokens("points", DISTRICTS[hex_].points, w),
        price=requirement(hex_, w),
    )


def _activation(s: Speaker[View], verbs: Collection[str]) -> str:
    return s.ngettext(
        "The overseer can activate {count} citizen: which one?",
        "The overseer can activate {count} different citizens: which one first?",
        s.view.remaining,
    )


def _give(s: Speaker[View], verbs: Collection[str]) -> str:
    if "part" in verbs:
        return s._("Which lieutenant do you give up for {hex}? It leaves the game.", hex=place(s.view.about, s))
    return s._("Which citizen do you give up for {hex}?", hex=place(s.view.about, s))


def _build_more(s: Speaker[View], verbs: Collection[str]) -> str:
    if "restack" not in verbs:
        return ""
    restacking = s._("Restacking first costs 1 token or point. Then you must build if you can.")
    return " ".join(filter(None, [restacking, _poor(s, verbs)]))


def _production(s: Speaker[View], verbs: Collection[str]) -> str:
    texts = []
    if "work" in verbs:
        texts.append(s._("Before production: does a citizen go to a workshop? It produces there right away."))
    if "gild" in verbs:
        texts.append(s._("You can first use the upgrade that was produced."))
    return " ".join([*texts, s._("Then produce.")]) if texts else s._("Huts and workshops produce now.")


def _quarantine(s: Speaker[View], verbs: Collection[str]) -> str:
    return s.ngettext(
        "{count} citizen leaves quarantine: to which square or workshop?",
        "{count} citizens leave quarantine, one after the other: to which square or workshop?",
        s.view.remaining,
    )


def _end(s: Speaker[View], verbs: Collection[str]) -> str:
    if s.view.phase == "round end":
        return s._("All done. Until the next round begins, you can undo your last steps.")
    return s._("All done. Until you end your turn, you can undo your last steps.")


ACTING = N_("carry out actions")
ROUND_END = N_("finish the round")
QUESTIONS: Mapping[str, QuestionWords[View]] = {
    "board": QuestionWords(
        N_("choose a player board"),
        N_("Which player board of side b do you want? Each has other squares; ⚡ works once per game."),
    ),
    "scroll_board": QuestionWords(
        N_("choose a scroll board"),
        N_("Which scroll board of side b do you want? Each counts three other things."),
    ),
    "turn": QuestionWords(
        N_("send a lieutenant"),
        _turn,
        calls={
            "go": N_("Another hex, or another lieutenant"),
            "board": N_("To a ship"),
            "recall": N_("Home: +1 coin"),
        },
    ),
    "rescue": QuestionWords(N_("rescue citizens"), _rescue),
    "fight": QuestionWords(N_("face the plague"), _fight, _fight_more),
    "ship_fight": QuestionWords(N_("face the plague on a ship"), _ship_fight, _ship_more),
    "act": QuestionWords(ACTING, _act, _act_more),
    "give": QuestionWords(N_("repopulate a hex"), _give),
    "production": QuestionWords(N_("produce"), _production, calls={"done": N_("Go on to the quarantine")}),
    "quarantine": QuestionWords(N_("lead citizens out of quarantine"), _quarantine),
    "end": QuestionWords(N_("end the turn"), _end),
    "priority": QuestionWords(
        N_("choose the turn order"),
        N_("Which register sets the turn order of the next round? The player farthest ahead goes first."),
    ),
    "restacked": QuestionWords(
        ACTING,
        N_("You have restacked, so you must build now if you can afford anything."),
        calls={"done": N_("Nothing can be built: go on")},
    ),
    "register": QuestionWords(ACTING, N_("On which register do you take the free step?")),
    "scroll": QuestionWords(
        ACTING, N_("Which scroll cube moves up? At the end of the game you score what its track counts.")
    ),
    "upgrade": QuestionWords(
        ACTING, N_("Which citizen do you upgrade? In a workshop it will bring 1 point in every production.")
    ),
    "overseer": QuestionWords(
        ACTING,
        N_("Which overseer advances, and which way? It activates citizens where it arrives."),
        calls={"done": N_("Advance no overseer")},
    ),
    "upgrade_overseer": QuestionWords(
        ACTING, N_("Which overseer do you upgrade? From its next advance it activates more citizens.")
    ),
    "upgrade_and_advance_overseer": QuestionWords(
        ACTING,
        N_("Which overseer do you upgrade and then advance?"),
        calls={"done": N_("Leave the overseers as they are")},
    ),
    "activate": QuestionWords(ACTING, N_("Which citizen do you activate?"), calls={"done": N_("Activate nobody")}),
    "any_hex_action": QuestionWords(
        ACTING,
        N_("The action of which hex do you carry out? Lieutenants standing there do not matter."),
        calls={"done": N_("Carry out no hex action")},
    ),
    "idle": QuestionWords(ACTING, N_("During another player’s turn you can move citizens to workshops.")),
    "activation": QuestionWords(ACTING, _activation, calls={"done": N_("Done activating")}),
    "build": QuestionWords(
        ACTING, N_("Build a hut upgrade, a workshop or a wagon?"), _build_more, calls={"done": N_("Build nothing")}
    ),
}
