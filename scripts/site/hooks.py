# SPDX-License-Identifier: Apache-2.0
"""What MkDocs does beside its settings: the reference's part of the navigation, and links from names in code to the reference."""
import html
import json
import pathlib
import re
import sys

import markdown

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import explorer  # noqa: E402  # the figures of benchmarks

SPAN = re.compile(r'<span class="(n|nc|nf|kt|nn|o)">([A-Za-z_]\w*)</span>')
CODE = re.compile(r"(?<!</span>)<code>([^<]*)</code>(?!</a>)")
PLOT = re.compile(r'<p><img alt="([^"]*)" src="images/performance/(\w+)\.svg"\s*/?></p>')
NAME = re.compile(r"(?:\b[A-Za-z_]\w*::)*\b[A-Za-z_]\w*")


class TwoSpaces(markdown.Extension):
    """What is two spaces in belongs to the item of the list, as on GitHub."""

    def extendMarkdown(self, md):
        md.tab_length = 2


def on_config(config):
    folder = pathlib.Path(config["docs_dir"])
    config["markdown_extensions"].append(TwoSpaces())
    reference = json.loads((folder / "reference.json").read_text(encoding="utf-8"))
    config["nav"] = [{"Reference": reference} if entry == {"Reference": "REFERENCE"} else entry for entry in config["nav"]]
    if (folder / "playground.html").exists():
        config["nav"].insert(1, {"Playground": "playground.html"})
    config["extra"]["names"] = json.loads((folder / "api" / "cpp" / "names.json").read_text(encoding="utf-8"))
    return config


def plot(name, caption, image):
    """A plot of docs/images/performance inside the page, where its dots speak; as an image where its dots say nothing."""
    drawing = (ROOT / "docs" / "images" / "performance" / (name + ".svg")).read_text(encoding="utf-8")
    return explorer.figure(drawing, name, caption) if "<circle" in drawing else image


def on_post_page(output, page, config):
    """The theme's dialog has no name."""
    return output.replace('data-md-component="search" role="dialog"', 'data-md-component="search" role="dialog" aria-label="Search"')


def on_page_content(text, page, config, files):
    """Names in the declarations and comments of the C++ reference lead to their places, and plots become parts of their page."""
    here = page.file.src_uri
    if here == "performance.md":
        return PLOT.sub(lambda match: plot(match[2], html.unescape(match[1]), match[0]), text)
    if not here.startswith("api/cpp/"):
        return text
    names = config["extra"]["names"]

    def linked(name, shown):
        target = names.get(name.replace("::", "."))
        if target is None:
            return shown
        file, _, fragment = target.partition("#")
        return '<a class="name" href="%s#%s">%s</a>' % (file.replace(".md", ".html"), fragment, shown)

    text = SPAN.sub(lambda match: linked(match[2], match[0]), text)
    # In tables: types, defaults and lists of names. A field's own name, which has its anchor before it, is none of these.
    return CODE.sub(lambda match: "<code>%s</code>" % NAME.sub(lambda name: linked(name[0], name[0]), match[1]), text)
