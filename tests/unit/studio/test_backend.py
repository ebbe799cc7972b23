"""The page reaches its server through a single file, so that it can have another back end."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PAGE = next((ROOT / "src").rglob("backend.js")).parents[1]
CALLS = re.compile(r"/api/|x-pathstar-token|\bfetch\(")


def test_only_the_server_s_file_calls_the_server() -> None:
    calling = {path.name for path in PAGE.rglob("*.js") if CALLS.search(path.read_text(encoding="utf-8"))}
    assert calling == {"server.js", "language.js"}  # the catalogues are files beside the page
    assert "/api/" not in (PAGE / "page/language.js").read_text(encoding="utf-8")


def test_only_the_beginning_chooses_the_back_end() -> None:
    importing = {
        path.name for path in PAGE.rglob("*.js") if '/server.js"' in path.read_text(encoding="utf-8")
    }
    assert importing == {"main.js"}


def test_a_back_end_does_all_that_is_asked_of_it() -> None:
    """The interface has each call that the page makes."""
    interface = (PAGE / "backend/backend.js").read_text(encoding="utf-8")
    named = set(re.findall(r"@property \{[^\n]*\} (\w+)", interface))
    asked = {
        call
        for path in PAGE.rglob("*.js")
        for call in re.findall(r"\bbackend\s*\.(\w+)\(", path.read_text(encoding="utf-8"))
    }
    assert asked == named
