#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs the playground into one page that fetches nothing: web/dist/playground.html with the kernel (web/dist/*.wasm.gz) and
what docs/algorithms/ says of each algorithm.

  scripts/playground_page.py -o FILE [--pages FOLDER/]

--pages names the folder, seen from the page, that has each algorithm's page as NAME.html; links lead there."""

import argparse
import base64
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODULE = "sunder_whole.wasm.gz"
# Paragraphs of an algorithm's page that are told beside its steps, by the words that they begin with.
TOLD = ("Idea", "Source", "Proof", "Cost", "Wins", "Gives up")


def plain(text):
    """Markdown of one paragraph as text."""
    text = re.sub(r"(^|\n)(- |\d+\. )", r"\1", text)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"`([^`]*)`", r"\1", text)
    return " ".join(re.sub(r"(?<!\w)\*+|\*+(?!\w)", "", text).split())


def notes_of(page):
    """The paragraphs that are told: those that begin with the words, and the text below such a heading."""
    notes, heading = [], None
    for paragraph in page.read_text(encoding="utf-8").split("\n\n"):
        paragraph = paragraph.strip()
        title = re.fullmatch(r"##+ (.*)", paragraph)
        begun = re.match(r"\*\*([^*]+?)\*\*\s*(.*)", paragraph, re.S)
        if title or begun:
            heading = title[1] + "." if title and title[1] in TOLD else None
        if begun and begun[1].rstrip(".") in TOLD:
            # "Wins" and "Gives up" begin a sentence; the others are headings.
            notes.append({"head": begun[1], "text": plain(begun[2])})
        elif heading and not title and not re.match(r"[|!#`]", paragraph):
            notes.append({"head": heading, "text": plain(paragraph)})
            heading = None
    return notes


def main():
    parser = argparse.ArgumentParser(description="Packs the playground into one page.")
    parser.add_argument("-o", "--out", required=True, type=pathlib.Path, metavar="FILE")
    parser.add_argument("--pages", default="", metavar="FOLDER/", help="where the algorithms' pages are, seen from the page")
    asked = parser.parse_args()
    page = (ROOT / "web/dist/playground.html").read_text(encoding="utf-8")
    pages = sorted(path for path in (ROOT / "docs/algorithms").glob("*.md") if path.stem != "README")
    data = {
        "module": base64.b64encode((ROOT / "web/dist" / MODULE).read_bytes()).decode(),
        "notes": {path.stem: notes_of(path) for path in pages},
        "pages": asked.pages,
    }
    before, after = page.split("@DATA@")
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(before + json.dumps(data).replace("</", "<\\/") + after, encoding="utf-8")


if __name__ == "__main__":
    main()
