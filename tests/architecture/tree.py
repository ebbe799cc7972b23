"""Where the files are, and made-up trees that prove that each check finds something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]

# Files that people wrote, unlike those that tools made.
_WRITTEN = {
    ".py",
    ".pyi",
    ".hpp",
    ".cpp",
    ".js",
    ".css",
    ".html",
    ".md",
    ".toml",
    ".yml",
    ".yaml",
    ".json",
    ".txt",
}
_FOLDERS = (
    *("src", "packages", "native", "tests", "benchmarks", "docs", "examples", "scripts"),
    *(".github", ".ci"),
)
_MADE = {"__pycache__", "node_modules", "results"}


def files(root: Path, *suffixes: str) -> Iterator[Path]:
    """Yield the written files of the project, or those with one of the given suffixes."""
    wanted = set(suffixes) or _WRITTEN
    for path in sorted(root.iterdir()):
        if path.is_file() and (path.suffix in wanted or (not suffixes and path.name == "Makefile")):
            yield path
    for folder in _FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            parts = path.relative_to(root).parts
            if path.is_file() and path.suffix in wanted and not _MADE.intersection(parts):
                yield path


def make(root: Path, contents: Mapping[str, str]) -> Path:
    """Write a made-up tree, and return its root."""
    for name, text in contents.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def script(name: str) -> ModuleType:
    """Return a program of the folder scripts as a module."""
    spec = spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
