"""What can be chosen for a table (section 11.4)."""

from rules.game import Option


def options(seats: int) -> tuple[Option, ...]:
    """What can be chosen when a table is opened; the first value of each is how the game is usually read."""
    return (
        Option("confirm", ("off", "on")),
        Option("big_fire", ("clarified", "printed")),
        Option("round4_order", ("score_order", "leader_chooses", "last_chooses")),
        Option("popularity_third", ("3", "4")),
        Option("restack_duty", ("any", "restacked")),
        Option("restack_token_coin", ("yes", "no")),
        Option("new_hex_start", ("tile", "ship")),
        Option("win_tiebreak_2", ("best", "total")),
        Option("recall_from_home", ("stuck", "always", "never")),
        Option("recall_action_step", ("no", "yes")),
        Option("workshop_moves", ("own", "always")),
        Option("payment_inside_benefit", ("no", "yes")),
    )
