"""Crowds: units that walk freely between squares, and keep out of walls and of each other's way."""
