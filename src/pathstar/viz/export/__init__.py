"""Searches in files: films, pages, sheets."""
