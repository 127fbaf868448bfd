import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import AsyncMock

import pytest
from playwright.async_api import Browser, Request, Route, expect

from games import GAMES
from local_table import LocalTable
from local_table.preview import MESSAGE_CHANGED, REASONS, UNANSWERED, failure_text
from tests.bot.cores import BUSY
from tests.local_table.player import PHONE, Player, until
from tests.local_table.probe import Probe

pytestmark = pytest.mark.deep


async def test_twenty_fast_presses_are_handled_in_order_with_their_ids(player: Player) -> None:
    await player.command("/probe open")
    await player.picture_other_than("")
    spot = await player.button("Add").bounding_box()
    assert spot is not None

    for _ in range(20):
        await player.page.mouse.click(spot["x"] + 8, spot["y"] + 8)

    await player.reads("Count: 20")
    assert len(Probe.drawn_at) == 20
    assert Probe.drawn_at == sorted(Probe.drawn_at)


async def test_a_press_counts_although_the_message_is_redrawn_under_the_finger(player, browser, table):
    other = await Player.sit_down(browser, table.preview.url)
    await player.command("/probe open")
    await player.picture_other_than("")
    await other.reads("Count: 0")
    spot = await player.button("Add").bounding_box()
    await player.page.mouse.move(spot["x"] + 8, spot["y"] + 8)
    await player.page.mouse.down()
    await other.press("Add")
    await player.reads("Count: 1")

    await player.page.mouse.up()

    await player.reads("Count: 2")
    assert Probe.drawn_at == [0, 0]  # The second press hit the button of the previous drawing.


async def test_a_press_on_an_outdated_page_counts(player, browser, table):
    other = await Player.sit_down(browser, table.preview.url)
    await player.command("/probe open")
    await player.reads("Count: 0")
    await other.reads("Count: 0")
    lost = asyncio.Event()

    async def lose(route: Route) -> None:
        await route.fetch()
        lost.set()
        await route.abort()

    await player.page.route("**/api/state*", lose)
    await other.press("Add")
    await asyncio.wait_for(lost.wait(), BUSY)
    await player.press("Add")
    await other.reads("Count: 2")


async def test_a_page_fetches_its_content_only_after_changes(player: Player, table: LocalTable) -> None:
    await player.command("/probe open")
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url.rpartition("/")[2])
        table.preview.age += 1  # Change something that this page does not show.

    player.page.on("request", note)
    await until(lambda: _is(asked[-3:] == ["action"] * 3), BUSY, "the page reads again and again what it knows")
    await player.press("Add")
    await player.reads("Count: 1")
    assert "state" in asked[3:]


async def test_private_answers_are_seen_by_one_seat_dismissed_and_do_not_pile_up(player, browser, table):
    other = await Player.sit_down(browser, table.preview.url)
    await other.be("Bob")
    await player.command("/probe open")
    for _ in range(5):
        await player.press("Answer")
    messages = table.env.backend.messages[table.world.channels[0].id]

    await until(lambda: _is(sum(one.is_ephemeral for one in messages.values()) == 5), BUSY, "a press is not answered")
    await player.timeline.locator(f"[data-message-id='{max(messages)}']", has_text="For you alone").wait_for()
    notes = player.timeline.locator(".message-ephemeral-note")
    await expect(notes).to_have_count(3)

    await player.timeline.locator(".table-dismiss").first.click()

    await expect(notes).to_have_count(2)
    assert "For you alone" not in await other.text()


async def test_pings_are_shown_at_the_message_and_at_the_seat(player: Player) -> None:
    await player.command("/probe open")
    await player.go("chatter")
    await player.command("/probe open")
    await player.press("Ping")
    await player.reads("Pinged: Bob")
    bob = player.page.locator(".table-seat", has_text="Bob")
    await bob.locator(".table-badge", has_text="1").wait_for()
    await player.go("second-table")

    await bob.click()

    # The page goes to the channel of the ping.
    await player.page.locator("#channel-name", has_text="chatter").wait_for()
    await player.reads("your turn")
    await expect(bob.locator(".table-badge")).to_have_count(0)


async def test_threads_and_direct_messages_are_played_in_like_channels(player: Player, table: LocalTable) -> None:
    player.page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.accept("a quiet corner")))
    await player.page.locator("#table-thread").click()
    await player.page.locator("#channel-name", has_text="a quiet corner").wait_for()
    await player.command("/probe open")
    await player.press("Add")
    await player.reads("Count: 1")
    await player.be("Carol")
    await player.go("Miasma")
    await player.command("/probe write")
    await player.reads("Hello there. #table")
    await player.be("Dora")
    await player.reads_no_more("Hello there.")  # Each user has a DM of their own.
    await player.go("table")
    await player.reads_no_more("Count: 1")
    await player.go("a quiet corner")
    await player.reads("Count: 1")


