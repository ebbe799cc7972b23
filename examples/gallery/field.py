"""A distance field: how far every square is from the nearest of two doors."""

import pathstar as ps

level = ps.maps.generate.random_obstacles(48, 24, density=0.15, seed=8)
grid = level.grid()
doors = [(0, 0), (47, 23)]
field = ps.distance_field(grid, doors)
ps.save_picture(grid, "field.svg", field=field.costs)
