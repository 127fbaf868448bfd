"""Help on using the bot, and finding help pages. A page is a title, a one-line summary, and its paragraphs."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar
from unicodedata import combining, normalize

from rules.errors import N_
from wording.catalogue import Words
from wording.options import OptionWords

T = TypeVar("T")
# The number of typed characters that are searched for. Discord allows 6,000, but no name is that long.
LONGEST = 200

# The bot's words until 0.3, and the words that help uses now. People still type the old ones, so `/help` finds pages by
# both. The old words can be removed in 0.5.
OLD_WORDS = {
    "take back": "undo",
    "taking moves back": "undo",
    "private message": "DM",
    "private conversation": "DM",
    "notice": "reminder",
    "rest": "pause",
    "lay to sleep": "sleep",
    "begin again": "start over",
    "offer the seat": "free seat",
    "forgotten": "delete",
    "board in words": "board as text",
}


@dataclass(frozen=True)
class Ruling:
    """A paragraph on a rule that depends on an option of the table.

    ``texts`` has a paragraph for each value of the option, the default first: a key of the catalogue, another ruling,
    or "" if that value needs no paragraph.
    """

    option: str
    words: OptionWords
    texts: Mapping[str, "str | Ruling"]


@dataclass(frozen=True)
class Page:
    """A topic of help. All texts are keys of the catalogue. ``made`` adds paragraphs generated from a game's tables."""

    id: str
    title: str
    about: str
    paragraphs: tuple[str | Ruling, ...]
    made: Callable[[Words], list[str]] = lambda w: []


@dataclass(frozen=True)
class Thing:
    """A thing in a game that can be looked up: a hex, a card, an icon. Its picture has the same id.

    ``title`` and ``about`` are plain text and unique. ``told`` has the paragraphs, in Markdown.
    """

    id: str
    title: Callable[[Words], str]
    about: Callable[[Words], str]
    told: Callable[[Words], list[str]]


