"""Kinds of moves and whole moves of Messina 1347, in words for buttons and lists."""

from collections.abc import Sequence

from rules import GAMES
from rules.errors import N_
from rules.messina import moves as m
from rules.messina.components import HEXES, SQUARES, WORKSHOPS
from rules.messina.view_types import View
from rules.notation import Move
from wording.catalogue import Words
from wording.limits import BUTTON, LABEL, LETTERED, capital, short
from wording.messina.amounts import CITIZENS, amounts, option, tokens
from wording.messina.journeys import journey
from wording.messina.names import (
    LIEUTENANT,
    OTHERS,
    SHIP,
    TRACKS,
    hut,
    offer,
    place,
    places,
    square_short,
    workshop_yield,
)
from wording.messina.pieces import (
    beside,
    board_label,
    citizen,
    hut_to_build_on,
    landing,
    on_offer,
    overseer,
    rats_if_left,
    room,
    scroll,
    space,
)
from wording.messina.seen import here, mine

# The emoji and the text of the button for each kind of move.
VERBS = {
    "take": ("🗺️", N_("Choose a board")),
    "go": (LIEUTENANT, N_("Send a lieutenant to a hex")),
    "board": (SHIP, N_("Send a lieutenant to a ship")),
    "recall": ("🏠", N_("Call a lieutenant home")),
    "work": ("⚒️", N_("Move a citizen to a workshop")),
    "rescue": ("🤝", N_("Rescue a citizen")),
    "fight": ("🔥", N_("Fight the plague")),
    "leave": ("🐀", N_("Do not fight")),
    "act": ("▶️", N_("Carry out the hex action")),
    "copy": ("🔁", N_("Carry out any hex action")),
    "pay": ("🪙", N_("Pay for a register step")),
    "step": ("📖", N_("Take a free register step")),
    "scroll": ("📜", N_("Advance a scroll cube")),
    "gild": ("✨", N_("Upgrade a citizen")),
    "advance": ("👣", N_("Advance an overseer")),
    "promote": ("🎖️", N_("Upgrade an overseer")),
    "elevate": ("⏫", N_("Upgrade and advance an overseer")),
    "activate": ("🔔", N_("Activate a citizen")),
    "done": ("✅", N_("Decline the rest")),
    "restack": ("🔄", N_("Restack the tiles on offer")),
    "hut": ("🛖", N_("Build a hut upgrade")),
    "workshop": ("🏭", N_("Build a workshop")),
    "wagon": ("🛒", N_("Build a wagon")),
    "repopulate": ("🏘️", N_("Repopulate this hex")),
    "give": ("👋", N_("Give up a citizen")),
    "part": ("🎗️", N_("Give up a lieutenant")),
    "produce": ("⚙️", N_("Produce")),
    "house": ("🚪", N_("Bring a citizen out of quarantine")),
    "priority": ("🥇", N_("Choose the turn order")),
    "end": ("✅", N_("End my turn")),
}
END_ROUND = N_("Done with this round")
END_UNUSED = N_("End my turn without the hex action")
# What `done` declines, by what is asked.
DONE = {
    "activation": N_("Done activating"),
    "build": N_("Build nothing"),
    "overseer": N_("Advance no overseer"),
    "upgrade_and_advance_overseer": N_("Leave the overseers as they are"),
    "any_hex_action": N_("Carry out no hex action"),
    "activate": N_("Activate nobody"),
    "restacked": N_("Nothing can be built: go on"),
    "production": N_("Go on to the quarantine"),
}


def emoji(verb: str) -> str:
    """The emoji of a kind of move."""
    return VERBS[verb][0]


def hex_action_open(view: View) -> bool:
    """Whether the hex action would be lost if the turn ended now."""
    return view.question == "act" and view.about in HEXES


def verb_text(verb: str, view: View, w: Words) -> str:
    """What a kind of move is called at this moment, without its emoji."""
    match verb:
        case "end" if view.phase == "round end":
            return w._(END_ROUND)
        case "end" if hex_action_open(view):
            return w._(END_UNUSED)
        case "done":
            return w._(DONE.get(view.question, VERBS["done"][1]))
        case "pay":
            coins = tokens("coin", mine(view).step_price, w)
            return w._("Pay {coins} for a register step", coins=coins)
        case "leave":
            return w._("Do not fight: {rats}", rats=tokens("rats", rats_if_left(view), w))
    return w._(VERBS[verb][1])


def verb(verb: str, view: View, w: Words) -> str:
    """The button for a kind of move."""
    return short(f"{emoji(verb)} {verb_text(verb, view, w)}", BUTTON)


def label(move: Move, view: View, w: Words, names: Sequence[str]) -> str:
    """A whole move."""
    return short(capital(_label(move, view, w)), LABEL)


