"""The text of explanations: facts in a language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import overload

from pathstar.maps.arguments import checked_name
from pathstar.spaces.base import Place
from pathstar.traces.explain.facts import KINDS, Fact
from pathstar.words import catalogue


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of an explanation.

    Attributes:
        fact: The fact that it expresses.
        text: The sentence.
    """

    fact: Fact
    text: str

    @property
    def kind(self) -> str:
        """Its kind, a key of `KINDS`."""
        return self.fact.kind

    @property
    def places(self) -> tuple[Place, ...]:
        """The squares that it names, all on the map, so that a page can highlight them."""
        return self.fact.places

    @property
    def about(self) -> tuple[Place, ...]:
        """The neighbours that it judges; each belongs to exactly one sentence; see `Fact`."""
        return self.fact.about

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Explanation:
    """What one step of a search did, and why, as sentences.

    ``str()`` returns the text, one sentence on each line. Otherwise it is a sequence of the sentences.

    Attributes:
        step: The step that it explains; None for only the end of the search.
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

    @classmethod
    def of(cls, step: int | None, facts: Iterable[Fact], lang: str) -> Explanation:
        """Express the facts of a step in a language.

        Raises:
            OptionError: There is no catalogue for the language.
        """
        words = catalogue(lang)
        return cls(step, tuple(Sentence(each, words.text(each.say)) for each in facts))

    def of_kind(self, kind: str) -> tuple[Sentence, ...]:
        """Return the sentences of one kind, a key of `KINDS`.

        Raises:
            OptionError: There is no such kind.
        """
        checked_name("kind", kind, KINDS)
        return tuple(sentence for sentence in self.sentences if sentence.kind == kind)

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)

    @overload
    def __getitem__(self, index: int) -> Sentence: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Sentence, ...]: ...

    def __getitem__(self, index: int | slice) -> Sentence | tuple[Sentence, ...]:
        return self.sentences[index]

    def __str__(self) -> str:
        return "\n".join(sentence.text for sentence in self.sentences)

    def _repr_html_(self) -> str:
        rows = "".join(f'<li class="{each.kind}">{escape(each.text)}</li>' for each in self.sentences)
        return f"<ul>{rows}</ul>"
