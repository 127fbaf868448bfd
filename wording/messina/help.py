"""Help on the rules of Messina 1347, in our own words or generated from its tables; each paragraph is one text."""

from collections.abc import Iterable

from rules.errors import N_
from rules.messina.component_types import Level, PlayerBoard, ScrollTrack
from rules.messina.components import (
    BOARDS,
    CLASSES,
    DISTRICTS,
    HARBOURS,
    HUT_TILES,
    REGISTER,
    ROUNDS,
    SCROLL_BOARDS,
    SCROLLS,
    SHIPS,
    SOLO_TILES,
    WAGONS,
    WORKSHOPS,
)
from wording.catalogue import Words
from wording.help_pages import Page, Ruling, on_buttons
from wording.limits import capital
from wording.messina.amounts import CITIZENS, action, amounts, tokens
from wording.messina.moves import MOVES
from wording.messina.names import (
    AREAS,
    CLASS_EMOJI,
    CLASS_WORKSHOPS,
    COLOURS,
    PRIORITIES,
    RATS,
    ROMAN,
    SCROLL_TRACKS,
    TRACKS,
    board_name,
    hut_upgrade,
    once,
    place,
    register_space,
    requirement,
    ship,
    wagon,
    workshop_yield,
)
from wording.messina.opponent import solo_tile
from wording.messina.options import OPTIONS


def _ruling(option: str, **texts: str | Ruling) -> Ruling:
    """Return the paragraph for each value of an option, the default first; a value that is a number is written _3."""
    return Ruling(option, OPTIONS[option], {value.removeprefix("_"): text for value, text in texts.items()})


def _block(lines: Iterable[str], title: str = "") -> str:
    return "\n".join([*[f"**{title}**"] * bool(title), *lines])


def hexes(w: Words) -> list[str]:
    """Describe every hex: action, colour, rat, and what repopulating it takes and brings."""
    districts = [
        w._(
            "- **{hex}**: {action} ({colour}, {rat}). Repopulate: {price}; {points}.",
            hex=capital(place(one.id, w)),
            action=action(one.action, w),
            colour=w._(COLOURS[one.colour]),
            rat=w._(RATS[one.rat]),
            price=requirement(one.id, w),
            points=tokens("points", one.points, w),
        )
        for one in DISTRICTS.values()
    ]
    harbours = [f"- **{capital(place(one.id, w))}**: {action(one.action, w)}" for one in HARBOURS.values()]
    return [_block(districts), _block(harbours)]


def tiles(w: Words) -> list[str]:
    """Describe hut upgrades, wagons and ships, identical tiles once."""
    upgrades = dict.fromkeys(
        w._("- {thing} for {cost}", thing=hut_upgrade(one.id, w), cost=amounts(one.cost, w))
        for one in HUT_TILES.values()
    )
    wagons = [w._("- {thing} for {cost}", thing=wagon(one.id, w), cost=amounts(one.cost, w)) for one in WAGONS.values()]
    return [
        _block(upgrades, w._("Hut upgrades, with their yield in each production")),
        _block(wagons, w._("Wagons, with their immediate points")),
        _block((f"- {ship(one, w)}" for one in SHIPS), w._("Ships")),
    ]


def workshops(w: Words) -> list[str]:
    """Describe every workshop by era and class."""
    found = []
    for late in (False, True):
        for citizen in CLASSES:
            kind = capital(w._(CLASS_WORKSHOPS[citizen]))
            title = w._("{workshop}, late", workshop=kind) if late else w._("{workshop}, early", workshop=kind)
            tiles = [one for one in WORKSHOPS.values() if one.citizen == citizen and one.late == late]
            found.append(_block((f"- {amounts(one.cost, w)} → {workshop_yield(one, w)}" for one in tiles), title))
    return found


def registers(w: Words) -> list[str]:
    """Describe the spaces of each register: action and points at the end."""
    found = []
    for register, spaces in REGISTER.items():
        lines = []
        for one in spaces:
            parts = [text for text in (register_space(register, one.space, w),) if text]
            parts += [w._("{points} at the end", points=tokens("points", one.points, w))] if one.points else []
            lines += [f"{one.space}: {', '.join(parts)}"] if parts else []
        found.append(f"**{capital(w._(TRACKS[register]))}** · {' · '.join(lines)}")
    return found


