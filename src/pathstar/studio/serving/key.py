"""The key in the studio's address, and how the browser gets it."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import time
from pathlib import Path

_BYTES = 32
_SOON = 60.0  # seconds within which a browser starts


def key_for(port: int) -> str:
    """Return the key of the studio on a port.

    It is the same after a restart, so an open page finds its studio again. It comes from a secret that only
    this user can read; if none can be stored, the key is new each time.

    Args:
        port: The port of the studio.
    """
    secret = _kept_secret(_state_folder() / "studio-secret")
    return hmac.new(secret, f"studio {port}".encode(), hashlib.sha256).hexdigest()[:40]


class OneTimeLink:
    """A link that leads to an address with the key, only once and only for a minute.

    The browser is started with the link and not with the address, because every user of the machine can read
    the arguments of a program.

    Args:
        address: The path and query of the target, which contain the key.

    Example:
        >>> link = OneTimeLink("/?token=key")
        >>> link.follow(link.name), link.follow(link.name)
        ('/?token=key', '/')
    """

    def __init__(self, address: str) -> None:
        self.name = secrets.token_urlsafe(24)
        self._address = address
        self._until = time.monotonic() + _SOON

    def follow(self, name: str) -> str:
        """Return the target of a link: a page without the key, unless it is this link and unused."""
        is_this = hmac.compare_digest(name.encode(), self.name.encode())
        if not is_this or time.monotonic() > self._until:
            return "/"
        address, self._address = self._address, "/"
        return address


def _state_folder() -> Path:
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return base / "pathstar"


def _kept_secret(file: Path) -> bytes:
    fresh = secrets.token_bytes(_BYTES)
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as made:  # noqa: PTH123
            made.write(fresh)
        return fresh
    except FileExistsError:
        pass
    except OSError:
        return fresh
    try:
        kept = file.read_bytes()
    except OSError:
        return fresh
    is_private = os.name == "nt" or (file.stat().st_mode & 0o077) == 0
    return kept if len(kept) == _BYTES and is_private else fresh
