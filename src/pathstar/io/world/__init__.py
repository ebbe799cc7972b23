"""Maps with a place in the world: those of robots, and rasters of the earth."""
