"""Functions of other pathfinding packages, under their names, run by pathstar.

A program changes one import and keeps the rest: ``from skimage.graph import route_through_array`` becomes
``from pathstar.compat.skimage import route_through_array``. No module here needs the package that it
replaces.

Example:
    >>> import numpy as np
    >>> from pathstar.compat.skimage import route_through_array
    >>> route_through_array(np.array([[1.0, 9.0, 1.0], [1.0, 1.0, 1.0]]), (0, 0), (0, 2))[0]
    [(0, 0), (1, 1), (0, 2)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.compat import arcade as arcade
    from pathstar.compat import pathfinding as pathfinding
    from pathstar.compat import pyastar2d as pyastar2d
    from pathstar.compat import skimage as skimage
    from pathstar.compat import tcod as tcod
    from pathstar.compat import untold as untold

__getattr__, __dir__ = lazy_names(
    __name__, {}, ["arcade", "pathfinding", "pyastar2d", "skimage", "tcod", "untold"]
)