BOT_HELP = (
    Page(
        "start",
        N_("Opening and joining a table"),
        N_("From the first command to the first turn"),
        (
            N_("**New to a game?** `/learn` is a lesson of a few minutes with the real buttons, for you alone."),
            N_(
                "**Begin** with `/table open`: choose your language, then learn a game, play against "
                "the computer right away, or open a table for your friends. A channel has room for one "
                "table; to play more at a time, let me open a thread. The post that appears is the "
                "lobby of your table."
            ),
            N_(
                "**Join** and **Leave** are buttons there, and everyone sees the options before "
                "joining. The player who opened the table is the host. The host can change the "
                "options, remove a player with `/lobby remove`, and press **Start** when enough have "
                "joined."
            ),
            N_(
                "**Invite** keeps a seat for three days for the people the host wants to play with, "
                "and notifies them once. Players who joined more than a day ago, or before the options "
                "changed, must press **Ready** before the game starts. A lobby that nobody joins "
                "closes after two weeks, unless its host keeps it."
            ),
            N_(
                "**Colour** lets you choose one that nobody else has. Your favourite from "
                "`/preferences` is tried first."
            ),
            N_(
                "**No players yet?** `/table find` puts you on the server’s list for a week, for a "
                "game, a number of players and a pace. When enough people fit together, a table opens "
                "in a thread and everyone is invited. A server manager makes that list with `/server "
                "listing`: one post with open tables, free seats and players looking for a game. It "
                "pings nobody."
            ),
            N_(
                "Unless the options say otherwise, seats and start player are drawn at random. The "
                "seed of all draws is fixed before the start; after the game, `/table verify` checks "
                "every draw."
            ),
        ),
    ),
    Page(
        "playing",
        N_("Taking your turn here"),
        N_("The buttons and the commands"),
        (
            N_(
                "When it’s your turn, I mention you under the board. Press **Your turn**, or type "
                "`/turn`: a panel opens that only you can see. It asks step by step and offers only "
                "legal moves. Every step is saved at once, so you can close the panel and open it "
                "again."
            ),
            N_(
                "In your first game of each kind, each new kind of question comes with a sentence of "
                "advice. **No more advice** or `/preferences` turns it off."
            ),
            N_(
                "The picture is right above the question and its answers. **Details** lists what each answer costs and"
                " brings; in your first three games of a kind the list comes by itself. **Hint** highlights the answer"
                " that a strong computer player would give, and **More …** has the other buttons."
            ),
            N_(
                "Nobody else sees what you only try out. When you give an answer that can’t be undone, "
                "the last post in the channel shows that part of your turn. When your turn ends, it "
                "gets a post of its own."
            ),
            N_(
                "**My view** (in Messina **Boards**) shows the board with what only you know. A post tells each turn in"
                " a headline; **Log** has everything that happened so far, turn by turn. Your panel begins with what"
                " has happened since your last move. **Note to myself** keeps a text that only you read, above your"
                " next turn."
            ),
            N_(
                "**Replay** under a board shows its turn again as an animation that only you can see; "
                "at the end of a round the whole round, at the end the whole game. `/replay` takes any "
                "turns. `/preferences` has replays with less motion, or none. When a game is over, you "
                "can watch it through any player’s eyes and download the whole log."
            ),
            N_(
                "Commands do the same: each game has its own, and `/move` takes any legal move and "
                "completes what you type. Old buttons do no harm: they only show you the current "
                "position."
            ),
            N_(
                "**Languages.** What only you see is in your Discord language, or in the one you chose "
                "in `/preferences`. Posts are in the table’s language: its host chooses it under "
                "**Options**, and players can change it later with `/table options`. You can always "
                "type English words."
            ),
            N_(
                "`/table show` posts the board again at the end of the channel, and `/mygames` lists "
                "all your tables, starting with those where it’s your turn. You can also move in a DM "
                "with me."
            ),
        ),
    ),
    Page(
        "typing",
        N_("Only typing"),
        N_("A whole game without pictures and buttons"),
        (
            N_(
                "`/view text:True` describes the board, with your own things first and the turn last; "
                "`part:` picks one section. `/board` does the same with what everyone may know, and "
                "`/log` says what has happened."
            ),
            N_(
                "`/move` finds any legal move by its words, in any order: `hex 14 fire`. “13”, “h13” "
                "and “Hex 13” are the same. The last line says how many more there are. If it isn’t "
                "your turn, it says whose turn it is."
            ),
            N_(
                "Each kind of move has its own command in the game’s group, with an option for each "
                "detail. You can leave out anything that is obvious. If something is missing, the "
                "answer names the option and its possible values. Use the names of players and places. "
                "The answer to each move names the next commands; `/turn` does so at any time."
            ),
            N_(
                "Before the game, `/table options` takes an `option` and a `value`, both by name. "
                "Without a value it explains the option and lists its values."
            ),
            N_(
                "`/undo` undoes steps. `/table score` shows everyone’s points, and `/table leave` asks "
                "before it frees your seat in a running game."
            ),
        ),
    ),
    Page(
        "undo",
        N_("Undoing moves"),
        N_("How far you can undo, and what ends it"),
        (
            N_(
                "Until your turn ends, you can undo its steps one by one, or start it over: with the "
                "buttons of your panel or with `/undo`. Nobody needs to agree. With `/preferences`, "
                "turns can end by themselves when nothing else is left."
            ),
            N_(
                "You can’t undo what revealed something new (a look at something hidden, or anything "
                "turned over) or the end of a turn, unless everyone agrees."
            ),
            N_(
                "**Ask to undo** appears once you can no longer undo by yourself. You first see which "
                "moves would be undone. If everyone else agrees within a day, your last turn and "
                "everything after it is undone; redraws come out the same. No answer, or a move by "
                "someone who was asked, counts as a no. The game continues in the meantime. You can "
                "ask three times per game, the log keeps the undone moves struck through, and a table "
                "option turns the feature off."
            ),
            N_("The panel names the answers that can’t be undone, and a button that ends your turn says so."),
        ),
    ),
    Page(
        "leaving",
        N_("Leaving and ending a table"),
        N_("Free seats, late players, sleeping tables and starting over"),
        (
            N_(
                "`/table leave` frees your seat. In a running game anyone can take it and play on from "
                "there; you too, if you come back in time."
            ),
            N_(
                "Before you take over a free seat, you see its position. If someone is playing your "
                "old seat, `/table join` asks them once to give it back. If the late player has never "
                "moved, *What now?* also offers to start over without them. A player who has left the "
                "server counts as late two days after I notice."
            ),
            N_(
                "`/table cancel` closes a lobby, for its host. A running game ends early only if "
                "everyone who isn’t late agrees."
            ),
            N_(
                "**A player doesn’t come?** When a table has waited longer than its *pace* allows, the "
                "player is late, and the others are notified once. *What now?* under the board offers "
                "to open the seat to new players, to put the table to sleep, or to close it; `/table "
                "free`, `/table sleep` and `/table cancel` do the same. The late player is notified "
                "first and has 48 hours (24 at a quick pace) to press *I am here* or to move; then "
                "nothing changes. While the seat is free, they can take it again. At a table for two, "
                "the player who is there decides alone."
            ),
            N_(
                "**Sleep.** A sleeping table leaves its channel free, and nothing is lost: any of its "
                "players can wake it with *Wake* or `/table wake` within half a year, and all timers "
                "restart. It goes to sleep by itself when nobody has done anything for 30 days (a move "
                "a day: 21; several a day: 14; no hurry: 60), a week after everyone was notified. A "
                "solo game goes to sleep after 60 days."
            ),
            N_(
                "**Moderators** of a channel have `/moderate`: put its table to sleep at any time, "
                "close a lobby, close a game that has waited or slept for 14 days, and free a late "
                "player’s seat unless one of the players objects. They see nothing hidden and decide "
                "nothing for others. If a lobby’s host has done nothing for 7 days, any of its players "
                "can free the host’s seat or close the lobby."
            ),
            N_(
                "`/table show` moves your table to another channel of the server. It moves to another "
                "server two days later if everyone who is there agrees; if its old place can’t be "
                "reached, a week after the vote began."
            ),
            N_("Games wait as long as they must. They are saved move by move and survive any restart."),
        ),
    ),
    Page(
        "pace",
        N_("Pace, reminders and absence"),
        N_("How soon players should move, DMs and nudges, pauses and days away"),
        (
            N_(
                "**The pace** is an option of the lobby: a move every few days (others can act after "
                "7), a move a day (after 3), several moves a day (after 2), or no hurry (after 21). "
                "Running out of time never ends a game by itself. A step without the end of the turn "
                "adds half of that time, up to twice as much in all. For a player who has not moved in "
                "this game yet, it is half as long."
            ),
            N_(
                "**Reminders.** If you keep others waiting, you are mentioned again after 2 and 5 days "
                "(a move a day: 1 and 2 days; several a day: 8 and 24 hours; no hurry: 14 days), at a "
                "time of day at which you have played before, and at most three times a day. Nobody is "
                "late until a day after the last reminder. Reminders disappear when the turn ends. "
                "*More time*, or `/table more-time`, makes the others wait half as long again: once a "
                "turn, three times a game."
            ),
            N_(
                "If you’re waiting, you can ask: *Nudge* on the panel, or `/table nudge`, from the "
                "first reminder on, once a day. Reminders of several tables within six hours are sent "
                "as one. `/preferences` has where you are notified (in the channel, by DM, both, not "
                "at all), one DM a day about all tables instead, and your time zone: I don’t notify "
                "you in your quiet hours, but when they end."
            ),
            N_(
                "**Changing the pace** of a running game: `/table pace` asks the others; everyone who "
                "is there must agree. A slower pace takes effect immediately, a quicker one for turns "
                "that begin later. At a live table, an hour without a move makes it a move a day. Time "
                "while I’m offline doesn’t count for anyone."
            ),
            N_(
                "**Away?** `/away begin` gives you up to 30 days off at all your tables, and your "
                "turns wait: 21 days each at the default pace (a move a day: 14, several a day: 7, no "
                "hurry: 42), 60 days a year. The others see until when. `/away back` ends it; then one "
                "message lists the tables waiting for you."
            ),
            N_(
                "`/table rest` asks the others to pause the table for up to 30 days, twice a game. "
                "While it is paused, nobody is late or reminded. Everyone who is there must agree, and "
                "any player can end the pause."
            ),
        ),
    ),
    Page(
        "computers",
        N_("Computer players"),
        N_("Opponents who are always there, stand-ins, and hints"),
        (
            N_(
                "**As opponents.** *Computer players* in a lobby lets its host add as many as there "
                "are free seats: casual ones play like friendly beginners, steady ones look ahead a "
                "little, strong ones consider your possible replies. They are marked 🤖, move by "
                "themselves within seconds, and share one post when several move in a row. They know "
                "no more than a person in their seat."
            ),
            N_(
                "If one person plays against computers alone, nobody is pinged, reminded or late. "
                "Computers don’t vote: people decide whether a turn is undone. When the last person "
                "leaves, the table ends. `/stats` counts such games separately."
            ),
            N_(
                "**As stand-ins.** If you go away, a computer can play for you (`/away begin`), and "
                "when a player is late, *What now?* lets you ask the others for one. It plays at the "
                "steady level, at least a minute after a turn has begun. *Take my seat back* under the "
                "board ends it at once."
            ),
            N_(
                "**Hints.** If you play alone or against computers, *Hint* on the panel of a turn "
                "shows what the strong player would do, and how much better that is than the second "
                "best move. A table option gives hints to everyone, or to nobody."
            ),
        ),
    ),
    Page(
        "secrets",
        N_("Secrets, and the board as text"),
        N_("What others can see of you, and how to play without pictures"),
        (
            N_(
                "Secrets are only ever shown in messages that nobody but you can see. They never "
                "appear in posts, public pictures, picture descriptions or command suggestions."
            ),
            N_(
                "Every picture has a description. With the option `text`, `/board` and `/view` "
                "describe the whole board in a fixed order. You can play a whole game without pictures."
            ),
            N_(
                "Messages only you can see are in your language if I speak it; posts in the channel "
                "are in the table’s language."
            ),
        ),
    ),
    Page(
        "privacy",
        N_("What I store about you"),
        N_("What, why and for how long, and how to see or delete it"),
        (
            N_(
                "**Who you are:** your Discord ID and the name it shows, so that I know whose turn it "
                "is and can ping you. Until you ask me to delete it."
            ),
            N_(
                "**Your tables:** where they are, who has which seat, who was invited, and the log of "
                "every move with its time, so that games can be replayed, checked and counted. They "
                "are kept permanently."
            ),
            N_(
                "**How games ended:** points, places and how long turns took, read from those logs for "
                "`/stats`. They stay with the logs."
            ),
            N_(
                "**What I sent you:** which turns I announced and which reminders I sent, so that "
                "nothing is sent twice, and which messages in channels are mine. They stay with the "
                "table. A notification is deleted when it is sent, a press after a day."
            ),
            N_(
                "**What was agreed:** votes at a table and their answers, as long as the table. When I "
                "was offline, when you are away and when other time doesn’t count, so that nobody is "
                "late because of it."
            ),
            N_(
                "**Your choices:** your preferences and the people you’ve blocked, until you change "
                "them. A note to yourself is deleted when its table ends, a deletion request once it’s "
                "done, a looking-for-players entry after a week at most. For a server I store which "
                "channel its list is in."
            ),
            N_(
                "**After deletion:** logs keep your moves under a pseudonym. Until a running game "
                "ends, I can still tell, from you alone, which seat you had, so that nobody comes back "
                "into another one. Your ID is kept beside the database, so that a backup doesn’t bring "
                "your data back."
            ),
            N_(
                "`/me export` gives you everything as a file; `/me forget` deletes it after a day. I "
                "don’t read chat, and I don’t store your location, or a time zone unless you set one. Of all "
                "that Discord knows, I store only what a game needs."
            ),
            N_(
                "`/me block` keeps somebody away: they can no longer join a table that you host, or "
                "take a free seat at a table you play at. They are not notified."
            ),
        ),
    ),
)


