"""Play matches between computer players, serve one as a program, measure reviews, or train."""

import argparse
import shlex
import shutil
import sys
from pathlib import Path

import computer_players
from computer_players import review
from computer_players.duel import ANSWER_LIMIT, MATCHES, Match, Standing, play_match, table_row, write_row
from computer_players.program import ServedSeats, answer_requests

PAGE = Path("docs/computer-players.md")
MATCH_LOGS = Path("docs/duels")


def _watch(match: Match, games: int, limit: float, book: Path | None = None) -> Standing:
    """Play a match, and print the standing and any forfeit after each game. Return the final standing."""
    standing = Standing()
    for standing in play_match(match, games, limit, book):
        print(table_row(match, standing), flush=True)
        if standing.played[-1].lost:
            print(standing.played[-1].lost, flush=True)
    return standing


def _duel(chosen: argparse.Namespace) -> None:
    options = dict(one.split("=", 1) for one in chosen.option)
    for name in filter(None, (chosen.player, chosen.opponent)):
        if name not in computer_players.NAMES and not shutil.which(next(iter(shlex.split(name)), "")):
            sys.exit(f"{name!r} is neither a player ({', '.join(computer_players.NAMES)}) nor an executable command")
    if chosen.player:
        _watch(Match(chosen.game, chosen.seats, chosen.player, chosen.opponent, options), chosen.games, chosen.limit)
        return
    for title, (match, _) in MATCHES.items():
        if chosen.match in title:
            book = MATCH_LOGS / f"{match.name}.jsonl"
            write_row(PAGE, match, table_row(match, _watch(match, chosen.games, chosen.limit, book)))


def _train(chosen: argparse.Namespace) -> None:
    from computer_players import train  # needs numpy, as no other module does

    setups = computer_players.EVALUATIONS[chosen.game].training_setups
    if chosen.seats and chosen.seats not in setups:
        known = " or ".join(map(str, setups))
        sys.exit(f"{chosen.game} has weights for {known} and more seats, not for {chosen.seats}.")
    for least in [chosen.seats] if chosen.seats else setups:
        for how in train.run(chosen.game, least, chosen.rounds, chosen.games, chosen.go_on):
            print(how, flush=True)


def _review(chosen: argparse.Namespace) -> None:
    named, chances = 0, []
    for number, trial in enumerate(
        review.review_trials(chosen.game, chosen.seats, range(chosen.games), blunder=chosen.blunder), 1
    ):
        named += trial.named
        chances += trial.chances
        print(f"game {number}: {trial.seconds:.1f} s of CPU, bad turn named in {named}", flush=True)
    for count, judged, won in review.calibration(chances):
        print(f"{count:6} positions judged at {judged:.0%}: {won:.0%} won")


def main() -> None:
    """Run the command given on the command line."""
    parser = argparse.ArgumentParser("python -m computer_players", description=__doc__)
    shown, games = "(default: %(default)s)", sorted(computer_players.EVALUATIONS)
    parts = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    one = parts.add_parser("duel", help=f"play one match, or all matches in {PAGE}")
    one.add_argument("player", nargs="?", help=f"{', '.join(computer_players.NAMES)}, or a command line to run")
    others = f"the player in all other seats {shown}"
    one.add_argument("opponent", nargs="?", default=computer_players.GREEDY, help=others)
    one.add_argument("--game", default="rattus", choices=games, help=shown)
    one.add_argument("--seats", type=int, default=2, help=f"number of players {shown}")
    one.add_argument("--games", type=int, default=100, help=f"games per match {shown}")
    limit = f"timeout in seconds for each move of a command {shown}"
    one.add_argument("--limit", type=float, default=ANSWER_LIMIT, help=limit)
    option = "a table option, for example variant=advanced; repeatable"
    one.add_argument("--option", action="append", default=[], help=option)
    one.add_argument("--match", default="", help="play only the matches in the page whose title contains this text")
    one.set_defaults(do=_duel)
    one = parts.add_parser("serve", help="serve a player over standard input and output (JSON lines)")
    one.add_argument("level", choices=computer_players.NAMES, help="strength of the player")
    one.add_argument("--seed", default="serve", help=f"seed of the random choices {shown}")
    one.set_defaults(
        do=lambda chosen: answer_requests(ServedSeats(chosen.level, chosen.seed), sys.stdin.buffer, sys.stdout.buffer)
    )
    one = parts.add_parser("review", help="play games, review them, and measure how good the reviews are")
    one.add_argument("--game", default="rattus", choices=games, help=shown)
    one.add_argument("--seats", type=int, default=4, help=f"number of players {shown}")
    one.add_argument("--games", type=int, default=30, help=shown)
    one.add_argument("--blunder", action="store_true", help="let one player play one turn as badly as possible")
    one.set_defaults(do=_review)
    one = parts.add_parser("train", help="train the evaluation of a game by self-play")
    one.add_argument("game", choices=games, help="the game")
    one.add_argument("--seats", type=int, help="train only the weights for this many seats and more")
    one.add_argument("--rounds", type=int, default=40, help=f"training rounds {shown}")
    one.add_argument("--games", type=int, default=24, help=f"games per round {shown}")
    one.add_argument("--go-on", action="store_true", help="continue from the existing weights")
    one.set_defaults(do=_train)
    chosen = parser.parse_args()
    chosen.do(chosen)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
