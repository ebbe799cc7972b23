"""Whatever the argument of a public function, it raises only errors of pathstar.

Each argument of each function in turn gets each of the values below, while the others are valid. The outcome
is a result or a `PathstarError`; for names of files also an `OSError`.
"""

from __future__ import annotations

import inspect
import math
import signal
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.planners.calls import GRID, MORE, ONE, PLANNED, PUBLIC, RESULTS, Call, InFolder
from tests.unit.planners.compat_calls import COMPAT

import pathstar as ps

NASTY: dict[str, Any] = {
    "None": None,
    "text": "x",
    "long text": "x" * 100_000,
    "text with a null": "a\0b",
    "lone surrogate": "\ud800",
    "bytes": b"ab",
    "nan": math.nan,
    "inf": math.inf,
    "-inf": -math.inf,
    "NumPy's nan": np.float64("nan"),
    "0.5": 0.5,
    "-1": -1,
    "True": True,
    "2**64": 2**64,
    "-2**64": -(2**64),
    "10**400": 10**400,
    "complex": 1j,
    "time": np.datetime64("2020"),
    "empty list": [],
    "empty tuple": (),
    "None in a list": [None],
    "10**400 in a list": [10**400],
    "2**64 in a place": [(2**64, 0)],
    "10**400 in a place": [(10**400, 0)],
    "ragged": [[1], [1, 2]],
    "set": {1},
    "dict by text": {"a": 1},
    "dict by number": {1: 1},
    "0-d": np.array(3),
    "0-d nan": np.array(math.nan),
    "1-d": np.arange(3),
    "negative": np.array([[-1, 0]]),
    "beyond int64": np.array([2**63], np.uint64),
    "place beyond int64": np.array([[2**63, 0]], np.uint64),
    "huge floats": np.array([[0, 1e300], [math.nan, 1]]),
    "3-d": np.ones((1, 1, 1)),
    "texts": np.array(["a"]),
    "objects": np.array([object(), None], object),
    "huge objects": np.array([[10**400, 1]], object),
    "complex numbers": np.ones((3, 4), complex),
    "structured": np.zeros(3, [("x", "i4"), ("y", "f8")]),
    "turned round": np.arange(12).reshape(3, 4)[::-1, ::-1],
    "nan everywhere": np.full((2, 3), math.nan),
    "length 0": np.empty((0, 2)),
    "object": object(),
    "class": int,
    "function": lambda *_: None,
}
HANGS_AFTER = 120  # seconds for all values of one argument, which take less than one


CALLS = PUBLIC | MORE | COMPAT
ARGUMENTS = [(name, argument) for name, call in CALLS.items() for argument in call.arguments]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for suffix in ("map", "png", "csv", "npy", "npz"):
        ps.write(ps.Map(ONE), folder / f"a.{suffix}")
    (folder / "a.txt").write_text("A.#\n..B\n")
    (folder / "a.gr").write_text("p sp 2 1\na 1 2 3\n")
    ps.write_scenario([], folder / "a.scen")
    ps.build_index(GRID, "subgoal").save(folder / "an.index")
    ps.NavMesh([(0, 0), (1, 0), (0, 1)], [[0, 1, 2]]).write(folder / "a.mesh")
    ps.fleet.plan(PLANNED, [(0, 0)], [(3, 2)]).save(folder / "a.plan.npz")
    return folder


@pytest.fixture
def watchdog() -> Iterator[None]:
    """Interrupt what hangs."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def bark(*_: object) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, bark)
    signal.alarm(HANGS_AFTER)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def made(call: Call, folder: Path, **other: Any) -> Any:
    """Call the function with files in the folder, and with other arguments as they are."""
    given = {
        name: folder / value.name if isinstance(value, InFolder) else value
        for name, value in call.arguments.items()
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ps.HeuristicWarning)
        return call.function(**given | other)


@pytest.mark.parametrize("name", sorted(set(CALLS) - {"Grid.update"}))
def test_what_should_be_is_taken(name: str, folder: Path) -> None:
    made(CALLS[name], folder)


@pytest.mark.usefixtures("watchdog")
@pytest.mark.parametrize(("name", "argument"), ARGUMENTS, ids=map(", ".join, ARGUMENTS))
def test_only_our_errors_come_out(
    name: str, argument: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = CALLS[name]
    monkeypatch.chdir(tmp_path)  # some of the values can be names of files
    expected: tuple[type[Exception], ...] = (ps.PathstarError,)
    if isinstance(call.arguments[argument], InFolder) or argument in ("file", "coordinates", "resume"):
        expected = (ps.PathstarError, OSError)
    for label, value in NASTY.items():
        if value is None and argument in call.nones:
            continue
        try:
            made(call, folder, **{argument: value})
        except expected as error:
            silent = not str(error)
        except Exception as error:
            pytest.fail(f"{label}: {type(error).__name__}: {error}")
        else:
            silent = False
        assert not silent, f"{label}: an error without a message"


FORMER = {"taken"}  # names of version 0.1, which only pass on their arguments


def test_every_public_function_and_each_of_its_arguments_is_asked() -> None:
    public = {
        name for name in ps.__all__ if callable(getattr(ps, name)) and not name.endswith(("Error", "Warning"))
    }
    assert public - RESULTS == set(PUBLIC)
    for name, call in PUBLIC.items():
        parameters = inspect.signature(getattr(ps, name)).parameters.values()
        named = {each.name for each in parameters if each.kind is not inspect.Parameter.VAR_KEYWORD}
        assert named - FORMER == set(call.arguments), name
