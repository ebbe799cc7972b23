"""Step through a search in the terminal, with the board above and the reasons below."""

from __future__ import annotations

import io
import re
import shutil
import sys
import time
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING

from pathstar.cli.keys import Read, keyboard
from pathstar.words import Say, catalogue

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"  # the alternate screen, without a cursor
_HOME, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
_SPEEDS = (1, 2, 4, 8, 15, 30, 60, 120, 250, 500, 1000, 2000)
_WIDE = "\u2e80-\u9fff\uff00-\uffef"
_PARTS = re.compile(
    rf"\s*(?:[{_WIDE}]|[^\s{_WIDE}]+)[\u3001\u3002\uff09\uff0c\uff1a\uff1b]*"
)  # punctuation stays with the word before it
_LONGEST_WAIT = 1 / 15  # between frames; a fast player skips steps rather than slowing down


class Stepper:
    """A search, the step on the screen, and the effect of keys.

    Args:
        trace: The search.
        lang: The language of the text.
    """

    def __init__(self, trace: Trace, lang: str = "en") -> None:
        self.trace = trace
        self.lang = lang
        self.position = 0
        self.playing = False
        self.speed = 2
        self._exact = 0.0

    def press(self, key: str) -> bool:
        """Handle a key; return whether to go on."""
        steps: dict[str, Callable[[], int]] = {
            "right": lambda: self.position + 1,
            "left": lambda: self.position - 1,
            "down": lambda: self.position + 10,
            "up": lambda: self.position - 10,
            "home": lambda: 0,
            "end": lambda: len(self.trace),
        }
        if key in steps:
            self.playing = False
            self.go(steps[key]())
        elif key == "space":
            self.playing = not self.playing
            if self.playing and self.position == len(self.trace):
                self.go(0)
            self._exact = self.position
        elif key in ("faster", "slower"):
            self.speed = max(0, min(len(_SPEEDS) - 1, self.speed + (1 if key == "faster" else -1)))
        return key != "quit"

    def go(self, position: int) -> None:
        """Show the state after this many steps."""
        self.position = max(0, min(len(self.trace), position))

    def advance(self, seconds: float) -> None:
        """Advance the playback by some seconds."""
        self._exact += seconds * _SPEEDS[self.speed]
        self.go(int(self._exact))
        self.playing = self.position < len(self.trace)

    def screen(self, columns: int, lines: int) -> str:
        """Return the content of a screen of this size."""
        sentences = [line for text in self._sentences() for line in wrapped(text, columns - 1)]
        room = max(4, lines - 2 - min(len(sentences), max(3, lines // 2)))
        board = self._board(columns, room)
        sentences = sentences[: max(0, lines - 2 - len(board))]
        words = catalogue(self.lang)
        playing = Say("terminal.playing", {"count": _SPEEDS[self.speed]})
        state = words.text(playing if self.playing else Say("terminal.keys"))
        step = words.text(Say("terminal.step", {"step": self.position, "steps": len(self.trace)}))
        head = f"{step}   {state}"
        return "\n".join([*wrapped(head, columns - 1)[:1], *board, *sentences])

    def _sentences(self) -> list[str]:
        from pathstar.traces.explain import open_at_first

        if self.position == 0:
            if len(self.trace):
                return [catalogue(self.lang).text(open_at_first(self.trace))]
            return [str(self.trace.explain(lang=self.lang))]
        return [sentence.text for sentence in self.trace.explain(self.position - 1, self.lang)]

    def _board(self, columns: int, lines: int) -> list[str]:
        from pathstar.viz.printing import show
        from pathstar.viz.render.terminal import color_of

        picture = io.StringIO()
        show(
            self.trace,
            file=picture,
            width=columns,
            height=lines + 4,
            color=color_of(sys.stdout),
            theme="dark",
            caption=False,
            step=self.position,
        )
        return picture.getvalue().splitlines()


def wrapped(text: str, columns: int) -> list[str]:
    """Break a text into lines, even if it has no blanks and its letters are two columns wide.

    Example:
        >>> wrapped("a square is closed", 10), wrapped("关闭 (1, 2)。", 9)
        (['a square', 'is closed'], ['关闭 (1,', '2)。'])
    """
    lines = [""]
    for part in _PARTS.findall(text):
        if _width(lines[-1] + part) > columns and lines[-1]:
            lines.append("")
        lines[-1] += part if lines[-1] else part.lstrip()
        while _width(lines[-1]) > columns:  # a word longer than a line
            lines[-1:] = [lines[-1][:columns], lines[-1][columns:]]
    return lines


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def step_through(trace: Trace, lang: str = "en") -> None:
    """Let the user step through a search until they quit."""
    stepper = Stepper(trace, lang=lang)
    sys.stdout.write(_ENTER)
    try:
        with keyboard() as read:
            _loop(stepper, read)
    finally:
        sys.stdout.write(_LEAVE)
        sys.stdout.flush()


def _loop(stepper: Stepper, read: Read) -> None:
    going = True
    while going:
        columns, lines = shutil.get_terminal_size()
        words = stepper.screen(max(20, columns), max(10, lines))
        sys.stdout.write(_HOME + words.replace("\n", _CLEAR_LINE + "\n") + _CLEAR_LINE + _CLEAR_BELOW)
        sys.stdout.flush()
        begin = time.monotonic()
        key = read(max(_LONGEST_WAIT, 1 / _SPEEDS[stepper.speed]) if stepper.playing else None)
        if not key and stepper.playing:
            stepper.advance(time.monotonic() - begin)
        while key:  # keys that arrived together are drawn together
            going = stepper.press(key)
            key = read(0) if going else ""
