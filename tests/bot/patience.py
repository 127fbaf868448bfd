"""A simulated Discord with more patience, which waits longer for the bot while other processes use the CPU cores."""

from typing import Any

from local_table.simulation import SimulatedDiscord
from tests.bot import cores


class PatientDiscord(SimulatedDiscord):
    """Gives the bot more time to settle if other processes kept it waiting."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._kept_waiting = cores.kept_waiting()

    def _raise_unless_busy(self, error: TimeoutError) -> None:
        before, self._kept_waiting = self._kept_waiting, cores.kept_waiting()
        if cores.lost(before, self._kept_waiting) < self.settle_timeout / 2:
            raise error

    async def _settle_internal(self, **options: Any) -> None:
        while True:
            try:
                return await super()._settle_internal(**options)
            except TimeoutError as error:
                if options.get("_deadline") is not None:
                    raise  # This wait is part of letting time pass.
                self._raise_unless_busy(error)

    async def _advance_to(self, target: float, deadline: float) -> None:
        assert self._loop is not None
        while True:
            try:
                return await super()._advance_to(target, deadline)
            except TimeoutError as error:
                self._raise_unless_busy(error)
                deadline = self._loop.time() + self.settle_timeout
