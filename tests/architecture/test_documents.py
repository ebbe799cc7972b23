"""The examples in the documents work: Python blocks, pathstar commands, links.

A file's blocks run in order, in one namespace and one folder, empty at first: `python` blocks, whose output
is compared if they hold a `>>>` session, and the lines of `console` blocks that begin with `$ pathstar`.
Blocks that install something or wait are `sh`. Python that is not meant to run, such as a program of another
package, is `py`.
"""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from architecture.tree import ROOT, files, make
from unit.cli.command import pathstar

DOCUMENTS = [path for path in files(ROOT, ".md") if "tests" not in path.relative_to(ROOT).parts]
_BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PATH = re.compile(r"`([\w.-]+(?:/[\w.-]*)+|[\w-]+\.(?:py|hpp|cpp|md|txt|toml))`")
_LINK = re.compile(r"(?:\]\(|src=\")(?!https?:|mailto:)([^)#\s\"]*)(?:#([^)\s\"]+))?")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_FENCE = re.compile(r"^```(\w*)\n.*?^```$", re.MULTILINE | re.DOTALL)
_FENCES = {"python", "console", "py", "sh"}


def blocks(path: Path) -> Iterator[tuple[str, int, str]]:
    """Yield kind, line and text of each block to run."""
    text = path.read_text(encoding="utf-8")
    for match in _BLOCK.finditer(text):
        yield match[1], text.count("\n", 0, match.start()) + 1, match[2]


def run_blocks(path: Path) -> None:
    """Run a document's blocks in the current folder; raise if one fails."""
    names: dict[str, object] = {"__name__": "__main__"}
    for kind, line, text in blocks(path):
        where = f"{path.name}:{line}"
        if kind == "console":
            run_commands(text, where)
        elif ">>>" in text:
            run_session(text, names, where, line)
        else:
            exec(compile("\n" * line + text, str(path), "exec"), names)


def run_session(text: str, names: dict[str, object], where: str, line: int) -> None:
    """Run a ``>>>`` session and compare what it prints."""
    test = doctest.DocTestParser().get_doctest(text, {}, where, where, line)
    test.globs = names
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=said.append, clear_globs=False)
    assert not runner.failures, "".join(said)


def run_commands(text: str, where: str) -> None:
    """Run the lines that call pathstar, within this process."""
    for command in re.findall(r"^\$ pathstar (.*)$", text, re.MULTILINE):
        done = pathstar(*shlex.split(command))
        assert done.returncode == 0, f"{where}: pathstar {command}\n{done.stdout}{done.stderr}"


def broken_links(path: Path) -> list[str]:
    """Return the relative links of a document that lead nowhere."""
    broken = []
    for link, part in _LINK.findall(path.read_text(encoding="utf-8")):
        there = path.parent / link if link else path
        if not there.exists() or (part and part not in parts(there)):
            broken.append(f"{link}#{part}" if part else link)
    return broken


def parts(path: Path) -> set[str]:
    """Return the anchors of a document's headings."""
    bare = _FENCE.sub("", path.read_text(encoding="utf-8"))
    words = (re.sub(r"[^\w\s-]", "", heading.lower()) for heading in _HEADING.findall(bare))
    return {each.strip().replace(" ", "-") for each in words}


def reached(path: Path) -> set[Path]:
    """Return all files that links lead to from a document, directly or indirectly."""
    found, open_ = {path}, [path]
    while open_:
        here = open_.pop()
        if here.suffix != ".md":
            continue
        links = _LINK.findall(here.read_text(encoding="utf-8"))
        new = {(here.parent / link).resolve() for link, _ in links if link} - found
        found |= new
        open_ += new
    return found


def lost_paths(text: str, root: Path) -> list[str]:
    """Return the paths that a guide to the tree names but that do not exist.

    They are relative to the root, the package, or the file named before. X stands for any name; `build/` may
    be missing.
    """
    lost, beside = [], root
    for name in _PATH.findall(text):
        if "X" in re.split(r"[/.]", name) or name == "build/":
            continue
        found = [at / name for at in (root, root / "src" / "pathstar", beside) if (at / name).exists()]
        if found:
            beside = found[0].parent
        else:
            lost.append(name)
    return lost


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_shows_works(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert broken_links(path) == []
    assert set(_FENCE.findall(path.read_text(encoding="utf-8"))) <= _FENCES
    run_blocks(path)


@pytest.mark.parametrize(
    "text",
    [
        "```python\nraise ValueError\n```\n",
        "```python\n>>> 1 + 1\n3\n```\n",
        "```python\nx = 1\n```\n\n```python\nassert x == 2\n```\n",
        "```console\n$ pathstar no-such-command\n```\n",
    ],
)
def test_a_wrong_block_fails(tmp_path: Path, text: str) -> None:
    document = make(tmp_path, {"a.md": f"# A\n\n{text}"}) / "a.md"
    with pytest.raises((AssertionError, ValueError)):
        run_blocks(document)


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    text = "# A part\n[a](a.md#a-part) [b](b.md) [c](https://example.org/#c) [d](#d)\n```python\n# d\n```\n"
    assert broken_links(make(tmp_path, {"a.md": text}) / "a.md") == ["b.md", "#d"]


def test_every_document_and_picture_is_found_from_the_readme() -> None:
    there = {path for path in (ROOT / "docs").rglob("*") if path.is_file()}
    assert {str(path.relative_to(ROOT)) for path in there - reached(ROOT / "README.md")} == set()


def test_what_no_link_leads_to_is_not_reached(tmp_path: Path) -> None:
    root = make(
        tmp_path, {"a.md": "[b](docs/b.md)", "docs/b.md": "![p](p.png)", "docs/c.md": "", "docs/p.png": ""}
    )
    assert reached(root / "a.md") == {root / name for name in ("a.md", "docs/b.md", "docs/p.png")}


def test_the_guide_to_the_tree_names_what_is_there() -> None:
    assert lost_paths((ROOT / "HACKING.md").read_text(encoding="utf-8"), ROOT) == []


def test_a_lost_path_is_found(tmp_path: Path) -> None:
    root = make(tmp_path, {"native/a.hpp": "", "native/b.hpp": "", "src/pathstar/maps/map.py": ""})
    text = "`native/a.hpp` `b.hpp` `maps/map.py` `maps/` `src/pathstar/X` `native/X.cpp` `x.y()` `build/`"
    assert lost_paths(text, root) == []
    assert lost_paths("`native/a.cpp` `b.hpp` `native/b.hpp` `maps/map.cpp` `a.hpp`", root) == [
        "native/a.cpp",
        "b.hpp",
        "maps/map.cpp",
    ]


def test_the_page_on_the_pages_names_every_module_that_they_share() -> None:
    text = (ROOT / "docs/reference/web.md").read_text(encoding="utf-8")
    named = set(re.findall(r"[\w/]+\.(?:json|js)", text))
    there = {path for path in (ROOT / "src/pathstar/web/lib").rglob("*") if path.suffix in (".js", ".json")}
    assert {path.name for path in there} == {name.rpartition("/")[2] for name in named}


def test_a_page_imports_only_what_pages_share_and_its_own() -> None:
    web = ROOT / "src/pathstar/web"
    for file in web.rglob("*.js"):
        folder = file.relative_to(web).parts[0]
        names = re.findall(r'^import [^;]*?from "([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE)
        for name in names:
            there = (file.parent / name).resolve().relative_to(web).parts[0]
            assert there in {"lib", folder}, f"{file}: {name}"
