"""The address of a PostgreSQL database. The password in it is never shown."""

from dataclasses import dataclass, field
from urllib.parse import SplitResult, parse_qsl, unquote, urlencode, urlsplit

SCHEMES = ("postgres", "postgresql")
WRONG = (
    "{name} is not a valid PostgreSQL URL: {why}. Example: postgresql://user:password@host:5432/games."
    " Percent-encode special characters in the user and password."
)


class BadAddress(Exception):
    """The text is not the address of a PostgreSQL database. The message says why and quotes none of it."""


@dataclass(frozen=True)
class Address:
    """The address of a database. Its `str` and `repr` leave out the password."""

    secret: str = field(repr=False)  # the complete URL
    database: str
    host: str  # host name and port

    def __str__(self) -> str:
        return f"the database {self.database} at {self.host}"

    def without(self, *parameters: str) -> str:
        """Return the URL with its password, but without these query parameters."""
        parts = urlsplit(self.secret)
        query = [(name, value) for name, value in parse_qsl(parts.query, True) if name not in parameters]
        return parts._replace(query=urlencode(query)).geturl()


def read_address(text: str, name: str) -> Address:
    """Parse a URL, the value of the setting ``name``. Raise BadAddress if it is not valid."""
    try:
        parts = urlsplit(text)
        why = wrong(text, parts)
        port = 0 if why else parts.port or 5432
    except ValueError:
        why, port = "its host or port is invalid", 0
    if why:
        raise BadAddress(WRONG.format(name=name, why=why)) from None
    return Address(text, unquote(parts.path[1:]), f"{parts.hostname or 'this machine'}:{port}")


def wrong(text: str, parts: SplitResult) -> str:
    """Return what is wrong with an address, or "" if nothing is. The port is not checked."""
    if parts.scheme not in SCHEMES:
        return f"it does not start with {SCHEMES[1]}://"
    if "#" in text:
        return "it contains a #"
    if any(character.isspace() for character in text):
        return "it contains a space or a line break"
    if not parts.hostname and "host=" not in parts.query:
        return "it names no host"
    if not parts.path.strip("/") or "/" in parts.path[1:]:
        return "it must name exactly one database after the host"
    return ""
