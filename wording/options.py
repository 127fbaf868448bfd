"""The options of a table in words: what each is called, and what its values mean."""

from collections.abc import Mapping

from rules.errors import N_
from rules.rattus.setup import lacks_chivalry, named_cards
from wording.catalogue import Words
from wording.rattus.events import NO_CHIVALRY
from wording.rattus.help_cards import about_card
from wording.rattus.names import CLASS_EMOJI, class_of, name

TITLES = {
    "cards": N_("Class cards"),
    "late_abilities": N_("Cards during the devastation"),
    "start": N_("Start player"),
    "variant": N_("Variant"),
    "deal": N_("Boards of side b"),
    "priority_tile": N_("Register priority tile"),
    "solo_bonus_scope": N_("Bonus for repopulated hexes"),
    "solo_reshuffle": N_("Solo tiles are shuffled"),
    "big_fire": N_("Big fire"),
    "round4_order": N_("Turn order of round IV"),
    "popularity_third": N_("Third on popularity at the end"),
    "restack_duty": N_("After a restack"),
    "restack_token_coin": N_("A coin pays for a restack"),
    "new_hex_start": N_("Where a new hex goes"),
    "win_tiebreak_2": N_("Equal points and hexes"),
    "recall_from_home": N_("A lieutenant at home may stay there"),
    "recall_action_step": N_("Actions after calling a lieutenant home"),
    "workshop_moves": N_("Citizens go to workshops"),
    "payment_inside_benefit": N_("Register steps amid an effect"),
    "confirm": N_("End each turn with a button"),
    "seating": N_("Seats"),
    "picture": N_("Picture of the board"),
}
VALUES = {
    "cards base": N_("the six of the base game"),
    "cards random": N_("six of all 18, drawn by lot at the start"),
    "cards one_per_class": N_("one of each class, drawn by lot at the start"),
    "cards good_times": N_("Good Times"),
    "cards rat_control": N_("Rat Control"),
    "cards war_in_europe": N_("War in Europe"),
    "late_abilities on": N_("may still be used before each rat is turned over"),
    "late_abilities off": N_("only before the plague moves"),
    "start lot": N_("drawn by lot"),
    "start 0": N_("seat 1"),
    "start 1": N_("seat 2"),
    "start 2": N_("seat 3"),
    "start 3": N_("seat 4"),
    "variant standard": N_("standard, with both boards of side a"),
    "variant advanced": N_("advanced, with both boards of side b"),
    "variant b_boards": N_("mixed: player boards of side b, scroll boards of side a (untested)"),
    "variant b_scrolls": N_("mixed: player boards of side a, scroll boards of side b (untested)"),
    "deal random": N_("dealt at random"),
    "deal chosen": N_("chosen, by the last player in turn order first"),
    "priority_tile off": N_("not used"),
    "priority_tile on": N_("used: it sets the turn order of rounds III and IV by other registers"),
    "solo_bonus_scope every": N_("in every solo game"),
    "solo_bonus_scope advanced": N_("in advanced solo games only"),
    "solo_reshuffle round": N_("every round"),
    "solo_reshuffle empty": N_("when the stack is empty"),
    "big_fire clarified": N_("two cubes on the hex, or one there and one next to it"),
    "big_fire printed": N_("as a fire, and one more cube next to the hex"),
    "round4_order score_order": N_("by points"),
    "round4_order leader_chooses": N_("by a register that the leader chooses"),
    "round4_order last_chooses": N_("by a register that the last one chooses"),
    "popularity_third 3": N_("3 points"),
    "popularity_third 4": N_("4 points"),
    "restack_duty any": N_("anything must be built"),
    "restack_duty restacked": N_("one of the restacked tiles must be built"),
    "restack_token_coin yes": N_("yes, as any token does"),
    "restack_token_coin no": N_("no, only other tokens and points"),
    "new_hex_start tile": N_("clockwise from the harbour of the dock tile"),
    "new_hex_start ship": N_("clockwise from the dock of the new ship"),
    "win_tiebreak_2 best": N_("the most valuable hex decides"),
    "win_tiebreak_2 total": N_("the points of all hexes decide"),
    "recall_from_home stuck": N_("only if it can go nowhere"),
    "recall_from_home always": N_("always, for 1 coin"),
    "recall_from_home never": N_("never; it is not used then"),
    "recall_action_step no": N_("none, the turn is over"),
    "recall_action_step yes": N_("an action step as with a ship"),
    "workshop_moves own": N_("in one's own turn and at the end of a round"),
    "workshop_moves always": N_("in other players' turns, too"),
    "payment_inside_benefit no": N_("are not paid for before it is done"),
    "payment_inside_benefit yes": N_("can be paid for at any moment"),
    "confirm on": N_("yes, and take back until then"),
    "confirm off": N_("no, the turn ends by itself"),
    "seating lot": N_("drawn by lot at the start"),
    "seating joined": N_("in the order of joining"),
    "picture tall": N_("tall, for phones"),
    "picture wide": N_("wide, for computers"),
}

PICKED = "cards"  # the option of which words can be picked: cards of Rattus


def option_title(option: str, w: Words) -> str:
    """What the option is about. Plain text."""
    return w._(TITLES[option]) if option in TITLES else option


def option_value(option: str, value: str, w: Words) -> str:
    """What the value means. Plain text, different for different values."""
    if f"{option} {value}" in VALUES:
        return w._(VALUES[f"{option} {value}"])
    return _cards(value, w) if option == PICKED else value


def option_content(option: str, value: str, w: Words) -> str:
    """What a value that has a name of its own stands for, as far as it is known before the start; "" for most."""
    return _cards(value, w) if option == PICKED and f"{option} {value}" in VALUES else ""


def _cards(value: str, w: Words) -> str:
    return ", ".join(name(card, w) for card in named_cards(value))


def pick_label(word: str, w: Words) -> str:
    """One of the words that can be picked."""
    return f"{CLASS_EMOJI[class_of(word)]} {name(word, w)}"


def pick_about(word: str, w: Words) -> str:
    """What it is good for, in a line."""
    return about_card(word, w)


def option_warning(options: Mapping[str, str], people: int, w: Words) -> str:
    """What the table should know of its options with so few people; "" if there is nothing."""
    warn = PICKED in options and lacks_chivalry(people, named_cards(options[PICKED]))
    return w._(NO_CHIVALRY) if warn else ""
