"""Plays scenes of the gallery: target/site/players/NAME.html, a page of its own for each picture of docs/gallery.sh.

    python3 docs/site/players.py [--players SECONDS]

A scene takes part if the gallery says that it took no longer than so many processor seconds (2; 0: none). The demo always
does, unless it is 0. Pages stay and are made again where the scene has changed.
"""
import argparse
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "target/site/players"
# Pages stay this small, or the scene keeps its picture.
MOST_BYTES = 3_000_000


def pictures():
    """The table of docs/gallery.sh: picture, scene, parameters."""
    table = (ROOT / "docs/gallery.sh").read_text().split('table="\n')[1].split('\n"')[0]
    for line in table.splitlines():
        name, scene, _frame, _camera, *parameters = line.split()
        yield name, scene, parameters


def seconds():
    """The processor seconds of each picture, by the gallery."""
    found = {}
    for part in re.split(r"^### ", (ROOT / "docs/gallery.md").read_text(), flags=re.M)[1:]:
        names = re.findall(r"\(pictures/([\w.-]+)\.png\)", part)
        times = re.findall(r"\| (?:under )?([\d.]+) s \|\s*$", part, flags=re.M)
        if names and times:
            found.update({name: float(max(times, key=float)) for name in names})
    return found


def call(command):
    """Runs a command, and shows what it says where it fails."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")


def play(name, scene, parameters):
    """Makes the page of a picture; whether it is there."""
    source = (ROOT / "scenes" / f"{scene}.toml").read_bytes() + " ".join(parameters).encode()
    mark, page = OUT / f"{name}.of", OUT / f"{name}.html"
    state = hashlib.sha256(source).hexdigest()
    if mark.exists() and mark.read_text() == state:
        return
    run = ROOT / "target/site/runs" / name
    sets = [word for parameter in parameters for word in ("--set", parameter)]
    program = os.environ.get("TANGENCY", str(ROOT / "target/release/tangency"))
    call([program, "run", scene, "--out", run, "--overwrite", "--quiet", *sets])
    call([program, "report", run, "--only-player", "-o", page])
    shutil.rmtree(run)
    size = page.stat().st_size
    if size > MOST_BYTES:
        print(f"{name}: {size / 1e6:.1f} MB are too much for a page; its picture stays")
        page.unlink()
    mark.write_text(state)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=float, default=2.0, metavar="SECONDS")
    most = parser.parse_args().players
    OUT.mkdir(parents=True, exist_ok=True)
    took = seconds()
    chosen = [row for row in pictures() if most > 0 and (row[0] == "demo" or took.get(row[0], 1e9) <= most)]
    for page in OUT.glob("*.html"):
        if page.stem not in {name for name, *_ in chosen}:
            page.unlink()
            (OUT / f"{page.stem}.of").unlink(missing_ok=True)
    for name, scene, parameters in chosen:
        play(name, scene, parameters)


main()
