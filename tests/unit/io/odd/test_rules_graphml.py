"""GraphML written from the rules of its format: defaults of keys, directions, types and nested graphs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import pathstar as ps
from unit.io.odd.rules import put, refused, steps_of, table

pytest.importorskip("defusedxml")

NAMESPACE = 'xmlns="http://graphml.graphdrawing.org/xmlns"'


@dataclass(frozen=True)
class Net:
    """One file and the steps that it means, by their ends; None if it must be refused."""

    name: str
    text: str | bytes
    steps: dict[tuple[str, str], list[float]] | None
    options: dict[str, Any] = field(default_factory=dict)


def key(kind: str = "double", default: str | None = None, where: str = "edge", name: str = "weight") -> str:
    """Return the declaration of an attribute, called w in the file."""
    inner = "" if default is None else f"<default>{default}</default>"
    return f'<key id="w" for="{where}" attr.name="{name}" attr.type="{kind}">{inner}</key>'


def edge(ends: str, weight: str | None = None, more: str = "") -> str:
    """Return an edge between two nodes of one letter each."""
    data = "" if weight is None else f'<data key="w">{weight}</data>'
    return f'<edge source="{ends[0]}" target="{ends[1]}" {more}>{data}</edge>'


def net(edges: str, keys: str = key(), nodes: str = "abc", default: str = 'edgedefault="directed"') -> str:
    """Return a file with one graph."""
    places = "".join(f'<node id="{node}"/>' for node in nodes)
    return f"<graphml {NAMESPACE}>{keys}<graph {default}>{places}{edges}</graph></graphml>"


TWO_WAYS = 'edgedefault="undirected"'
PLAIN = net(edge("ab", "2"))
PREFIXED = PLAIN.replace("<", "<g:").replace("<g:/", "</g:").replace("xmlns=", "xmlns:g=")
NESTED = net(
    '<node id="d"><graph edgedefault="directed"><node id="e"/><node id="f"/>'
    + edge("ef", "4")
    + "</graph></node>"
    + edge("ab", "1")
)
HYPER = net('<hyperedge><endpoint node="a"/><endpoint node="b"/><endpoint node="c"/></hyperedge>')
LATE = net(edge("ab", "2") + '<node id="a"/><node id="b"/>', "", nodes="").replace(
    "</graph>", f"</graph>{key()}"
)

CASES = [
    Net("plain", PLAIN, {("a", "b"): [2]}),
    Net(
        "a default",
        net(edge("ab") + edge("bc", "1"), key(default="2.5")),
        {("a", "b"): [2.5], ("b", "c"): [1]},
    ),
    Net("a default of an integer", net(edge("ab"), key("int", "3")), {("a", "b"): [3]}),
    Net("both ways", net(edge("ab", "2"), default=TWO_WAYS), {("a", "b"): [2], ("b", "a"): [2]}),
    Net(
        "one edge is directed",
        net(edge("ab", "2") + edge("bc", "3", 'directed="true"'), default=TWO_WAYS),
        {("a", "b"): [2], ("b", "a"): [2], ("b", "c"): [3]},
    ),
    Net(
        "one edge is not directed",
        net(edge("ab", "2") + edge("bc", "3", 'directed="false"')),
        {("a", "b"): [2], ("b", "c"): [3], ("c", "b"): [3]},
    ),
    Net(
        "directed as 1 and 0",
        net(edge("ab", "2", 'directed="0"') + edge("bc", "3", 'directed="1"')),
        {("a", "b"): [2], ("b", "a"): [2], ("b", "c"): [3]},
    ),
    Net("ports", net(edge("ab", "2", 'sourceport="North" targetport="South"')), {("a", "b"): [2]}),
    Net("long", net(edge("ab", "9007199254740992"), key("long")), {("a", "b"): [9007199254740992]}),
    Net("float with an exponent", net(edge("ab", "2.5E1"), key("float")), {("a", "b"): [25]}),
    Net("blanks around a number", net(edge("ab", "\n  3.5\n ")), {("a", "b"): [3.5]}),
    Net("marked text", net(edge("ab", "<![CDATA[3]]>")), {("a", "b"): [3]}),
    Net("a comment in a number", net(edge("ab", "1<!-- then -->5")), {("a", "b"): [15]}),
    Net("an attribute for all", net(edge("ab", "2"), key(where="all")), {("a", "b"): [2]}),
    Net("another weight", net(edge("ab", "2"), key(name="length")), {("a", "b"): [2]}, {"weight": "length"}),
    Net(
        "the same name for nodes",
        net(edge("ab", "2"), key() + key("string", "x", "node").replace('"w"', '"n"')),
        {("a", "b"): [2]},
    ),
    Net("parallel edges", net(edge("ab", "2") + edge("ab", "1")), {("a", "b"): [1, 2]}),
    Net("an edge to itself", net(edge("aa", "2") + edge("ab", "1")), {("a", "a"): [2], ("a", "b"): [1]}),
    Net("a prefix", PREFIXED, {("a", "b"): [2]}),
    Net("no namespace", PLAIN.replace(NAMESPACE, ""), {("a", "b"): [2]}),
    Net("edges before nodes", LATE, {("a", "b"): [2]}),
    Net("UTF-16", ('<?xml version="1.0" encoding="utf-16"?>' + PLAIN).encode("utf-16"), {("a", "b"): [2]}),
    Net("nested graphs", NESTED, {("a", "b"): [1], ("e", "f"): [4]}),
    Net("no weights at all", net(edge("ab") + edge("bc"), ""), {("a", "b"): [1], ("b", "c"): [1]}),
    Net("a weight that no edge has", net(edge("ab", "2")), None, {"weight": "lenght"}),
    Net("a hyperedge", HYPER, None),
    Net("an edge to nowhere", net(edge("ax", "2")), None),
    Net("a node twice", net(edge("ab", "2"), nodes="aba"), None),
    Net("a node without an id", PLAIN.replace("<node", "<node/><node", 1), None),
    Net("no direction by default", net(edge("ab", "2"), default=""), None),
    Net("an unknown direction", net(edge("ab", "2"), default='edgedefault="both"'), None),
    Net("directed in a word", net(edge("ab", "2", 'directed="yes"')), None),
    Net("an undeclared key", net(edge("ab", "2"), ""), None),
    Net("an unknown type", net(edge("ab", "2"), key("decimal")), None),
    Net("an integer with a fraction", net(edge("ab", "2.5"), key("int")), None),
    Net("a word for a weight", net(edge("ab", "far")), None),
    Net("no number", net(edge("ab", "NaN")), None),
    Net("a negative weight", net(edge("ab", "-1")), None),
    Net("two graphs", PLAIN.replace("</graphml>", '<graph edgedefault="directed"/></graphml>'), None),
    Net("another kind of XML", "<gexf/>", None),
    Net("half a file", PLAIN[:-12], None),
]


@table(CASES)
def test_graphml(case: Net, tmp_path: Path) -> None:
    path = put(tmp_path, "odd.graphml", case.text)
    if case.steps is None:
        refused(lambda: ps.read_graph(path, **case.options))
    else:
        assert steps_of(ps.read_graph(path, **case.options)) == case.steps


def test_ends_of_a_weight_that_some_edges_lack(tmp_path: Path) -> None:
    """An edge without the weight that others have may cost 1, as in networkx, or be refused."""
    path = put(tmp_path, "odd.graphml", net(edge("ab", "2") + edge("bc")))
    try:
        steps = steps_of(ps.read_graph(path))
    except ps.errors.PathstarError:
        return
    assert steps == {("a", "b"): [2], ("b", "c"): [1]}
