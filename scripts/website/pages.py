"""The documents as the pages of a site: every file that a link leads to, with adapted links."""

from __future__ import annotations

import os
import re
from pathlib import Path

SECTIONS = {
    "Tutorial": ("tutorial",),
    "How-to": ("howto",),
    "Reference": ("reference",),
    "API": ("api",),
    "Algorithms": ("algorithms",),
    "Gallery": ("gallery",),
    "Benchmarks": ("benchmarks",),
    "Project": ("project", "studio"),
}
"""The tabs of the site, and the folders whose pages each has."""
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


def navigation(site: Path) -> list[tuple[str, str | list[str]]]:
    """Return the titles of the site's tabs and the pages of each; a tab with a single page is that page.

    Raises:
        ValueError: A page is in no tab.
    """
    pages = sorted(page.relative_to(site).as_posix() for page in site.rglob("*.md"))
    tabs: list[tuple[str, str | list[str]]] = [("Documents", "README.md")]
    for title, folders in SECTIONS.items():
        own = [page for folder in folders for page in pages if page.startswith(f"{folder}/")]
        own.sort(key=lambda page: not page.endswith("/index.md"))
        if own:
            tabs.append((title, own[0] if len(own) == 1 else own))
        pages = [page for page in pages if page not in own]
    if pages != ["README.md"]:
        raise ValueError(f"no tab has these pages: {pages}")
    return tabs


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
