"""Show values as short texts."""

from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import datetime, timedelta
from typing import Any

from tests.rules_service.house import NOON


def text(value: Any) -> str:
    """Return a short text for a value. Times are relative to noon of the first day."""
    if isinstance(value, datetime):
        return str(value - NOON).replace(" days, ", "d+").replace(" day, ", "d+").removesuffix(":00")
    if isinstance(value, timedelta):
        return str(value)
    if is_dataclass(value):
        values = ((one, getattr(value, one.name)) for one in fields(value))
        return ", ".join(f"{one.name}={text(what)}" for one, what in values if what not in (usual(one), None))
    if isinstance(value, dict):
        return f"{{{', '.join(f'{text(key)}: {text(one)}' for key, one in value.items())}}}"
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(map(text, value))}]"
    return str(value)


def usual(one: Field[Any]) -> Any:
    """Return the default value of a field."""
    return one.default if one.default_factory is MISSING else one.default_factory()


def differences(old: Any, new: Any) -> str:
    """Return, as text, the values of the new record that differ from those of the old one."""
    names = [one.name for one in fields(new) if getattr(old, one.name) != getattr(new, one.name)]
    return ", ".join(f"{name}={text(getattr(new, name))}" for name in names)
