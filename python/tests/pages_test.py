# SPDX-License-Identifier: Apache-2.0
"""The code of docs/python/ and of README.md runs as it is, a page at a time; so does the example of a million pairs."""

from __future__ import annotations

import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from typing import Any

ROOT = pathlib.Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Pages(unittest.TestCase):
    def test_every_page_runs(self) -> None:
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(ROOT)
        pages = [ROOT / "README.md", *sorted((ROOT / "docs" / "python").glob("*.md"))]
        self.assertGreaterEqual(len(pages), 6)
        for page in pages:
            with self.subTest(page=page.name), contextlib.redirect_stdout(io.StringIO()):
                blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
                self.assertGreater(len(blocks), 0)
                names: dict[str, Any] = {}
                for block in blocks:
                    exec(compile(block, page.name, "exec"), names)  # noqa: S102

    def test_a_million_pairs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, ROOT / "examples" / "python" / "million.py", "20000", "--threads", "2"],
                capture_output=True, text=True, check=True, cwd=folder, env=os.environ,
            )  # fmt: skip
            self.assertIn("million pairs a second, each proven", done.stdout)
            self.assertTrue("install matplotlib" in done.stdout or (pathlib.Path(folder) / "distances.png").stat().st_size > 1000)


if __name__ == "__main__":
    unittest.main()
