"""The position and the result of Rattus as text: short for alt texts, complete for play without pictures."""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.errors import N_, P_
from rules.game import Score
from rules.rattus.components import BISHOPS, NEIGHBOURS, NEUTRAL_CUBES, NUNS, WALLS, connection_name
from rules.rattus.setup import options
from rules.rattus.view import RegionView, View
from wording.catalogue import Words, plural
from wording.option_words import changed_options
from wording.player_names import medal, won_by
from wording.rattus.names import about_card, border, face, name, name_of, nuns, plain_face, rats
from wording.rattus.names import rat as rat_name
from wording.speaker import BoardSection, Speaker

NO_CARDS = P_("cards", "none")
PHASES = {
    "setup": N_("before the game"),
    "turns": N_("turn {turn}"),
    "final": N_("final round"),
    "over": N_("game over"),
}


def phase(s: Speaker[View]) -> str:
    """Describe the stage of the game: "turn 5"."""
    return s._(PHASES[s.view.phase], turn=s.view.turn)


def turn(number: int, s: Speaker[View]) -> str:
    """Return the name of a turn. From the final round on, where turn numbers continue, it includes the phase."""
    if s.view.phase == "turns":
        return s._("Turn {turn}", turn=number)
    return s._("Turn {turn}, {phase}", turn=number, phase=phase(s))


def describe(part: str, who: Sequence[str], s: Speaker[View]) -> str:
    """Return the alt text of the board, or of the "legend" of the cards in play.

    The most important parts of the board come first, so that cutting the end loses the least.
    """
    if part == "legend":
        cards = [
            f"{s.bracketed(name(card.id, s), name(card.class_, s))}: {about_card(card.id, s)}." for card in s.view.cards
        ]
        return s._("Cards in play: {cards} `/help` says more about each.", cards=" ".join(cards))
    due = s.join_list([who[seat] for seat in s.view.due])
    lines = [s._("Rattus, {phase}.", phase=phase(s))]
    lines += [s._("Now deciding: {players}.", players=due)] if due else []
    if s.view.score:
        points = [f"{who[seat]} {s.view.score.points[seat]}" for seat in s.view.score.ranking]
        lines += [won_by(s.view.score, who, s), s._("Points: {players}.", players=", ".join(points))]
    counts, plague = _counting(s), name(s.view.plague, s)
    plague = s.bracketed(plague, counts) if counts else plague
    lines.append(s._("Plague piece in {region}.", region=plague))
    for region in s.view.regions:
        seen = [(rat.handle[-1], plain_face(rat.face, s)) for rat in region.rats if rat.face]
        shown = [s._("{rat} shows {face}", rat=letter, face=face) for letter, face in seen]
        here = [rats(len(region.rats), s), *shown, *_cubes(region.cubes, who), *_pieces(region, who, s)]
        lines.append(f"{name(region.id, s)}: {', '.join(here)}.")
    if s.view.walls:
        lines.append(s._("Walls: {walls}.", walls=", ".join(border(wall, s) for wall in s.view.walls)))
    cards = [f"{name(card.id, s)}: {who[card.owner]}" for card in s.view.cards if card.owner is not None]
    lines += [s._("Cards: {cards}.", cards=", ".join(cards))] if cards else []
    palace, baked = _cubes(s.view.palace, who), _cubes(s.view.baked, who)
    lines += [s._("Palace: {cubes}.", cubes=", ".join(palace))] if palace else []
    lines += [s._("On the Baker: {cubes}.", cubes=", ".join(baked))] if baked else []
    lines.append(s._("Stocks: {cubes}.", cubes=", ".join(f"{n} {c}" for n, c in zip(who, s.view.stock, strict=True))))
    lines.append(s._("Rats in the supply: {count}.", count=s.view.supply))
    return " ".join(lines)


def _cubes(cubes: Sequence[int], who: Sequence[str]) -> list[str]:
    return [f"{who[seat]} {count}" for seat, count in enumerate(cubes) if count]


