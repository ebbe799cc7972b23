"""One version of pathstar, in a separate process: runs the requests on its standard input.

`run.py` starts two of these, each with the interpreter of one environment. A line is a JSON object with the
name of a request and its arguments; each reply is a JSON object, too.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import traceback
from dataclasses import asdict
from pathlib import Path
from typing import Any, TextIO

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "versus"))

import numpy as np

import pathstar as ps
from cases import cases_of
from cases.base import Scale
from harness.clock import Clock
from pairing.bench import Bench


def about(scale: Scale) -> dict[str, Any]:
    """Describe this version, and name the cases and the units of their figures."""
    return {
        "pathstar": ps.__version__,
        "folder": str(Path(ps.__file__).parent),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "cases": {case.name: case.unit for case in cases_of(scale).values()},
    }


def answer(bench: Bench, scale: Scale, asked: dict[str, Any]) -> Any:
    """Handle one line."""
    match asked.pop("do"):
        case "about":
            return about(scale)
        case "begin":
            return bench.begin(**asked)
        case "turn":
            return asdict(bench.turn(**asked))
        case other:
            raise ValueError(f"nothing is named {other!r}")


def serve(lines: TextIO, answers: TextIO, scale: Scale) -> None:
    """Handle line by line until there are no more."""
    bench = Bench(cases_of(scale), Clock())
    for line in lines:
        try:
            said = {"answer": answer(bench, scale, json.loads(line))}
        except Exception:
            said = {"error": traceback.format_exc()}
        print(json.dumps(said), file=answers, flush=True)


if __name__ == "__main__":
    # Other output must not mix with the replies.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)
        serve(sys.stdin, out, Scale(quick="--quick" in sys.argv))
