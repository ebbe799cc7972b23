"""Nothing in the project names a person's machine, and there are no notes to do something later."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from architecture.tree import ROOT, files, make

# Written in pieces, so that this file does not find itself.
FORBIDDEN = {
    "a path of one machine": re.compile(
        r"(?<![\w./~-])/(?:ho"
        r"me|wo"
        r"rk|ro"
        r"ot|Us"
        r"ers)/|(?<![\w./-])/t"
        r"mp/|\b[A-Z]:\\\\?Us"
        r"ers\b"
    ),
    "something left for later": re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b"),
}


def bad_words(root: Path) -> list[str]:
    """Return the places that have a forbidden word."""
    found = []
    for path in files(root):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for reason, pattern in FORBIDDEN.items():
                if match := pattern.search(line):
                    found.append(f"{path.relative_to(root)}:{number}: {match[0]!r} is {reason}")
    return found


def test_no_forbidden_word() -> None:
    found = bad_words(ROOT)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        'read("/ho' + 'me/ann/a.map")',
        "cd /wo" + "rk/main",
        "cp a /t" + "mp/b",
        r"C:\Us" + r"ers\ann",
        "# TO" + "DO: later",
        "// FIX" + "ME",
    ],
)
def test_a_forbidden_word_is_found(tmp_path: Path, line: str) -> None:
    assert len(bad_words(make(tmp_path, {"src/pathstar/a.py": f"\n{line}\n", "README.md": "fine\n"}))) == 1


@pytest.mark.parametrize(
    "line", ["make/work/x", "https://example.org/home/a", "../shared/movingai", "HACKING.md"]
)
def test_an_innocent_word_is_not(tmp_path: Path, line: str) -> None:
    assert bad_words(make(tmp_path, {"docs/a.md": line})) == []
