"""Numbers, places and what a place is called, as sentences have them."""

from __future__ import annotations

from collections.abc import Sequence

from pathstar.spaces.base import Place

_ROUNDING = 8 * 2.0**-52


def same(a: float, b: float) -> bool:
    """Return whether two costs are equal up to the rounding of native units to floats."""
    return abs(a - b) <= _ROUNDING * max(abs(a), abs(b))


def number(value: float) -> str:
    """Write a cost shortly: two digits after the point, or four that count where it is small or very large.

    Example:
        >>> number(14.0), number(14.142135), number(0.00012345), number(2.5e9)
        ('14', '14.14', '0.0001234', '2.5e+09')
    """
    if value == 0 or 0.1 <= abs(value) < 1e6:
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return f"{value:.4g}"


def numbers(a: float, b: float) -> tuple[str, str]:
    """Write two costs so that they look different if they are.

    Example:
        >>> numbers(20.0, 14.0), numbers(1.00001, 1.00002)
        (('20', '14'), ('1.00001', '1.00002'))
    """
    if ((short := (number(a), number(b))) and short[0] != short[1]) or a == b:
        return short
    for digits in range(3, 17):
        longer = f"{a:.{digits}g}", f"{b:.{digits}g}"
        if longer[0] != longer[1]:
            return longer
    return repr(a), repr(b)


def place_words(place: Place) -> str:
    """Write a place: a cell's coordinates, or a node's name.

    Example:
        >>> place_words((3, 4)), place_words("kamchatka")
        ('(3, 4)', 'kamchatka')
    """
    return str(place)


def counted(number: int, noun: str) -> str:
    """Write how many there are of something.

    Example:
        >>> counted(1, "square"), counted(1000, "box")
        ('1 square', '1000 boxes')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {plural(noun)}"


def plural(noun: str) -> str:
    """Return the plural of what a place is called."""
    return noun + ("es" if noun.endswith("x") else "s")


def listing(places: Sequence[Place], most: int = 8) -> str:
    """Write places as a list, the last ones as a number if there are too many.

    Example:
        >>> listing([(0, 0), (1, 0), (2, 0)]), listing([(0, 0), (1, 0), (2, 0)], most=1)
        ('(0, 0), (1, 0) and (2, 0)', '(0, 0) and 2 more')
    """
    words = [place_words(place) for place in places[:most]]
    if len(places) > most:
        words.append(f"{len(places) - most} more")
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