def _counting(s: Speaker[View]) -> str:
    """Describe the cubes that the plague piece counts as, now or at the end, or return "" if none."""
    found = []
    if s.view.neutral:
        found.append(s.ngettext("it counts as {count} cube", "it counts as {count} cubes", NEUTRAL_CUBES))
    if s.view.neutral_at_end:
        found.append(
            s.ngettext(
                "it counts as {count} cube in the final devastation",
                "it counts as {count} cubes in the final devastation",
                NEUTRAL_CUBES,
            )
        )
    return s.join_list(found)


def _pieces(region: RegionView, who: Sequence[str], w: Words) -> list[str]:
    """Describe the figures in a region, and the potions under each player's cubes: "Anna’s potions: 2 + 1"."""
    found = [w.ngettext("{count} bishop", "{count} bishops", region.bishops)] if region.bishops else []
    found += [nuns(region.nuns, w)] if region.nuns else []
    for seat in dict.fromkeys(cube.seat for cube in region.potions):
        under = " + ".join(str(cube.potions) for cube in region.potions if cube.seat == seat)
        found.append(w._("{player}’s potions: {count}", player=who[seat], count=under))
    return found


def board_text(s: Speaker[View]) -> list[BoardSection]:
    """Describe everything the viewer may see, in a fixed order. The list of players starts with the viewer."""
    view = s.view
    who = [s.player(seat) for seat in range(view.seats)]
    regions = [_region_line(region, who, s) for region in view.regions]
    if view.unused:
        regions.append(s._("Not in this game: {regions}.", regions=s.join_list([name(r, s) for r in view.unused])))
    cards = []
    for card in view.cards:
        where = s._("on the table") if card.owner is None else s._("held by {player}", player=who[card.owner])
        parts = "; ".join([where, *[s._("used this turn")] * card.used])
        cards.append(f"- **{name(card.id, s)}** ({name(card.class_, s)}): {parts}. {about_card(card.id, s)}.")
    end = (
        BoardSection("result", s._("Result"), [*_played(who, s), final_table(view.score, s)])
        if view.score
        else BoardSection("turn", s._("The turn"), _turn(who, s))
    )
    return [
        BoardSection("players", s._("Players"), [_player_line(seat, who[seat], s) for seat in s.own_first()]),
        BoardSection("regions", s._("Regions"), [*regions, *_reserves(s)]),
        BoardSection("cards", s._("Class cards"), cards),
        BoardSection("rats", s._("Rats"), _rats(s)),
        BoardSection("options", s._("Options"), changed_options(view.options, options(view.seats), s.game.option, s)),
        end,
    ]


def _player_line(seat: int, who: str, s: Speaker[View]) -> str:
    cards = [name(card.id, s) for card in s.view.cards if card.owner == seat]
    board, palace = sum(region.cubes[seat] for region in s.view.regions), s.view.palace[seat]
    text = s._(
        "- {player}: {points} now, {board} on the board, {palace} in the palace, {stock} in stock; cards: {cards}",
        player=who,
        points=s.ngettext("{count} point", "{count} points", board + palace),
        board=board,
        palace=palace,
        stock=s.view.stock[seat],
        cards=s.join_list(cards) or s._(NO_CARDS),
    )
    baked = s.view.baked[seat] if s.view.baked else 0
    return text if not baked else "; ".join([text, s._("on the {card}: {count}", card=name("baker", s), count=baked)])


def _reserves(s: Speaker[View]) -> list[str]:
    """Describe the walls on the board, and the pieces of cards in play that are still in reserve."""
    view, played = s.view, {card.id for card in s.view.cards}
    lines = []
    if view.walls:
        lines.append(s._("Walls: {walls}.", walls=s.join_list([border(wall, s) for wall in view.walls])))
    left = [
        *[s.ngettext("{count} wall", "{count} walls", WALLS - len(view.walls))] * ("emperor" in played),
        *[nuns(NUNS - sum(one.nuns for one in view.regions), s)] * ("nun" in played),
        *[s.ngettext("{count} bishop", "{count} bishops", BISHOPS - sum(one.bishops for one in view.regions))]
        * ("bishop" in played),
    ]
    return [*lines, *[s._("In the reserve: {pieces}.", pieces=s.join_list(left))] * bool(left)]


