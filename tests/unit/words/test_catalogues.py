"""Every language has every message, and no unused ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pathstar as ps
from pathstar.engine.options import OPEN_LISTS, TIES
from pathstar.io.formats import ALONE, FORMATS
from pathstar.maps.generate import GENERATORS
from pathstar.spaces.cells import COST_MODELS
from pathstar.spaces.heuristics import HEURISTICS
from pathstar.spaces.kinds import KINDS as SPACES
from pathstar.spaces.moves import CORNERS
from pathstar.studio.files.meshes import WRITTEN
from pathstar.studio.graph_makers import MAKERS
from pathstar.studio.mesh_makers import MESH_MAKERS
from pathstar.traces import KINDS
from pathstar.words import LANGUAGES, catalogue

ROOT = Path(__file__).resolve().parents[3]
SOURCES = [path for path in sorted((ROOT / "src").rglob("*")) if path.suffix in {".py", ".js", ".html"}]
CATEGORIES = {"zero", "one", "two", "few", "many"}
ENGLISH = catalogue("en").messages
OTHERS = [language for language in LANGUAGES if language != "en"]
# Where the sources have a key: the name of a message in use, and those of its facts.
_SAID = {
    ".py": re.compile(r"""\b(Say|fact)\(\s*(f?)"([^"]+)\""""),
    ".js": re.compile(r"""\b(say|keyOf)\(\s*(?:[^"'`()]*\?\s*)?(["`])([^"`]+)["`]"""),
    ".html": re.compile(r"""data-(say)(?:-\w+)?(=)"([^"]+)\""""),
}
_TEXT = re.compile(r"""(["`])((?:[a-z_0-9-]+|\$?\{[^{}"`]+\})(?:\.(?:[A-Za-z_0-9-]+|\$?\{[^{}"`]+\}))+)\1""")


def texts(message: object) -> Iterator[str]:
    """Yield all texts that a message may become."""
    if isinstance(message, str):
        yield message
    elif isinstance(message, dict):
        for name, each in message.items():
            if name != "by":
                yield from texts(each)


def choices(message: object) -> Iterator[dict[str, object]]:
    """Yield the choices of a message, also those within others."""
    if isinstance(message, dict):
        yield message
        for each in message.values():
            yield from choices(each)


def placeholders(message: object) -> set[str]:
    return {name for text in texts(message) for name in re.findall(r"\{([a-z_]+)(?::[a-z_]+)?\}", text)}


def pattern(key: str) -> re.Pattern[str]:
    """Return a pattern for a key made from parts: ``${...}`` or ``{...}`` stands for any of them."""
    parts = re.split(r"\$?\{[^{}]+\}", key)
    return re.compile("[A-Za-z0-9_.-]*".join(map(re.escape, parts)))


def said(sources: list[Path]) -> dict[str, str]:
    """Return the keys of the messages that the sources use, and the file of each."""
    return {
        f"step.{key}" if verb == "fact" else key: path.name
        for path in sources
        for verb, _, key in _SAID[path.suffix].findall(path.read_text(encoding="utf-8"))
        if not re.match(r"\$?\{", key)  # keys of a table, by a function that is passed
    }


def missing(sources: list[Path]) -> dict[str, str]:
    """Return the keys that are used but not in the catalogue."""
    keys = said(sources)
    return {key: keys[key] for key in keys if not any(pattern(key).fullmatch(known) for known in ENGLISH)}


