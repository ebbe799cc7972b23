"""Builds the site: the pages of docs, the reference from docstrings, a gallery, traces to play, plots."""
