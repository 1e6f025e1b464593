#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gathers the pages of the repository in the form that MkDocs takes.

    pages.py FOLDER

The README is the first page, docs/ keeps its names, and a source that a page links to becomes a page too. The pages are written for
GitHub: a list may follow a paragraph at once, and a fence may have more than one word. Python-Markdown knows neither.
"""
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).parents[2]
PAGES = {
    "README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md", "CHANGELOG.md": "changelog.md",
    "bench/README.md": "inside/bench.md", "proofs/README.md": "inside/proofs.md", "tests/cases/README.md": "inside/cases.md",
    # playground.html is the playground itself.
    "docs/playground.md": "about-playground.md",
}
TEXT = {".cpp": "cpp", ".hpp": "cpp", ".inc": "cpp", ".py": "python", ".sh": "sh", ".cmake": "cmake", ".ts": "ts", ".mjs": "js", "": "text"}
# What other parts of the build make.
MADE = {"BENCHMARKS": "benchmarks.md", "PLAYGROUND": "playground.html"}
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAMED = re.compile(r"\[[\w./-]+\.md\]\(([^)\s#]+\.md)")  # a link that is named after its file
LISTED = re.compile(r"(\s*)(?:[-*+]|\d+\.)\s")
# The first page says where to go.
DOORS = """
<nav class="doors" aria-label="Where to begin" markdown>

- **[Begin](docs/install.md)** Install it, with CMake, pkg-config or pip.
PLAYGROUND- **[Find your question](docs/which-function.md)** From what you ask to the function, each field explained.
- **[Algorithms](docs/algorithms/README.md)** Thirteen of them, with pictures, and what each gives up.
- **[Benchmarks](BENCHMARKS)** Every figure of a run, beside its peers.

</nav>
"""


DOOR = "- **[Playground](PLAYGROUND)** Drag bodies, and watch any algorithm search and prove, in the browser.\n"


def title_of(page):
    """The first heading, which is what a reader of the site sees of a page."""
    return re.search(r"^# (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)[1]


def has_playground():
    return (ROOT / "web" / "dist" / "playground.html").exists()


class Gathered:
    def __init__(self, folder):
        self.folder, self.sources, self.files = folder, {}, set()

    def target_of(self, path):
        """The place in the site of a path of the repository, and whether it is to be copied there."""
        name = path.relative_to(ROOT).as_posix()
        if name in PAGES:
            return PAGES[name]
        if name.startswith("docs/") and path.is_file():
            return name[5:]
        if path.is_dir():
            self.sources[path] = "sources/%s/index.md" % name
            return self.sources[path]
        if path.suffix in TEXT:
            self.sources[path] = "sources/%s.md" % name
            return self.sources[path]
        self.files.add(path)
        return "sources/%s" % name

    def linked(self, page, target, here):
        """A link of a page, from its place in the site."""
        if "://" in target or target.startswith(("#", "mailto:")):
            return target
        path, _, fragment = target.partition("#")
        if path in MADE:
            there = MADE[path]
        else:
            file = (page.parent / path).resolve()
            if not file.exists():
                sys.exit("%s links to %s, which is not there" % (page.relative_to(ROOT), target))
            there = self.target_of(file)
        up = "../" * here.count("/")
        return up + there + ("#" + fragment if fragment else "")

    def page(self, page, here):
        lines, fence, before = [], None, ""
        text = page.read_text(encoding="utf-8")
        if here == "index.md":
            text = text.replace("\nOn Debian 12, in a clone", DOORS.replace("PLAYGROUND-", (DOOR + "-")  if has_playground() else "-") + "\nOn Debian 12, in a clone", 1)
        for line in text.splitlines():
            match = re.match(r"(\s*)(```+)\s*(\w*)", line)
            if match:
                if fence is None:
                    fence = match[2]
                    if before.strip():
                        lines.append("")
                    line = match[1] + match[2] + match[3]
                elif line.strip() == fence:
                    fence = None
                    lines += [line, ""]
                    before = ""
                    continue
            elif fence is None:
                if LISTED.match(line) and before.strip() and not LISTED.match(before) and not before.startswith((" ", "#", "|", ">")):
                    lines.append("")
                line = NAMED.sub(lambda link: "[%s](%s" % (title_of(page.parent / link[1]), link[1]), line)
                line = LINK.sub(lambda link: "](%s)" % self.linked(page, link[1], here), line)
            lines.append(line)
            before = line
        # The first page has no neighbours to list beside it.
        self.write(here, ("---\nhide: [navigation]\n---\n" if here == "index.md" else "") + "\n".join(lines) + "\n")

    def write(self, here, text):
        path = self.folder / here
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def source(self, path, here):
        name = path.relative_to(ROOT).as_posix()
        if path.is_dir():
            inside = sorted(one for one in path.iterdir() if one.is_file())
            rows = ["| [%s](%s) | %d |" % (one.name, "../" * here.count("/") + self.target_of(one), one.stat().st_size) for one in inside]
            self.write(here, "\n".join(["# %s/" % name, "", "| file | bytes |", "| --- | ---: |", *rows]) + "\n")
        else:
            self.write(here, "# %s\n\n````%s\n%s\n````\n" % (name, TEXT[path.suffix], path.read_text(encoding="utf-8").rstrip()))


def main(folder):
    folder = pathlib.Path(folder)
    gathered = Gathered(folder)
    for name, here in PAGES.items():
        gathered.page(ROOT / name, here)
    for page in sorted((ROOT / "docs").rglob("*.md")):
        if page.relative_to(ROOT).as_posix() not in PAGES:
            gathered.page(page, page.relative_to(ROOT / "docs").as_posix())
    shutil.copytree(ROOT / "docs" / "images", folder / "images", dirs_exist_ok=True)
    done = set()
    while set(gathered.sources) - done:
        for path in sorted(set(gathered.sources) - done):
            gathered.source(path, gathered.sources[path])
            done.add(path)
    for path in gathered.files:
        there = folder / "sources" / path.relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, there)
    print("%d pages, %d sources, %d files" % (len(list(folder.rglob("*.md"))), len(done), len(gathered.files)))


if __name__ == "__main__":
    main(sys.argv[1])
