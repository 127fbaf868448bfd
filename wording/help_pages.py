"""Help on using the bot, and how pages of help are found. A page is a title, a line about it, and its paragraphs."""

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
LONGEST = 200  # characters of what was typed that are looked for: Discord takes 6,000, and no name is as long


@dataclass(frozen=True)
class Ruling:
    """A paragraph on a rule that depends on an option of the table.

    ``texts`` has a paragraph for each value of the option, the default first: a key of the catalogue, another ruling,
    or "" where that value leaves nothing to say.
    """

    option: str
    words: OptionWords
    texts: Mapping[str, "str | Ruling"]


@dataclass(frozen=True)
class Page:
    """One topic of help; all texts are keys of the catalogue. ``made`` adds what is read off a game's tables."""

    id: str
    title: str
    about: str
    paragraphs: tuple[str | Ruling, ...]
    made: Callable[[Words], list[str]] = lambda w: []


@dataclass(frozen=True)
class Thing:
    """Something of a game that can be looked up by itself: a hex, a card, an icon. Its picture has the same id.

    ``title`` and ``about`` are plain text, different for different things; ``told`` are the paragraphs, in Markdown.
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
            N_(
                "**New to a game?** `/learn` is a lesson of a few minutes, played with the real buttons, for you alone."
            ),
            N_(
                "**Begin** with `/table open`: choose your language, then learn a game, play against the computer at"
                " once, or open a table for your friends. A channel holds one table; for more at"
                " a time let me open a thread. The post that appears is the lobby of your table."
            ),
            N_(
                "**Join** and **Leave** are buttons there, and everybody sees the options before joining. Who"
                " opened the table is the host, can change the options, lets somebody go with `/lobby remove` and"
                " presses **Start** when enough have joined."
            ),
            N_(
                "**Invite** holds a seat for three days for whom the host wants to play with, and tells them once."
                " Whoever joined more than a day ago, or before the options were changed, is asked to press **Ready**"
                " before the game begins. A lobby that nobody joins is given up after two weeks, unless its host keeps"
                " it."
            ),
            N_(
                "**Colour** lets whoever has joined choose one that nobody else has; the favourite that you name in"
                " `/preferences` is tried first."
            ),
            N_(
                "**No players yet?** `/table find` puts you on the server’s list for a week, for a game, a number of"
                " players and a pace. When enough fit together a table opens in a thread, and all are invited. Whoever"
                " manages the server makes that list with `/server listing`: one post with open tables, free seats and"
                " people who look for players. It calls nobody."
            ),
            N_(
                "If the options do not say otherwise, seats and start player are drawn by lot. The fingerprint"
                " of all chance is fixed before the start; after the game `/table verify` checks every draw."
            ),
        ),
    ),
    Page(
        "playing",
        N_("Taking your turn here"),
        N_("The buttons and the commands"),
        (
            N_(
                "When it is your turn, I mention you under the board. Press **Your turn**, or type `/turn`: a"
                " panel opens that only you see. It asks step by step and offers only what is legal now."
                " Whatever you choose is stored at once, so you can close the panel and open it again."
            ),
            N_(
                "In your first game of a kind each new sort of question comes with a sentence of advice. **No more"
                " advice** or `/preferences` ends that."
            ),
            N_(
                "The picture is right above the question and its answers. **Details** lists what each answer costs and"
                " brings; in your first three games of a kind the list comes by itself. **Hint** highlights the answer"
                " that a strong computer player would give, and **More …** has the other buttons."
            ),
            N_(
                "What you only try out nobody else sees. Once you give an answer that can't be undone, the last post in"
                " the channel tells and shows what stands of your turn. When your turn ends it has a post of its own."
            ),
            N_(
                "**My view** (in Messina **Boards**) shows the board with what only you know. A post tells each turn in"
                " a headline; **Log** has everything that happened so far, turn by turn. Your panel begins with what"
                " has happened since your last move. **Note to myself** keeps a text that only you read, above your"
                " next turn."
            ),
            N_(
                "**Replay** under a board shows its turn once more as a moving picture, for you alone, at the end of a"
                " round the whole round and at the end the whole game. `/replay` takes any turns. Who likes less motion"
                " or none says so with `/preferences`. When a game is over you can look through the eyes of everybody"
                " who played, and take the whole log with you as a file."
            ),
            N_(
                "Commands do the same: each game has its own, and `/move` takes any legal move and completes"
                " what you type. Old buttons do no harm: they only show you how things stand now."
            ),
            N_(
                "**Languages.** What only you read is in the language of your Discord, or in the one chosen in"
                " `/preferences`; posts are in that of the table, which its host chooses under **Options**, and"
                " who plays changes with `/table options` later. In whatever you type English words hold as well."
            ),
            N_(
                "`/table show` posts the board anew at the end of the channel, and `/mygames` lists all your"
                " tables, those that wait for you first. In a private conversation with me you can move as well."
            ),
        ),
    ),
    Page(
        "typing",
        N_("Only typing"),
        N_("A whole game without pictures and buttons"),
        (
            N_(
                "`/view text:True` tells the board, your own things first and the turn last; `part:` picks one section"
                " of it. `/board` does the same with what everybody may know, and `/log` tells what has happened."
            ),
            N_(
                "`/move` finds any legal move by words of it, in any order: `hex 14 fire`. “13”, “h13” and “Hex 13” are"
                " the same. The last line says how many more there are; while others are to move it says whose turn it"
                " is."
            ),
            N_(
                "Each kind of move has its own command in the game's group, with an option for each thing to say. What"
                " leaves no doubt need not be said; if something is missing, the answer names the option and what it"
                " can be. Players and places are said as they are called. The answer to each move names the commands"
                " that come next; `/turn` does so at any time."
            ),
            N_(
                "Before the game `/table options` takes an `option` and a `value`, both as they are called; without a"
                " value you hear what it decides and what it can be."
            ),
            N_(
                "`/undo` takes steps back. `/table score` tells the points as they stand, `/table leave` asks before it"
                " frees the seat of a running game."
            ),
        ),
    ),
    Page(
        "undo",
        N_("Taking moves back"),
        N_("How far, and what ends it"),
        (
            N_(
                "While your turn is not ended you can take back its steps one by one, or start it over: with"
                " the buttons of your panel or with `/undo`. Nobody needs to agree. Who likes turns to end by"
                " themselves where nothing else is left says so with `/preferences`."
            ),
            N_(
                "What showed something new stands: a look at something hidden, anything turned over, and the"
                " end of a turn. Before such a moment there is no way back but with everybody's consent."
            ),
            N_(
                "**Ask to take back**, where that ends: you see what would go, and ask. When all others agree within a"
                " day, your last turn and what came after it are taken back. Luck stays as it was: the same comes"
                " again. Silence or a move of somebody who is asked is a no, the game goes on meanwhile, and you may"
                " ask three times in a game. The log keeps it all, struck through. An option of the table turns it off."
            ),
            N_("The panel names the answers that can't be undone, and a button that ends your turn says so."),
        ),
    ),
    Page(
        "leaving",
        N_("Leaving and ending a table"),
        N_("When somebody has to stop"),
        (
            N_(
                "`/table leave` frees your seat. In a running game anybody may take it and play on from there;"
                " you too, if you come back in time."
            ),
            N_(
                "Who takes a free seat reads first what it is like. If somebody plays your old seat, `/table join` asks"
                " them once to give it back. Where somebody is late who has never moved, *What now?* also offers to"
                " begin again without them. Who has left the server is late two days after that was seen."
            ),
            N_(
                "`/table cancel` closes a lobby, for its host. A running game is ended before its time only when"
                " everybody agrees who sits at it and is not late."
            ),
            N_(
                "**Somebody does not come?** When a table has waited for longer than its *pace* says, they are"
                " late, and the others are told once. *What now?* under the board offers them: to offer the seat to"
                " others, to lay the table to sleep, to close it; `/table free`, `/table sleep` and `/table cancel`"
                " do the same. Who is late is told first, and has 48 hours (at a quick pace 24) to press *I am"
                " here* or to move; then all stays as it is. While the seat is free they may take it again. Of two"
                " players the one who is there decides alone."
            ),
            N_(
                "**Sleep.** A table that sleeps leaves its channel free, and nothing is lost: whoever sits at it"
                " wakes it with *Wake* or `/table wake`, within half a year, and all time begins anew. Of itself it"
                " goes to sleep when nobody has done anything for 30 days (a move a day: 21; several a day: 14; no"
                " hurry: 60), a week after all were told. Whoever plays alone finds it asleep after 60 days."
            ),
            N_(
                "**Moderators** of a channel have `/moderate`: lay its table to sleep at any time, close a lobby,"
                " close a game that has waited or slept for 14 days, and free the seat of who is late, unless one"
                " of the players says no. They see nothing hidden and decide nothing for others. In a lobby whose"
                " host has done nothing for 7 days anybody who sits there may free the host's place or close it."
            ),
            N_(
                "`/table show` brings your table to another channel of the server. To another server it goes when all"
                " who are there agree, two days later; where its place is out of reach, a week after the question."
            ),
            N_("Games wait as long as they must. They are stored move by move and survive any restart."),
        ),
    ),
    Page(
        "pace",
        N_("Pace, reminders and absence"),
        N_("How soon a move is expected, and when somebody is away"),
        (
            N_(
                "**The pace** is an option of the lobby: a move every few days (others may act after 7), a move a day"
                " (after 3), several moves a day (after 2), or no hurry (after 21). Time alone ends nothing. A step"
                " without the end of the turn gives half of that time more, at most twice as much in all; for who has"
                " not moved in this game yet it is half as long: nobody waits long for somebody who never comes."
            ),
            N_(
                "**Reminders.** Who keeps others waiting is mentioned again after 2 and 5 days (a move a day: 1 and 2"
                " days; several a day: 8 and 24 hours; no hurry: 14 days), at a time of day at which they have played"
                " before, and at most three times in a day. Nobody is late before a day after the last one. When"
                " the turn ends the reminders disappear. *More time* there, or `/table more-time`, makes the others"
                " wait half as long again: once in a turn, three times in a game."
            ),
            N_(
                "Whoever waits may ask: *Nudge* on the panel, or `/table nudge`, from the first reminder on, daily."
                " Reminders of several tables that come within six hours are one. `/preferences` has where you are told"
                " (in the channel, by private message, both, not at all), one message a day about all tables instead,"
                " and your clock: nothing of mine calls you in your quiet hours. It comes when they end."
            ),
            N_(
                "**Another pace** for a game that runs: `/table pace` asks the others; all who are there must agree. A"
                " slower one holds at once, a quicker one for turns that begin later. At a table that is played live an"
                " hour without a move makes it a move a day. While I am not there no time counts for anybody."
            ),
            N_(
                "**Away?** `/away begin` leaves you in peace at all your tables for up to 30 days, and your turns"
                " wait: 21 days each at the usual pace (a move a day: 14, several a day: 7, no hurry: 42), 60 days in a"
                " year. The others see until when. `/away back` ends it; then one message names what waits."
            ),
            N_(
                "`/table rest` asks the others to let the table rest for up to 30 days, twice in a game: while it rests"
                " nobody is awaited or reminded. It takes all who are there, and anybody who sits there may end it."
            ),
        ),
    ),
    Page(
        "computers",
        N_("Computer players"),
        N_("Against whom to play at once, who plays for whom, and hints"),
        (
            N_(
                "**Against them.** *Computer players* under a lobby lets its host add as many as there is room for:"
                " casual ones play like friendly beginners, steady ones look ahead a little, strong ones think about"
                " what others may answer. They are marked 🤖 and always ready, move by themselves within seconds, and"
                " what several of them do in a row is one post. They know no more than a person in their seat."
            ),
            N_(
                "Where one person plays against computers alone, nobody is called, reminded or late. Computers are"
                " asked for nothing: whether a turn is taken back, the people decide. When the last person leaves, the"
                " table ends. `/stats` tells of such games apart."
            ),
            N_(
                "**For somebody else.** Who goes away may let a computer play meanwhile (`/away begin`), and where"
                " somebody is late, *What now?* offers to ask the others for one. It plays at the steady level, at the"
                " earliest a minute after a turn has begun. *Take my seat back* under the board ends that at once."
            ),
            N_(
                "**A hint.** Who plays alone or against computers finds *Hint* on the panel of a turn: what the strong"
                " player would do, and how much better that is than what would be second best. By an option of the"
                " table everybody gets hints, or nobody."
            ),
        ),
    ),
    Page(
        "secrets",
        N_("Secrets, and the board in words"),
        N_("What others see of you, and how to play without pictures"),
        (
            N_(
                "What only you may know reaches you only in private messages: never in the channel, in"
                " pictures, in their descriptions or in what a command suggests while you type."
            ),
            N_(
                "Every picture has a description, and `/board` and `/view` tell the whole board in words, in a"
                " fixed order, if you choose `text`. A whole game can be played without pictures."
            ),
            N_("Private messages come in your language as far as I know it, posts in the channel in the table's."),
        ),
    ),
    Page(
        "privacy",
        N_("What I store about you"),
        N_("What, why and for how long, and how to read or delete it"),
        (
            N_(
                "**Who you are:** your number on Discord and the name it shows, so that I know whose turn it is and can"
                " call you. Until you are forgotten."
            ),
            N_(
                "**Your tables:** where they are, who sits in which seat, who was invited, and the"
                " log of every move with its time, from which games are replayed, checked and counted. They stay, also"
                " after the end."
            ),
            N_(
                "**How games ended:** points, places and how long turns took, read off those logs for `/stats`. They"
                " stay with the logs."
            ),
            N_(
                "**What I sent you:** which turns I announced and which reminders went out, so that none comes twice,"
                " and which messages in channels are mine. They stay with the table; what is still to be told goes"
                " when it is told, and which presses I have had after a day."
            ),
            N_(
                "**What was agreed:** the questions at a table and the answers to them, as long as the table. When I"
                " was not there, when you are away, and when else no time counts, so that nobody is late by it."
            ),
            N_(
                "**What you have chosen:** preferences, and whom you have blocked. Until you change it. A note to"
                " yourself goes with the end of its table, a wish to be forgotten when it is done. For which games you"
                " look for players: a week at most. Of a server, in which channel its list stands."
            ),
            N_(
                "**After you are forgotten:** logs keep your moves under a number. Until the end of a game that runs I"
                " can still tell, from you alone, which seat you had, so that nobody comes back into another one. The"
                " number is noted beside the database, so that a backup does not bring you back."
            ),
            N_(
                "`/me export` gives you all of it as a file, `/me forget` deletes it a day later. I read no chat, store"
                " no place, no time zone that you do not tell me, and nothing about what Discord is or knows besides"
                " how it works."
            ),
            N_(
                "`/me block` keeps somebody away: they can no longer join a table that you host, or take a free seat"
                " beside you. They are not told."
            ),
        ),
    ),
)


def on_buttons(moves: Iterable[tuple[str, str]], w: Words) -> str:
    """Return the line that says what the signs on buttons mean, of moves by their sign and text, each sign once."""
    meant: dict[str, list[str]] = {}
    for sign, text in moves:
        meant.setdefault(sign, []).append(w._(text))
    signs = [f"{sign} {', '.join(dict.fromkeys(texts))}" for sign, texts in meant.items()]
    return w._("**On buttons:** {signs}", signs=" · ".join(signs))


def help_topics(pages: Sequence[Page], w: Words) -> list[tuple[str, str, str]]:
    """What a select of `/help` offers, at most 25: id, title and a line about every topic."""
    return [(page.id, w._(page.title), w._(page.about)) for page in pages]


def help_page(topic: str, pages: Sequence[Page], w: Words, chosen: Mapping[str, str] | None = None) -> str | None:
    """Return the text of a topic, Markdown of at most 3,500 characters; None if there is no such topic.

    ``chosen`` are the options of the table that the page is opened for: it then says what holds there. Without a table
    it says what holds by default, and names the variants.
    """
    for page in pages:
        if page.id == topic:
            texts = [text for one in page.paragraphs if (text := _paragraph(one, w, chosen))]
            return "\n\n".join([f"## {w._(page.title)}", *texts, *page.made(w)])
    return None


def _paragraph(paragraph: str | Ruling, w: Words, chosen: Mapping[str, str] | None) -> str:
    """Return a paragraph with the rule that holds, and in small print which option of the table decides about it."""
    if isinstance(paragraph, str):
        return w._(paragraph) if paragraph else ""
    default, *others = paragraph.texts
    value = (chosen or {}).get(paragraph.option, default)
    text = _paragraph(paragraph.texts.get(value, paragraph.texts[default]), w, chosen)
    title = w._(paragraph.words.title)
    if chosen is None:
        variants = w.join_choice([w._("“{value}”", value=paragraph.words.value(one, w)) for one in others])
        note = w._("A table can choose otherwise, *{option}*: {variants}.", option=title, variants=variants)
    elif value == default or not text:
        return text
    else:
        note = w._("By this table's option *{option}*.", option=title)
    return f"{text}\n-# {note}"


def thing_page(thing: Thing, w: Words) -> str:
    """The text on a thing, Markdown of at most 3,500 characters."""
    return "\n\n".join([f"## {thing.title(w)}", *thing.told(w)])


def find(said: str, among: Iterable[tuple[T, str, str]]) -> list[list[T]]:
    """What is meant by words, by how well it fits: by its title word for word, by those it begins with, by others.

    Then by beginnings of words. What may be meant comes with its title and a line about it, which counts last. Order,
    case and accents do not matter, nor whether a number stands apart: "h13", "13 hex" and "Hex 13" are the same.
    """
    wanted = _words(said[:LONGEST])
    found: list[list[T]] = [[], [], [], [], [], []]
    for one, title, about in among:
        own = _words(title)
        if set(wanted) == set(own):
            found[0].append(one)
        elif set(wanted) == set(own[: len(wanted)]):  # "hex 1" is "Hex 1: 2 coins" rather than "Hex 16: 1 coin"
            found[1].append(one)
        elif set(wanted) <= set(own):
            found[2].append(one)
        elif _begin(wanted, own):
            found[3 if len(wanted) == len(own) else 4].append(one)
        elif _begin(wanted, [*own, *_words(about)]):
            found[5].append(one)
    return [some for some in found if some] if wanted else []


def _begin(wanted: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each of the wanted words begins one of the others; a number must be it."""
    return all(any(word == one if one.isdigit() else word.startswith(one) for word in words) for one in wanted)


@lru_cache(maxsize=8192)
def _words(text: str) -> tuple[str, ...]:
    """Words and numbers, apart, in small letters without accents.

    The same titles are looked through at each letter that somebody types.
    """
    plain = "".join(letter for letter in normalize("NFKD", text.casefold()) if not combining(letter))
    return tuple(re.findall(r"[^\W\d_]+|\d+", plain))
