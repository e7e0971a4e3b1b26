"""What holds of the repository itself: who imports whom, what is packaged, that documents keep up."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CODE_FOLDERS = ("gdl", "dsl", "interpreter")

LONG_FILES = {
    "dsl/syntax.py": "one node class per source form; splitting it would only scatter the list",
    "dsl/ir.py": "one class per IR form; the whole contract between dsl/ and interpreter/ in one place",
}
"""Files of more than 700 lines, each with the reason why it is not split."""

WORDS_OF_THE_LANGUAGE = {"hex": "`hex grid`"}
"""Names of shipped games that the language itself uses, and where."""


def python_files(*folders: str) -> list[Path]:
    """The Python files of these folders; the links inside gdl/ are not followed."""
    found = []
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not any(parent.is_symlink() for parent in path.parents):
                found.append(path)
    return found


def name_of(path: Path) -> str:
    """`gdl.dsl.parse.reader` for dsl/parse/reader.py."""
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    if parts[0] != "gdl":
        parts.insert(0, "gdl")
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a file imports, wherever in it the import stands, with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            if node.module in ("gdl", "gdl.dsl", "gdl.interpreter"):
                for alias in node.names:
                    yield node.lineno, f"{node.module}.{alias.name}"
            else:
                yield node.lineno, node.module


def within(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


# ------------------------------------------------------------------------------------------ layering

SHARED_WITH_PLAY = (
    "gdl.dsl.ir",
    "gdl.dsl.ir_json",
    "gdl.dsl.ir_scenario",
    "gdl.dsl.source",
    "gdl.dsl.diagnostics",
)


def test_dsl_knows_nothing_of_play_or_of_the_front_door() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for path in python_files("dsl")
        for line, module in imports_of(path)
        if within(module, "gdl") and not within(module, "gdl.dsl")
    ]
    assert not wrong


def test_the_interpreter_sees_of_dsl_only_the_ir() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {module}"
        for path in python_files("interpreter")
        for line, module in imports_of(path)
        if within(module, "gdl") and not within(module, "gdl.interpreter", *SHARED_WITH_PLAY)
    ]
    assert not wrong


def test_only_the_front_door_prints_and_exits() -> None:
    wrong = []
    for path in python_files("dsl", "interpreter"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id in ("print", "input", "exit", "quit"):
                    wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} calls {node.func.id}")
    assert not wrong


# ------------------------------------------------------------------------------------------ packaging


def settings() -> dict[str, object]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        found: dict[str, object] = tomllib.load(file)["tool"]["setuptools"]
    return found


def test_every_package_of_the_tree_is_installed() -> None:
    in_tree = {
        name_of(p)
        for p in python_files("gdl", "dsl", "interpreter", "gamedefs", "schemas")
        if p.name == "__init__.py"
    }
    assert sorted(settings()["packages"]) == sorted(in_tree)  # type: ignore[call-overload]


def test_every_folder_with_code_is_a_package() -> None:
    folders = {path.parent for path in python_files(*CODE_FOLDERS)}
    assert [str(f.relative_to(ROOT)) for f in sorted(folders) if not (f / "__init__.py").exists()] == []


@pytest.mark.parametrize("name", ["dsl", "interpreter", "gamedefs", "schemas"])
def test_the_links_that_editors_follow_are_there(name: str) -> None:
    link = ROOT / "gdl" / name
    assert link.is_symlink()
    assert link.resolve() == ROOT / name


# -------------------------------------------------------------------------- the engine knows no game


def shipped_names() -> set[str]:
    """Names of shipped games as they might slip into code: `mossflower`, `tossing_tiger`, `TossingTiger`."""
    names: set[str] = set()
    for path in (ROOT / "gamedefs").rglob("*.gdl"):
        found = re.search(r"^game (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        if found:
            names.update({path.stem, found[1]})
    return names


def test_no_game_is_named_in_the_engine() -> None:
    names = shipped_names() - set(WORDS_OF_THE_LANGUAGE)
    assert len(names) >= 20, "the search for games finds too few: it is broken"
    pattern = re.compile(r"\b(" + "|".join(sorted(map(re.escape, names))) + r")\b")
    wrong = []
    for path in python_files("dsl", "interpreter"):
        for number, line in enumerate(code_words(path), 1):
            for word in pattern.findall(line):
                wrong.append(f"{path.relative_to(ROOT)}:{number} names {word}")
    assert not wrong


def code_words(path: Path) -> list[str]:
    """The lines of a file with docstrings and comments blanked: an example there may name a game."""
    text = path.read_text(encoding="utf-8")
    lines = [line.split("#")[0] for line in text.splitlines()]
    for node in ast.walk(ast.parse(text)):
        is_prose = (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        )
        if is_prose:
            assert isinstance(node, ast.Expr) and node.end_lineno is not None
            for number in range(node.lineno - 1, node.end_lineno):
                lines[number] = ""
    return lines


# ------------------------------------------------------------------------------------------ size


def test_long_files_have_a_reason() -> None:
    sizes = {
        str(p.relative_to(ROOT)): len(p.read_text(encoding="utf-8").splitlines())
        for p in python_files(*CODE_FOLDERS)
    }
    too_long = {name: size for name, size in sizes.items() if size > 700}
    assert sorted(name for name in too_long if name not in LONG_FILES) == []
    assert sorted(name for name in LONG_FILES if name not in too_long) == [], (
        "no longer long: take it off the list"
    )


# -------------------------------------------------------------------------- diagnostics have pages

CODE = re.compile(r"GDL\d{4}")


def codes_in_code() -> dict[str, str]:
    """Every code that stands as a literal in the code, and a place where."""
    found: dict[str, str] = {}
    for path in python_files(*CODE_FOLDERS):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                found.setdefault(node.value, f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def pages() -> list[Path]:
    return sorted((ROOT / "dsl" / "codes").glob("*.md"))


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    paged = {path.name[:7] for path in pages()}
    used = codes_in_code()
    assert len(used) >= 10, "the search for codes finds nothing: it is broken"
    assert {code: place for code, place in used.items() if code not in paged} == {}, "codes without a page"
    assert sorted(paged - set(used)) == [], "pages of codes that nothing reports"
    assert len(paged) == len(pages()), "two pages have the same code"


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.stem)
def test_a_page_says_what_it_must(path: Path) -> None:
    from gdl.cli.explain import front_matter

    assert re.fullmatch(r"GDL\d{4}-[a-z0-9-]+\.md", path.name)
    head = front_matter(path)
    assert head["code"] == path.name[:7]
    assert head["title"]
    assert head["severity"] in ("error", "warning", "note")


# ------------------------------------------------------------------------------------------ documents


def documents() -> list[Path]:
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    found += [
        path
        for folder in (*CODE_FOLDERS, "gamedefs", "schemas", "tests", "benchmarks")
        for path in (ROOT / folder).glob("*.md")
    ]
    return sorted(found)


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_in_documents_lead_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    assert [t for t in targets if "://" not in t and not (path.parent / t).exists()] == []


FOLDERS_WITH_A_LIST = ("gdl", "interpreter")
"""Folders whose README names every file in them; the others name only what they wish to."""


@pytest.mark.parametrize("folder", ["gdl", "dsl", "interpreter"])
def test_the_readme_of_a_folder_names_files_that_exist(folder: str) -> None:
    text = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`?\b((?:\w+/)*\w+\.py)\b", text))
    below = [path.relative_to(ROOT / folder).as_posix() for path in python_files(folder)]
    known = {path[i:] for path in below for i in range(len(path)) if i == 0 or path[i - 1] == "/"}
    assert sorted(named - known) == []
    if folder in FOLDERS_WITH_A_LIST:
        there = {path.name for path in (ROOT / folder).glob("*.py")} - {"__init__.py"}
        assert sorted(there - named) == [], f"{folder}/README.md does not say what these are"
