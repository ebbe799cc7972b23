"""Maps for triangles, made from maps for squares."""

from __future__ import annotations

import numpy as np

from pathstar.maps.map import Map


def in_pairs(map: Map, width: int) -> Map:
    """Return a map of this width that has each column twice.

    Of two triangles side by side, one touches the pair above and the other the pair below. So on a
    `TriangleGrid` the pairs are connected like the squares of the map; single triangles would not be.

    Args:
        map: The map. Its terrain, or where one can walk, is kept; marks and other layers are not.
        width: Up to twice the width of the map; the last columns are cut off.

    Example:
        >>> import pathstar as ps
        >>> from pathstar.maps.generate import maze
        >>> pairs = in_pairs(maze(5, 5, seed=1), 10)
        >>> bool(ps.find_path(ps.TriangleGrid.of(pairs), (2, 1), (7, 3)))
        True
    """

    def twice(cells: np.ndarray) -> np.ndarray:
        return np.repeat(cells, 2, axis=1)[:, :width]

    if map.terrain is None:
        return Map(twice(map.passable), name=map.name)
    return Map.from_terrain(twice(map.terrain), map.legend, name=map.name)
