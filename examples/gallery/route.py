"""The cheapest way around walls, and the squares that the search looked at."""

import pathstar as ps

level = ps.maps.generate.random_obstacles(48, 24, density=0.25, seed=8)
trace = ps.trace(level.grid(), (0, 0), (47, 23))
ps.save_picture(trace, "route.svg")