def on_buttons(moves: Iterable[tuple[str, str]], w: Words) -> str:
    """Return the line that explains the signs on buttons, by the signs and texts of moves, each sign once."""
    meant: dict[str, list[str]] = {}
    for sign, text in moves:
        meant.setdefault(sign, []).append(w._(text))
    signs = [f"{sign} {', '.join(dict.fromkeys(texts))}" for sign, texts in meant.items()]
    return w._("**On buttons:** {signs}", signs=" · ".join(signs))


def help_topics(pages: Sequence[Page], w: Words) -> list[tuple[str, str, str]]:
    """Return the topics for a select of `/help`, at most 25: id, title and summary of each."""
    return [(page.id, w._(page.title), w._(page.about)) for page in pages]


def help_page(topic: str, pages: Sequence[Page], w: Words, chosen: Mapping[str, str] | None = None) -> str | None:
    """Return the text of a topic, Markdown of at most 3,500 characters, or None if there is no such topic.

    ``chosen`` are the options of the table that the page is opened for, whose rules it then describes. Without a table,
    it describes the default rules and names the variants.
    """
    for page in pages:
        if page.id == topic:
            texts = [text for one in page.paragraphs if (text := _paragraph(one, w, chosen))]
            return "\n\n".join([f"## {w._(page.title)}", *texts, *page.made(w)])
    return None


