"""What an explanation is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from pathstar.spaces.base import Place

KINDS: dict[str, str] = {
    "chosen": "which square was taken from the open list and closed, and why",
    "tie": "how it was preferred to others of the same F",
    "goal": "the target is on the closed list",
    "opened": "a neighbour was put on the open list",
    "improved": "a better way to an open neighbour",
    "reopened": "a better way to a closed neighbour, which is opened again",
    "kept": "an open neighbour was left alone: the new way is no better",
    "closed": "a neighbour is on the closed list",
    "wall": "a neighbour is not walkable",
    "corner": "a diagonal step would cut a corner",
    "one_way": "a step that is closed in this direction",
    "outside": "a neighbour would lie outside the map",
    "jump": "how jump points are looked for",
    "path": "how the path is read back",
    "promise": "what is promised of its cost",
    "no_path": "there is no path",
    "all_known": "a search without a goal has come to its end",
    "limit": "a limit stopped the search",
    "blocked": "the start or the target is not walkable",
    "figures": "how much was done",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an explanation.

    Attributes:
        kind: What it is about, a name of `KINDS`.
        text: The sentence.
        places: The squares that it names, all on the map, so that a page can highlight them.
        about: The squares that it judges, as far as it judges any: each neighbour is in just one sentence's.
            Those of kind ``"outside"`` are not on the map.
    """

    kind: str
    text: str
    places: tuple[Place, ...] = ()
    about: tuple[Place, ...] = ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Explanation:
    """What one step of a search did, and why, as sentences.

    ``str()`` gives the text, one sentence to a line; iterating gives the sentences.

    Attributes:
        step: Which step it explains; None for the end of the search alone.
        sentences: The sentences in reading order.

    Example:
        >>> import pathstar as ps
        >>> first = ps.trace(ps.Grid([[1, 1]]), (0, 0), (1, 0)).explain(0)
        >>> [sentence.kind for sentence in first]
        ['chosen', 'opened', 'outside']
        >>> first.sentences[1].places
        ((1, 0), (0, 0))
    """

    step: int | None
    sentences: tuple[Sentence, ...]

    def of_kind(self, kind: str) -> tuple[Sentence, ...]:
        """Return the sentences of one kind."""
        return tuple(sentence for sentence in self.sentences if sentence.kind == kind)

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)

    def __str__(self) -> str:
        return "\n".join(sentence.text for sentence in self.sentences)

    def _repr_html_(self) -> str:
        rows = "".join(f'<li class="{each.kind}">{escape(each.text)}</li>' for each in self.sentences)
        return f"<ul>{rows}</ul>"
