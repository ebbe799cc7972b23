"""The documents as the pages of a site: every file that a link leads to, with adapted links."""

from __future__ import annotations

import os
import re
from pathlib import Path

_LINK = re.compile(r"(?P<before>\]\(|src=\")(?!https?:|mailto:|#)(?P<target>[^)#\s\"]+)")
_FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def place_of(path: Path, root: Path) -> Path:
    """Return where a file of the project is in the site: docs at the top, all else below ``project``.

    Example:
        >>> place_of(Path("/p/docs/howto/games.md"), Path("/p")).as_posix()
        'howto/games.md'
        >>> place_of(Path("/p/benchmarks/README.md"), Path("/p")).as_posix()
        'project/benchmarks/README.md'
    """
    inside = path.relative_to(root)
    return inside.relative_to("docs") if inside.parts[0] == "docs" else Path("project") / inside


def copy_pages(root: Path, site: Path) -> list[Path]:
    """Copy the documents, and the files that they link to, into a folder; return the pages there.

    Args:
        root: The project.
        site: The folder.
    """
    pages, waiting = [], [path for path in sorted((root / "docs").rglob("*")) if path.is_file()]
    seen = set(waiting)
    while waiting:
        path = waiting.pop()
        target = site / place_of(path, root)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".md":
            target.write_bytes(path.read_bytes())
            continue
        text, linked = relinked(path, root)
        target.write_text(text, encoding="utf-8")
        pages.append(target)
        new = [each for each in linked if each.is_file() and each not in seen]
        seen.update(new)
        waiting += new
    return sorted(pages)


def relinked(path: Path, root: Path) -> tuple[str, list[Path]]:
    """Return a document with its links adapted to the site, and the files to which they lead.

    A link to a folder becomes just its name, as a site shows no folders.
    """
    here, linked = place_of(path, root).parent, []

    def link(match: re.Match[str]) -> str:
        there = (path.parent / match["target"]).resolve()
        linked.append(there)
        return match["before"] + Path(os.path.relpath(place_of(there, root), here)).as_posix()

    parts = _FENCED.split(path.read_text(encoding="utf-8"))
    for number in range(0, len(parts), 2):  # between the fenced blocks
        parts[number] = _LINK.sub(link, _without_folders(parts[number], path.parent))
    return "".join(parts), linked


def _without_folders(text: str, beside: Path) -> str:
    def bare(match: re.Match[str]) -> str:
        return match[1] if (beside / match[2]).is_dir() else match[0]

    return re.sub(r"\[([^\]]+)\]\(([^)#\s]+)\)", bare, text)
