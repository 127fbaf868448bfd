"""A proxy for the server that can pause, delay and cut connections, and counts round trips."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from types import TracebackType

from storage.address import Address


class Proxy:
    """A proxy that listens on a port between a pool and its server."""

    def __init__(self, address: Address) -> None:
        self._there = address
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self.open = asyncio.Event()  # Cleared, it holds bytes back in both directions, as on a dead network.
        self.open.set()
        self.delay = 0.0  # The delay in each direction, in seconds.
        self.cut_at = b""  # A request with these bytes is carried out, but its reply is lost.
        self.trips = 0

    @property
    def address(self) -> Address:
        """Return the database's address through the proxy."""
        port = self._server.sockets[0].getsockname()[1]
        return replace(self._there, secret=self._there.secret.replace(f":{self._port}/", f":{port}/"))

    @property
    def _port(self) -> int:
        return int(self._there.host.rpartition(":")[2])

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        self.open.set()
        self.cut()

    def cut(self) -> None:
        """Close every connection."""
        for writer in self._writers:
            writer.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:  # The server is down.
            writer.close()
            return
        self._writers |= {writer, back}
        asked = False

        async def to_server() -> None:
            nonlocal asked
            while data := await reader.read(1 << 16):
                await self.open.wait()
                await asyncio.sleep(self.delay)
                self.trips += not asked
                asked = True
                if self.cut_at and self.cut_at in data:
                    self.open.clear()
                back.write(data)
                await back.drain()

        async def to_client() -> None:
            nonlocal asked
            while data := await there.read(1 << 16):
                asked = False
                if self.cut_at and not self.open.is_set():
                    self.cut_at = b""
                    self.open.set()
                    break
                await self.open.wait()
                await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()

        ways = [asyncio.ensure_future(to_server()), asyncio.ensure_future(to_client())]
        with suppress(OSError):
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        for end in (writer, back):
            self._writers.discard(end)
            end.close()
