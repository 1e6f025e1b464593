# SPDX-License-Identifier: Apache-2.0
"""The C++ blocks of docs/ as sources that the build compiles.

    blocks.py write FOLDER          writes each block as a source, prints `program NAME`, `fragment NAME` or `example NAME` a line
    blocks.py run PROGRAM EXPECTED  runs a program; it must end with 0, and print the `text` block that follows on the page

A block with a main() is a program. Any other is a fragment: a type, or statements about two posed bodies a and b, or of
robots.md about a robot. Where a `text` block follows a fragment, the example of the page's name prints it.
"""

import pathlib
import re
import subprocess
import sys

DOCS = pathlib.Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEAD = """#include <cassert>
#include <cmath>
#include <cstdio>
#include <vector>

#include "sunder/sunder.hpp"
%s
namespace {
"""
STATEMENTS = """template <class... T>
[[maybe_unused]] void show(const T&...) {}
[[maybe_unused]] void block(%s) {
  {
"""
# What statements of a page are about: further headers, and variables.
BODIES = "", ["const sunder::Posed3& a", "const sunder::Posed3& b"]
ABOUT = {
    "robots": ('#include "sunder/robot_pairs.hpp"\n#include "sunder/robot_path.hpp"\n',
               ["const sunder::Robot& robot", "const sunder::RobotChecker& checker", "const sunder::Scene& scene",
                "std::int64_t count", "std::span<const double> configurations", "std::span<const double> waypoints",
                "std::int32_t hand"]),
}


def blocks(page):
    """(block of C++, text of the block behind it or None) of a page."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    for place, (kind, text) in enumerate(found):
        if kind == "cpp":
            after = found[place + 1] if place + 1 < len(found) else ("", "")
            yield text, after[1] if after[0] == "text" else None


def source(block, page):
    """The block as a source file that compiles."""
    if "int main(" in block:
        return block
    headers, variables = ABOUT.get(page, BODIES)
    head = HEAD % headers
    if block.startswith("struct "):
        return f"{head}{block}}}\nstatic_assert(sunder::SupportMapped<{block.split()[1]}, 3>);\n"
    statements = STATEMENTS % ", ".join("[[maybe_unused]] " + variable for variable in variables)
    return f"{head}{statements}{block}  }}\n}}\n}}\n"


def write(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for page in sorted(DOCS.glob("*.md")):
        for place, (block, expected) in enumerate(blocks(page)):
            name = f"{page.stem.replace('-', '_')}_{place}"
            text = source(block, page.stem)
            path = folder / f"{name}.cpp"
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
            is_program = "int main(" in block
            if expected:
                (folder / f"{name}.txt").write_text(expected, encoding="utf-8")
            print("program" if is_program else "fragment", name)
            if expected and not is_program:
                print("example", name)


def run(program, expected):
    done = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=False)
    shown = pathlib.Path(expected)
    wanted = shown.read_text(encoding="utf-8") if shown.exists() else done.stdout
    if done.returncode != 0 or done.stdout != wanted:
        sys.exit(f"exit status {done.returncode}; the page shows\n{wanted}and the program prints\n{done.stdout}")


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(pathlib.Path(sys.argv[2]))
    else:
        run(*sys.argv[2:])