def _rats(s: Speaker[View]) -> list[str]:
    lines = [s.ngettext("{count} rat is in the supply.", "{count} rats are in the supply.", s.view.supply)]
    if s.view.removed:
        lines.append(
            s.ngettext(
                "{count} rat was put back unseen before the game.",
                "{count} rats were put back unseen before the game.",
                s.view.removed,
            )
        )
    if s.view.discards:
        faces = "; ".join(plain_face(one, s) for one in s.view.discards)
        lines.append(s._("Turned over so far: {faces}.", faces=faces))
    return lines


def _played(who: Sequence[str], s: Speaker[View]) -> list[str]:
    """Return how many turns have been played, and who is the start player."""
    turns = (
        s.ngettext("The game took {count} turn.", "The game took {count} turns.", s.view.turn)
        if s.view.score
        else s._("Turns so far: {count}.", count=s.view.turn)
    )
    return [*[turns] * bool(s.view.turn), s._("{player} is the start player.", player=who[s.view.start])]


def _turn(who: Sequence[str], s: Speaker[View]) -> list[str]:
    """Describe the stage of the turn, the players still to act in the final round, and the pending decision."""
    view = s.view
    lines = _played(who, s)
    if view.trigger is not None:
        lines.append(s._("{player}’s turn triggered the end.", player=who[view.trigger]))
    if view.final_order:
        order = s.join_list([who[seat] for seat in view.final_order])
        lines.append(s._("Still to act in the final round: {players}.", players=order))
    if view.phase == "turns":
        lines += [
            s._("A card has already been taken this turn.")
            if view.taken
            else s._("No card has been taken yet this turn."),
            s._("Cubes have already been placed this turn.")
            if view.placed
            else s._("No cubes have been placed yet this turn."),
        ]
    if view.about:
        about = [name_of(word, s) or word for word in view.about]
        lines.append(s._("Pending decision: {things}.", things=s.join_list(about)))
    if view.left:
        lines.append(s.ngettext("{count} piece is left to place.", "{count} pieces are left to place.", view.left))
    return [*lines, *filter(None, [nearing_end(s)]), s.status()]


def secrets(s: Speaker[View]) -> str:
    """Describe in one line the rat faces that only the viewer knows, or return "" if there are none."""
    seen = [
        f"{rat_name(rat.handle, s)} = **{face(rat.face, s)}**"
        for region in s.view.regions
        for rat in region.rats
        if rat.face and not rat.turned
    ]
    return s._("👁️ Only you know: {faces}.", faces="; ".join(seen)) if seen else ""


def discreet(view: View) -> View:
    """Return the view with only the rat faces that everyone may see."""
    regions = [
        replace(region, rats=[rat if rat.turned else replace(rat, face=None) for rat in region.rats])
        for region in view.regions
    ]
    return replace(view, regions=regions)


def _region_line(region: RegionView, who: Sequence[str], s: Speaker[View]) -> str:
    lying = rats(len(region.rats), s)
    if region.rats:
        texts = {True: N_("{rat} = **{face}**, face up"), False: N_("{rat} = **{face}**")}
        shown = [
            s._(texts[rat.turned], rat=rat.handle[-1], face=face(rat.face, s)) if rat.face else rat.handle[-1]
            for rat in region.rats
        ]
        lying += f" ({', '.join(shown)})"
    cubes = {seat: s.ngettext("{count} cube", "{count} cubes", count) for seat, count in enumerate(region.cubes)}
    parts = [lying, *(f"{who[seat]} {lie}" for seat, lie in cubes.items() if region.cubes[seat])]
    parts += _pieces(region, who, s)
    if region.id == s.view.plague:
        here = s._("the plague piece is here")
        counts = _counting(s)
        parts.append(f"{here} ({counts})" if counts else here)
    near = [
        s._("{region} (wall)", region=name(to, s)) if connection_name(region.id, to) in s.view.walls else name(to, s)
        for to in NEIGHBOURS[s.view.seats][region.id]
    ]
    beside = s._("next to {regions}", regions=", ".join(near))
    return f"- **{name(region.id, s)}**: {', '.join(parts)}; {beside}"


# With this many rats or fewer in the supply, the end is announced.
FEW_RATS_IN_SUPPLY = 6
FEW_CUBES_IN_STOCK = 3
END_REASONS = {
    "supply": N_("The game ended in {player}’s turn because the supply of rats was empty."),
    "cubes": N_("The game ended because {player} ended a turn with all their cubes on the board."),
}
POINT_SOURCES = {"regions": N_("{count} in regions"), "palace": N_("{count} in the palace")}


