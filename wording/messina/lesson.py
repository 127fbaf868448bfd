"""The lesson of Messina 1347: the example turn of the rulebooks, a ship, and the end of a round."""

from pathlib import Path

from rules.errors import N_
from wording.lessons import Lesson, LessonStep

LESSON = Lesson(
    about=N_("A turn with all that belongs to it, a ship, and the end of a round"),
    file=Path(__file__).parent / "lesson.json",
    seat=0,
    names=("", N_("Anna")),
    steps=(
        LessonStep(
            N_(
                "Messina in 1347: on its hexes wait citizens, and black cubes are the plague. You send lieutenants to"
                " hexes, bring citizens to your estate, and in the end people back to the city."
            ),
        ),
        LessonStep(
            N_(
                "This is your estate: on squares citizens wait until an overseer comes by, in workshops they produce,"
                " and whoever comes from the plague stays in a hut first. Two craftsmen and a nun live here already."
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
                "A craftsman waited on hex 7, beside a plague cube. So he went into one of your huts, for quarantine;"
                " without plague he would have come to a square at once."
            ),
            show="estate-0",
        ),
        LessonStep(
            N_(
                "Each cube that stays on your hex would give you a rat, and rats cost points. A big fire removes one"
                " cube here and one on an adjacent hex, here hex 5: choose **2 cubes (hex 5): 1 big fire**."
            ),
            move="fight 1 0 1 h5",
        ),
        LessonStep(
            N_(
                "Two cubes are gone: two steps on the popularity register. The first space gave nothing, the second one"
                " lets an overseer advance, in this turn only."
            ),
            show="score",
        ),
        LessonStep(
            N_(
                "Use that first, and advance the **craftsman** overseer. Its path forks now, left or right for good:"
                " both your craftsmen stand on the **left**."
            ),
            move="advance craftsman left",
            show="estate-0",
        ),
        LessonStep(
            N_(
                "It activates one citizen of the area it has come to: whatever is printed on the square happens. Choose"
                " the craftsman on **1 coin and 1 timber**, which you need for building."
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
                "With coins you may also buy steps on registers, 3 coins each. Pay for a step on the **city** register:"
                " its next space brings you another lieutenant."
            ),
            move="pay city",
            show="score",
        ),
        LessonStep(
            N_(
                "A fourth lieutenant waits at home, and the next step would cost 4 coins. Nothing else is left to do,"
                " so **end** your turn: 🔒 marks whatever cannot be taken back."
            ),
            move="end",
            others=((1, "recall h7"), (1, "end")),
        ),
        LessonStep(
            N_(
                "Anna has called her last lieutenant home, so it is your turn again. At the dock in the north-east lies"
                " a silk ship: send your new lieutenant to the **ship**."
            ),
            move="board home silk1",
        ),
        LessonStep(
            N_(
                "The ship brought 2 coins and 1 point, and a rat, as you had no fire left to fight its plague. All"
                " lieutenants are used: when you **end** this turn, the round ends with production."
            ),
            move="end",
            show="estate-0",
        ),
        LessonStep(
            N_(
                "The hut brought 1 fire, and its craftsman moved on: after the next round he comes to a square. Then"
                " round IV was prepared: a ship, a new hex, plague and citizens have come to the city."
            ),
        ),
        LessonStep(
            N_(
                "That is a round; there are six. Many points come from repopulating hexes, which takes citizens, a"
                " wagon and something to pay with: `/help repopulate` tells how."
            ),
            show="score",
        ),
    ),
)
