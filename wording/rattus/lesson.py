"""The lesson of Rattus: a turn with an outbreak."""

from pathlib import Path

from rules.errors import N_
from wording.lessons import Lesson, LessonStep

LESSON = Lesson(
    about=N_("One turn in which the plague breaks out"),
    file=Path(__file__).parent / "lesson.json",
    seat=0,
    names=("", N_("Anna"), N_("Bob")),
    steps=(
        LessonStep(
            N_(
                "Europe in 1347: three players fill its regions with cubes. In the picture, each "
                "player’s have a colour and a shape: yours are the red discs. When the rats have run "
                "out, the player with the most cubes on the map wins."
            ),
        ),
        LessonStep(
            N_(
                "The brown tokens are rats, face down: nobody knows what they show. You can place "
                "cubes where there are rats, but the plague also kills them there."
            ),
            show="rat",
        ),
        LessonStep(
            N_(
                "First you can take a class card, from the table or from a player. You use it in every "
                "turn until another player takes it. The Peasant, of the class 🌾 Peasantry, places one "
                "more cube: take the **Peasant**."
            ),
            move="take peasant",
        ),
        LessonStep(
            N_(
                "Now place cubes in one region, as many as rats lie there, and one more by your Peasant. Two rats lie"
                " in Germania: choose **Germania**, and then **3 cubes**."
            ),
            move="place germania 3",
        ),
        LessonStep(
            N_(
                "At the end of each turn the plague piece, the black doctor, has to move to a "
                "neighbouring region. Send it to **Gallia**: you lose little there, Anna a lot."
            ),
            move="plague gallia",
        ),
        LessonStep(
            N_(
                "One rat where the piece stops brings one new rat; two or three bring two. So two come "
                "from the supply, face down, into its neighbours, where they make room for cubes and "
                "threaten them: bring the first one to **Hispania**."
            ),
            move="spread hispania",
        ),
        LessonStep(
            N_("Each new rat may go to another neighbour, or to the same one. Bring the second one to **Anglia**."),
            move="spread anglia",
        ),
        LessonStep(
            N_(
                "Now Gallia is struck, because it has rats and cubes. All cubes together are its "
                "**population**: five, three of Anna’s, one of Bob’s, one of yours. Its rats are "
                "turned over until no rat or cube is left."
            ),
        ),
        LessonStep(
            N_(
                "You choose the order, though you do not know the rats; what is turned over cannot be taken back. Turn"
                " over **rat a**."
            ),
            move="reveal gallia-a",
        ),
        LessonStep(
            N_(
                "It showed **3 M 💰⛪**: five cubes are enough for the 3. M took one of Anna’s, who had "
                "the most. 💰 is the class of her Merchant and took another, ⛪ that of Bob’s Monk and "
                "took one of his."
            ),
        ),
        LessonStep(
            N_(
                "Two cubes are left in Gallia, one of Anna and one of yours, and two rats. The last rat turns over by"
                " itself, so turn over **rat b**."
            ),
            move="reveal gallia-b",
        ),
        LessonStep(
            N_(
                "Rat b needed 3 cubes, and there were only two: nothing happened. Rat c needed 1 and "
                "showed 🌾: your own Peasant cost you a cube. Each card helps you in every turn, but is "
                "also a danger."
            ),
        ),
        LessonStep(
            N_(
                "Your turn is over, and Anna would be next. The game goes on until the rats have run "
                "out or a player has every cube on the board. Then the others use their cards one last "
                "time, and all of Europe is struck."
            ),
        ),
    ),
)
