"""The clock by which an SVG film shows and hides its parts."""

from __future__ import annotations

from dataclasses import dataclass

_HOLD = 3.0  # seconds for which the end is shown


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a film.

    Attributes:
        name: Its identifier in the document.
        steps: The number of ticks.
        seconds: Their total time; the end is shown after that.
    """

    name: str
    steps: int
    seconds: float

    def element(self) -> str:
        """Return the element that ticks, and starts over after its end."""
        length = f'dur="{self.seconds + _HOLD:g}s" begin="0s;{self.name}.end"'
        animate = f'<animate id="{self.name}" attributeName="width" from="0" to="0" {length}/>'
        return f'<rect width="0" height="0">{animate}</rect>'

    def at(self, tick: float) -> str:
        """Return the moment of a tick."""
        return f"{self.name}.begin+{self.seconds * tick / max(1, self.steps):.4g}s"

    def shown(self, begin: int, end: int | None) -> tuple[str, str]:
        """Return the attribute and the child that show an element between two ticks; None means to the end.

        Elements shown at the end are also visible without animation.
        """
        if end is None:
            until = f'begin="{self.name}.begin" end="{self.at(begin)}"'
            return "", f'<set attributeName="visibility" to="hidden" {until}/>' if begin > 0 else ""
        during = f'begin="{self.at(begin)}" end="{self.at(end)}"'
        return ' visibility="hidden"', f'<set attributeName="visibility" to="visible" {during}/>'
