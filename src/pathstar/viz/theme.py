"""The palette of all pictures: the terminal, PNG, SVG, notebooks and the studio.

It follows the classic beginner's guide to A*: walls are a calm blue, open squares are outlined light green,
closed ones light blue, the start is green, the target red, and the path is a row of dots. Both themes use the
same hue for a role. The hues follow Okabe and Ito, so they stay distinguishable under red-green and
blue-yellow colour blindness. No colour alone carries a meaning: an outline, a shape or a letter says the
same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_name, checked_whole

RGB = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one look, by role.

    Attributes:
        name: Its name.
        page: The area around the picture.
        text: Text on the page and on plain floor.
        muted: Secondary text on the page.
        line: The lines between large squares.
        floor: Walkable ground, the cheapest if costs differ.
        dear: The most expensive ground; the shades lead here from ``floor``.
        wall: Ground that cannot be entered.
        unknown: Ground that has not been seen.
        open: Squares on the open list.
        closed: Squares on the closed list.
        current: The square being expanded.
        start: The start.
        goal: The goal.
        path: The path.
        halo: The thin rim that separates path, start and goal from any ground.
        tint: How strongly open and closed tint a small square, from 0 to 1.
        field: The shades of an overlaid field, from low to high.
        accent: Buttons and links in the pages.
        terrain: The ground of each terrain with a look of its own, by its name.
    """

    name: str
    page: RGB
    text: RGB
    muted: RGB
    line: RGB
    floor: RGB
    dear: RGB
    wall: RGB
    unknown: RGB
    open: RGB
    closed: RGB
    current: RGB
    start: RGB
    goal: RGB
    path: RGB
    halo: RGB
    tint: float
    field: tuple[RGB, ...]
    accent: RGB
    terrain: Mapping[str, RGB]

    def filled(self, role: str) -> RGB:
        """Return the colour of a small floor square that a search role (open, closed, current) tints.

        Raises:
            OptionError: There is no such role.
        """
        return mix(self.floor, getattr(self, checked_name("role", role, _TINTING)), self.tint)

    def text_on(self, ground: RGB) -> RGB:
        """Return black or white ink, whichever reads better on a ground.

        Raises:
            OptionError: The ground is not three numbers from 0 to 255.
        """
        colour = _checked_colour(ground)
        return max(_INKS, key=lambda ink: contrast(ink, colour))

    def ramp(self, levels: int) -> NDArray[np.uint8]:
        """Return the shades from the cheapest to the most expensive ground, uint8 ``(levels, 3)``.

        Raises:
            OptionError: The number of levels is not a whole number from 0 to 65,536.
        """
        return _ramp((self.floor, self.dear), levels)

    def field_ramp(self, levels: int) -> NDArray[np.uint8]:
        """Return the shades of an overlaid field from low to high, uint8 ``(levels, 3)``.

        Raises:
            OptionError: The number of levels is not a whole number from 0 to 65,536.
        """
        return _ramp(self.field, levels)


_INKS: tuple[RGB, RGB] = ((16, 20, 26), (255, 255, 255))
_TINTING = ("open", "closed", "current")
_MOST_LEVELS = 65_536


def rgb(code: str) -> RGB:
    """Return the three components of a colour ``#rrggbb``.

    Example:
        >>> rgb("#00664f")
        (0, 102, 79)
    """
    red, green, blue = bytes.fromhex(code.lstrip("#"))
    return red, green, blue


def hex_of(colour: RGB) -> str:
    """Return a colour in the notation of SVG and CSS.

    Example:
        >>> hex_of((0, 102, 79))
        '#00664f'
    """
    return "#" + bytes(int(part) for part in colour).hex()


def mix(a: RGB, b: RGB, share: float) -> RGB:
    """Return the colour that lies a share of the way from one to another.

    Example:
        >>> mix((0, 0, 0), (255, 255, 255), 0.2)
        (51, 51, 51)
    """
    red, green, blue = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return red, green, blue


