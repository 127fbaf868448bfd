"""Draw the end of a round in one picture: the city with arrivals and plague, and each player's gains and losses."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from PIL import Image

from renderer.canvas.canvas import Board, Sprite
from renderer.canvas.colours import PAPER, PAPER_DARK, PAPER_LIGHT, mix
from renderer.canvas.frame import plate
from renderer.canvas.layers import as_image
from renderer.canvas.layout import Area, Planned, planned_row
from renderer.canvas.text import PLAIN, Text
from renderer.messina.city.draw_city import paint_city
from renderer.messina.icons import (
    amount,
    citizen,
    icon,
    largest_fitting,
    planned_amount,
    planned_writing,
    price,
    square,
)
from renderer.messina.score.layout import NUMERALS
from renderer.messina.words import word
from renderer.scene import Scene
from renderer.seats import SeatLook, token
from renderer.signs import loss_count
from rules.game import Event
from rules.messina import events as e
from rules.messina.view import View

HEAD, ROW, EDGE, GAP = 62, 78, 8, 6  # px, the heading, a player's row, round them, and between rows
NAME = 230  # px, the room for a name
TEXT, LEAST = 40, 34  # px, the size of names, and the smallest legible on a phone
DISC, ICON, SEAL = 56, 54, 62  # px
APART = 26  # px, between products, citizens that left quarantine, and losses
LOST_OPACITY = 0.6


@dataclass
class Account:
    """A seat's gains and losses at the end of a round."""

    gains: Counter[str] = field(default_factory=Counter)  # tokens, points, steps and other effects
    settled: list[str] = field(default_factory=list)  # citizens that left quarantine for a square or workshop
    lost: Counter[str] = field(default_factory=Counter)  # citizens that found no room
    rats: int = 0  # as the owner of hexes

    def note(self, event: Event) -> None:
        """Add the gains and losses of an event."""
        match event:
            case e.Gained(gains=gains):
                self.gains.update(gains)
            case e.Stepped(register=register):
                self.gains[register] += 1
            case e.Scrolled():
                self.gains["scroll"] += 1
            case e.Gilded():
                self.gains["upgrade"] += 1
            case e.Employed():
                self.gains["workshop"] += 1
            case e.Recruited():
                self.gains["lieutenant"] += 1
            case e.OverseerAdvanced(overseer=overseer):
                self.gains[f"overseer:{overseer}"] += 1
            case e.OverseerUpgraded():
                self.gains["upgrade_overseer"] += 1
            case e.Housed(citizen=who, spot=spot) if spot:
                self.settled.append(who)
            case e.Housed(citizen=who):
                self.lost[who] += 1
            case e.Rats(rats=rats, cause="infection"):
                self.rats += rats


def accounts(events: Sequence[Event], seats: int) -> tuple[list[Account], Counter[str]]:
    """Return each seat's account of the round's end, and the number of citizens of each class killed by the plague."""
    ends = [at for at, event in enumerate(events) if isinstance(event, e.RoundEnded)]
    found, lost = [Account() for _ in range(seats)], Counter[str]()
    for event in events[ends[-1] :] if ends else events:
        if isinstance(event, e.RoundBegan):
            break
        if isinstance(event, e.CitizensLost):
            lost.update(event.citizens)
        elif 0 <= (seat := getattr(event, "seat", -1)) < seats:
            found[seat].note(event)
    return found, lost


def paint_round(scene: Scene[View]) -> Image.Image:
    """Draw the city, and below it the citizens that the plague killed, and a row for each player with gains or losses.

    The rows are in the order of the next round. If nothing happened, draw only the city.
    """
    view = scene.view
    city = as_image(paint_city(scene, cut=True))
    found, lost = accounts(scene.events, view.seats)
    order = [seat for seat in view.order if 0 <= seat < view.seats and found[seat] != Account()]
    if not order and not lost:
        return city
    whole = Image.new("RGB", (city.width, city.height + HEAD + len(order) * (ROW + GAP) - GAP + EDGE), PAPER)
    whole.paste(city)
    ended = next((event.round for event in reversed(scene.events) if isinstance(event, e.RoundEnded)), view.round)
    y = city.height + HEAD / 2
    title = Text(word("round_end", scene.words, number=NUMERALS[ended]), TEXT)
    title.fit(city.width // 2, least=LEAST).put(whole, EDGE + 8, y, align="left")
    if lost:
        taken = planned_row(
            [square(icon, "plague", ICON), *(_lost(who, count, ICON) for who, count in lost.items())], GAP
        ).draw()
        taken.put(whole, city.width - EDGE - 12 - taken.size[0] / 2, y)
    for at, seat in enumerate(order):
        area = Area(EDGE, city.height + HEAD + at * (ROW + GAP), city.width - 2 * EDGE, ROW)
        _put_account(whole, area, view, found[seat], scene.shown_names[seat], scene.looks[seat], seat)
    return whole


def _put_account(board: Board, area: Area, view: View, account: Account, name: str, who: SeatLook, seat: int) -> None:
    """Draw a player's row: the disc and name, gains, citizens leaving quarantine, losses, and points."""
    fill, line = mix(PAPER_LIGHT, who.rgb, 0.08), mix(who.rgb, PAPER_DARK, 0.5)
    plate(area.w, area.h, fill, line, 3).put(board, *area.middle)
    y = area.middle[1]
    token(who, DISC).put(board, area.x + 12 + DISC / 2, y)
    Text(name, TEXT, PLAIN).fit(NAME, least=LEAST).put(board, area.x + DISC + 24, y, align="left")
    left, right = area.x + DISC + 24 + NAME + 12, area.x + area.w - SEAL - 20
    amount(f"points:{view.score.points[seat] if view.score else view.players[seat].points}", SEAL).put(
        board, area.x + area.w - 12 - SEAL / 2, y
    )
    shown = largest_fitting(partial(_things, account), ICON, right - left).draw()
    shown.put(board, left + shown.size[0] / 2, y)


def _settled(who: str, size: int) -> Sprite:
    return citizen(who, "normal", size)


def _lost(who: str, count: int, size: int) -> Planned:
    """Plan a lost citizen, drawn faintly, with the number of lost citizens of its class."""
    return planned_row([Planned((size, size), partial(_faint_citizen, who, size)), _loss(count)], 0)


def _faint_citizen(who: str, size: int) -> Sprite:
    return citizen(who, "normal", size).faint(LOST_OPACITY)


def _loss(count: int) -> Planned:
    tag = loss_count(count, LEAST)
    return Planned(tag.size, lambda: tag)


def _things(account: Account, size: int) -> Planned:
    """Plan everything in an account in a row."""
    plus = planned_writing("+", size, size)
    gains = [planned_amount(one, size) for one in price(account.gains)]
    gains = [plus, *gains] if gains else []
    settled = [square(icon, "hut", size), square(icon, "flow", round(size * 0.6))] if account.settled else []
    settled += [square(_settled, who, size) for who in account.settled]
    losses = [_lost(who, count, size) for who, count in account.lost.items()]
    losses += [planned_writing(f"+{account.rats}", size, size), square(icon, "rat", size)] if account.rats else []
    groups = [planned_row(some, size * 0.14) for some in (gains, settled, losses) if some]
    return planned_row(groups, APART)
