"""Levels of map editors: Tiled and LDtk."""
