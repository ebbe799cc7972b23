"""Messages read back from JSON."""

from __future__ import annotations

from typing import Any

from pathstar.words import Say, Value, catalogue


def value_of(read: Any) -> Value:
    """Return a JSON value as a Python value."""
    if isinstance(read, dict):
        return Say(read["say"], {name: value_of(each) for name, each in read.get("with", {}).items()})
    return tuple(map(value_of, read)) if isinstance(read, list) else read


def said(read: Any) -> str:
    """Return a JSON message in English; empty for null."""
    return "" if read is None else catalogue("en").text(value_of(read))
