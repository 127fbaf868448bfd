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
                "Europe in 1347: three of you fill its regions with cubes, yours are the red ones. When the rats have"
                " run out, whoever has most cubes left on the map wins."
            ),
        ),
        LessonStep(
            N_(
                "The brown discs are rats, face down: nobody knows what they show. Where rats lie you may place cubes,"
                " but there the plague also kills them."
            ),
            show="rat",
        ),
        LessonStep(
            N_(
                "A turn begins with help, if you want it: take a class card, from the table or from another player."
                " The Peasant places one cube more, so take the **Peasant**."
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
                "Where the piece stops lie three rats, so two new ones come from the supply, face down, into its"
                " neighbours. New rats invite cubes, and threaten them: bring the first one to **Hispania**."
            ),
            move="spread hispania",
        ),
        LessonStep(
            N_("Each new rat may go to another neighbour, or to the same one. Bring the second one to **Anglia**."),
            move="spread anglia",
        ),
        LessonStep(
            N_(
                "Now Gallia is struck, for rats and cubes are there: five cubes, three of Anna, one of Bob and one of"
                " yours. Its rats are turned over one by one, until no rat or no cube is left."
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
                "It showed **3 M 💰⛪**: five cubes are enough for the 3, so it broke out. M took a cube of Anna, who"
                " had most there; 💰 took another, for she has the Merchant, and ⛪ one of Bob, who has the Monk."
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
                "Rat b asked for 3 cubes, and only two were there: nothing happened. Rat c asked for 1 and showed 🌾"
                " Peasantry: your own Peasant cost you a cube, for each card is help and danger at once."
            ),
        ),
        LessonStep(
            N_(
                "Your turn is over, and Anna would be next. The game goes on until the rats have run out or somebody"
                " has every cube on the board; then the others use their cards once more, and all of Europe is struck."
            ),
        ),
    ),
)
