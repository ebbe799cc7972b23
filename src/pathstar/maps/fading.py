"""How far a layer has faded since its values were last written."""

from __future__ import annotations

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_number


class Clock:
    """The clock of one layer.

    Attributes:
        now: The time of the last call.
        least: Values nearer to 0 than this become 0 when they are written.
        rise: The factor by which the values in the layer are larger than they should be now.
    """

    __slots__ = ("least", "now", "rise")

    def __init__(self, now: float) -> None:
        self.now = now
        self.least = 0.0
        self.rise = 1.0

    def advance(self, now: float, half_life: float, least: float) -> None:
        """Set the time.

        Raises:
            OptionError: It is before the last one.
        """
        if now < self.now:
            raise OptionError(f"now is {now!r}, before {self.now!r}, the time of the last call")
        self.rise *= 2.0 ** min((now - self.now) / half_life, 1000.0)
        self.rise = min(self.rise, 1e300)
        self.now = now
        self.least = least

    def written(self) -> None:
        """Note that the layer holds the right values."""
        self.rise = 1.0


def checked_fading(half_life: object, now: object, step: object, least: object) -> tuple[float, ...]:
    """Return the numeric arguments of `Map.fade`, checked.

    Raises:
        OptionError: A number is not allowed.
    """
    return (
        checked_number("half_life", half_life, above=0),
        checked_number("now", now),
        checked_number("step", step, 0, 1),
        checked_number("least", least, 0),
    )
