"""Maps that know where they lie: those of robots, and rasters of the earth."""
