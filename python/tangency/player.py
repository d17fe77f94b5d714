"""The viewer in a notebook: a player in a cell, or a page in the browser."""

from __future__ import annotations

import html
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tangency import _tangency


class Player:
    """A run with its frames in one page; a notebook shows it in a cell, also when it is exported.

    Positions are rounded by at most `rounding`, m: a tenth of `dhat` where it is not given.
    """

    def __init__(self, run: str | os.PathLike[str], rounding: float | None = None, height: int = 520) -> None:
        options = [] if rounding is None else ["--rounding", repr(rounding)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "player.html"
            _tangency.execute(["report", os.fspath(run), "--only-player", *options, "-o", os.fspath(path)])
            self.page = path.read_text(encoding="utf-8")
        self.height = height

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page, which opens from disk without a network."""
        Path(path).write_text(self.page, encoding="utf-8")

    def _repr_html_(self) -> str:
        # A frame of its own: the page's style and script stay in it.
        page = html.escape(self.page, quote=True)
        return f'<iframe sandbox="allow-scripts allow-downloads" style="width: 100%; height: {self.height}px; border: 0" srcdoc="{page}"></iframe>'

    def __repr__(self) -> str:
        return f"<Player: {len(self.page) / 1e6:.1f} MB>"


def serve(*runs: str | os.PathLike[str]) -> subprocess.Popen[bytes]:
    """Shows runs in the browser, as `tangency view` does; end the process that this gives to close the page."""
    words = [sys.executable, "-m", "tangency", "view", *(os.fspath(run) for run in runs)]
    return subprocess.Popen(words, stdin=subprocess.DEVNULL)
