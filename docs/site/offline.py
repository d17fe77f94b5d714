"""Checks the built site: every link and picture of every page leads to a file of the site, every anchor to a place on its
page, and no page loads anything from elsewhere.
"""
import pathlib
import sys
from html.parser import HTMLParser
from urllib.parse import unquote

BOOK = pathlib.Path(__file__).resolve().parents[2] / "target/site/book"


class Page(HTMLParser):
    """What a page loads and links to, and its anchors."""

    def __init__(self, path):
        super().__init__()
        self.loads, self.links, self.anchors = [], [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in ("id", "name"):
            if attributes.get(name):
                self.anchors.add(attributes[name])
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        elif tag == "link" and attributes.get("href"):
            self.loads.append(attributes["href"])
        elif attributes.get("src"):
            self.loads.append(attributes["src"])


def main():
    # The players are pages of the program, which its own tests open.
    paths = [path for path in BOOK.rglob("*.html") if not path.is_relative_to(BOOK / "players")]
    # The page of all chapters and the one for servers repeat what the others say.
    paths = [path for path in paths if path.name not in ("print.html", "404.html", "toc.html")]
    pages = {path: Page(path) for path in paths}
    wrong = []
    for path, page in pages.items():
        for target in page.loads + page.links:
            if target.startswith(("http:", "https:", "//", "mailto:", "data:")):
                if target in page.loads and not target.startswith("data:"):
                    wrong.append(f"{path.relative_to(BOOK)} loads {target}")
                continue
            file, _, anchor = target.partition("#")
            to = (path.parent / unquote(file)).resolve() if file else path
            if not to.exists():
                wrong.append(f"{path.relative_to(BOOK)}: {target} is not there")
            elif anchor and to in pages and unquote(anchor) not in pages[to].anchors:
                wrong.append(f"{path.relative_to(BOOK)}: {target} has no such place")
    if len(pages) < 20:
        wrong.append(f"only {len(pages)} pages")
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(pages)} pages, every link leads somewhere, nothing is loaded from elsewhere")


main()
