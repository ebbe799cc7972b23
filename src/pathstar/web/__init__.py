"""The pages: `lib` serves both, `studio` is the studio's page, `saved` that of one search in a file."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent


def text(name: str) -> str:
    """Return the content of one file of the pages, such as ``"lib/board.js"``."""
    return (FOLDER / name).read_text(encoding="utf-8")
