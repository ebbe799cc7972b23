"""No code outside `spaces` tests the kind of a space, and such tests are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from architecture.kinds import OTHER_KINDS, kind_tests, own_names, space_classes, steps_in_the_checker
from architecture.tree import ROOT, make
from pathstar.spaces import KINDS

SPACES = {
    "src/pathstar/spaces/base.py": "class Space:\n    def size(self): ...\n",
    "src/pathstar/spaces/grid.py": (
        "class Board(Space):\n    __slots__ = ('walkable', '_width')\n"
        "class Grid(Board):\n    moves: int\n    def size(self): ...\n"
        "class Helper:\n    def close(self): ...\n"
    ),
    "src/pathstar/spaces/graph.py": "class Graph(base.Space):\n    targets: int\n",
}


def test_no_one_asks_for_a_kind() -> None:
    found = kind_tests(ROOT)
    assert not found, "\n".join(found)


def test_the_checker_does_not_ask_the_space_for_its_steps() -> None:
    found = steps_in_the_checker(ROOT)
    assert not found, "\n".join(found)


def test_all_kinds_are_known() -> None:
    assert set(KINDS) <= space_classes(ROOT / "src" / "pathstar")


def test_the_files_with_other_kinds_are_there() -> None:
    assert all((ROOT / "src" / "pathstar" / name).is_file() for name in OTHER_KINDS)


def test_what_the_kinds_have_of_their_own_is_known(tmp_path: Path) -> None:
    package = make(tmp_path, SPACES) / "src" / "pathstar"
    assert space_classes(package) == {"Board", "Grid", "Graph"}
    assert own_names(package) == {"walkable", "moves", "targets"}


@pytest.mark.parametrize(
    "line",
    [
        "isinstance(space, Grid)",
        "not isinstance(space, (Path, Grid))",
        "isinstance(space, Path | Grid)",
        "isinstance(space, ps.Graph)",
        "isinstance(space, _core.Grid)",
        "issubclass(kind, Graph)",
        "isinstance(space.core, Anything)",
        "isinstance(type(space), Anything)",
        "type(space) is Anything",
        "type(space) in TABLE",
        "type(space).__name__ == 'Grid'",
        "space.__class__ is Anything",
        "TABLE[type(space)]",
        "TABLE[type(space).__name__]",
        "TABLE.get(type(space))",
        "hasattr(space, 'walkable')",
        "getattr(space, 'targets', None)",
        "hasattr(space.core, 'anything')",
        "getattr(space.core, name, None)",
        "space.noun == 'node'",
        "'node' != sheet.plan.noun",
        "space.kind is row",
        "space.kind.name in ('Grid', 'Graph')",
        "space.kind.layout == 'squares'",
        "space.kind.noun != 'box'",
        "space.core is None",
        "match space:\n    case Grid():\n        pass",
        "match type(space):\n    case x:\n        pass",
        "match space.kind:\n    case x:\n        pass",
        "from pathstar.spaces.grid import Grid as G\nisinstance(space, G)",
        "ENDS = (Path, Graph)\nisinstance(space, ENDS)",
        "ENDS = Path | Graph\nisinstance(space, ENDS)",
    ],
)
def test_asking_for_a_kind_is_found(tmp_path: Path, line: str) -> None:
    found = kind_tests(make(tmp_path, {**SPACES, "src/pathstar/viz/a.py": f"{line}\n"}))
    assert len(found) == 1, found
    assert found[0].startswith("viz/a.py:")


@pytest.mark.parametrize("name", ["spaces/a.py", "paths/checks/by_kind.py", "paths/checks/cells.py"])
def test_spaces_and_the_checker_may_ask(tmp_path: Path, name: str) -> None:
    tree = make(tmp_path, {**SPACES, f"src/pathstar/{name}": "isinstance(space, Grid)\n"})
    assert kind_tests(tree) == []


@pytest.mark.parametrize(
    "line",
    [
        "isinstance(space, Space)",
        "isinstance(thing, Path)",
        "space.capabilities.timed",
        "f'{type(space).__name__}, a {space.noun}'",
        "f'{space.kind.name}'",
        "LAYOUTS.get(space.kind.layout)",
        "array.dtype.kind in 'iu'",
        "type(number) is int",
        "row.core is not _core.IndexKind.landmarks",
        "hasattr(file, 'read')",
        "hasattr(thing, 'close')",
        "getattr(theme, role)",
        "match thing:\n    case Path():\n        pass",
    ],
)
def test_asking_for_something_else_is_not(tmp_path: Path, line: str) -> None:
    assert kind_tests(make(tmp_path, {**SPACES, "src/pathstar/viz/a.py": f"{line}\n"})) == []


@pytest.mark.parametrize("line", ["space.steps_from(place)", "any(path.space.node_steps_to(0))"])
def test_a_checker_that_asks_for_steps_is_found(tmp_path: Path, line: str) -> None:
    text = {f"src/pathstar/paths/{name}.py": f"\n{line}\n" for name in ("check", "checks/cells", "field")}
    found = steps_in_the_checker(make(tmp_path, text))
    assert [line.split(": ")[0] for line in found] == ["paths/check.py:2", "paths/checks/cells.py:2"]