def final_table(score: Score, s: Speaker[View]) -> str:
    """Describe the winner, every seat's points, the tie-break if there was a tie, and why the game ended."""
    lines = [s.winners(score), *ranks(score, s), *_tie(score, s)]
    if s.view.trigger is not None and score.reason in END_REASONS:
        lines.append(s._(END_REASONS[score.reason], player=s.player(s.view.trigger)))
    return "\n".join(lines)


def result(score: Score, s: Speaker[View]) -> str:
    """Describe the winner and every seat's points, with the tie-break if there was a tie."""
    return "\n".join([s.winners(score), s.standings(score), *_tie(score, s)])


def _tie(score: Score, s: Speaker[View]) -> list[str]:
    if len(set(score.points)) == len(score.points) or s.view.trigger is None:
        return []
    trigger = s.player(s.view.trigger)
    return [s._("Ties go to the player who is next in turn order after {player}.", player=trigger)]


def ranks(score: Score, s: Speaker[View]) -> list[str]:
    """Describe every seat by place, with its points and, in brackets, their sources."""

    def parts(seat: int) -> str:
        return ", ".join(s._(POINT_SOURCES[key], count=points[seat]) for key, points in score.breakdown.items())

    return [
        s.ngettext(
            "{medal} {player}: **{count}** point ({parts})",
            "{medal} {player}: **{count}** points ({parts})",
            score.points[seat],
            medal=medal(place),
            player=s.player(seat),
            parts=parts(seat),
        )
        for place, seat in enumerate(score.ranking)
    ]


# The last rats in the supply, and the last cubes of a player: as a part of a post's sentence, and with consequences.
FEW_RATS = (
    plural("{count} rat is left", "{count} rats are left"),
    plural(
        "Only {count} rat is left in the supply: the turn that uses it up is the last one before the final round.",
        "Only {count} rats are left in the supply: the turn that uses them up is the last one before the final round.",
    ),
)
FEW_CUBES = (
    plural("{player} has {count} cube left", "{player} has {count} cubes left"),
    plural(
        "Only {count} of {player}’s cubes is not on the board: the game also ends if {player} "
        "ends a turn with all of them there.",
        "Only {count} of {player}’s cubes are not on the board: the game also ends if {player} "
        "ends a turn with all of them there.",
    ),
)
NO_CUBES = N_("All of {player}’s cubes are on the board: the game ends if {player} ends a turn like this.")


def nearing_end(s: Speaker[View], brief: bool = False) -> str:
    """Return a text that announces the approaching end and the leaders, or "" if the end isn't near.

    The end is near in the final round, or when the supply or a stock is nearly empty. ``brief`` omits the consequences.
    """
    view, lines, near = s.view, list[str](), list[str]()
    few = near if brief else lines
    if view.phase == "turns":
        if not view.supply:
            lines.append(s._("The supply of rats is empty: this is the last turn before the final round."))
        elif view.supply <= FEW_RATS_IN_SUPPLY:
            few.append(s.ngettext(*FEW_RATS[not brief], view.supply))
        for seat, stock in enumerate(view.stock):
            # Cubes on the Baker are not on the board either.
            left, player = stock + (view.baked[seat] if view.baked else 0), s.player(seat)
            if left <= FEW_CUBES_IN_STOCK:
                text = s.ngettext(*FEW_CUBES[not brief], left, player=player)
                few.append(text if left or brief else s._(NO_CUBES, player=player))
    if near:
        lines.append(s._("The end is near: {reasons}.", reasons=s.join_list(near)))
    if not lines and view.phase != "final":
        return ""
    points = [palace + sum(region.cubes[seat] for region in view.regions) for seat, palace in enumerate(view.palace)]
    best = max(points)
    first = s.join_list([s.player(seat) for seat, count in enumerate(points) if count == best])
    ahead = s.ngettext(
        "Ahead now, with {count} point: {players}.", "Ahead now, with {count} points: {players}.", best, players=first
    )
    return " ".join([*lines, ahead])