def unused(sources: list[Path]) -> list[str]:
    """Return the keys of the catalogue that no text of the sources is or can become."""
    used = set(said(sources))
    used |= {text for path in sources for _, text in _TEXT.findall(path.read_text(encoding="utf-8"))}
    patterns = [pattern(key) for key in used if not re.match(r"\$?\{", key)]
    return [key for key in ENGLISH if not any(each.fullmatch(key) for each in patterns)]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_messages(language: str) -> None:
    messages = catalogue(language).messages
    assert sorted(set(ENGLISH) - set(messages)) == []
    assert sorted(set(messages) - set(ENGLISH)) == []
    assert list(messages) == list(ENGLISH)  # in the same order, so that files can be read side by side


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_agree(language: str) -> None:
    messages = catalogue(language).messages
    wrong = [
        key
        for key in ENGLISH
        if placeholders(ENGLISH[key]) - {"count"} != placeholders(messages[key]) - {"count"}
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_are_whole(language: str) -> None:
    words = catalogue(language)
    assert set(words.plural) <= CATEGORIES
    for key, message in words.messages.items():
        for choice in choices(message):
            assert "other" in choice, key
            cases = set(choice) - {"by", "other"}
            if cases & CATEGORIES:
                assert cases == set(words.plural), key


def test_no_message_is_missing() -> None:
    assert missing(SOURCES) == {}


def test_no_message_is_unused() -> None:
    assert unused(SOURCES) == []


def test_a_misspelt_key_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('say("studio.nwe"); say(keyOf(`heuristik.${name}`)); say("studio.new");')
    (tmp_path / "b.py").write_text('Say("step.opned"), fact(f"kpt.{reason}", x), fact("opened", x)')
    (tmp_path / "c.html").write_text('<b data-say-label="studio.brad"></b>')
    sources = sorted(tmp_path.iterdir())
    wrong = {"studio.nwe", "heuristik.${name}", "step.opned", "step.kpt.{reason}", "studio.brad"}
    assert set(missing(sources)) == wrong
    assert set(unused(sources)) == set(ENGLISH) - {"studio.new", "step.opened"}


def test_pages_have_no_words_of_their_own() -> None:
    """Only the name, and the text for browsers without JavaScript, are outside the catalogues."""
    found = []
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html":
            plain = re.sub(
                r"<(noscript|style|script|h1|title)\b.*?</\1>|<[^>]*>|@\w+@", " ", text, flags=re.S
            )
            found += [(path.name, word) for word in re.findall(r"[A-Za-z]{2,}", plain)]
            found += [
                (path.name, word) for word in re.findall(r'(?<![-\w])(?:aria-label|title)="([^"@]+)"', text)
            ]
        elif path.suffix == ".js":
            code = re.sub(r"/\*.*?\*/|//.*|throw new Error\(.*", "", text)
            code = "\n".join(line for line in code.splitlines() if not re.match(r"\s*(/?\*|import)", line))
            found += [(path.name, words) for words in re.findall(r'"([A-Z][a-z]+(?: [a-z]+)+[^"]*)"', code)]
    assert found == []


def test_the_tables_have_their_words() -> None:
    """Rows with their own English words have the same words in the catalogue."""
    wanted = {f"algorithm.{row.name}.{part}": getattr(row, part) for row in ps.ALGORITHMS.values()
              for part in ("title", "guarantee", "when")}  # fmt: skip
    wanted |= {f"heuristic.{row.name}.title": row.title for row in HEURISTICS.values() if row.name != "given"}
    wanted |= {f"open_list.{name}.title": title for name, title in OPEN_LISTS.items()}
    wanted |= {f"tie.{name}.title": title for name, title in TIES.items()}
    wanted |= {f"generator.{row.name}.title": row.summary for row in GENERATORS.values()}
    wanted |= {
        f"generator.{row.name}.title": row.summary for row in (*MAKERS.values(), *MESH_MAKERS.values())
    }
    assert {key: ENGLISH.get(key) for key in wanted} == wanted


def test_every_name_of_a_table_has_a_word() -> None:
    options = {name for row in (*MAKERS.values(), *MESH_MAKERS.values()) for name in row.options}
    for row in GENERATORS.values():
        options |= {name for name, value in row.options.items() if isinstance(value, (int, float))}
    images = {suffix for suffix, row in FORMATS.items() if row.name.endswith(" image")}
    wanted = [
        *(f"studio.option.{name}" for name in options),
        *(f"heuristic.{name}" for name in HEURISTICS if name != "given"),
        *(f"{table}.{name}" for table, names in (("open_list", OPEN_LISTS), ("tie", TIES)) for name in names),
        *(f"corners.{name}{part}" for name in CORNERS for part in ("", ".title")),
        *(f"cost_model.{name}.title" for name in COST_MODELS),
        *(f"generator.{name}" for name in (*GENERATORS, *MAKERS, *MESH_MAKERS, "empty", "squares")),
        *(f"format{suffix}" for suffix in {*ALONE, *WRITTEN} - images),
        *(f"noun.{row.noun}" for row in SPACES.values()),
        *(f"studio.end.{status.name.lower()}" for status in ps.Status if status.name != "RUNNING"),
    ]
    assert [key for key in wanted if key not in ENGLISH] == []


def test_every_kind_of_fact_has_a_message() -> None:
    kinds = {key.split(".")[1] for key in ENGLISH if key.startswith("step.")}
    assert kinds - {"begin", "key", "sum", "parent"} == set(KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_names_the_same_squares_and_parts(language: str) -> None:
    messages = catalogue(language).messages
    chapter_files = [path for path in SOURCES if path.parent.name == "chapters"]
    source = "".join(path.read_text(encoding="utf-8").partition("Chapter[]")[2] for path in chapter_files)
    parts = re.split(r'\bname: "(\w+)",', source)[1:]
    steps = [
        (name, rest) for name, rest in zip(parts[::2], parts[1::2], strict=True) if "steps: [" not in rest
    ]
    chapters = [name for name, rest in zip(parts[::2], parts[1::2], strict=True) if "steps: [" in rest]
    assert len(chapters) == 19
    assert all(f"chapter.{name}" in messages for name in chapters)
    assert len(steps) == 44
    for name, rest in steps:
        assert (f"lesson.{name}.try" in messages) == ("attempt: true" in rest), name
        for part in ("title", "text", "try"):
            key = f"lesson.{name}.{part}"
            marks = [
                re.findall(r"\{\d+,\d+\}|\]\(\w+\)|\*\*", each.get(key, "")) for each in (ENGLISH, messages)
            ]
            assert sorted(marks[0]) == sorted(marks[1]), key
            assert ENGLISH.get(key, "").count("\n") == messages.get(key, "").count("\n"), key


def test_chinese_has_its_own_punctuation() -> None:
    wrong = [
        (key, text)
        for key, message in catalogue("zh").messages.items()
        for text in texts(message)
        if re.search(r"[\u4e00-\u9fff][,;:!?.](?!\w)|  (?!\{)|[\u4e00-\u9fff] [\u4e00-\u9fff]", text)
        or any(text.endswith(".") and not known.endswith("npz") for known in [text])
    ]
    assert wrong == []
