"""Terrain: a detour over cheap ground costs less than the straight way."""

import numpy as np

import pathstar as ps

y, x = np.mgrid[0:24, 0:48]
cost = 1 + 8 * np.exp(-((x - 24) ** 2 + (y - 10) ** 2) / 60)
path = ps.find_path(ps.Grid(np.ones(cost.shape), cost=cost), (2, 10), (45, 12))
ps.save_picture(path, "terrain.svg")
