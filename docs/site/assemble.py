"""Puts the sources of the site together in target/site, for mdBook: the pages of docs with links that stay within the site,
formulas as MathML, and players in place of pictures where docs/site/players.py has made some.
"""
import html
import os
import pathlib
import re
import shutil
import sys

from latex2mathml.converter import convert

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS, SITE = ROOT / "docs", ROOT / "target/site"
SOURCE = SITE / "src"
# Pages of the repository that links of docs lead to.
REPOSITORY = {"ARCHITECTURE.md": "How the code is laid out", "CHANGELOG.md": "What changed"}
LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def outside_code(text, change):
    """The text with a change of its lines outside of fenced code."""
    lines, is_code = [], False
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            is_code = not is_code
        lines.append(line if is_code or line.lstrip().startswith("```") else change(line))
    return "\n".join(lines)


def copied(path):
    """The place in the site of a file of the repository that no page is: text that every browser shows."""
    is_text = path.suffix in (".rs", ".py", ".toml", ".sh", ".ipynb", ".mjs", ".ts", "")
    place = SOURCE / "files" / path.relative_to(ROOT)
    place = place.with_name(place.name + ".txt") if is_text else place
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, place)
    return place


def place_of(target):
    """Where a file of the repository is in the site."""
    if target.is_relative_to(DOCS) and target.suffix in (".md", ".png", ".gif"):
        return SOURCE / target.relative_to(DOCS)
    if str(target.relative_to(ROOT)) in REPOSITORY:
        return SOURCE / "repository" / target.name
    if target == ROOT / "README.md":
        return SOURCE / "README.md"
    if target.is_dir():
        sys.exit(f"a link leads to the folder {target.relative_to(ROOT)}: let it lead to a file")
    return copied(target)


def linked(text, path, place):
    """The text of a page at `path` with links as from `place` in the site."""
    def one(match):
        before, link, after = match.groups()
        if re.match(r"[a-z]+:|#", link):
            return match[0]
        file, _, anchor = link.partition("#")
        to = os.path.relpath(place_of((path.parent / file).resolve()), place.parent)
        if path.name != "SUMMARY.md":
            to = re.sub(r"(^|/)README\.md$", r"\1index.md", to)  # as mdBook calls the first page of a folder
        return f"{before}{to}{'#' + anchor if anchor else ''}{after}"
    return outside_code(text, lambda line: LINK.sub(one, line))


def with_formulas(text):
    def one(match):
        return convert(html.unescape(" ".join(match[1].split())), display="block") + "\n"
    return re.sub(r"^```math\n(.*?)^```\n", one, text, flags=re.M | re.S)


def with_players(text):
    def one(match):
        alt, name = match.groups()
        if not (SITE / "players" / f"{name}.html").exists():
            return match[0]
        return f'<a class="player" href="players/{name}.html"><img src="pictures/{name}.png" alt="{html.escape(alt)}"></a>'
    return re.sub(r"!\[([^]]*)\]\(pictures/([\w.-]+)\.png\)", one, text)


def main():
    shutil.rmtree(SOURCE, ignore_errors=True)
    shutil.rmtree(SITE / "book", ignore_errors=True)
    SOURCE.mkdir(parents=True)
    pages = [path for path in DOCS.rglob("*.md")] + [ROOT / name for name in REPOSITORY]
    for path in pages:
        place = place_of(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        text = linked(path.read_text(), path, place)
        if path in (DOCS / "gallery.md", DOCS / "README.md"):
            text = with_players(text)
        if path == DOCS / "SUMMARY.md":
            text += "\n# The repository\n\n" + "".join(
                f"- [{title}](repository/{name})\n" for name, title in REPOSITORY.items())
        place.write_text(with_formulas(text))
    shutil.copytree(DOCS / "pictures", SOURCE / "pictures")
    if (SITE / "players").exists():
        shutil.copytree(SITE / "players", SOURCE / "players", ignore=shutil.ignore_patterns("*.of"))
    for name in ("book.toml", "site.css", "players.js"):
        shutil.copyfile(DOCS / "site" / name, SITE / name)


main()
