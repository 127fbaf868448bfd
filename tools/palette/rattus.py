"""Boards of Rattus for its palette."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace
from PIL import Image

from renderer import Mark, Scene
from renderer.rattus.pictures import PICTURES
from rules.game import Score, Target
from rules.rattus.components import CARDS, CARDS_IN_PLAY, CONNECTIONS, CUBES, FACES, IN_USE, SEATS, WALLS
from rules.rattus.events import Placed, PlagueMoved, Revealed
from rules.rattus.view import CardView, PotionView, RatView, RegionView, View


def boards() -> Iterator[Image.Image]:
    """Yield boards with everything possible on them: each number of players, faces seen, choices, changes."""
    chance = Random(1)
    for seats in SEATS:
        for due in range(seats):
            regions = [
                RegionView(
                    region,
                    [
                        RatView(f"{region}-{letter}", chance.choice([None, None, *FACES.values()]))
                        for letter in "abc"[: chance.randint(0, 3)]
                    ],
                    [chance.choice([0, 0, 1, 2, 3, 12]) for _ in range(seats)],
                    bishops=chance.choice([0, 0, 0, 1]),
                    nuns=chance.choice([0, 0, 1]),
                    potions=[PotionView(chance.randrange(seats), chance.randint(1, 3))],
                )
                for region in IN_USE[seats]
            ]
            cards = [
                CardView(card, CARDS[card].class_, chance.choice([None, *range(seats)]), chance.random() < 0.3)
                for card in chance.sample(list(CARDS), CARDS_IN_PLAY)
            ]
            view = View(
                game="rattus",
                seats=seats,
                seat=due,
                options={},
                phase="turns",
                turn=5,
                start=0,
                due=[due],
                question="main",
                trigger=due,
                final_order=[],
                regions=regions,
                unused=[],
                plague=chance.choice(IN_USE[seats]),
                neutral=True,
                neutral_at_end=False,
                palace=[2] * seats,
                stock=[CUBES - 5] * seats,
                supply=20,
                removed=0,
                discards=[],
                cards=cards,
                placed=False,
                taken=False,
                score=None,
                walls=chance.sample(CONNECTIONS[seats], WALLS),
            )
            here, there, *spots = chance.sample(IN_USE[seats], 4)
            choices = [*(Target("region", spot) for spot in spots), Target("card", cards[0].id)]
            marks = [Mark(letter, target) for letter, target in zip("ABC", choices, strict=True)]
            happened = [
                PlagueMoved(due, here, there),
                Placed(due, here, 1),
                Revealed(f"{there}-a", chance.choice(list(FACES.values())), 5, True, [1] * seats),
            ]
            names = ["Ada", "Bela", "Cyd", "Dora"]
            yield PICTURES.paint(Scene(view, names, "tall", events=happened))
            yield PICTURES.paint(Scene(view, names, "wide", marks=marks if due % 2 else ()))
            if not due:
                yield PICTURES.paint(Scene(view, names, "legend"))
                score = Score(
                    [9] * seats, {"regions": [7] * seats, "palace": [2] * seats}, [*range(seats)], [0], "supply"
                )
                yield PICTURES.paint(Scene(replace(view, score=score, phase="over", due=[]), names, "tall"))
