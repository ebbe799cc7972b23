"""Single key presses, without Enter, on the terminals of every system."""

from __future__ import annotations

import codecs
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Read = Callable[[float | None], str]

# The byte sequences of terminals, and the codes of the Windows console, for each key.
_KEYS = {
    "right": ("\x1b[C", "\x1bOC", "\xe0M", "\x00M", "\r", "\n", "."),
    "left": ("\x1b[D", "\x1bOD", "\xe0K", "\x00K", ","),
    "up": ("\x1b[A", "\x1bOA", "\x1b[5~", "\xe0H", "\x00H", "\xe0I", "\x00I"),
    "down": ("\x1b[B", "\x1bOB", "\x1b[6~", "\xe0P", "\x00P", "\xe0Q", "\x00Q"),
    "home": ("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "\xe0G", "\x00G"),
    "end": ("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "\xe0O", "\x00O"),
    "space": (" ",),
    "faster": ("+", "="),
    "slower": ("-",),
    "quit": ("q", "Q", "\x1b", "\x04", "\x00"),  # a Ctrl+D from before the keyboard was taken over is a zero
}
_SENT = {sent: key for key, all_sent in _KEYS.items() for sent in all_sent}
_POLL = 0.02  # seconds between two polls of the Windows keyboard
_REST = 0.05  # seconds within which the rest of a sequence follows its Escape

# One key: a sequence that begins with ESC [ or ESC O, complete or not, or a single character.
_KEY = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]?|O[ -~]?)?|[^\x1b]", re.DOTALL)
_BEGUN = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)?")


def key_of(sent: str) -> str:
    """Return the name of a key from the characters that a terminal sends; empty for a key without a meaning.

    Example:
        >>> key_of(" "), key_of("q"), key_of("x")
        ('space', 'quit', '')
    """
    return _SENT.get(sent, "")


@contextmanager
def keyboard() -> Iterator[Read]:
    """Take over the keyboard, and release it afterwards.

    Yields:
        A function that waits for a key, at most the given number of seconds (None: for ever), and returns its
        name; empty if no key came, or one without a meaning.
    """
    if sys.platform == "win32":
        yield _windows_key
        return
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal, termios.TCSANOW)  # keeps the keys that were pressed before
    try:
        yield Keys(lambda seconds: _arrived(terminal, seconds))
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


class Keys:
    """Splits the input of a terminal into keys, one for each call.

    One read may bring several keys, or a part of one. The rest is kept for the next call.

    Args:
        arrived: Waits at most the given number of seconds (None: for ever) and returns the input: None for
            nothing, ``b""`` at the end of the input.
    """

    def __init__(self, arrived: Callable[[float | None], bytes | None]) -> None:
        self._arrived = arrived
        self._text = codecs.getincrementaldecoder("utf-8")("replace")
        self._sent = ""
        self._ended = False

    def __call__(self, seconds: float | None) -> str:
        """Return the name of the next key; see `keyboard`."""
        if not self._sent:
            self._read(seconds)
        while _BEGUN.fullmatch(self._sent) and self._read(_REST):
            pass  # the rest of a sequence
        if not self._sent:
            return "quit" if self._ended else ""
        match = _KEY.match(self._sent)
        assert match is not None
        self._sent = self._sent[match.end() :]
        return key_of(match[0])

    def _read(self, seconds: float | None) -> bool:
        """Read the pending input; return whether there was any."""
        read = None if self._ended else self._arrived(seconds)
        if read is None:
            return False
        self._ended = not read
        self._sent += self._text.decode(read, final=self._ended)
        return True


def _arrived(terminal: int, seconds: float | None) -> bytes | None:
    import select

    return os.read(terminal, 1024) if select.select([terminal], [], [], seconds)[0] else None


def _windows_key(seconds: float | None) -> str:
    if sys.platform != "win32":
        raise OSError("the Windows console is not available on this system")
    import msvcrt

    end = None if seconds is None else time.monotonic() + seconds
    while not msvcrt.kbhit():
        if end is not None and time.monotonic() > end:
            return ""
        time.sleep(_POLL)
    first = msvcrt.getwch()
    if first == "\x03":
        raise KeyboardInterrupt
    return key_of(first + msvcrt.getwch() if first in "\x00\xe0" else first)
