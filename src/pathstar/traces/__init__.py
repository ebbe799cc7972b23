"""What a search did, step by step: events, states, explanations."""

from pathstar._core import EventType
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