async def test_the_clock_runs_and_jumps_and_the_bot_can_be_restarted(player, table, probes):
    await player.command("/probe open")
    await player.press("Answer")
    await player.reads("For you alone")
    first, beats = table.env.now(), Probe.beats
    assert abs(first - datetime.now(UTC)) < timedelta(seconds=30)
    await until(lambda: _is(table.env.now() > first), BUSY, "the clock stands still")

    why = player.page.locator("#table-toast", has_text="Skipping time")
    async with table.preview.turn:  # the bot is still at work
        await player.page.locator("#table-hour").click()
        await why.wait_for()
    await why.wait_for(state="hidden")

    await player.reads("For you alone, 1 hour ago")
    assert timedelta(hours=1) < table.env.now() - first < timedelta(hours=1, minutes=1)
    assert 59 <= Probe.beats - beats <= 61

    await player.page.locator("#table-restart").click()
    await until(lambda: _is(len(probes) == 2), BUSY, "the bot does not start anew")
    await player.press("Add")  # This button belongs to the previous bot.
    await player.reads("Count: 1")
    assert probes[0].closed
    assert not probes[1].closed


async def test_a_failure_is_said_and_shown(player: Player, table: LocalTable) -> None:
    await player.command("/probe open")
    await player.press("Fail")
    await player.page.locator("#table-toast", has_text="This interaction failed").wait_for()
    await player.page.locator("#table-problems-toggle").click()
    problems = player.page.locator("#table-problems")
    await problems.locator("summary", has_text="the probe fails as it was told to").first.wait_for()
    table.env.backend.interactions.clear()
    forgiven = table.env.http_requests.forgive()  # type: ignore[attr-defined]
    assert forgiven == []


async def test_work_that_takes_long_shows_as_such_and_keeps_nobody_waiting_for_ever(player: Player) -> None:
    await player.command("/probe open")
    await player.press("Slow")
    await player.reads("Thinking")
    await player.press("Add")
    Probe.done.set()
    await player.reads("At last.")
    await player.reads("Count: 1")


async def test_on_a_phone_everything_fits_the_width(browser: Browser, table: LocalTable) -> None:
    player = await Player.sit_down(browser, table.preview.url, PHONE)
    await player.command("/probe open")
    await player.picture_other_than("")
    await player.press("Add")
    await player.reads("Count: 1")
    wide: list[str] = await player.page.evaluate(
        """() => [...document.querySelectorAll("#toolbar *, #channel-layout *")]
            .filter(part => part.checkVisibility() && part.getBoundingClientRect().right > innerWidth + 1)
            .map(part => part.className + ": " + part.textContent.slice(0, 30))"""
    )
    assert wide == []
    await player.go("chatter")
    await player.be("Dora")
    assert player.failures == []


async def test_a_picture_is_shown_as_drawn_without_being_compressed_again(player, table, monkeypatch):
    started = AsyncMock(side_effect=OSError)
    monkeypatch.setattr(asyncio, "create_subprocess_exec", started)
    await player.command("/probe open")
    image = player.timeline.locator("img.gallery-image")
    await until(lambda: image.evaluate("image => image.naturalWidth > 0"), BUSY, "the picture does not come")
    shown = await image.evaluate("async image => [...new Uint8Array(await (await fetch(image.src)).arrayBuffer())]")
    [post] = table.env.backend.messages[table.world.channels[0].id].values()
    assert bytes(shown) == table.env.backend.cdn.get(post.attachments[0]["url"])
    assert started.await_count == 0


async def test_a_picture_that_does_not_come_leaves_its_place_and_a_sentence(browser, table):
    player = await Player.sit_down(browser, table.preview.url, PHONE)
    await player.page.route("**/api/assets/**", lambda route: route.abort())
    await player.command("/probe open")
    missing = player.timeline.locator(".media-unavailable")
    await missing.wait_for()
    box = await missing.bounding_box()
    assert box["width"] / box["height"] == pytest.approx(11 / 7, abs=0.1)
    said = await missing.evaluate("place => getComputedStyle(place, '::after').content")
    assert "did not load" in said


