"""Crowds: units that walk freely between squares, avoiding walls and each other."""
