#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the site. `./dev site` calls this when everything that it needs is there.

    build.py

Gathers pages in build/site-pages/, and MkDocs makes build/site/ of them. Ends with a list of the broken links, if there are any.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import check_links
import pages
import python_reference

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
GATHERED, SITE = ROOT / "build" / "site-pages", ROOT / "build" / "site"
PACKAGE = ROOT / "build" / "site-package"  # mkdocs.yml names it
WEB = ROOT / "web"


def run(*command, **options):
    subprocess.run([str(word) for word in command], check=True, **options)


def javascript_reference(folder):
    """TypeDoc writes the types of the npm package as Markdown."""
    run(WEB / "node_modules" / ".bin" / "typedoc", "--options", HERE / "typedoc.json", "--tsconfig", WEB / "package" / "tsconfig.json", "--out", folder,
        WEB / "package" / "src" / "index.ts", cwd=WEB)
    for page in folder.rglob("*.md"):
        # Python-Markdown takes no backslash before <.
        page.write_text(page.read_text(encoding="utf-8").replace("\\<", "&lt;"), encoding="utf-8")


def navigation(cpp_groups):
    """The reference's part of the navigation."""
    javascript = GATHERED / "api" / "javascript"
    kinds = []
    for kind in ("classes", "interfaces", "functions", "type-aliases", "variables"):
        inside = sorted((javascript / kind).glob("*.md")) if (javascript / kind).is_dir() else []
        if inside:
            kinds.append({kind.replace("-", " ").capitalize(): [{page.stem: page.relative_to(GATHERED).as_posix()} for page in inside]})
    return [
        {"C++": ["api/cpp/index.md", *({title: [{stem: "api/cpp/%s.md" % stem} for stem in stems]} for title, stems in cpp_groups)]},
        {"Python": ["api/python/index.md", *({title: "api/python/%s.md" % name} for name, title in python_reference.titles())]},
        {"JavaScript": ["api/javascript/README.md", *kinds]},
    ]


def main():
    begun = time.monotonic()
    for folder in (GATHERED, SITE, PACKAGE):
        shutil.rmtree(folder, ignore_errors=True)
    GATHERED.mkdir(parents=True)
    pages.main(GATHERED)
    # The bindings of clang are a package of the system's Python.
    run("/usr/bin/python3", "-B", HERE / "cpp_reference.py", GATHERED / "api" / "cpp")
    python_reference.stage(PACKAGE)
    python_reference.main(GATHERED / "api" / "python")
    javascript_reference(GATHERED / "api" / "javascript")
    groups = json.loads((GATHERED / "api" / "cpp" / "groups.json").read_text(encoding="utf-8"))
    (GATHERED / "reference.json").write_text(json.dumps(navigation(groups)), encoding="utf-8")
    run(sys.executable, "-B", ROOT / "bench" / "explorer.py", GATHERED / "benchmarks.md")
    shutil.copytree(HERE / "theme" / "assets", GATHERED / "assets")
    shutil.copyfile(WEB / "node_modules" / "iframe-worker" / "shim" / "index.js", GATHERED / "assets" / "iframe-worker.js")
    if pages.has_playground():
        run(sys.executable, "-B", ROOT / "scripts" / "playground_page.py", "-o", GATHERED / "playground.html", "--pages", "algorithms/")
    else:
        print("no playground: web/dist has none")
    run(sys.executable, "-B", "-m", "mkdocs", "build", "--quiet", "--config-file", HERE / "mkdocs.yml",
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1"})
    # What is for the build alone, for the theme's developers, and for searches in other languages.
    left = [SITE / name for name in ("reference.json", "sitemap.xml", "sitemap.xml.gz", "api/cpp/names.json", "api/cpp/groups.json")]
    for path in [*left, *SITE.glob("assets/**/*.map"), *SITE.glob("assets/javascripts/lunr/**/*.js")]:
        path.unlink(missing_ok=True)
    broken = check_links.main(SITE)
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print("%d files, %.1f MB, %.0f s" % (len(list(SITE.rglob("*"))), size / 1e6, time.monotonic() - begun))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
