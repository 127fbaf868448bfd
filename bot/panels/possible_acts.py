"""Find out which acts, such as "free 2", are possible for a person at a table now, and why others are not.

A panel tries the acts that its buttons would carry out, and offers those that aren't refused. The refusals of the other
acts are the reasons that it gives.
"""

from collections.abc import Awaitable, Mapping

from bot.context import ONLY_IN_CHANNEL, Request
from bot.panels.opening import may_post
from bot.panels.table_acts import decision_of
from rules.errors import N_, RulesError
from rules_service import NoTable, Person, TableInfo, Vote, acts
from rules_service.computers import COMPUTER_LEVELS
from rules_service.pace import PACE_OPTION
from rules_service.trial import Trial
from rules_service.votes import VOTE_RULES

# Everything that the panel of a table can offer, in the order of the panel. Reasons name the impossible acts by these
# titles.
ACT_TITLES: Mapping[str, str] = {
    "wake": N_("Wake"),
    "start": N_("Start"),
    "here": N_("I am here"),
    "time": N_("More time"),
    "back": N_("Ask to undo"),
    "myseat": N_("Take my seat back"),
    "join": N_("Join"),
    "seatback": N_("Ask for my seat"),
    "decline": N_("Decline"),
    "ready": N_("Ready"),
    "colour": N_("Colour"),
    "nudge": N_("Nudge"),
    "free": N_("Open a seat"),
    "invite": N_("Invite"),
    "computers": N_("Computer players"),
    "remove": N_("Remove a player"),
    "awake": N_("Keep awake"),
    "endrest": N_("End the pause"),
    "note": N_("📝 Note to myself"),
    "pace": N_("Pace"),
    "rest": N_("Pause"),
    "sleep": N_("Put to sleep"),
    "score": N_("Score"),
    "verify": N_("Check the game"),
    "options": N_("Options"),
    "leave": N_("Leave"),
    "close": N_("Close"),
}
SEAT_LABELS: Mapping[str, str] = {
    "nudge": N_("Nudge {player}"),
    "free": N_("Open {player}’s seat"),
    "remove": N_("Remove {player}"),
}
Trials = Mapping[str, Trial]
SOMEBODY = Person(0, "")  # stands for any person who might be invited
ONLY_THERE = ("invite", "computers", "colour", "options")  # buttons that work only where the table is
# These change what is public, so they are refused on another server.
PUBLIC_ACTS = (*ONLY_THERE, "join", "seatback", "free", "remove", "start", "leave", "close")


def must_be_here(act: str, request: Request, info: TableInfo) -> None:
    """Raise NoTable if this act is possible only where the table is, and the person is elsewhere.

    From a DM, only the acts in `ONLY_THERE` are refused.
    """
    in_dm = request.interaction.guild_id is None and act not in ONLY_THERE
    if act in PUBLIC_ACTS and not in_dm and not request.is_at(info.place):
        raise NoTable(ONLY_IN_CHANNEL)


async def try_all(request: Request, info: TableInfo) -> dict[str, Trial]:
    """Try the acts at the table for the person, without changing anything. Return the results by the buttons' words."""
    mine = info.seat_of(request.user_id)
    others = [seat.seat for seat in info.seats if seat.seat != mine]
    words = [*ACT_TITLES, *(f"{act} {seat}" for act in ("free", "remove") for seat in others)]
    words += ["rest 1", *(f"pace {pace}" for pace in PACE_OPTION.values)]
    words += [f"say {vote.name} {answer}" for vote in votes_of(info, mine) for answer in "10"]
    decisions = {one: made for one in words if (made := decision_of(one, request, info)) is not None}
    # The buttons of these open questions. The acts here are possible answers to them.
    decisions |= {"invite": acts.invite([SOMEBODY]), "colour": acts.choose_colour(None)}
    decisions["computers"] = acts.add_computer(COMPUTER_LEVELS[0])
    found = await request.service.try_acts(decisions, info.id, request.person)
    found["rest"] = found["rest 1"]
    for act in ("pace", "remove"):
        some = [trial for one, trial in found.items() if one.startswith(f"{act} ")]
        found[act] = next((trial for trial in some if trial.refusal is None), some[0] if some else Trial())
    service, who = request.service, request.person
    if found["computers"].refusal and any(
        seat.computer and not found[f"remove {seat.seat}"].refusal for seat in info.seats if seat.seat in others
    ):
        found["computers"] = Trial()  # All seats are taken, but one of them could be freed.
    found["nudge"] = await trial_of(service.people.try_nudge(info.id, who))
    for seat in others:
        found[f"nudge {seat}"] = await trial_of(service.people.try_nudge(info.id, who, seat))
    found["back"] = await trial_of(service.read.undo_request(info.id, who))
    found["score"] = await trial_of(service.read.snapshot(info.id))
    try:
        may_post(request)
    except RulesError as refusal:
        found["wake"] = Trial(found["wake"].refusal or refusal)
    found |= {act: Trial() for act in ACT_TITLES if act not in found}
    for act in [*found]:
        try:
            must_be_here(act.split()[0], request, info)
        except RulesError as refusal:
            found[act] = Trial(refusal)
    return found


def votes_of(info: TableInfo, seat: int | None) -> list[Vote]:
    """Return the open votes in which the seat can take part, except those that are answered by being ready."""
    return [vote for vote in info.votes if seat in vote.voters and not VOTE_RULES[vote.kind].by_readiness]


async def trial_of(work: Awaitable[object]) -> Trial:
    """Return the result of trying an act. ``work`` must change nothing."""
    try:
        await work
    except RulesError as refusal:
        return Trial(refusal)
    return Trial()
