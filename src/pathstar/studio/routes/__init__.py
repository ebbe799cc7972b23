"""Calls of the page beside maps, searches and traces, each group in a module."""
