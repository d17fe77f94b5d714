"""What the pages of documentation show is there: scenes load, commands and their options exist, Python compiles, and the
reference is that of the schema. (Links, quoted code and messages: `crates/house`; examples of Python are run by test_docs.py.)

`TANGENCY` names another program than that of the package.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAM = [os.environ["TANGENCY"]] if "TANGENCY" in os.environ else [sys.executable, "-m", "tangency"]


def tangency(*arguments, **how):
    return subprocess.run([*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **how)


def blocks(page, language):
    """The fenced blocks of a language: the line of each, the prose before it, its text."""
    text = page.read_text()
    for match in re.finditer(rf"^```{language}\n(.*?)^```", text, re.M | re.S):
        before = text[: match.start()]
        yield before.count("\n") + 2, before.rsplit("```", 1)[-1], match[1]


def pages_with(language):
    return [pytest.param(page, id=str(page.relative_to(ROOT))) for page in PAGES if any(blocks(page, language))]


@cache
def schema():
    return json.loads(tangency("schema").stdout)


@pytest.mark.parametrize("page", pages_with("python"))
def test_python_compiles(page):
    for line, _, code in blocks(page, "python"):
        compile(code, f"{page}:{line}", "exec")


@pytest.mark.parametrize("page", pages_with("toml"))
def test_scenes_load_and_parts_of_scenes_follow_the_schema(page, tmp_path):
    """A block with a body is a whole scene unless it says that it is not (`# a part of a scene`)."""
    tomllib = pytest.importorskip("tomllib")
    jsonschema = pytest.importorskip("jsonschema")
    for line, before, text in blocks(page, "toml"):
        place, document = f"{page}:{line}", tomllib.loads(text)
        if document.keys() & {"variable", "shape", "term"}:
            assert document.keys() <= {"scene", "variable", "shape", "term", "optimiser", "starts"}, place
            if "scene" in document:
                shutil.copy(ROOT / "examples/studies" / document["scene"], tmp_path)
                checked = tangency("optimise", saved(before, tmp_path, "study.toml", text), "--check", cwd=tmp_path)
                assert checked.returncode == 0, f"{place}: {checked.stdout}"
            continue
        if "scene" in document:
            file = saved(before, tmp_path, "study.toml", text)
            planned = tangency("sweep", file, "--plan", cwd=tmp_path)
            assert planned.returncode == 0, f"{place}: {planned.stdout}"
            continue
        # What a part leaves out that it would need is in the rest of the scene.
        errors = [error for error in jsonschema.Draft202012Validator(schema()).iter_errors(document)
                  if not (text.startswith("# a part") and error.validator == "required")]
        wrong = {f"{'.'.join(map(str, error.absolute_path))}: {error.message[:300]}" for error in errors}
        assert not wrong, f"{place}: {wrong}"
        if "body" in document and not re.match("# a part|# a scene that needs", text):
            told = tangency("info", saved(before, tmp_path, "scene.toml", text), cwd=tmp_path)
            assert told.returncode == 0, f"{place}: {told.stdout}"


def saved(before, folder, name, text):
    """The file that the prose before a block says to save it as."""
    names = re.findall(r"[Ss]ave (?:this )?as `([\w.-]+)`", before)
    file = folder / (names[-1] if names else name)
    file.write_text(text)
    return file


@cache
def words_of(command):
    """The subcommands of the program, or the options of one."""
    text = tangency(*command, "--help").stdout
    if not command:
        return set(re.findall(r"^  ([a-z]+)  ", text, re.M))
    return set(re.findall(r"(?<![\w-])(--?[a-zA-Z][\w-]*)", text))


@cache
def catalogue():
    return tangency("scenes").stdout


def commands(text):
    """The words of each command of a block that is one of the program."""
    for line in text.replace("\\\n", " ").splitlines():
        # Others than the shell may stand before the program: a path, cargo, a variable.
        match = re.match(r"(?:\S*/)?tangency\b(.*)", line.strip())
        if match:
            try:
                yield line, shlex.split(match[1], comments=True)
            except ValueError:
                yield line, None


@pytest.mark.parametrize("page", pages_with("sh"))
def test_commands_and_their_options_exist(page):
    for at, _, text in blocks(page, "sh"):
        for line, words in commands(text):
            place = f"{page}:{at}: {line}"
            assert words is not None, place
            if not words or words[0].startswith("-"):
                continue
            command, *rest = words
            assert command in words_of(()), f"{place}: there is no command {command}"
            options = [word.split("=")[0] for word in rest if re.match(r"--?[a-zA-Z]", word)]
            unknown = [option for option in options if option not in words_of((command,))]
            assert not unknown, f"{place}: there is no {unknown}"
            named = rest[0] if rest else ""
            if command in ("run", "info") and re.fullmatch(r"[a-z0-9-]+", named):
                assert re.search(rf"^{named}\b", catalogue(), re.M), f"{place}: no scene {named}"


@pytest.mark.parametrize("page", pages_with("sh"))
def test_scripts_that_are_called_are_there(page):
    for at, _, text in blocks(page, "sh"):
        for path in re.findall(r"^(?:python3? |STEPS=\S+ )?((?:benches|docs|viewer|python|crates)/[\w./-]+)", text, re.M):
            assert (ROOT / path).exists(), f"{page}:{at}: there is no {path}"


def test_the_reference_is_that_of_the_schema():
    script, text = ROOT / "docs/site/reference.py", tangency("schema").stdout
    done = subprocess.run([sys.executable, script, "--check"], input=text, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