def scrolls(w: Words) -> list[str]:
    """Describe the tracks of the scroll board and their levels."""
    lines = []
    for track in SCROLLS:
        levels = ", ".join(map(str, track.levels))
        line = w._("- {track}: {levels} points for each", track=w._(SCROLL_TRACKS[track.scores]), levels=levels)
        lines.append(
            w._("{line}, at most {count} of them", line=line, count=track.max_items) if track.max_items else line
        )
    return [_block(lines)]


def buttons(w: Words) -> list[str]:
    """Explain the sign of each kind of move."""
    return [on_buttons(((one.sign, one.text) for one in MOVES.values()), w)]


HALF = 0.5


def variants(w: Words) -> list[str]:
    """Describe each side-b player board, and the turn order by the priority tile."""
    return ["\n".join(_squares(board, w) for board in BOARDS.values()), _priority_tile(w)]


def tracks_of_side_b(w: Words) -> list[str]:
    """Describe the tracks of the scroll boards, and what those pay."""
    boards = [
        f"- **{board_name(name, w)}**: {', '.join(w._(SCROLL_TRACKS[track.scores]) for track in board.tracks)}"
        for name, board in SCROLL_BOARDS.items()
    ]
    return ["\n".join([*boards, *_levels(w)])]


def _squares(board: PlayerBoard, w: Words) -> str:
    """Describe the squares of a player board by sector, the left or upper ones first."""
    sectors = []
    for sector in CLASSES:
        sides = [
            ", ".join(
                once(action(one.action, w), w) if one.once else action(one.action, w)
                for one in board.squares.values()
                if one.area == area
            )
            for area in AREAS
            if area[0] == sector[0]
        ]
        sectors.append(f"{CLASS_EMOJI[sector]} {w._(CITIZENS[sector])}: {' | '.join(sides)}")
    return f"- **{board_name(board.id, w)}** · {' · '.join(sectors)}"


def _levels(w: Words) -> list[str]:
    """Describe what scroll tracks pay at their levels, grouping those that pay alike."""
    alike: dict[str, list[str]] = {}
    for track in {one.scores: one for board in SCROLL_BOARDS.values() for one in board.tracks}.values():
        alike.setdefault(_paid(track, w), []).append(w._(SCROLL_TRACKS[track.scores]))
    return [f"- **{', '.join(names)}**: {text}" for text, names in alike.items()]


def _paid(track: ScrollTrack, w: Words) -> str:
    """Describe what a scroll track pays at each of its levels: "1, 2, 3, 5 points for each, at most 5 of them"."""
    levels = ", ".join(_level(points) for points in track.levels)
    if track.scores == "overseers":
        return w._("{levels} points for the two farthest, on step 4/5/6", levels=levels)
    if isinstance(track.levels[0], tuple):
        return w._("{levels} points, beyond the single/double bar", levels=levels)
    text = w._("{levels} points for each", levels=levels)
    return w._("{line}, at most {count} of them", line=text, count=track.max_items) if track.max_items else text


def _level(points: Level) -> str:
    if isinstance(points, tuple):
        return "/".join(map(str, points))
    return "½" if points == HALF else str(points)


def _priority_tile(w: Words) -> str:
    """Describe what sets the turn order of each round, with the tile and without."""
    rounds = ", ".join(f"{ROMAN[number]} {w._(PRIORITIES[one.priority_tile])}" for number, one in ROUNDS.items())
    return w._("**Register priority tile**, an option: turn order by {rounds}.", rounds=rounds)


def solo_tiles(w: Words) -> list[str]:
    """Describe the hex and the action of each solo tile."""
    return [w._("**The tiles.** {tiles}.", tiles="; ".join(solo_tile(one, w) for one in SOLO_TILES))]


