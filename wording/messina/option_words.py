"""The options of Messina 1347 in words."""

from collections.abc import Mapping

from rules.errors import N_
from wording.option_words import OptionWords

OPTIONS: Mapping[str, OptionWords] = {
    "variant": OptionWords(
        N_("Variant"),
        {
            "standard": N_("standard, with both boards of side a"),
            "advanced": N_("advanced, with both boards of side b"),
            "b_boards": N_("mixed: player boards of side b, scroll boards of side a (untested)"),
            "b_scrolls": N_("mixed: player boards of side a, scroll boards of side b (untested)"),
        },
        about=N_(
            "Which sides of the boards are used. Side a is the same for everyone and good to begin "
            "with; on side b every board is different."
        ),
    ),
    "deal": OptionWords(
        N_("Boards of side b"),
        {"random": N_("dealt at random"), "chosen": N_("chosen, the last player in turn order first")},
        about=N_("How players get their boards of side b; with side a alone it has no effect."),
    ),
    "priority_tile": OptionWords(
        N_("Register priority tile"),
        {"off": N_("not used"), "on": N_("used: it sets the turn order of rounds III and IV by other registers")},
        about=N_("Whether other registers than usual set the turn order of rounds III and IV."),
    ),
    "solo_bonus_scope": OptionWords(
        N_("Bonus for repopulated hexes"),
        {"every": N_("in every solo game"), "advanced": N_("in advanced solo games only")},
        about=N_("When a solo player gets the bonus for repopulated hexes."),
    ),
    "solo_reshuffle": OptionWords(
        N_("Solo tiles are shuffled"),
        {"round": N_("every round"), "empty": N_("when the stack is empty")},
        about=N_("How often the tiles that guide the virtual opponent are shuffled."),
    ),
    "big_fire": OptionWords(
        N_("Big fire"),
        {
            "clarified": N_("two cubes on the hex, or one there and one next to it"),
            "printed": N_("as a fire, plus one more cube next to the hex"),
        },
        about=N_("Which plague cubes a big fire removes."),
    ),
    "round4_order": OptionWords(
        N_("Turn order of round IV"),
        {
            "score_order": N_("by points"),
            "leader_chooses": N_("by a register that the leader chooses"),
            "last_chooses": N_("by a register that the last one chooses"),
        },
        about=N_("What decides who goes first in round IV."),
    ),
    "popularity_third": OptionWords(
        N_("Third on popularity at the end"),
        {"3": N_("3 points"), "4": N_("4 points")},
        about=N_("What third place on the popularity register is worth."),
    ),
    "restack_duty": OptionWords(
        N_("After a restack"),
        {"any": N_("any building"), "restacked": N_("one of the restacked tiles")},
        about=N_("What you must build after restacking the tiles on offer."),
    ),
    "restack_token_coin": OptionWords(
        N_("A coin pays for a restack"),
        {"yes": N_("yes, like any token"), "no": N_("no, only other tokens and points")},
        about=N_("Whether a coin is enough to restack the tiles on offer."),
    ),
    "new_hex_start": OptionWords(
        N_("Where a new hex goes"),
        {
            "tile": N_("clockwise from the harbour of the dock tile"),
            "ship": N_("clockwise from the dock of the new ship"),
        },
        about=N_("Where counting for a new hex’s place begins."),
    ),
    "win_tiebreak_2": OptionWords(
        N_("Equal points and hexes"),
        {"best": N_("the most valuable hex decides"), "total": N_("the points of all hexes decide")},
        about=N_("Who wins if points and repopulated hexes are equal."),
    ),
    "recall_from_home": OptionWords(
        N_("A lieutenant at home may stay there"),
        {
            "stuck": N_("only if it can’t go anywhere"),
            "always": N_("always, for 1 coin"),
            "never": N_("never; it is not used then"),
        },
        about=N_("Whether you can use a turn to leave a lieutenant at home."),
    ),
    "recall_action_step": OptionWords(
        N_("Actions after calling a lieutenant home"),
        {"no": N_("none, the turn is over"), "yes": N_("an action step, as with a ship")},
        about=N_("What you can still do in a turn in which you call a lieutenant home."),
    ),
    "workshop_moves": OptionWords(
        N_("Citizens go to workshops"),
        {"own": N_("in your own turn and at the end of a round"), "always": N_("in other players’ turns, too")},
        about=N_("When your citizens can go to work."),
    ),
    "payment_inside_benefit": OptionWords(
        N_("Register steps during an effect"),
        {"no": N_("you pay for them only after it is done"), "yes": N_("you can pay for them at any moment")},
        about=N_("When you can pay for register steps."),
    ),
    "hexes": OptionWords(
        N_("Hexes of Messina"),
        {"full": N_("in full colour"), "dimmed": N_("pale")},
        about=N_("On pale hexes, pieces, plague and letters are easier to find."),
    ),
}
