#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the comments and pages for what a machine can see of CONTRIBUTING.md's rules of prose.

A sentence has at most 25 words, does not open with one of OPENINGS, and has none of the PHRASES. Every
.cpp of src/ with more than 100 lines has a head comment with labelled lines (LABELS).

    scripts/check_prose.py [PATH...]           a line for each breach; exit status 1 if there is one
    scripts/check_prose.py --held              the same of the paths that are held to the rules
    scripts/check_prose.py --draw N --seed S   N sentences drawn at random, for people to judge
"""

import pathlib
import random
import re
import sys

LONGEST_SENTENCE = 25
OPENINGS = {"Of", "As", "So", "And"}
OPENING_PHRASES = ("The same",)
PHRASES = (
    "as it stands", "as they stand", "no more than", "but for", "is told", "are told", "told apart",
    "hands up", "hand up", "handed up", "the house", "way out", "ways out",
)
LABELS = ("Idea", "Source", "Bound", "Cost", "Gives up")
LONG_SOURCE = 100
CODE = {".hpp", ".cpp", ".inc", ".inl"}
FOLDERS = ("src", "include", "cli", "tests", "bench", "examples", "fuzz", "docs")
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "proofs/README.md")
# What ./dev lint, ./dev test and tests/scripts/check_prose_test.py hold to the rules.
HELD = (*FOLDERS, *PAGES)
SKIPPED = {"corpus", "results", "images", "build"}

COMMENT = re.compile(r"^\s*///?<?(\s*)(.*)$")
TRAILING = re.compile(r"\s///?<?\s(.*)$")
END = re.compile(r"(?<=[.!?])(?:[)\"'])?\s+(?=[A-Z`(\"'])")
LABEL = re.compile(r"^(?:%s):\s*" % "|".join(LABELS))
WORD = re.compile(r"[A-Za-z][a-z'-]*[a-z]")  # not the letters of formulas


def code_paragraphs(lines):
    """(line number, text) for each comment paragraph."""
    text, start = [], 0

    def flush():
        nonlocal text
        if text:
            yield start, " ".join(text)
        text = []

    for number, line in enumerate(lines, 1):
        match = COMMENT.match(line)
        if match:
            body = match.group(2).strip()
            shown = len(match.group(1)) > 2  # a formula or a table, set in from the text
            if not body or shown or LABEL.match(body) or "SPDX-License" in body or line.strip().startswith("///<"):
                yield from flush()
            if body and not shown and "SPDX-License" not in body and not body.startswith(("NOLINT", "clang-format", "@")):
                if not text:
                    start = number
                text.append(LABEL.sub("", body))
            continue
        yield from flush()
        match = TRAILING.search(line)
        if match and '"' not in line:
            yield number, match.group(1)
    yield from flush()


def page_paragraphs(lines):
    """(line number, text) for each paragraph and list item of a page, without code, tables and headings."""
    text, start, fenced = [], 0, False
    for number, line in enumerate([*lines, ""], 1):
        stripped = line.strip()
        if stripped.startswith("```"):
            fenced = not fenced
        ends = fenced or not stripped or stripped.startswith(("#", "|", "```", "<", "- ", "* ")) or line.startswith("    ")
        if ends and text:
            yield start, " ".join(text)
            text = []
        if stripped.startswith(("- ", "* ")) and not fenced:
            text, start = [stripped[2:]], number
        elif not ends:
            if not text:
                start = number
            text.append(stripped)


def sentences(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    paragraphs = page_paragraphs(lines) if path.suffix == ".md" else code_paragraphs(lines)
    for number, text in paragraphs:
        for sentence in END.split(text):
            if sentence and sentence.strip():
                yield number, sentence.strip()


def breach(sentence):
    """What is wrong with the sentence, or None."""
    plain = re.sub(r"`[^`]*`|\]\([^)]*\)", "x", sentence)
    words = WORD.findall(plain)
    if len(words) > LONGEST_SENTENCE:
        return f"{len(words)} words; at most {LONGEST_SENTENCE}"
    if len(words) > 3 and (words[0] in OPENINGS and plain[: len(words[0])] == words[0] or plain.startswith(OPENING_PHRASES)):
        return f'opens with "{" ".join(words[:2])}"'
    for phrase in PHRASES:
        if re.search(rf"\b{phrase}\b", plain):
            return f'says "{phrase}"'
    return None


def sources(root, names):
    paths = [root / name for name in names or (*FOLDERS, *PAGES)]
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in CODE | {".md"} and not SKIPPED & set(file.parts):
                yield file


def head_breach(path):
    if path.suffix != ".cpp" or "src" not in path.parts:
        return None
    lines = path.read_text(encoding="utf-8").splitlines()
    if len(lines) <= LONG_SOURCE:
        return None
    head = []
    for line in lines[1:]:
        if not line.startswith("//"):
            break
        head.append(line)
    found = [label for label in LABELS if any(line.startswith(f"// {label}:") for line in head)]
    return None if "Idea" in found and len(found) >= 3 else "no head comment with the labels " + ", ".join(LABELS)


def breaches(root, names=()):
    """All breaches in the files `names` under `root`, without names in all files, each as 'file:line: what'."""
    for file in sources(root, names):
        shown = file.relative_to(root)
        found = [(1, head_breach(file))] + [(n, (b := breach(s)) and f"{b}: {s}") for n, s in sentences(file)]
        yield from (f"{shown}:{number}: {what}" for number, what in found if what)


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    arguments = sys.argv[1:]
    if arguments[:1] == ["--draw"]:
        count, seed = int(arguments[1]), int(arguments[3])
        every = [(f, n, s) for f in sources(root, []) for n, s in sentences(f) if len(s.split()) > 3]
        for file, number, sentence in random.Random(seed).sample(every, count):
            print(f"{file.relative_to(root)}:{number}: {sentence}")
        return 0
    names = HELD if arguments == ["--held"] else [pathlib.Path(name).resolve() for name in arguments]
    found = list(breaches(root, names))
    for line in found:
        print(line)
    print(f"{len(found)} breaches of the rules of prose" if found else "the prose keeps its rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
