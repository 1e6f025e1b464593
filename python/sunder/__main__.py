# SPDX-License-Identifier: Apache-2.0
"""The program `sunder`: python -m sunder check scenes/room.glb."""

from __future__ import annotations

import sys

from sunder import _core


def main() -> int:
    """Runs the program with the arguments of the command line, and returns its exit status."""
    return _core.run(["sunder", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
