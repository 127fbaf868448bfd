"""A storage in a fresh database of a real server."""

from collections.abc import AsyncIterator

import pytest

from storage import Address, Storage
from tests.storage.postgres.proxy import Proxy


@pytest.fixture
def where(address: Address) -> Address:
    return address


@pytest.fixture
async def proxy(address: Address) -> AsyncIterator[Proxy]:
    async with Proxy(address) as proxy:
        yield proxy


@pytest.fixture
async def beyond(proxy: Proxy) -> AsyncIterator[Storage]:
    """Yield the storage opened through the proxy."""
    storage = await Storage.open(proxy.address)
    yield storage
    proxy.open.set()
    proxy.cut()
    await storage.close()