ESTATE_PAGES: tuple[Page, ...] = (
    Page(
        "overseers",
        N_("Overseers"),
        N_("Their paths, and which citizens they activate"),
        (
            N_(
                "You have an overseer for each class. An advance moves it one step along its path of "
                "six, and it activates citizens where it arrives: you carry out the action of their "
                "square. Only citizens on squares count, and each only once per advance."
            ),
            N_("**Step 1:** one of the two squares beside it; an upgraded overseer both."),
            N_(
                "**Steps 2 and 3:** the path forks, and the choice is permanent. One citizen of the "
                "area on that side; an upgraded overseer two."
            ),
            N_(
                "**Steps 4 and 5:** one citizen of that area and one of the area of another class next to it; an"
                " upgraded overseer two of its own class and one of the other."
            ),
            N_(
                "**Step 6:** up to three citizens anywhere. The path ends there. Two of your overseers "
                "can be on the same space."
            ),
            N_(
                "The icon with a skip lets the overseer pass over one step; it only activates where it "
                "stops. The church register upgrades overseers."
            ),
        ),
    ),
    Page(
        "build",
        N_("Building"),
        N_("Hut upgrades, workshops, wagons, and the restack"),
        (
            N_("Take one of the face-up tiles and pay its price; the next one of its stack is turned up."),
            N_(
                "**Hut upgrade:** goes on a hut without one. It yields in every production while a "
                "citizen of any class is in the hut."
            ),
            N_(
                "**Workshop:** for one citizen of its class. Early ones produce in every production. "
                "Late ones, on offer from round V, pay once, as soon as a fitting citizen is there. "
                "Some need an upgraded citizen, some give more for one. You can have as many as you "
                "like."
            ),
            N_("**Wagon:** brings its points right away and lets you repopulate a hex, once a round."),
            _ruling(
                "restack_token_coin",
                yes=N_(
                    "**Restack:** before you build, you can pay 1 coin, timber, fire, big fire or point "
                    "and put the top tiles of all hut upgrades, or of all workshops, to the bottom."
                ),
                no=N_(
                    "**Restack:** before you build, you can pay 1 timber, fire, big fire or point, but not "
                    "a coin, and put the top tiles of all hut upgrades, or of all workshops, to the bottom."
                ),
            ),
            _ruling(
                "restack_duty",
                any=N_("After a restack you must build something if you can afford anything."),
                restacked=N_(
                    "After a restack you must build one of the tiles that it turned up if you can afford one."
                ),
            ),
        ),
    ),
    Page(
        "citizens",
        N_("Citizens and workshops"),
        N_("Where they work, and what an upgrade does"),
        (
            _ruling(
                "workshop_moves",
                own=N_(
                    "**To a workshop:** a citizen can go there from its square at any time, in your turn, "
                    "before production or when leaving quarantine. It never comes back; only repopulating "
                    "takes it away."
                ),
                always=N_(
                    "**To a workshop:** a citizen can go there from its square at any time, in any "
                    "player’s turn, before production or when leaving quarantine. It never comes back; "
                    "only repopulating takes it away."
                ),
            ),
            N_("A citizen never moves to another square. From its square it can only go to work or leave your estate."),
            N_(
                "**Upgrading** turns a citizen to its gold side permanently. In a workshop, early or "
                "late, it then brings 1 point in every production. It can do everything a normal one "
                "can; on a square it does nothing more."
            ),
            N_(
                "A citizen in a hut can be upgraded, but it can’t work or repopulate a hex before it "
                "has left quarantine."
            ),
        ),
    ),
    Page(
        "repopulate",
        N_("Repopulating a hex"),
        N_("Many points, for citizens and a wagon"),
        (
            N_(
                "You do this instead of the action of the district hex you have chosen. You need a "
                "repopulation tile (you have five for the whole game), a wagon you have not used this "
                "round, the price, and the citizens, on squares or in workshops. Where upgraded ones "
                "are required, they must be upgraded."
            ),
            N_(
                "Some hexes require a lieutenant that is still unused this round, at home or lying in "
                "the city. It leaves the game, so you have one turn less each round."
            ),
            N_(
                "If there is still plague on the hex, you take 1 rat. The points of the hex count at "
                "the end of the game."
            ),
            N_(
                "**From then on:** nobody can repopulate it again, and its action stays. You get 2 "
                "points whenever anyone chooses it, and a rat for each plague cube placed on it."
            ),
        ),
    ),
    Page(
        "ships",
        N_("Ships"),
        N_("A hex of another kind"),
        (
            N_(
                "New ships come to a dock in each round: one, or two from round IV on with 3 or 4 "
                "players. Each brings a plague cube. Ships that nobody takes stay."
            ),
            N_(
                "Your lieutenant goes to the dock, even if others are there. You fight the ship’s cube "
                "or take a rat, and get the ship with its coins and points."
            ),
            N_(
                "With your second, fourth and sixth ship you can advance an overseer of your choice. "
                "At the end the scroll board counts your ships. With 2 players there are no ships with "
                "gems."
            ),
        ),
    ),
    Page(
        "registers",
        N_("Registers"),
        N_("Steps, their prices, and what every space gives"),
        (
            N_(
                "**Popularity** only moves when you remove plague cubes. **City** and **church** move "
                "by free steps, or by steps you pay for: any number in your action step, for 3 coins "
                "each, and 1 more for each lieutenant you have gained."
            ),
            N_(
                "Every space you enter gives its action this turn. A lieutenant comes right away, "
                "without a question, and the next step you pay for costs 1 coin more. Spaces you enter "
                "in production, a lieutenant’s too, wait for your next action step. The last player to "
                "reach a space is on top and ahead of the others there. At the end of a register, "
                "another step brings you to the top."
            ),
            _ruling(
                "payment_inside_benefit",
                no=N_("You can’t pay for a step in the middle of an effect, such as an overseer’s advance."),
                yes=N_("You can also pay for a step in the middle of an effect, such as an overseer’s advance."),
            ),
            N_(
                "**City:** a lieutenant from your supply, or the action of any hex in the city, occupied or not."
                " **Church:** upgrade and advance overseers, activate citizens."
            ),
        ),
        registers,
    ),
)
ROUND_PAGES: tuple[Page, ...] = (
    Page(
        "production",
        N_("Production and quarantine"),
        N_("When all lieutenants are used"),
        (
            N_(
                "**Production**, for all players at the same time: every hut with an upgrade and a "
                "citizen, every early workshop with a fitting citizen, and 1 point for each upgraded "
                "citizen in any workshop. Before it you can still send citizens to workshops."
            ),
            N_(
                "**Quarantine:** citizens on space II leave, to a free square of their class or "
                "straight to an empty workshop. Those on space I move to space II. Citizens without "
                "room are lost. There is no quarantine after round VI."
            ),
        ),
    ),
    Page(
        "round",
        N_("A new round"),
        N_("Turn order, ships, a hex, plague, citizens"),
        (
            N_(
                "1. Lieutenants in the city are laid down, and those called home are ready again. "
                "Citizens on hexes with plague are lost."
            ),
            _ruling(
                "priority_tile",
                off=_ruling(
                    "round4_order",
                    score_order=N_(
                        "2. **Turn order:** round II by the church register, III by popularity, IV by points, V by the"
                        " city register, VI by the church register. With equal points, the player who reached them"
                        " last is ahead."
                    ),
                    leader_chooses=N_(
                        "2. **Turn order:** round II by the church register, III by popularity, V by the city "
                        "register, VI by the church register. For round IV the player with the most points "
                        "chooses the register; if points are equal, the one who reached them last."
                    ),
                    last_chooses=N_(
                        "2. **Turn order:** round II by the church register, III by popularity, V by the city "
                        "register, VI by the church register. For round IV the player with the fewest points "
                        "chooses the register; if points are equal, the one who reached them first."
                    ),
                ),
                on=N_(
                    "2. **Turn order:** the register priority tile sets it. Round II by the church register, III by the"
                    " city register, IV by popularity, V by the city register, VI by the church register."
                ),
            ),
            _ruling(
                "new_hex_start",
                tile=N_(
                    "3. **Ships:** a tile names a harbour. The new ship comes to its dock with a plague "
                    "cube, or to the next dock clockwise if it is full. **A new hex** comes to the first "
                    "free place clockwise from that harbour. For round V the late workshops replace the "
                    "early ones."
                ),
                ship=N_(
                    "3. **Ships:** a tile names a harbour. The new ship comes to its dock with a plague "
                    "cube, or to the next dock clockwise if it is full. **A new hex** comes to the first "
                    "free place clockwise from the ship’s dock. For round V the late workshops replace the "
                    "early ones."
                ),
            ),
            N_(
                "4. **The wheel** turns one position (for round IV two, one after the other). All hexes with its rat"
                " get a plague cube; if there are not enough cubes, none gets any."
            ),
            N_(
                "5. **Citizens** of each class come to all hexes of the colour that the wheel shows for it. Steps 4"
                " and 5 are left out for round VI. Wagons can be used again."
            ),
        ),
    ),
    Page(
        "scoring",
        N_("The end and the points"),
        N_("Rats, registers, hexes, scroll board"),
        (
            N_(
                "**Rats first.** Each one moves you back a space on popularity, but never below the "
                "first one. Rats also cost points: 2 cost 1 point, 3 cost 2, then 4, 7, 10, 13, 16, "
                "18, and 10 or more cost 21."
            ),
            _ruling(
                "popularity_third",
                _3=N_(
                    "**Registers:** you score the points of your space. **Most popular:** 10, 7 and 3 "
                    "points for the first three on popularity; with two players 5 for the first. On the "
                    "same space, more fire is ahead, and a big fire counts as 2. Players who are still "
                    "level share the points."
                ),
                _4=N_(
                    "**Registers:** you score the points of your space. **Most popular:** 10, 7 and 4 "
                    "points for the first three on popularity; with two players 5 for the first. On the "
                    "same space, more fire is ahead, and a big fire counts as 2. Players who are still "
                    "level share the points."
                ),
            ),
            N_(
                "**Hexes:** the points of the hexes you repopulated. **Leftovers:** 1 point for every "
                "3 coins, fire, big fire and timber together."
            ),
            _ruling(
                "win_tiebreak_2",
                best=N_(
                    "**Equal points:** more repopulated hexes, then the most valuable one; otherwise you win together."
                ),
                total=N_(
                    "**Equal points:** more repopulated hexes, then the points of all of them; otherwise "
                    "you win together."
                ),
            ),
            N_("**Scroll board:** each track counts its things at the level its cube has reached. Levels:"),
        ),
        scrolls,
    ),
)
VARIANT_PAGES: tuple[Page, ...] = (
    Page(
        "advanced",
        N_("Advanced game, priority tile"),
        N_("Boards of side b, their squares and scroll tracks"),
        (
            N_(
                "**Advanced** is an option of the table: everyone has another player board and another "
                "scroll board of side b, dealt at random or chosen. Everything else is the same."
            ),
            N_(
                "**Squares with ⚡**, one in each sector, work once per game and are then used up. A "
                "citizen can still stand there and go to work or repopulate, but is no longer "
                "activated there."
            ),
            N_(
                "**Bonus at the end:** 10, 7 and 3 points for the most repopulated hexes (two players: "
                "7 and 0), and none without a hex. If players are level, the hexes’ points decide; if "
                "still level, they share the bonus."
            ),
            N_("**Mixed:** only one of the boards of side b. This is possible, but the authors have not tested it."),
        ),
        variants,
    ),
    Page(
        "tracks",
        N_("Scroll boards of side b"),
        N_("Which tracks they have, and what the tracks pay"),
        (
            N_(
                "**Scroll tracks.** “Ships of one kind”: those with the goods you have most of. "
                "Overseers: your two farthest, each by its step. Registers: by where your disc is, "
                "measured by their bars. Timber and coins left at the end count as leftovers, too."
            ),
        ),
        tracks_of_side_b,
    ),
    Page(
        "solo",
        N_("Playing alone"),
        N_("The virtual opponent, and what a good result is"),
        (
            N_(
                "Open a table, in a channel or in our DM, and press **Start** while you are alone "
                "there. The city is that for two players, standard or advanced. The opponent takes its "
                "turns by itself; you see each one under the board."
            ),
            N_(
                "**Order.** You and the opponent take turns. You begin rounds I, III and V, and it "
                "begins the others. It has 3 lieutenants, 4 in rounds IV and V, 5 in round VI. A side "
                "without lieutenants is skipped."
            ),
            N_(
                "**Its turn.** A solo tile names a hex. If that hex is in the city and empty, a "
                "lieutenant goes there; otherwise the next tile counts. Lying lieutenants don’t "
                "matter. The hex is then closed to you, as always. All its lieutenants leave at the "
                "end of a round."
            ),
            _ruling(
                "solo_reshuffle",
                round=N_("All solo tiles are shuffled at the end of each round."),
                empty=N_("Solo tiles are shuffled only when their stack is empty."),
            ),
            N_(
                "It takes all citizens of the hex away and removes 1 plague cube if there is one, "
                "which moves it a step on popularity. It gets no rats, actions or points."
            ),
            N_(
                "**What it takes** out of the game is on the tile: the nearest ship (a random one of "
                "several), the wagon on offer, the workshop on offer for a class, or all hut upgrades "
                "on offer; some tiles take nothing. If it chooses a hex you have repopulated, you get "
                "2 points."
            ),
            N_(
                "**Points** are as usual, but 5 for being level with the opponent on popularity or "
                "ahead. **130 points** are a good result, **140** in the advanced game."
            ),
            _ruling(
                "solo_bonus_scope",
                every=N_("**Bonus:** 3, 7 or 10 points for repopulating 2, 3 or at least 4 hexes."),
                advanced=N_(
                    "**Bonus**, only in the advanced game: 3, 7 or 10 points for repopulating 2, 3 or at least 4 hexes."
                ),
            ),
        ),
        solo_tiles,
    ),
)
HELP: tuple[Page, ...] = (
    Page(
        "goal",
        N_("Messina 1347 in short"),
        N_("What it is about, and how you win"),
        (
            N_(
                "Ships bring the plague to Messina. As heads of noble families you rescue its "
                "citizens, let them work on your estates, fight the plague and finally bring people "
                "back to the empty city."
            ),
            N_(
                "**Six rounds.** In each you send your lieutenants into the city, one after the other in turn"
                " order. A hex gives you its citizens and its action; plague that you leave there gives you rats."
            ),
            N_(
                "**Your estate** has squares where citizens wait until an overseer activates them, "
                "workshops where they produce each round, and huts where citizens from plague hexes "
                "must wait."
            ),
            N_(
                "**Points** come from repopulated hexes, registers and the scroll board, wagons, ships "
                "and production. Rats cost points. The player with the most points wins."
            ),
        ),
    ),
    Page(
        "setup",
        N_("Set-up"),
        N_("The starting position, and who is compensated"),
        (
            N_(
                "**The city** consists of all A hexes for the number of players and one B hex, at "
                "random. The other B hex and then the C hexes come later. There are four harbours at "
                "the corners."
            ),
            N_(
                "**Plague cubes** are limited: 16 with 2 players and alone, 18 with 3, 24 with 4. "
                "There are nine ships; with 2 players and alone, the three with gems are left out. "
                "Those with number 1 on their back come first, then 2 and 3; each group is shuffled."
            ),
            N_(
                "**On offer** are hut upgrades in three stacks, an early workshop for each class, and "
                "wagons: one stack with 2 players and alone, otherwise two. A stack has five wagons in "
                "order, number 1 on top."
            ),
            N_(
                "**Everyone** has 3 lieutenants at home and 2 more in the supply, 3 overseers on their "
                "start spaces, 3 scroll cubes at the bottom and 5 repopulation tiles."
            ),
            N_(
                "**Starting compensation.** The start player is random. The first player starts with "
                "nothing, the second with 1 point, the third with 1 coin, the fourth with both. On "
                "each register, later players are on top, and so ahead of those below."
            ),
            N_(
                "**Round I** is prepared like any other: a ship comes, the wheel turns, plague cubes and citizens come"
                " to their hexes."
            ),
        ),
    ),
    Page(
        "turn",
        N_("The turn"),
        N_("Choose, rescue, fight, act"),
        (
            N_("**1. Choose.** Send one lieutenant to a hex or to a ship, or call one home."),
            N_("**2. Rescue.** All citizens on the hex come to your estate, whether you want them or not."),
            N_("**3. Fight.** Spend fire to remove plague cubes if you like. Each cube that stays gives you a rat."),
            N_(
                "**4. Act.** In any order: the hex action or repopulating the hex; what the popularity register"
                " gave you for removed cubes; paid steps on the city and church registers and what they give."
            ),
            N_(
                "Everything in step 4 is optional, and what you don’t use is lost. One action may lead "
                "to another, and you can do others in between."
            ),
            N_(
                "**A ship** has no citizens and no hex action: you fight its cube or take a rat, get the ship with"
                " its coins and points, and then act as in step 4. Every second ship advances an overseer."
            ),
            _ruling(
                "recall_action_step",
                no=N_("**Calling a lieutenant home** brings 1 coin and ends the turn."),
                yes=N_(
                    "**Calling a lieutenant home** brings 1 coin. Then you act as in step 4: use what is "
                    "waiting for you, and pay for register steps."
                ),
            ),
            _ruling(
                "workshop_moves",
                own=N_(
                    "At any time in your turn, and at the end of a round, a citizen can go from its square "
                    "to a fitting empty workshop."
                ),
                always=N_(
                    "At any time, even in other players’ turns, a citizen can go from its square to a "
                    "fitting empty workshop."
                ),
            ),
        ),
    ),
    Page(
        "lieutenants",
        N_("Lieutenants and ways"),
        N_("Who can go where, and the price"),
        (
            N_(
                "Everyone has 3 lieutenants, and each one is used exactly once a round. The city "
                "register can bring two more. You can’t pass."
            ),
            _ruling(
                "recall_from_home",
                stuck=N_("A lieutenant at home has to go. Only if it can’t go anywhere, it stays and you get 1 coin."),
                always=N_("A lieutenant at home can also stay there: that uses it and brings 1 coin."),
                never=N_("A lieutenant at home has to go. If it can’t go anywhere, it is not used this round."),
            ),
            N_(
                "**Who goes.** After a round your lieutenants lie where they stood. Use those in the "
                "city first, and only then those at home. A lieutenant called home can be used again "
                "in the next round."
            ),
            N_(
                "**The price.** From home, every place is free. In the city, staying and one step are "
                "free; each further step costs 1 coin. A dock is only connected to its own harbour."
            ),
            N_(
                "**Where to.** A hex with a standing lieutenant was chosen this round and is closed; "
                "lying ones close nothing. At a dock others never matter, as long as a ship is there."
            ),
        ),
    ),
    Page(
        "rescue",
        N_("Rescuing citizens"),
        N_("To a square, or into quarantine"),
        (
            N_(
                "**No plague on the hex:** each citizen goes to a free square of its class: craftsmen, "
                "nuns or aristocrats. You choose the square; its action matters when an overseer comes."
            ),
            N_(
                "**Plague on the hex:** each citizen goes to space I of an empty hut. After the round "
                "it moves to space II; after the next one it leaves for a square or a workshop."
            ),
            N_(
                "What counts is whether there is plague before you fight. Citizens without room are "
                "lost. You can first make room on a square by sending a citizen to a workshop."
            ),
        ),
    ),
    Page(
        "fight",
        N_("Fighting the plague"),
        N_("Prices, rewards and rats"),
        (
            _ruling(
                "big_fire",
                clarified=N_(
                    "**Rounds I to IV.** 1 fire removes a cube on your hex. 1 big fire removes two cubes there, or one"
                    " there and one on an adjacent hex."
                ),
                printed=N_(
                    "**Rounds I to IV.** 1 fire removes a cube on your hex. 1 big fire does the same and "
                    "can also remove one on an adjacent hex; it never removes two on your hex."
                ),
            ),
            _ruling(
                "big_fire",
                clarified=N_(
                    "**Rounds V and VI.** 2 fire or 1 big fire remove a cube on your hex, 2 big fires one there and"
                    " one on an adjacent hex. Every cube removed brings 2 points."
                ),
                printed=N_(
                    "**Rounds V and VI.** 2 fire remove a cube on your hex; a big fire counts as 1 fire. 2 "
                    "big fires can also remove one on an adjacent hex. Every cube removed brings 2 points."
                ),
            ),
            N_("**A ship’s cube** costs the same; anything more a big fire could do is lost."),
            N_("Fire, big fire, rats, timber, citizens and coins never run out; only plague cubes do."),
            N_(
                "**Rewards.** Each cube you remove, wherever it was, is a step on the popularity "
                "register. You can use what its spaces give only in this turn."
            ),
            N_(
                "**Rats.** Then each cube still on your hex gives you a rat, even if you have removed "
                "others. Cubes on adjacent hexes give none. A ship that you don’t fight gives one."
            ),
        ),
    ),
    *ESTATE_PAGES,
    *ROUND_PAGES,
    *VARIANT_PAGES,
    Page(
        "example",
        N_("An example turn"),
        N_("A whole turn of a player who wants to build"),
        (
            N_(
                "**Moving.** Yellow’s lieutenant is lying in the city and goes two hexes. The first "
                "step is free, the second costs 1 coin. Red’s lieutenant is lying on that hex, which "
                "doesn’t matter. Yellow’s stands there now, so the hex is closed for this round."
            ),
            N_(
                "**Rescuing.** A craftsman and a plague cube are there. So the craftsman goes to space "
                "I of an empty hut of Yellow’s."
            ),
            N_(
                "**Fighting.** Yellow spends a big fire. It removes the cube on the hex and one on an adjacent hex: two"
                " steps on popularity. The first space gives nothing, the second an advance of an overseer. No cube is"
                " left on the hex, so Yellow takes no rat."
            ),
            N_(
                "**Overseer.** Yellow uses that first. The craftsman overseer activates one of two craftsmen: 1 coin"
                " and 1 timber."
            ),
            N_(
                "**The action of the hex: build.** Yellow pays the timber for a hut upgrade and puts "
                "it on the hut with the craftsman. It will bring 1 fire in this production."
            ),
            N_(
                "**Register.** Finally Yellow pays 3 coins for a step on the city register and gains a "
                "fourth lieutenant. It waits at home and can be used this round, once Yellow has no "
                "unused lieutenant in the city. The next step would cost 4 coins."
            ),
        ),
    ),
    Page(
        "overlooked",
        N_("Often overlooked"),
        N_("Small rules that surprise"),
        (
            N_("- The city begins with all A hexes for the number of players and one B hex."),
            N_("- Plague cubes are limited: 16 with 2 players, 18 with 3, 24 with 4."),
            N_("- If there are fewer cubes than hexes to infect, no hex gets any."),
            N_("- Lieutenants at home wait until all of yours in the city are used."),
            N_("- A dock is never blocked; only a standing lieutenant blocks a hex."),
            N_("- Each cube left on your hex is a rat, even if you removed some."),
            _ruling(
                "big_fire",
                clarified=N_(
                    "- A big fire can remove two cubes on your hex, or one there and one next to it; never two next to"
                    " it."
                ),
                printed=N_(
                    "- A big fire can remove one cube on your hex and one next to it; never two on your hex, never two"
                    " next to it."
                ),
            ),
            N_("- Early workshops produce in every production, late ones pay once."),
            N_("- An upgraded citizen in any workshop, early or late, brings 1 point in every production."),
            N_("- From round V on only late workshops can be built."),
            N_("- A lieutenant you give up for a hex must be unused this round; it can always come from home."),
            N_("- A lieutenant from the city register comes right away; the next step you pay for already costs more."),
            N_("- A lieutenant you gave up still counts in the price of a register step."),
            N_("- A step costs 3 coins, and 1 more for each lieutenant you have gained."),
            N_("- A plague cube placed on a hex you have repopulated gives you a rat."),
            N_(
                "- If anyone chooses your repopulated hex, even you, you get 2 points; copying its "
                "action doesn’t count."
            ),
        ),
    ),
    Page(
        "icons",
        N_("Icons and signs"),
        N_("What pictures, emoji and words mean"),
        (
            N_("🔴 🔷 🟩 ⭐ the players, with a colour and a shape each, as on the board"),
            N_("☠️ plague cube · 🐁 rat · 🪙 coin · ♟️ lieutenant · ⛵ ship · 🏘️ repopulated"),
            N_("🔨 craftsman · 📿 nun · 🤴 aristocrat; an upgraded citizen has a second rim"),
            N_("A standing lieutenant was used this round, a lying one was not."),
            N_(
                "**Build**: a hut upgrade, a workshop or a wagon. **Upgrade a citizen**: turn one to its gold side."
                " **City step**, **church step**: one space on that register, free. **Scroll step**: one scroll cube"
                " goes up a level. **Nun overseer step** and the like: that overseer advances a step; **any overseer"
                " step**: one of your choice."
            ),
            N_(
                "A slash, or “or”, means one of the two; icons side by side, or “and”, mean all of them. A coin before"
                " an icon is its price."
            ),
            N_(
                "Hexes have their numbers, harbours and docks their corner: NW, NE, SE, SW. Squares "
                "are named by what they do and by the side of their sector, seen from the middle of "
                "the estate."
            ),
        ),
        buttons,
    ),
    Page(
        "hexes",
        N_("What each hex does"),
        N_("Actions, and what repopulating costs"),
        (N_("For each hex: its action, its colour and rat, what you give up to repopulate it, and its points."),),
        hexes,
    ),
    Page(
        "tiles",
        N_("Hut upgrades, wagons, ships"),
        N_("What each costs and brings"),
        (),
        tiles,
    ),
    Page(
        "workshops",
        N_("Workshops"),
        N_("What each costs and brings"),
        (
            N_(
                "Workshops: left of the arrow the price, right of it the yield, for an early one in "
                "each production, for a late one once. “If upgraded”: with an upgraded citizen."
            ),
        ),
        workshops,
    ),
)
