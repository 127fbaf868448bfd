from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.renderer.cold import forget_drawings, modules
from tests.renderer.rattus.views import NAMES, SEEN, position
from tests.renderer.scenes import painted, png


def draw(n: int) -> bytes:
    seats = 2 + n % 3
    view = position(seats, "turns" if n % 2 else "final", faces=SEEN, cubes=[n % 7] * seats, plague="gallia")
    layout = "tall" if n % 4 < 2 else "wide"
    return png(painted(view, [f"{name} {n}" for name in NAMES[:seats]], layout), "rattus")  # type: ignore[arg-type]


@pytest.mark.deep
def test_threads_draw_the_same_as_a_single_one() -> None:
    forget_drawings(*modules("renderer.messina"))
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(draw, range(12)))
    assert together == [draw(n) for n in range(12)]