def _label(move: Move, view: View, w: Words) -> str:
    match move:
        case m.Go() | m.Board() | m.Recall():
            return journey(move, view, w)
        case m.Work(word, tile):
            return _to(word, tile, view, w)
        case m.Rescue(who, "-"):
            return w._("No room for the {citizen}", citizen=w._(CITIZENS[who]))
        case m.Rescue(who, word):
            return w._("{citizen} to {spot}", citizen=w._(CITIZENS[who]), spot=room(word, view, w))
        case m.House(word, "-"):
            return w._("No room for the citizen in {hut}", hut=hut(word, w))
        case m.House(word, where):
            return _to(word, where, view, w)
        case m.Fight(cubes, fire, big, also):
            return fight(cubes, fire, big, also, w)
        case m.Act() | m.Copy() | m.Pay() | m.Step() | m.Scroll() | m.Gild() | m.Activate() | m.Priority():
            return _effect(move, view, w)
        case m.Advance() | m.Promote() | m.Elevate():
            return _overseer(move, view, w)
        case m.Restack() | m.Hut() | m.Workshop() | m.Wagon():
            return _building(move, view, w)
        case m.Take(board):
            return board_label(board, w)
        case m.Give(word):
            return w._("Give up: {citizen}", citizen=citizen(word, view, w))
        case m.Part(start):
            return w._("Give up the lieutenant: {place}", place=place(start, w))
    return verb_text(str(move.__struct_config__.tag), view, w)


def _to(word: str, goal: str, view: View, w: Words) -> str:
    """A citizen that goes to a square or workshop, by where it is if there is no room for its name."""
    text = w._("{citizen} to {spot}", citizen=citizen(word, view, w), spot=room(goal, view, w))
    if len(text) <= LETTERED:
        return text
    start = square_short(here(word, view), w) if word in SQUARES else hut(word, w)
    return w._("{start} → {spot}", start=start, spot=workshop_yield(WORKSHOPS[goal], w))


def fight(cubes: int, fire: int, big: int, also: str, w: Words) -> str:
    """A way to fight: "Remove 2 here and 1 on hex 3 for 1 fire and 1 big fire"; shorter where that is too long."""
    cost = w.join_list([tokens(token, count, w) for token, count in (("fire", fire), ("big_fire", big)) if count])
    near = also.split("+") if also != "-" else []
    if not near:
        return w.ngettext("Remove {count} cube for {cost}", "Remove {count} cubes for {cost}", cubes, cost=cost)
    removed = w.join_list([w._("{cubes} here", cubes=cubes), *beside(near, w)])
    text = w._("Remove {cubes} for {cost}", cubes=removed, cost=cost)
    if len(text) <= LETTERED:
        return text
    return w._("{cubes} here, {hexes}: {cost}", cubes=cubes, hexes=places(near, w), cost=cost)


def _effect(move: Move, view: View, w: Words) -> str:
    match move:
        case m.Act(number):
            options = HEXES[view.about].action.options if view.about in HEXES else ()
            if number > len(options):
                return verb_text("act", view, w)
            return w._("Hex action: {action}", action=option(options[number - 1], w))
        case m.Copy(hex_, number):
            action = option(HEXES[hex_].action.options[number - 1], w)
            return w._("Action of {hex}: {action}", hex=place(hex_, w), action=action)
        case m.Pay(register):
            coins = tokens("coin", mine(view).step_price, w)
            return w._("{coins}: {register}", coins=coins, register=landing(register, view, w))
        case m.Step(register):
            return w._("Free step: {register}", register=landing(register, view, w))
        case m.Scroll(column):
            return w._("Scroll of {track}", track=scroll(column, view, w))
        case m.Gild(word):
            return w._("Upgrade: {citizen}", citizen=citizen(word, view, w))
        case m.Activate(word):
            return w._("Activate: {citizen}", citizen=citizen(word, view, w))
        case m.Priority(register):
            return w._("Turn order by the {register}", register=w._(TRACKS[register]))
    raise ValueError(move)


def _overseer(move: m.Advance | m.Promote | m.Elevate, view: View, w: Words) -> str:
    name = overseer(move.overseer, w)
    if isinstance(move, m.Promote):
        return w._("Upgrade the {overseer}", overseer=name)
    where = space(move.overseer, move.way, view, w, upgraded=isinstance(move, m.Elevate))
    way = "" if move.way == "on" else w._(OTHERS[move.way])
    start = " ".join(filter(None, [name, f"({way})" if way else ""]))
    text = w._("{overseer}: {space}", overseer=start, space=where)
    return text if len(text) <= LETTERED else start


def _building(move: m.Restack | m.Hut | m.Workshop | m.Wagon, view: View, w: Words) -> str:
    match move:
        case m.Restack(stacks, token):
            return w._("Restack the {tiles} for {cost}", tiles=w._(OTHERS[stacks]), cost=tokens(token, 1, w))
        case m.Hut(tile, word):
            where = [hut_to_build_on(word, view, w), hut(word, w)]
            texts = [w._("{tile}, on {hut}", tile=on_offer(tile, view, w), hut=one) for one in where]
        case m.Workshop(tile):
            printed = WORKSHOPS[tile]
            brief = f"{emoji('workshop')} {w._(CITIZENS[printed.citizen])} ({workshop_yield(printed, w)})"
            texts = [offer(tile, w), w._("{thing} for {cost}", thing=brief, cost=amounts(printed.cost, w))]
        case _:
            return offer(move.tile, w)
    return next((text for text in texts if len(text) <= LETTERED), texts[-1])


def label_of(text: str, view: View, w: Words, names: Sequence[str]) -> str:
    """The label of a move in notation; the notation itself if it is none."""
    move = GAMES["messina"].notation.parse(text)
    return text if move is None else label(move, view, w, names)
