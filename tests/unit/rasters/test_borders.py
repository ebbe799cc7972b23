"""The cells along the borders of tiles: which they are, and that each has its own number."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pathstar.rasters.tiles.borders import Borders, frame_of, margin_of
from pathstar.rasters.tiles.layout import Layout

SIDES = st.lists(st.integers(1, 9), min_size=1, max_size=4)


@given(SIDES, SIDES, st.integers(1, 3), st.booleans())
def test_a_cell_has_one_number_for_its_tile_and_those_beside_it(
    heights: list[int], widths: list[int], reach: int, wrap: bool
) -> None:
    wrap = wrap and sum(widths) >= 8  # a raster that wraps needs that
    down, across = (tuple(np.cumsum([0, *sides]).tolist()) for sides in (heights, widths))
    layout = Layout(down, across, reach, wrap)
    borders = Borders(layout)
    cells = np.full(len(borders), -1)
    for tile in range(len(layout)):
        rows, columns = layout.box(tile)
        y, x = np.mgrid[rows, columns]
        near = np.minimum(
            np.minimum(y - rows.start, rows.stop - 1 - y), np.minimum(x - columns.start, columns.stop - 1 - x)
        )
        window = layout.window(tile)
        frame = window.cells(frame_of(window, reach))
        np.testing.assert_array_equal(frame, (y * layout.shape[1] + x)[near < reach])
        cells[borders.numbers(window, frame_of(window, reach))] = frame
    assert len(np.unique(cells)) == len(cells)
    for tile in range(len(layout)):
        window = layout.window(tile)
        margin = margin_of(window, reach)
        top, left = window.margins[:2]
        rows, columns = layout.box(tile)
        own_row = (margin.rows >= top) & (margin.rows < top + rows.stop - rows.start)
        own_column = (margin.columns >= left) & (margin.columns < left + columns.stop - columns.start)
        assert not (own_row & own_column).any()
        assert len(margin.rows) + (rows.stop - rows.start) * (columns.stop - columns.start) == np.prod(
            window.shape
        )
        np.testing.assert_array_equal(cells[borders.numbers(window, margin)], window.cells(margin))
