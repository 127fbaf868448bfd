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
                "Europe in 1347: three of you fill its regions with cubes. The picture shows each player's in a colour"
                " and a shape: yours are the red discs. When the rats have run out, most cubes on the map win."
            ),
        ),
        LessonStep(
            N_(
                "The brown tokens are rats, face down: nobody knows what they show. Where rats lie you may place cubes,"
                " but there the plague also kills them."
            ),
            show="rat",
        ),
        LessonStep(
            N_(
                "First take a class card, if you like, from the table or from a player. You use it in every turn until"
                " somebody takes it. The Peasant, of the class 🌾 Peasantry, places a cube more: take the **Peasant**."
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
                "At the end of each turn the plague piece, the black doctor, has to move to a neighbouring region. Send"
                " it to **Gallia**: there you would lose little, and Anna much."
            ),
            move="plague gallia",
        ),
        LessonStep(
            N_(
                "One rat where the piece stops brings one new rat, two or three bring two. So two come from the supply,"
                " face down, into its neighbours, where they invite and threaten: bring the first one to **Hispania**."
            ),
            move="spread hispania",
        ),
        LessonStep(
            N_("Each new rat may go to another neighbour, or to the same one. Bring the second one to **Anglia**."),
            move="spread anglia",
        ),
        LessonStep(
            N_(
                "Now Gallia is struck, for rats and cubes are there. All cubes together are its **population**: five,"
                " three of Anna's, one of Bob's, one of yours. Its rats are turned over until no rat or cube is left."
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
                "It showed **3 M 💰⛪**: five cubes are enough for the 3. M took one of Anna's, who had most. 💰 is the"
                " class of her Merchant and took another, ⛪ that of Bob's Monk and took one of his."
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
                "Rat b asked for 3 cubes, and only two were there: nothing happened. Rat c asked for 1 and showed 🌾:"
                " your own Peasant cost you a cube. Each card helps you in every turn, and is a danger at the same"
                " time."
            ),
        ),
        LessonStep(
            N_(
                "Your turn is over, and Anna would be next. The game goes on until the rats have run out or somebody"
                " has every cube on the board. Then the others use their cards again, and all of Europe is struck."
            ),
        ),
    ),
)
