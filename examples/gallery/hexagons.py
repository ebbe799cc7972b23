"""Hexagons, and a path over them."""

import numpy as np

import pathstar as ps

free = np.random.default_rng(4).random((12, 20)) > 0.25
free[0, 0] = free[11, 19] = True
path = ps.find_path(ps.HexGrid(free), (0, 0), (19, 11))
ps.save_picture(path, "hexagons.svg")
