"""The fast deflate compression that is installed."""

try:
    from isal import isal_zlib as quick
except ImportError:  # It is not available on every machine; zlib takes four times as long for about the same size.
    import zlib as quick  # type: ignore[no-redef]

__all__ = ["quick"]