async def test_a_picture_on_its_way_has_its_place_already_however_short_its_text(browser, table):
    player = await Player.sit_down(browser, table.preview.url, PHONE)
    held = asyncio.Queue[Route]()
    await player.page.route("**/api/assets/**", held.put)  # The pictures never arrive.
    await player.command("/probe open")
    waiting = player.timeline.locator("img.gallery-image")
    await waiting.wait_for()
    box = await waiting.bounding_box()
    assert box["width"] > PHONE[0] * 0.8
    assert box["width"] / box["height"] == pytest.approx(11 / 7, abs=0.1)
    look: list[str] = await waiting.evaluate(
        "image => [getComputedStyle(image).opacity, getComputedStyle(image.parentElement).backgroundColor]"
    )
    assert look == ["0", "rgb(53, 54, 60)"], "its place, and no sign for a broken picture"
    while not held.empty():
        await held.get_nowait().abort()


async def test_an_empty_channel_offers_the_games_and_lessons_and_long_digits_shift_nothing(browser, table):
    player = await Player.sit_down(browser, table.preview.url, PHONE)
    offered = player.page.locator("#channel-empty button")
    await offered.first.wait_for()
    titles = [game.title for game in GAMES.values()]
    lessons = [f"Learn {game.title}" for game in GAMES.values() if game.lesson]
    start = ["English", "Deutsch", "Magyar", "Polski", *lessons, "Play against the computer"]
    assert await offered.all_inner_texts() == [*start, *titles]
    await player.go("Miasma")
    await expect(offered).to_have_count(len(start) + 1)  # Only one game can be opened alone.
    await player.reads("Play alone")
    await player.go("chatter")
    table.env.backend.create_message(table.world.channels[2].id, table.world.people[0].id, content=f"`{'0f' * 32}`")
    await player.reads("0f0f")
    width: int = await player.timeline.evaluate("all => all.scrollWidth")
    assert width <= PHONE[0]


async def test_an_answered_press_is_no_failure_while_its_work_goes_on(player, table, monkeypatch):
    await player.command("/probe open")
    await player.reads("Count: 0")
    [sent, *_] = table.env.backend.interactions.values()

    @asynccontextmanager
    async def busy(*about: Any) -> AsyncIterator[None]:
        yield
        raise TimeoutError

    monkeypatch.setattr(table.env, "operation", busy)
    assert (await table._interact(lambda: sent)).acknowledged


async def test_the_page_shows_that_it_waits_until_the_table_answers(browser, table):
    context = await browser.new_context(bypass_csp=True)
    page = await context.new_page()
    let_go = asyncio.Event()

    async def slow(route: Route) -> None:
        await let_go.wait()
        await route.continue_()

    await page.route("**/api/action", slow)
    await page.goto(table.preview.url)
    await page.locator("#toolbar").wait_for(state="hidden")
    waits = "getComputedStyle(document.body, '::before').content"
    assert "Connecting" in await page.evaluate(waits)
    let_go.set()
    await page.locator(".table-seat[aria-pressed=true]").wait_for()
    assert await page.evaluate(waits) == "none"


def test_every_failed_action_has_a_reason() -> None:
    settled, rejected = {"settlement": "settled"}, {"rejected": True, "settlement": "rejected"}
    assert failure_text({**settled, "acknowledgement": "acknowledged", "diagnostics": []}) == ""
    assert failure_text({**settled, "acknowledgement": "unacknowledged"}) == UNANSWERED
    assert failure_text({**rejected, "diagnostics": [{"code": "busy"}]}) == REASONS["busy"]
    assert failure_text({**rejected, "diagnostics": [{"code": "validation-failed"}]}) == MESSAGE_CHANGED
    late = {"settlement": "timeout", "diagnostics": [{"code": "action-timeout"}]}
    assert failure_text({**late, "acknowledgement": "deferred"}) == ""
    assert failure_text({**late, "acknowledgement": "unacknowledged"}) == UNANSWERED
    error = "action-callback-error"
    assert failure_text({"settlement": "failed", "diagnostics": [{"code": error}]}) == REASONS[error]


async def _is(truth: bool) -> bool:
    return truth


async def test_a_page_with_many_pictures_is_ready_before_they_are_there(player, browser, table):
    for count in range(8):
        Probe.count = count  # Each count has its own picture.
        await player.command("/probe open")
        await player.reads(f"Count: {count}")
    context = await browser.new_context(bypass_csp=True)
    page = await context.new_page()
    asked: list[str] = []
    let_go = asyncio.Event()

    async def slow(route: Route) -> None:
        asked.append(route.request.url)
        await let_go.wait()
        await route.continue_()

    await page.route("**/api/assets/**", slow)
    await page.goto(table.preview.url)
    late = Player(page)
    await page.locator(".table-seat[aria-pressed=true]").wait_for()
    await late.press("Add")
    await late.reads("Count: 8")

    assert 0 < len(asked) <= 2  # The other pictures wait for these.
    let_go.set()
    await expect(late.timeline.locator("img.gallery-image")).to_have_count(8)
