"""The lesson of Messina 1347: the rulebooks' example turn, repopulating a hex, the end of a round, the score."""

from pathlib import Path

from rules.errors import N_
from wording.lessons import Lesson, LessonStep

# The figures are those of docs/computer-players.md, "Where points come from".
LESSON = Lesson(
    about=N_("How you win, a whole turn, repopulating a hex, and the end of a round"),
    file=Path(__file__).parent / "lesson.json",
    seat=0,
    names=("", N_("Anna")),
    steps=(
        LessonStep(
            N_(
                "Messina in 1347: after six rounds, the player with the most points wins. A good "
                "player scores about 84: 39 for three hexes brought back to life (**repopulated**), 21 "
                "during the game, the rest at the end. Rats cost points."
            ),
        ),
        LessonStep(
            N_(
                "**Citizens** wait on the hexes; black cubes are the **plague**. Each round you send "
                "each of your **lieutenants** to a hex: you take in its citizens, fight its plague and "
                "use its action."
            ),
        ),
        LessonStep(
            N_(
                "This is your **estate**. Citizens wait on its squares until an **overseer** comes by "
                "and lets them act; in workshops they produce. You have two craftsmen, a nun with a "
                "gold rim (**upgraded**) and a **wagon**."
            ),
            show="estate-0",
        ),
        LessonStep(
            N_(
                "You want to build, so go to **hex 7**, two hexes away: the first step is free, the second costs 1"
                " coin. A lieutenant of Anna lies there, but only one that stands would close the hex."
            ),
            move="go h6 h7",
        ),
        LessonStep(
            N_(
                "The craftsman comes from a hex with plague, so he waits in one of your **huts**. Each "
                "cube that stays brings you a rat. A big fire removes one here and one next door: "
                "choose **2 cubes (here, hex 5): 1 big fire**."
            ),
            move="fight 1 0 1 h5",
        ),
        LessonStep(
            N_(
                "Each cube you remove is a step on popularity, one of three tracks called "
                "**registers**. The second step gives an **overseer step**: move the **craftsman** one "
                "to the **left**, where your craftsmen are."
            ),
            move="advance craftsman left",
            show="score",
        ),
        LessonStep(
            N_(
                "It now activates one citizen there: you get what is printed on the square. Choose the "
                "craftsman on **1 coin and 1 timber**, which you need for building."
            ),
            move="activate cl2",
            show="estate-0",
        ),
        LessonStep(
            N_(
                "Now the action of the hex: build. For 1 timber take the hut upgrade that brings **1 fire**, and put it"
                " on **hut 1**, where your new craftsman is."
            ),
            move="hut q3 hut1",
            show="score",
        ),
        LessonStep(
            N_(
                "Coins buy steps on registers, 3 coins each. Pay for a step on the **city** register: its next space"
                " brings you another lieutenant."
            ),
            move="pay city",
            show="score",
        ),
        LessonStep(
            N_("A fourth lieutenant waits at home. There is nothing else to do here, so **end** your turn."),
            move="end",
            others=((1, "recall h7"), (1, "end")),
        ),
        LessonStep(
            N_(
                "Anna has called her last lieutenant home, and it’s your turn again. From home, every "
                "place is free: send your new lieutenant to **hex 16**."
            ),
            move="go home h16",
        ),
        LessonStep(
            N_(
                "Instead of its action you can **repopulate** it. That takes an unused wagon, a coin, "
                "and a craftsman and an upgraded nun who go back to the city. It brings 11 points at "
                "the end."
            ),
            move="repopulate",
            show="estate-0",
        ),
        LessonStep(
            N_(
                "One of your craftsmen goes, and the nun with him. Upgrading citizens is worth more "
                "than a coin and a timber, so give up the craftsman on **1 coin and 1 timber**."
            ),
            move="give cl2",
            show="estate-0",
        ),
        LessonStep(
            N_(
                "Hex 16 is yours and brings you 2 points whenever anyone goes there. All lieutenants "
                "are used: **end** your turn, and the round ends with production."
            ),
            move="end",
        ),
        LessonStep(
            N_(
                "Your hut brought 1 fire. For round IV, ships, citizens and plague have come, even to "
                "your hex 16: that is a rat. Below is the score if the game ended now; three "
                "repopulated hexes often win."
            ),
            show="score",
            score=True,
        ),
    ),
)
