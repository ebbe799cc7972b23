"""Exact cost-distance in tiles: in memory, on disk, on a cluster."""
