"""PostgreSQL: the games outlive the host's disk, and several processes may share them."""

from storage.postgres.database import Database

__all__ = ["Database"]
