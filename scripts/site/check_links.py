#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds the links of a built site that lead nowhere: files that are missing, and anchors that their page does not have.

    check_links.py FOLDER

Links to other sites are not asked. An address with a leading / would not work from disk, and is a broken one too.
"""
import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors, self.twice = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if not value:
                continue
            if name == "id" or (name == "name" and tag == "a"):
                if value in self.anchors and name == "id":
                    self.twice.append(value)
                self.anchors.add(value)
            elif name in ("href", "src"):
                self.links.append(value)


def main(folder):
    folder = pathlib.Path(folder).resolve()
    found = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    count, broken = 0, []
    for path, page in found.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            count += 1
            if parts.path.startswith("/") and path.name != "404.html":
                broken.append((path, link, "begins with /"))
                continue
            there = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if path.name == "404.html" and parts.path.startswith("/"):
                there = folder / parts.path.lstrip("/")
            if there.is_dir():
                # A folder's address needs a server.
                broken.append((path, link, "a folder")) if there != folder and not (there / "index.html").exists() else None
                continue
            anchor = urllib.parse.unquote(parts.fragment)
            if not there.is_file():
                broken.append((path, link, "no such file"))
            elif anchor and there in found and anchor not in found[there].anchors and not anchor.startswith("__"):
                broken.append((path, link, "no such anchor"))
        broken += [(path, "#" + name, "this id is there twice") for name in page.twice]
    for path, link, why in broken:
        print("%s: %s: %s" % (path.relative_to(folder), link, why), file=sys.stderr)
    print("%d links in %d pages, %d broken" % (count, len(found), len(broken)))
    return broken


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1]) else 0)
