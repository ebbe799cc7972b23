"""The parts of the comparison: scenario queries, one step, a weighted map, roads, hexagons, voxels."""
