"""The words of a picture: F, G and H, names and titles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.shapes import Words
from pathstar.viz.ground import colours
from pathstar.viz.layouts.lattice import Spot
from pathstar.viz.layouts.sheet import Sheet
from pathstar.viz.look import LOOK
from pathstar.viz.marks import CURRENT
from pathstar.viz.scene import Scene, Values
from pathstar.viz.theme import RGB, Theme, mix

_WIDTH = 0.62  # of a letter, as a share of its size
_MOST_LETTERS = 7.5  # in a line of a cell; decimals are dropped first
_WHOLE_LETTERS = 5.8625  # in a line of a cell without making them smaller
_KEY_LETTERS = 4  # in a line of a cell with room only for F


def sum_words(f: float, g: float, digits: int) -> tuple[str, str, str, float]:
    """Return F, G and H so that they add up as shown, and the length of G and H in letters.

    Args:
        f: F.
        g: G.
        digits: The maximum number of decimals.

    Example:
        >>> sum_words(54.0, 14.0, 2)
        ('54', '14', '40', 4.0)
        >>> sum_words(21.2132, 10.142, 1)
        ('21.2', '10.1', '11.1', 7.0)
    """
    total, so_far = round(f, digits), round(g, digits)
    words = [f"{part:.7g}" for part in (total, so_far, round(total - so_far, digits))]
    length = sum(map(len, words[1:])) - 0.5 * sum(word.count(".") for word in words[1:])
    return words[0], words[1], words[2], length


def _digits_of(sums: list[tuple[float, float]], fits: Callable[[float, float, int], bool]) -> int:
    """Return the number of decimals that all cells have, so that equal numbers look equal in all of them.

    A cell in which not even whole numbers fit does not count.
    """
    least = 2
    for f, g in sums:
        least = next((digits for digits in range(least, -1, -1) if fits(f, g, digits)), least)
    return least


def _sum_fits(f: float, g: float, digits: int) -> bool:
    return sum_words(f, g, digits)[3] <= _MOST_LETTERS


def _key_fits(f: float, _: float, digits: int) -> bool:
    return len(sum_words(f, 0.0, digits)[0]) <= _KEY_LETTERS


def numbers(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Words]:
    """Write F (bold), G and H of each opened cell where its layout has them, or F alone in small cells."""
    if scene.values is None or not (sheet.wordy or sheet.keyed):
        return
    cells, layout = scene.values.cells, sheet.layout
    sums, greedy = _shown_sums(scene.values)
    digits = _digits_of(sums, _sum_fits if sheet.wordy else _key_fits)
    covered = _covered_cells(scene, sheet)
    rims = _rims(scene, theme, cells)
    centres, forms = (layout.at(cells) * sheet.scale).tolist(), layout.forms(cells).tolist()
    for cell, form, (x, y), (f, g), rim in zip(cells.tolist(), forms, centres, sums, rims, strict=True):
        if not layout.shown[cell] or cell in covered:
            continue
        *words, length = sum_words(f, g, digits)
        if length > _MOST_LETTERS:
            *words, length = sum_words(f, g, 0)
        if layout.network:
            text = f"H {words[0]}" if greedy else "F {}  G {}  H {}".format(*words)
            at, size = (x, y + sheet.unit * 1.12), max(10.0, sheet.unit * 0.24)
            yield Words(at, text, size, theme.text, theme.page, "middle")
            continue
        if not sheet.wordy or length > _MOST_LETTERS:
            words = [words[0] if sheet.wordy or len(words[0]) <= _KEY_LETTERS else "", "", ""]
        elif greedy:
            words = ["", "", words[0]]
        fit = min(1.0, _WHOLE_LETTERS / length)
        yield from _in_cell(words, fit, (x, y), layout.numbers[form], sheet.unit, theme.text_on(rim), rim)


def _shown_sums(values: Values) -> tuple[list[tuple[float, float]], bool]:
    """Return F and G of each cell, and whether only H is shown: in greedy search, where F is H."""
    totals, so_far, estimates = values.sums
    greedy = bool((totals == estimates).all() and so_far.any())
    shown = np.zeros_like(so_far) if greedy else so_far
    return list(zip(totals.tolist(), shown.tolist(), strict=True)), greedy


def _covered_cells(scene: Scene, sheet: Sheet) -> set[int]:
    """Return the cells of ends, whose marks leave no room for F alone."""
    ends = [] if sheet.wordy else [end for end in (scene.start, scene.goal, *scene.via) if end is not None]
    return set(sheet.layout.cells(np.array(ends)).tolist())


def _rims(scene: Scene, theme: Theme, cells: NDArray[np.int64]) -> Iterator[RGB]:
    """Yield the colour of each cell, which goes around its numbers."""
    palette, kinds = colours(theme)[scene.inks.ravel()[cells]], scene.search
    for cell, (red, green, blue) in zip(cells.tolist(), palette.tolist(), strict=True):
        rim: RGB = (red, green, blue)
        current = kinds is not None and kinds.flat[cell] == CURRENT
        yield mix(rim, theme.current, LOOK["wash"]["current"]) if current else rim


def _in_cell(
    words: list[str],
    fit: float,
    centre: tuple[float, float],
    spots: Sequence[Spot],
    side: float,
    ink: RGB,
    rim: RGB,
) -> Iterator[Words]:
    """Write F, G and H of one cell, as far as they are not empty.

    Args:
        words: F, G and H.
        fit: The size of G and H as a share of the usual one.
        centre: The centre of the cell in pixels.
        spots: Where they stand, in sides of a cell from its centre.
        side: The side of a cell in pixels.
        ink, rim: The colours of the numbers and of the cell.
    """
    look = LOOK["number"]
    size = min(max(look["least"], side * look["size"]), look["most"])
    for (dx, dy, anchor), text, share in zip(spots, words, (1.08, fit, fit), strict=True):
        if text:
            at = (centre[0] + dx * side, centre[1] + dy * side)
            yield Words(at, text, size * share, ink, rim, anchor, bold=share > 1)


def labels(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Words]:
    """Write labels at the lower edge of cells, if there is room."""
    if not sheet.pointed or (scene.values is not None and sheet.wordy):  # F, G and H are there
        return
    size = max(LOOK["number"]["least"], sheet.unit * LOOK["number"]["size"])
    cells = np.array([cell for cell, _ in scene.labels], np.int64)
    for (_, text), (x, y) in zip(scene.labels, (sheet.layout.at(cells) * sheet.scale).tolist(), strict=True):
        at = (x, y + sheet.unit * 0.4)
        yield Words(at, text, size, theme.text, theme.halo, "middle", bold=True)


def names(scene: Scene, theme: Theme, sheet: Sheet) -> Iterator[Words]:
    """Write the name of each node below it, or above it where that would cover another name."""
    layout = sheet.layout
    if layout.names is None or not sheet.detailed:
        return
    size = max(10.0, min(18.0, sheet.unit * 0.3))
    taken: list[tuple[float, float, float]] = []  # left, right and baseline
    for (x, y), name in zip((layout.centres * sheet.scale).tolist(), layout.names, strict=True):
        half = min(size * _WIDTH * len(name), sheet.width) / 2
        middle = min(max(x, half), sheet.width - half)
        below, above = y + sheet.unit / 2 + size * 0.95, y - sheet.unit / 2 - size * 0.35
        covers = (
            left < middle + half and middle - half < right and abs(line - below) < size
            for left, right, line in taken
        )
        line = above if any(covers) else below
        taken.append((middle - half, middle + half, line))
        yield Words((middle, line), name, size, theme.text, theme.page, "middle", bold=True, names=(x, y))


def titles(theme: Theme, sheet: Sheet) -> Iterator[Words]:
    """Write the titles of floors."""
    size = max(10.0, min(18.0, sheet.scale * 0.6))
    for x, y, text in sheet.layout.titles:
        yield Words((x * sheet.scale, y * sheet.scale), text, size, theme.text, central=True, bold=True)
