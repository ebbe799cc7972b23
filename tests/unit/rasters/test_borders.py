"""The cells along the borders of tiles: which they are, and that each has one number."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pathstar.rasters.tiles.borders import Borders, places_in
from pathstar.rasters.tiles.layout import Layout

SIDES = st.lists(st.integers(1, 9), min_size=1, max_size=4)


@given(SIDES, SIDES, st.integers(1, 3), st.booleans())
def test_a_cell_has_one_number_for_its_tile_and_those_beside_it(
    heights: list[int], widths: list[int], reach: int, wrap: bool
) -> None:
    wrap = wrap and sum(widths) >= 8  # as a raster that wraps must have
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
        frame = (y * layout.shape[1] + x)[near < reach]
        window = layout.window(tile)
        np.testing.assert_array_equal(window.cells(places_in(window.shape, window.margins, reach)[1]), frame)
        cells[borders.frame(tile)] = frame
    assert sorted(cells.tolist()) == sorted(set(cells.tolist()))
    for tile in range(len(layout)):
        margin = borders.margin(tile)
        assert len(margin) == np.prod(layout.window(tile).shape) - np.prod(
            [side.stop - side.start for side in layout.box(tile)]
        )
        np.testing.assert_array_equal(cells[borders.beyond(tile)], margin)
