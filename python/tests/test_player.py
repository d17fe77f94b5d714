"""The viewer from Python."""

from pathlib import Path

import tangency as tg


def test_a_run_is_a_page_and_a_cell(tmp_path: Path) -> None:
    scene = tg.Scene.load("two-cubes")
    run = scene.run(tmp_path / "run", steps=3)
    player = run.view(rounding=1e-3)
    assert "tangency-data" in player.page and "default-src 'none'" in player.page
    cell = player._repr_html_()
    assert cell.startswith("<iframe sandbox=") and "allow-same-origin" not in cell
    assert cell.count('"') == 6, "the page is escaped inside of its frame"
    player.save(tmp_path / "player.html")
    assert (tmp_path / "player.html").read_text(encoding="utf-8") == player.page