def contrast(a: RGB, b: RGB) -> float:
    """Return the contrast of two colours as WCAG 2 defines it: from 1 to 21; text should have 4.5.

    Example:
        >>> contrast((0, 0, 0), (255, 255, 255))
        21.0
    """
    low, high = sorted((_luminance(a), _luminance(b)))
    return (high + 0.05) / (low + 0.05)


def _checked_colour(ground: Any) -> RGB:
    try:
        red, green, blue = ground
        if 0 <= red <= 255 and 0 <= green <= 255 and 0 <= blue <= 255:
            return red, green, blue
    except (TypeError, ValueError):
        pass
    raise OptionError(f"ground is {ground!r}; allowed: red, green and blue, numbers from 0 to 255")


def _luminance(colour: RGB) -> float:
    parts = (part / 255 for part in colour)
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _ramp(stops: tuple[RGB, ...], levels: int) -> NDArray[np.uint8]:
    at = np.linspace(0, 1, checked_whole("levels", levels, 0, _MOST_LEVELS))
    known = np.linspace(0, 1, len(stops))
    parts = [np.interp(at, known, [stop[part] for stop in stops]) for part in range(3)]
    return np.round(np.stack(parts, axis=-1)).astype(np.uint8)


def _terrain(**codes: str) -> dict[str, RGB]:
    return {name: rgb(code) for name, code in codes.items()}


THEMES: dict[str, Theme] = {
    theme.name: theme
    for theme in (
        Theme(
            name="light",
            page=rgb("#ffffff"),
            text=rgb("#1b2430"),
            muted=rgb("#55606e"),
            line=rgb("#e2ddd0"),
            floor=rgb("#f6f3ec"),
            dear=rgb("#aa9e78"),
            wall=rgb("#426083"),
            unknown=rgb("#a1aaa2"),
            open=rgb("#7fd155"),
            closed=rgb("#3ba7ee"),
            current=rgb("#ffe033"),
            start=rgb("#00664f"),
            goal=rgb("#be2200"),
            path=rgb("#cf1296"),
            halo=rgb("#ffffff"),
            tint=0.51,
            field=(rgb("#fdf7d9"), rgb("#e8c559"), rgb("#b98a3c"), rgb("#6f5b54"), rgb("#33405c")),
            accent=rgb("#17325f"),
            terrain=_terrain(
                water="#9cc4e0",
                swamp="#a9b796",
                sand="#ecdba6",
                grass="#d0e2b2",
                forest="#93b98c",
                hills="#cdb891",
                rock="#8d8f92",
                road="#cbc8c1",
            ),
        ),
        Theme(
            name="dark",
            page=rgb("#0d1117"),
            text=rgb("#e8ecf2"),
            muted=rgb("#9aa5b3"),
            line=rgb("#2a323d"),
            floor=rgb("#1d232c"),
            dear=rgb("#6e6834"),
            wall=rgb("#526382"),
            unknown=rgb("#826574"),
            open=rgb("#baff85"),
            closed=rgb("#41c5fc"),
            current=rgb("#ffe033"),
            start=rgb("#0ac199"),
            goal=rgb("#fe5932"),
            path=rgb("#e774dc"),
            halo=rgb("#0d1117"),
            tint=0.637,
            field=(rgb("#1a2440"), rgb("#4a4a68"), rgb("#86705f"), rgb("#c79f52"), rgb("#f5df8d")),
            accent=rgb("#2db6ff"),
            terrain=_terrain(
                water="#1f4766",
                swamp="#3a4832",
                sand="#5c5130",
                grass="#2d4a2b",
                forest="#173d26",
                hills="#54432e",
                rock="#4a4f57",
                road="#3a4049",
            ),
        ),
    )
}


def theme_named(theme: str | Theme) -> Theme:
    """Return a theme by its name; a `Theme` is returned as it is.

    Raises:
        OptionError: There is no theme of that name.

    Example:
        >>> theme_named("dark").path
        (231, 116, 220)
    """
    if isinstance(theme, Theme):
        return theme
    return THEMES[checked_name("theme", theme, THEMES)]
