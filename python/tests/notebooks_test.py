# SPDX-License-Identifier: Apache-2.0
"""The notebooks of examples/python run from top to bottom, and print what is stored in them.

    notebooks_test.py --write    runs them, and stores what they print

Jupyter is not needed: a cell is run as Jupyter does, and the value of its last expression is shown. Pages of HTML are not
stored, since each holds a viewer.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import pathlib
import sys
import unittest
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "python").glob("*.ipynb"))


def run_cell(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """The outputs of a cell, in the form of the file."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    outputs: list[dict[str, Any]] = []
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, f"cell {number}", "exec"), names)  # noqa: S102
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)  # noqa: S307
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def run_notebook(notebook: dict[str, Any]) -> None:
    """Runs the cells in order, in the root of the sources, and sets their outputs and numbers."""
    os.chdir(ROOT)
    names: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["outputs"] = run_cell("".join(cell["source"]), names, number)
            cell["execution_count"] = number


def text_of(notebook: dict[str, Any]) -> str:
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


class Notebooks(unittest.TestCase):
    def test_each_prints_what_is_stored(self) -> None:
        self.assertGreater(len(NOTEBOOKS), 0)
        for path in NOTEBOOKS:
            with self.subTest(notebook=path.name):
                stored = path.read_text(encoding="utf-8")
                notebook = json.loads(stored)
                self.assertEqual((notebook["nbformat"], text_of(notebook)), (4, stored))
                expected = [cell.get("outputs") for cell in notebook["cells"]]
                run_notebook(notebook)
                self.assertEqual([cell.get("outputs") for cell in notebook["cells"]], expected)
                self.assertGreater(sum(bool(outputs) for outputs in expected), 5)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        for path in NOTEBOOKS:
            notebook = json.loads(path.read_text(encoding="utf-8"))
            run_notebook(notebook)
            path.write_text(text_of(notebook), encoding="utf-8")
    else:
        unittest.main()
