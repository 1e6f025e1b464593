#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""readme.py ROOT: follows the README like a new user, in the Debian 12 at ROOT.

Runs the blocks marked `sh clean`, one after the other in a clone, by one shell, and prints the time of each
command. The README's program is there as first.cpp. `./dev test` is omitted, since it runs this test."""

import pathlib
import re
import subprocess
import sys

SOURCES = pathlib.Path(__file__).parents[2]
BLOCK = re.compile(r"^```(sh clean|cpp)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def inside(root, *command):
    subprocess.run([SOURCES / "tests" / "consumer" / "inside.sh", root, *command], check=True)


def main(root):
    inside(root, "apt-get", "install", "-qq", "-y", "git")
    # The test covers this tree, committed or not.
    clone = pathlib.Path(root) / "root" / "sunder"
    clone.mkdir(parents=True)
    listed = subprocess.run(["git", "-C", SOURCES, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-C", SOURCES, "--null", "--ignore-failed-read", "-T", "-", "-cf", clone / "tree.tar"],
                   input=listed, check=True)
    subprocess.run(["tar", "-C", clone, "-xf", clone / "tree.tar"], check=True)
    (clone / "tree.tar").unlink()
    inside(root, "git", "-C", "/root/sunder", "init", "-q")
    inside(root, "git", "-C", "/root/sunder", "add", "-A")

    script = ["set -e", "cd /root/sunder"]
    for kind, text in BLOCK.findall((SOURCES / "README.md").read_text(encoding="utf-8")):
        if kind == "cpp":
            (clone / "first.cpp").write_text(text, encoding="utf-8")
            continue
        for line in text.splitlines():
            if line.startswith("./dev test"):
                continue
            script += [f"echo; echo '$' {line.split('#')[0].strip()!r}; began=$SECONDS", line,
                       'echo "took $((SECONDS - began)) s"']
    if len(script) < 8:
        sys.exit("the README shows no commands marked `sh clean`")
    inside(root, "bash", "-c", "\n".join(script))


if __name__ == "__main__":
    main(sys.argv[1])
