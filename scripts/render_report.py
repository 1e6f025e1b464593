#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/images/report.png: the page of `sunder check --html` about the furnished room, as a browser shows it.

    scripts/render_report.py [PROGRAM]     build/release/sunder unless one is named
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BROWSER = os.environ.get("SUNDER_BROWSER") or shutil.which("chromium-headless-shell") or "chromium"
SIZE = "1200,720"


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/sunder"
    room = ROOT / "scenes/room.glb"
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "report.html"
        done = subprocess.run([program, "check", "scenes/room.glb", "--clearance", "2mm", "--json"], cwd=room.parents[1], capture_output=True, check=False)
        pairs = json.loads(done.stdout)["pairs"]
        key = next(p["key"] for p in pairs if (p["a"], p["b"]) == ("table/top", "chair 1/back rail"))
        subprocess.run([program, "check", "scenes/room.glb", "--clearance", "2mm", "--html", page, "--date", "2026-01-01"], cwd=room.parents[1],
                       stdout=subprocess.DEVNULL, check=False)
        subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars",
             "--window-size=" + SIZE, "--user-data-dir=" + folder + "/profile", "--virtual-time-budget=8000",
             "--screenshot=%s" % (ROOT / "docs/images/report.png"), "%s#pair=%s" % (page.as_uri(), key)],
            check=True, stderr=subprocess.DEVNULL)


main()