def _paragraph(paragraph: str | Ruling, w: Words, chosen: Mapping[str, str] | None) -> str:
    """Return a paragraph with the rule in force, and in small print the option of the table that decides it."""
    if isinstance(paragraph, str):
        return w._(paragraph) if paragraph else ""
    default, *others = paragraph.texts
    value = (chosen or {}).get(paragraph.option, default)
    text = _paragraph(paragraph.texts.get(value, paragraph.texts[default]), w, chosen)
    title = w._(paragraph.words.title)
    if chosen is None:
        variants = w.join_choice([w._("“{value}”", value=paragraph.words.value(one, w)) for one in others])
        note = w._("A table can change this with *{option}*: {variants}.", option=title, variants=variants)
    elif value == default or not text:
        return text
    else:
        note = w._("This table’s option *{option}* decides that.", option=title)
    return f"{text}\n-# {note}"


def thing_page(thing: Thing, w: Words) -> str:
    """Return the text about a thing, Markdown of at most 3,500 characters."""
    return "\n\n".join([f"## {thing.title(w)}", *thing.told(w)])


def find(said: str, among: Iterable[tuple[T, str, str]]) -> list[list[T]]:
    """Return the candidates for what was typed, grouped by quality of match, best first.

    The groups are: the exact title, the start of a title, words of a title, and beginnings of words. Each candidate has
    a title and a summary, which counts last. Order, case and accents are ignored, and spaces between words and numbers:
    "h13", "13 hex" and "Hex 13" are the same.
    """
    wanted = _words(said[:LONGEST])
    found: list[list[T]] = [[], [], [], [], [], []]
    for one, title, about in among:
        own = _words(title)
        if set(wanted) == set(own):
            found[0].append(one)
        elif set(wanted) == set(own[: len(wanted)]):  # "hex 1" means "Hex 1: 2 coins" rather than "Hex 16: 1 coin"
            found[1].append(one)
        elif set(wanted) <= set(own):
            found[2].append(one)
        elif _begin(wanted, own):
            found[3 if len(wanted) == len(own) else 4].append(one)
        elif _begin(wanted, [*own, *_words(about)]):
            found[5].append(one)
    return [some for some in found if some] if wanted else []


@lru_cache(maxsize=1024)
def old_words(text: str) -> str:
    """Return the old words for the new ones in an English title or summary."""
    own = _words(text)
    return " ".join(old for old, new in OLD_WORDS.items() if _begin(_words(new), own))


def _begin(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether each of the wanted words is the beginning of one of the others; a number must match fully."""
    return all(any(word == one if one.isdigit() else word.startswith(one) for word in words) for one in wanted)


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[str, ...]:
    """Return words and numbers, separated, in lower case and without accents.

    Cached, as each typed letter searches the same titles again.
    """
    plain = "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))
    return tuple(re.findall(r"[^\W\d_]+|\d+", plain))
