"""What a search did, step by step: events, states, explanations."""

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar._core import EventType
    from pathstar.traces import codec as codec
    from pathstar.traces.explain import KINDS, Explanation, Fact, Sentence
    from pathstar.traces.files import read_trace, write_npz
    from pathstar.traces.posthoc import write_posthoc
    from pathstar.traces.posthoc_read import read_posthoc
    from pathstar.traces.rules import Rules
    from pathstar.traces.state import Square, State
    from pathstar.traces.timeline import EVENT, NO_PARENT
    from pathstar.traces.trace import Trace

__all__ = [
    "EVENT",
    "KINDS",
    "NO_PARENT",
    "EventType",
    "Explanation",
    "Fact",
    "Rules",
    "Sentence",
    "Square",
    "State",
    "Trace",
    "read_posthoc",
    "read_trace",
    "write_npz",
    "write_posthoc",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "EVENT": "pathstar.traces.timeline",
        "KINDS": "pathstar.traces.explain",
        "NO_PARENT": "pathstar.traces.timeline",
        "EventType": "pathstar._core",
        "Explanation": "pathstar.traces.explain",
        "Fact": "pathstar.traces.explain",
        "Rules": "pathstar.traces.rules",
        "Sentence": "pathstar.traces.explain",
        "Square": "pathstar.traces.state",
        "State": "pathstar.traces.state",
        "Trace": "pathstar.traces.trace",
        "read_posthoc": "pathstar.traces.posthoc_read",
        "read_trace": "pathstar.traces.files",
        "write_npz": "pathstar.traces.files",
        "write_posthoc": "pathstar.traces.posthoc",
    },
    modules=["codec"],
)
