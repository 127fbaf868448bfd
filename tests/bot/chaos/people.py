"""Simulated people who open a table, play a whole game and get in each other's way, despite all faults."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
from simcord.actors import MemberActor
from simcord.backend.models import Interaction, Message
from simcord.builders import ChannelHandle, UserHandle
from simcord.components import walk_components
from simcord.results import to_discord_message

from bot.channel.announcer import LONGEST_BACK_OFF, RETRY_INTERVAL
from computer_players.review import CheckRequest, Judgement, JudgeRequest, Way, WaysRequest
from rules.table import Table
from tests.bot.chaos.examination import Examination
from tests.bot.chaos.fault_injection import FaultInjection, options, presses
from tests.bot.sim import Sim, forbid
from workers.worker import WorkerUnavailable

Person = MemberActor | UserHandle
RATES = (0.0, 0.05, 0.2, 0.5, 0.9)  # shares of failing requests, chosen in turn
DEADLY = 0.004
PATIENCE = 14  # After this many steps without progress, a player types a move.
WEARY = 60  # After this many steps, stop the failures until there is a lobby or a move.
HOPELESS = 10 * WEARY  # After this many steps, a lobby that has not started fails the test.
ANSWERS = ("pick", "ppick", "pplay")  # buttons that answer a question, in a turn or a plan, or play a plan
TRIES = ("tpick", "tundo", "tagain", "tbest", "tshare", "task")  # buttons of a turn that is tried again
CHANGES = ("undo", "ask", "pask", "pkeep", "pundo", "pself")  # other buttons of such panels
LONG = 1500  # After this many steps, play on without accidents.
SPARED = ("picture", "cards")  # options that aren't varied, because they change how long a game or drawing takes
AWAY = (timedelta(seconds=20), timedelta(minutes=6), timedelta(minutes=70), timedelta(hours=9))


@dataclass(frozen=True)
class Kind:
    """The game to play, its options, and whether it is played in a DM."""

    game: str
    options: dict[str, str]
    private: bool = False


KINDS = {
    "rattus": Kind("rattus", {"cards": "base"}), "piper": Kind("rattus", {"cards": "war_in_europe"}),
    "messina": Kind("messina", {}), "solo": Kind("messina", {}, private=True),
}  # fmt: skip


class Chaos:
    """A simulated table, from opening to end."""

    def __init__(self, sim: Sim, kind: Kind, seed: str, faults: FaultInjection) -> None:
        self.sim = sim
        self.env = sim.env
        self.backend = sim.env.backend
        self.kind = kind
        self.faults = faults
        self.luck = random.Random(f"{seed} people")
        self.people: list[Person] = [sim.alice.user] if kind.private else [sim.alice, sim.bob]
        if not kind.private and self.luck.random() < 0.15:
            self.people.append(sim.carol)
        self.channel = self._place()
        self.examination = Examination(faults, self.channel.id)
        self.answers: dict[int, list[int]] = defaultdict(list)  # by person: the ephemeral messages they have seen
        self.no_board = False  # true once somebody has deleted the board
        self.forbidden = False
        self.known = -1  # the log number at the latest progress
        self.idle = 0

    def _place(self) -> ChannelHandle:
        if self.kind.private:
            return self.sim.alice.user.dm_channel
        return self.sim.thread("plague") if self.luck.random() < 0.4 else self.sim.channel

    # --- the game

    async def play(self) -> None:
        """Play a game from opening to end, and examine the table after each storm."""
        if self.luck.random() < 0.3:
            self.faults.no_picture_edits = True
        self._storm()
        await self.lobby()
        until_lull = self.luck.randrange(5, 60)
        while self.table["status"] == "running":
            calm = self.faults.step > LONG
            if not calm and self.luck.random() < 0.12:
                await self._accident()
            await self._move()
            until_lull -= 1
            if until_lull <= 0 and not calm:
                await self._lull()
                until_lull = self.luck.randrange(20, 120)
        self.faults.tell("the game is over")
        await self._review()
        await self._lull(last=True)

    @property
    def table(self) -> Any:
        """Return the channel's newest table as stored, or a table with the id 0 if there is none."""
        found = self.faults.truth("SELECT * FROM tables WHERE channel_id = ? ORDER BY id DESC LIMIT 1", self.channel.id)
        return found[0] if found else {"id": 0, "status": "none", "number": 0}

    def played(self) -> Table:
        """Return the game as rebuilt from its log."""
        return self.examination.follow(self.table["id"])

    async def lobby(self) -> None:
        """Act in the lobby until the game runs. Fail if it has not started after many steps."""
        start = self.faults.step
        while (status := self.table["status"]) != "running":
            assert self.faults.step - start < HOPELESS, "no lobby comes about"
            if self.faults.step - start > WEARY:
                self._clear_sky()
                self._give_access()
            if status != "lobby":
                await self._command(self.people[0], "table open", game=self.kind.game, **self.kind.options)
                continue
            seated = self._seated()
            away = [person for person in self.people if person.id not in seated]
            if self.faults.step - start > WEARY and away:
                await self._command(away[0], "table join")
            elif self.luck.random() < 0.1:
                await self._accident()
            elif self.luck.random() < 0.15 and self.faults.step - start < WEARY:
                await self._options(next(person for person in self.people if person.id in seated))
            elif not away and self.luck.random() < 0.4:
                await self._press_or_type("start", [person for person in self.people if person.id in seated])
            else:
                act = "join" if away and self.luck.random() < 0.8 else self.luck.choice(["leave", "join", "start"])
                if len(self.people) == 1 and act != "start":
                    act = "start" if self.luck.random() < 0.7 else "leave"
                await self._press_or_type(act, away if act == "join" and away else self.people)

    def _seated(self) -> set[int]:
        rows = self.faults.truth(
            "SELECT p.user_id FROM seats s JOIN players p ON p.id = s.player WHERE s.table_id = ? AND s.vacant = 0"
            " ORDER BY s.seat",
            self.table["id"],
        )
        return {row["user_id"] for row in rows}

    async def _press_or_type(self, act: str, people: list[Person]) -> None:
        """Let one of the people press the button for this act or type its command. Sometimes two presses coincide."""
        who = self.luck.choice(people)
        found = self._public(act)
        if found is None or self.luck.random() < 0.3:
            await self._command(who, f"table {act}")
            return
        message, press = found
        at_once = [(who, message, press)]
        if self.luck.random() < 0.3:  # An impatient person presses twice, or somebody else presses another button.
            others = [other for other, other_act in presses(message).items() if other_act in ("join", "leave", "start")]
            at_once.append((self.luck.choice(self.people), message, self.luck.choice(others)))
        await self._press(*at_once)

    async def _options(self, host: Person) -> None:
        answer = await self._command(host, "table options")
        if answer is None or answer.message_id is None:
            return
        stored = self.backend.messages[self.channel.id].get(answer.message_id)
        menus = [part for part in walk_components(stored.components if stored else []) if part["type"] == 3]
        menus = [menu for menu in menus if not menu["custom_id"].split(":")[-1].startswith(SPARED)]
        if stored is None or not menus:
            return
        menu = self.luck.choice(menus)
        count = menu.get("min_values", 1)
        chosen = self.luck.sample([option["value"] for option in menu["options"]], count)
        shown = to_discord_message(self.env, stored)
        await self._do(lambda: host.select(shown, chosen, custom_id=menu["custom_id"]))

    async def _move(self) -> None:
        """Let a player whose turn it is act, or sometimes let somebody plan, take a free seat or do something else."""
        number = self.table["number"]
        self.idle = 0 if number != self.known else self.idle + 1
        self.known = number
        game = self.played()
        due = {ask.seat: ask.moves for ask in game.due()}
        users = dict(
            tuple(row)
            for row in self.faults.truth(
                "SELECT s.seat, p.user_id FROM seats s JOIN players p ON p.id = s.player"
                " WHERE s.table_id = ? AND s.vacant = 0",
                self.table["id"],
            )
        )
        if self.idle > WEARY:
            self._clear_sky()
        free = [person for person in self.people if person.id not in users.values()]
        vacant = self.faults.truth("SELECT 1 FROM seats WHERE table_id = ? AND vacant = 1", self.table["id"])
        if free and vacant and (self.idle > PATIENCE or self.luck.random() < 0.3):
            await self._sit_down(free[0])
            return
        waiting = [seat for seat in due if seat in users]
        if not waiting:
            await self._sit_down(self.people[0])
            return
        ahead = [who for who in self.people if who.id in set(users.values()) - {users[seat] for seat in waiting}]
        if ahead and self.idle <= PATIENCE and self.luck.random() < 0.2:
            await self._plan(self.luck.choice(ahead))
            return
        seat = self.luck.choice(waiting)
        who = next(person for person in self.people if person.id == users[seat])
        chance = self.luck.random()
        if self.idle > PATIENCE or chance < 0.25:
            await self._command(who, "move", move=self.luck.choice(due[seat]))
        elif chance < 0.30:
            await self._aside()
        else:
            await self._by_buttons(who)

    async def _by_buttons(self, who: Person) -> None:
        panel = self._panel(who)
        board = self._public("turn")
        if panel is None or self.luck.random() < 0.08:
            if board is None:
                await self._command(who, "turn")
            else:
                await self._press((who, *board))
            return
        found = presses(panel)
        picks: list[tuple[Any, ...]] = [(press, None, ()) for press, act in found.items() if act in ANSWERS]
        picks += [(press, None, (value,)) for press, value in options(panel)]
        others: list[tuple[Any, ...]] = [(press, None, ()) for press, act in found.items() if act in CHANGES]
        press = self.luck.choice(others if others and (not picks or self.luck.random() < 0.07) else picks)
        at_once: list[tuple[Any, ...]] = [(who, panel, *press)]
        if self.luck.random() < 0.06:
            at_once.append((who, panel, *(press if self.luck.random() < 0.5 else self.luck.choice(picks or others))))
        for other in self.people:
            theirs = self._panel(other)
            if other is not who and theirs is not None and self.luck.random() < 0.06:
                at_once.append((other, theirs, self.luck.choice(list(presses(theirs)) or [press[0]]), None, ()))
        await self._press(*at_once)

    async def _plan(self, who: Person) -> None:
        """Let a waiting player press a button of their panel for plans, or open the panel if there is none."""
        panel = self._panel(who)
        ids = [str(part.get("custom_id")) for part in walk_components(panel.components)] if panel else []
        if any(f":{act}:" in one for one in ids for act in ("ppick", "pundo", "pself")):
            await self._by_buttons(who)
        else:
            await self._command(who, "plan")

    async def _aside(self) -> None:
        """Let a person do something other than a move."""
        who = self.luck.choice(self.people)
        what = self.luck.choice(
            ["view", "board", "log", "mygames", "undo", "table show", "table list", "leave", "vote"]
        )
        asked = self._public("say")
        if what in ("leave", "vote") and (len(self.people) == 1 or len(self._seated()) < len(self.people)):
            return
        if what == "leave":
            if not self.faults.truth("SELECT 1 FROM asks WHERE ended IS NULL"):
                await self._command(who, "table leave")
                await self._answer(who, ":manage:leave now")
        elif what == "vote":
            if asked is None:
                await self._command(self.people[0], "table manage")
                await self._answer(self.people[0], ":manage:close")
            else:  # Vote no, so that the game is played to its end.
                message, press = asked
                await self._press((who, message, press[: press.rindex(" ")] + " 0"))
        else:
            await self._command(who, what)
            if what == "table show" and self._public("turn") is not None:
                self.no_board = False

    async def _review(self) -> None:
        """Request and stop a review of the finished game during a last storm, then try turns of the game again."""
        self._storm()
        for _ in range(self.luck.randint(4, 10)):
            act, who = (
                self.luck.choice(["review", "review", "stopreview", "time", "accident"]),
                self.luck.choice(self.people),
            )
            found = self._public(act)
            if act == "accident":
                await self._accident()
            elif act == "time":
                await self._pass(self.luck.uniform(1, 20))
            elif found is not None:
                await self._press((who, *found))
            elif act == "review":
                await self._command(who, "review")
        self._clear_sky()
        self._give_access()
        await self._command(self.people[0], "review")
        await self._pass(60)
        for _ in range(self.luck.randint(0, 40)):
            if self.luck.random() < 0.06:
                await self._accident()
            else:
                await self._try(self.luck.choice(self.people))

    async def _try(self, who: Person) -> None:
        """Continue the person's try, begin one if a post offers it, or let time pass. Sometimes press twice."""
        panel = self._panel(who, TRIES)
        picks: list[tuple[Any, ...]] = []
        if panel is not None and self.luck.random() < 0.95:
            picks = [(panel, press, None, ()) for press, act in presses(panel).items() if act in TRIES]
            picks += [(panel, press, None, (value,)) for press, value in options(panel)]
        elif (found := self._public("try")) is not None:
            picks = [(found[0], press) for press, act in presses(found[0]).items() if act == "try"]
        if picks:
            press = self.luck.choice(picks)
            await self._press(*[(who, *press)] * self.luck.choice([1, 1, 1, 2]))
        else:
            await self._pass(self.luck.uniform(1, 20))

    async def judge(self, request: JudgeRequest | CheckRequest, limit: float) -> Judgement:
        """Make up a judgement, sometimes slowly and sometimes with a better line, or confirm the one to be checked."""
        if isinstance(request, CheckRequest):
            return msgspec.structs.replace(request.judgement, checked=True)
        if random.Random(request.seed).random() < 0.05:
            await asyncio.sleep(2)
        [[seats]] = self.faults.truth("SELECT count(*) FROM seats WHERE table_id = ?", self.table["id"])
        better = random.Random(f"{request.seed} better").random() < 0.3
        played, best = (50.0, 60.0) if seats == 1 else (0.5, 0.6)  # points, or shares of the win
        return Judgement([best if better else played] * seats, [played] * seats, request.moves if better else [])

    async def compare(self, asked: WaysRequest) -> list[Way]:
        """Give all ways to play a turn the same value. Sometimes raise WorkerUnavailable instead."""
        if self.luck.random() < 0.1:
            raise WorkerUnavailable("a test")
        return [Way([0.5] * 4, [0.5] * 4) for _ in asked.ways]

    # --- accidents

    async def _accident(self) -> None:
        await self.luck.choice(
            [self._storm_passes, self._access, self._sleep, self._delete, self._restart, self._time, self._kill]
        )()

    def _storm(self) -> None:
        self.faults.rate = self.luck.choice(RATES)
        self.faults.deadly = self.luck.choice([0.0, 0.0, DEADLY, 5 * DEADLY])
        self.faults.tell(f"storm: {self.faults.rate}, deadly {self.faults.deadly}")

    async def _storm_passes(self) -> None:
        self._storm()

    async def _kill(self) -> None:
        """Kill the process, either while it is idle or within the next steps."""
        if self.luck.random() < 0.5:
            self.faults.deadly = 0.1
        else:
            self.faults.die("in peace")
            await self._revive()

    async def _access(self) -> None:
        """Revoke some of the bot's permissions or block its DMs, or undo that."""
        if self.kind.private:
            self.faults.blocked = not self.faults.blocked
            self.faults.tell(f"blocked: {self.faults.blocked}")
        elif self.forbidden:
            self._allow()
        else:
            self._forbid()

    def _forbid(self) -> None:
        taken = self.luck.choice([("send_messages", "send_messages_in_threads"), ("attach_files",), ("view_channel",)])
        self.faults.tell(f"taken: {taken}")
        self.forbidden = True
        forbid(self.env, self.sim.channel.id, *taken)

    def _allow(self) -> None:
        self.faults.tell("given back")
        self.forbidden = False
        forbid(self.env, self.sim.channel.id)

    async def _sleep(self) -> None:
        """Archive, lock or reopen the thread."""
        if self.backend.get_channel(self.channel.id).is_thread:
            archived = self.luck.random() < 0.7
            self._thread(archived, archived and self.luck.random() < 0.4)

    def _thread(self, archived: bool, locked: bool) -> None:
        self.faults.tell(f"archived: {archived}, locked: {locked}")
        self.backend.edit_channel(self.channel.id, {}, thread_metadata={"archived": archived, "locked": locked})

    async def _delete(self) -> None:
        """Delete one of the table's three newest posts."""
        rows = self.faults.truth(
            "SELECT message_id FROM posts WHERE table_id = ? ORDER BY message_id DESC LIMIT 3", self.table["id"]
        )
        there = [row["message_id"] for row in rows if row["message_id"] in self.backend.messages[self.channel.id]]
        if there:
            gone = self.luck.choice(there)
            self.no_board = self.no_board or gone == there[0]
            self.faults.tell(f"somebody deletes {gone}")
            self.backend.delete_message(self.channel.id, gone)

    async def _restart(self) -> None:
        self.faults.tell("stopped in good order")
        await self.sim.bot.close()
        await self._revive(stopped=True)

    async def _time(self) -> None:
        if self.luck.random() < 0.6:
            await self._pass(self.luck.uniform(1, 90))
        else:
            await self._pass(20, self.luck.choice(AWAY[:-1]))  # Longer leaps happen only when the bot restarts.

    async def _pass(self, seconds: float, leap: timedelta = timedelta()) -> None:
        """Skip the time ``leap``, then let these seconds pass, with all the work that becomes due."""
        self.faults.tell(f"{leap} and {seconds:.0f} s pass")
        self.backend.advance_clock(leap.total_seconds())
        await self._do(lambda: self.sim.pass_time(seconds), step=False)

    async def _revive(self, *, stopped: bool = False) -> None:
        """Advance the clock by a random time, then start bots until one survives. ``stopped``: the last was closed."""
        away = self.luck.choice(AWAY)
        self.backend.advance_clock(away.total_seconds())
        if not self.kind.private and self.luck.random() < 0.2:
            await self._access()
        first = True
        while first or self.faults.dead:
            self.faults.tell(f"started again after {away}")
            if not (stopped and first):
                await self.sim.bot.app.storage.close()  # A killed process would lose its locks.
            with suppress(asyncio.CancelledError):  # The bot died while starting.
                await self.env.replace_bot(await self.sim.make_bot())
            first = False
        self.answers.clear()

    # --- a lull, and its checks

    def _clear_sky(self) -> None:
        if self.faults.rate or self.faults.deadly:
            self.faults.tell("clear sky")
        self.faults.rate = self.faults.deadly = 0.0

    def _give_access(self) -> None:
        self.faults.blocked = False
        if self.forbidden:
            self._allow()
        state = self.backend.get_channel(self.channel.id).thread_metadata
        if state is not None and (state.archived or state.locked):
            self._thread(archived=False, locked=False)

    async def _lull(self, *, last: bool = False) -> None:
        """End the storm, restore access and check the table. Begin the next storm unless this is the ``last`` lull."""
        self._clear_sky()
        self._give_access()
        await self._pass(2 * RETRY_INTERVAL + 2, LONGEST_BACK_OFF)
        if self.no_board:
            await self._command(self.people[0], "table show")
            self.no_board = False
        self.examination.check(self.table)
        await self.examination.shown(self.table)
        if last:
            await self._pass(60)
            self.examination.reviews()
            await self.examination.words(self.table, self.luck)
        else:
            await self._promptly()
            self._storm()

    async def _promptly(self) -> None:
        """Check that in good conditions each post appears at once, even after access was revoked and restored."""
        for _ in range(3):
            await self._quiet_move()
            self.examination.check(self.table)
            await self.examination.shown(self.table)
        if self.kind.private:
            return  # No event notifies the bot that DMs are possible again.
        self._forbid()
        for _ in range(self.luck.randrange(4)):
            await self._quiet_move()
        await self._do(self._given_back)
        self.examination.check(self.table)

    async def _given_back(self) -> None:
        self._allow()
        await self.sim.pass_time(1)

    async def _quiet_move(self) -> None:
        if self.table["status"] == "running":
            self.idle = PATIENCE + 1
            await self._move()

    # --- presses

    def _public(self, act: str) -> tuple[Message, str] | None:
        """Return the newest public message with a button for this action, and the button's id, or None."""
        for message in reversed(self.examination.public()):
            for press, does in presses(message).items():
                if does == act:
                    return message, press
        return None

    def _panel(self, who: Person, acts: Sequence[str] = (*ANSWERS, "pundo", "pself")) -> Message | None:
        """Return the person's newest ephemeral message if it offers answers or one of these acts, otherwise None."""
        for number in reversed(self.answers[who.id]):
            message = self.backend.messages[self.channel.id].get(number)
            if message is not None:
                offers = set(acts) & set(presses(message).values())
                return message if offers or options(message) else None
        return None

    async def _press(self, *at_once: tuple[Any, ...]) -> None:
        async def press() -> list[Interaction]:
            self.env._begin_operation("press")
            try:
                sent = [self.env.press(*one) for one in at_once]
                await self.env._settle_internal()
            finally:
                self.env._end_operation()
            return sent

        await self._do(press)

    async def _answer(self, who: Person, ending: str) -> None:
        """Press the button whose id has this ending in the person's newest ephemeral message, if there is one."""
        for number in self.answers[who.id][-1:]:
            panel = self.backend.messages[self.channel.id].get(number)
            for press in [press for press in presses(panel) if press.endswith(ending)] if panel else []:
                await self._press((who, panel, press))

    async def _sit_down(self, who: Person) -> None:
        """Let the person ask for a seat of the running game, naming a free one if there is one."""
        free = self.faults.truth("SELECT seat FROM seats WHERE table_id = ? AND vacant = 1", self.table["id"])
        await self._command(who, "table join", **({"player": str(free[0][0])} if free else {}))

    async def _command(self, who: Person, name: str, **options: Any) -> Interaction | None:
        results = await self._do(lambda: self.sim.command(who, name, self.channel, **options))
        return None if results is None else results._interaction

    async def _do(self, act: Callable[[], Any], *, step: bool = True) -> Any:
        """Let a person act and the bot respond, check the result, and restart the bot if it died."""
        if step:
            self.faults.step += 1
            self.backend.advance_clock(self.luck.uniform(0.5, 8))  # No two steps happen at the same moment.
        before, plans = self.table["number"], self.examination.plans(self.table)
        result = await act()
        asked = [self.backend.interactions[one.id] for one in self.faults.news()]
        for record in asked:
            self.answers[record.user_id] += [
                number
                for number in [record.message_id, *record.followup_ids]
                if number is not None and number not in self.faults.made
            ]
        died = self.faults.dead
        self.examination.step(self.table, before, asked, plans, died=died)
        if died:
            await self._revive()
        return result
