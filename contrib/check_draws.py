#!/usr/bin/env python3
"""Check every draw of a finished game against its seed, without any code of Miasma.

    python3 contrib/check_draws.py GAME.json GAME-events.json [FINGERPRINT]

The two files come from *Log file* below `/table log`, the fingerprint from the lobby. docs/draws.md explains the draws.
The only other input is rules/*/components.toml, with the printed parts in the order in which shuffles start.
"""

import json
import sys
import tomllib
from hashlib import blake2b, sha256
from pathlib import Path

BOARDS = {"advanced": ("board", "scroll_board"), "b_boards": ("board",), "b_scrolls": ("scroll_board",)}


class Draws:
    """The draws of a seed, one after the other."""

    def __init__(self, seed):
        self.seed, self.number, self.made, self.round = seed, 0, 0, 0

    def begin_round(self):
        """Continue with the seed of the next round, if the game is a challenge of the day."""
        self.round += 1
        if "/round " in self.seed:
            self.seed, self.number = f"{self.seed.partition('/round ')[0]}/round {self.round}", 0

    def below(self, n):
        """Return the next number from 0 to n - 1."""
        key = blake2b(f"{self.seed}/{self.number}".encode(), digest_size=8).digest()
        self.number += 1
        self.made += 1
        return int.from_bytes(key, "big") * n >> 64

    def shuffled(self, items):
        """Return the items in random order."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def expect(event, what, drawn, seen):
    """Exit with an error if the table saw something other than what the seed draws."""
    if drawn != seen:
        sys.exit(f"WRONG: event {event}: {what} should be {drawn}, but the table saw {seen}")


def ids(parts, **where):
    """Return the ids of the parts with these values, in their printed order."""
    return [part["id"] for part in parts if all(part[name] == value for name, value in where.items())]


def check_messina(draws, log, events, parts):
    """Check a game of Messina 1347. In each list that is a stack, the last item is on top."""
    seats, options, setup = str(log["seats"]), log["options"], parts["setup"]
    used = [part for part in parts["district"] if log["seats"] in part["players"]]
    more, first = draws.shuffled(ids(used, **{"class": "B"})), setup["district_b_in_city"]
    city = draws.shuffled(ids(used, **{"class": "A"}) + more[:first])
    new_hexes = draws.shuffled(ids(used, **{"class": "C"})) + more[first:]
    afloat = [ship for ship in parts["ship"] if ship["goods"] != setup["left_out_goods"].get(seats)]
    numbers = sorted({ship["number"] for ship in afloat}, reverse=True)
    ships = [one for number in numbers for one in draws.shuffled(ids(afloat, number=number))]
    tiles, stacks = draws.shuffled(ids(parts["hut_upgrade"])), parts["counts"]["hut_upgrade_stacks"]
    each = len(tiles) // stacks
    huts = [tiles[at : at + each] for at in range(0, len(tiles), each)]
    pairs = sorted({wagon["pair"] for wagon in parts["wagon"]}, reverse=True)
    pulled = [draws.shuffled(ids(parts["wagon"], pair=pair)) for pair in pairs]
    wagons = [[pair[stack] for pair in pulled] for stack in range(setup["wagon_stacks"][seats])]
    kinds = [(late, one) for late in (False, True) for one in ("craftsman", "nun", "aristocrat")]
    workshops = [draws.shuffled(ids(parts["workshop"], late=late, citizen=one)) for late, one in kinds]
    offer, late_ones = workshops[:3], workshops[3:]
    order = draws.shuffled(range(log["seats"]))
    wheel = draws.below(len(parts["wheel"]))
    harbours = [tile["harbour"] for tile in parts["dock_tile"]]
    docks = draws.shuffled(harbours)
    drawn = BOARDS.get(options.get("variant"), ()) if options.get("deal") != "chosen" else ()
    boards = {kind: draws.shuffled(ids(parts[kind])) for kind in drawn}
    solo, shown = [], []

    def take(tile):
        """Take the tile off the stack that it is on top of, and return the rest of the stack."""
        stack = next((one for one in [*huts, *wagons, *offer] if one[-1:] == [tile]), None)
        if stack is None:
            sys.exit(f"WRONG: {tile} was not on top of a stack when it was taken")
        stack.pop()
        return stack

    for at, event in enumerate(events):
        match event:
            case {"event": "began"}:
                expect(at, "the turn order", order, event["order"])
            case {"event": "went", "hex": hex_} if hex_ not in harbours:
                expect(at, f"{hex_} in the city", True, hex_ in city)
            case {"event": "boardtaken", "chosen": False}:
                expect(at, "a board", boards[event["kind"]][event["seat"]], event["board"])
            case {"event": "dockdrawn"}:  # This event begins a round.
                draws.begin_round()
                expect(at, "the dock", docks.pop(), event["harbour"])
                docks = docks or draws.shuffled(harbours)
            case {"event": "shiparrived"}:
                expect(at, "the ship", ships.pop(), event["ship"])
            case {"event": "hexadded"}:
                expect(at, "the new hex", new_hexes.pop(), event["hex"])
                city.append(event["hex"])
            case {"event": "wheelturned"}:
                wheel = (wheel + 1) % len(parts["wheel"])
                expect(at, "the wheel", wheel + 1, event["position"])
            case {"event": "lateworkshops"}:
                offer = late_ones
                expect(at, "the late workshops", [stack[-1] for stack in offer], event["tiles"])
            case {"event": "restacked"}:
                stacks = huts if event["stacks"] == "huts" else offer
                for stack in stacks:
                    stack[:] = stack[-1:] + stack[:-1]
                expect(at, "the tiles on top", [stack[-1] if stack else "" for stack in stacks], event["tiles"])
            case {"event": "built"}:
                stack = take(event["tile"])
                expect(at, "the next tile", stack[-1] if stack else "", event["next"])
            case {"event": "opponenttook", "kind": "ship"}:
                expect(at, "the opponent's dock", event["near"][draws.below(len(event["near"]))], event["dock"])
            case {"event": "opponenttook"}:
                stacks = [take(tile) for tile in event["tiles"]]
                expect(at, "the next tiles", [stack[-1] for stack in stacks if stack], event["next"])
            case {"event": "tilesshuffled"}:
                shown = [] if event["tiles"] == len(parts["solo_tile"]) else shown
                solo = draws.shuffled(one for one in ids(parts["solo_tile"]) if one not in shown)
            case {"event": "roundbegan"}:
                shown = []
            case {"event": "tilerevealed"}:
                expect(at, "the solo tile", solo.pop(), event["tile"])
                shown.append(event["tile"])


def check_rattus(draws, log, events, parts):
    """Check a game of Rattus: which token each rat on the board is, through all its moves."""
    faces = {one["id"]: [one["number"], one["letter"], one["classes"]] for one in parts["rat_tokens"]}
    players = parts["players"][str(log["seats"])]
    regions = [one for one in ids(parts["regions"]) if one in players["regions"]]
    start = draws.shuffled(ids(parts["rat_tokens"], start=True))
    supply = draws.shuffled(ids(parts["rat_tokens"], start=False))
    removed, supply = supply[: players["removed_unseen"]], supply[players["removed_unseen"] :]
    supply = draws.shuffled(supply + start[len(regions) :])
    plague = regions[draws.below(len(regions))]
    begins = draws.below(log["seats"]) if log["options"]["start"] == "lot" else int(log["options"]["start"])
    cards, drawn = parts["cards"], []
    if log["options"]["cards"] == "random":
        drawn = draws.shuffled(ids(cards))[: parts["counts"]["class_cards_in_play"]]
    elif log["options"]["cards"] == "one_per_class":
        classes = [ids(cards, **{"class": one}) for one in dict.fromkeys(card["class"] for card in cards)]
        drawn = [some[draws.below(len(some))] for some in classes]
    rats = {f"{region}-a": token for region, token in zip(regions, start, strict=False)}
    turned, boxed, final = [], [], False  # tokens turned over, and tokens that came back from the box
    for at, event in enumerate(events):
        rat = event.get("rat")
        match event["event"]:
            case "began":
                expect(at, "the start", [begins, plague], [event["start"], event["plague"]])
            case "cardsdrawn":
                expect(at, "the cards", sorted(drawn), sorted(event["cards"]))
            case "ratplaced" if event["source"] == "box":
                box = [token for token in dict.fromkeys(turned + removed) if token not in boxed]
                rats[rat] = box[draws.below(len(box))]
                boxed.append(rats[rat])
            case "ratplaced":
                rats[rat] = supply.pop()
            case "ratmoved":
                rats[event["to"]] = rats.pop(rat)
            case "exchanged":
                rats[rat], rats[event["other"]] = rats[event["other"]], rats[rat]
            case "finaldevastation":
                final = True
            case "saw" | "turnedover" | "revealed" | "discarded":
                for one, face in zip(event.get("rats", [rat]), event.get("faces", [event.get("face")]), strict=True):
                    expect(
                        at, f"the face of {one}", faces[rats[one]], [face[x] for x in ("number", "letter", "classes")]
                    )
                if final:
                    some = sorted(one for one in rats if one.split("-")[0] == rat.split("-")[0])
                    expect(at, "the rat", some[draws.below(len(some))], rat)
                if event["event"] in ("revealed", "discarded"):
                    turned.append(rats.pop(rat))
                    boxed = [token for token in boxed if token != turned[-1]]


def main(game, events, fingerprint=""):
    """Check a game. Exit with an error if the fingerprint is wrong, or at the first wrong draw."""
    log = json.loads(Path(game).read_text("utf-8"))["log"]
    seed, seats = log["seed"], log["seats"]
    found = sha256(seed.encode()).hexdigest()
    if found != (fingerprint or found):
        sys.exit(f"WRONG: the seed has the fingerprint {found}")
    print("Fingerprint of the seed:", found)
    print(
        "Players by seat, if drawn, as numbered in order of joining:",
        *Draws(f"{seed}/seats").shuffled(range(1, seats + 1)),
    )
    parts = Path(__file__).parent.parent / "rules" / log["game"] / "components.toml"
    draws, check = Draws(seed), {"messina": check_messina, "rattus": check_rattus}[log["game"]]
    try:
        check(draws, log, json.loads(Path(events).read_text("utf-8")), tomllib.loads(parts.read_text("utf-8")))
    except (KeyError, IndexError) as wrong:
        sys.exit(f"WRONG: the events name something that was not there: {wrong}")
    print(f"All {draws.made} draws are right.")


if __name__ == "__main__":
    main(*sys.argv[1:])
