"""What is drawn while the site is built: the gallery, traces to play, and plots of the benchmarks."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as plt

import pathstar as ps

# Pages of methods whose steps can be played, and the algorithm to play on each.
PLAYED = {
    "tutorial/first-search.md": "astar",
    "algorithms/jps.md": "jps",
    "algorithms/bidirectional.md": "dijkstra",
    "algorithms/landmarks.md": "astar",
}


def write_gallery(root: Path, site: Path) -> None:
    """Run the programs of the gallery, and show each beside its picture."""
    folder = site / "gallery"
    folder.mkdir(parents=True)
    parts = ["# Gallery\n\nEach picture was drawn by the program below it when this site was built.\n"]
    for program in sorted((root / "examples" / "gallery").glob("*.py")):
        subprocess.run([sys.executable, str(program)], cwd=folder, check=True)
        text = program.read_text(encoding="utf-8")
        title, _, code = text.removeprefix('"""').partition('"""\n')
        parts.append(f"\n## {title.strip().rstrip('.')}\n\n![{title.strip()}]({program.stem}.svg)\n")
        parts.append(f"\n```python\n{code.strip()}\n```\n")
    (folder / "index.md").write_text("".join(parts), encoding="utf-8")


def embed_traces(site: Path) -> None:
    """Write a page to play for each method, and embed it at the end of the page that explains the method."""
    folder = site / "live"
    folder.mkdir()
    ground = ps.maps.generate.random_obstacles(24, 12, density=0.2, seed=5).grid()
    for page, algorithm in PLAYED.items():
        trace = ps.trace(ground, (0, 0), (23, 11), algorithm=algorithm)
        trace.save(folder / f"{algorithm}.html")
        path = site / page
        frame = f'<iframe src="../live/{algorithm}.html" width="100%" height="640" loading="lazy"></iframe>'
        text = path.read_text(encoding="utf-8").rstrip()
        path.write_text(f"{text}\n\n## Watch it\n\n{frame}\n", encoding="utf-8")


def write_benchmarks(root: Path, site: Path) -> None:
    """Write a page of the results at a glance, with a plot for each table of figures that can be plotted."""
    folder = site / "benchmarks"
    folder.mkdir()
    text = (root / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")
    parts = ["# Benchmarks\n\nHow each was measured is in [the results](../project/benchmarks/RESULTS.md).\n"]
    for number, (title, labels, values, unit) in enumerate(bars_of(text)):
        figure, axes = plt.subplots(figsize=(8, 0.5 + 0.35 * len(labels)))
        axes.barh(labels, values, color=["#1b7f5a" if "pathstar" in each else "#9aa5b1" for each in labels])
        axes.invert_yaxis()
        axes.set_xlabel(unit)
        axes.set_xscale("log")
        figure.tight_layout()
        figure.savefig(folder / f"{number}.svg")
        plt.close(figure)
        parts.append(f"\n## {title}\n\n![{title}]({number}.svg)\n")
    (folder / "index.md").write_text("".join(parts), encoding="utf-8")


def bars_of(text: str) -> list[tuple[str, list[str], list[float], str]]:
    r"""Return heading, labels, numbers and unit of each table whose first column names pathstar and others.

    Example:
        >>> bars_of("## A\n\n| who | ms |\n| --- | --- |\n| pathstar | 2.5 |\n| other | 10 |\n")
        [('A', ['pathstar', 'other'], [2.5, 10.0], 'ms')]
    """
    found = []
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title = section.splitlines()[0]
        for table in re.findall(r"(?:^\|.*\|\n?)+", section, re.MULTILINE):
            head, _, *rows = [
                [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()
            ]
            pairs = [
                (row[0], number) for row in rows if len(row) > 1 and (number := _number(row[1])) is not None
            ]
            if len(pairs) >= 2 and len(pairs) == len(rows) and any("pathstar" in label for label, _ in pairs):
                labels, values = map(list, zip(*pairs, strict=True))
                found.append((title, labels, values, head[1]))
    return found


def _number(cell: str) -> float | None:
    match = re.fullmatch(r"\**(\d[\d,]*\.?\d*)\**(?: \w+)?", cell)
    return float(match[1].replace(",", "")) if match else None
