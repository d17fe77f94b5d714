"""The examples of the pages about Python and of the README, run as they stand."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def examples():
    for page in ("docs/python.md", "docs/gradients.md", "docs/sweeps.md", "docs/from-ipctk.md", "README.md"):
        for number, code in enumerate(re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.S)):
            if "import tangency" in code or "from tangency" in code:
                yield pytest.param(code, id=f"{page}-{number}")


@pytest.mark.parametrize("code", list(examples()))
def test_examples_run(code, tmp_path, monkeypatch):
    for needed in ("scipy", "torch"):
        if f"import {needed}" in code:
            pytest.importorskip(needed, reason=f"{needed} is not installed")
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "example", "exec"), {})
