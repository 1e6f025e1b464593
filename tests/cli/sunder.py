# SPDX-License-Identifier: Apache-2.0
"""The built program, run from the outside."""

import json
import os
import subprocess

PROGRAM = os.environ.get("SUNDER", "build/release/sunder")


def run(*arguments, text="", **options):
    """Runs the program on standard input of bytes or str; all output in bytes."""
    data = text.encode() if isinstance(text, str) else text
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], input=data, capture_output=True, timeout=120, **options
    )


def query(*lines):
    """Lines (str, bytes or objects) through `sunder query`: exit status and the lines as objects."""
    parts = []
    for line in lines:
        if not isinstance(line, (str, bytes)):
            line = json.dumps(line)
        parts.append(line if isinstance(line, bytes) else line.encode())
    done = run("query", text=b"\n".join(parts))
    assert not done.stderr, done.stderr
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


SQUARE = [[0, 0], [1, 0], [1, 1], [0, 1]]


def question(identity=1, a=None, b=None, **keys):
    """A question about the unit square and a point beside it by default."""
    return {
        "id": identity,
        "a": a or {"vertices": SQUARE},
        "b": b or {"vertices": [[3, 0.5]]},
        **keys,
    }
