#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""With flags that would void an error bound, the library does not compile, or does not change."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
GUARD = ROOT / "src/machine/strict_arithmetic.hpp"
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)

# Each must be refused, or do no harm.
FLAGS = [
    ["-ffast-math"],
    ["-Ofast"],
    ["-ffinite-math-only"],
    ["-funsafe-math-optimizations"],
    ["-freciprocal-math"],
    ["-fno-signed-zeros", "-fassociative-math", "-fno-trapping-math"],
]
REFUSED_BY_ALL = [["-ffast-math"], ["-Ofast"], ["-ffinite-math-only"]]

# Reassociation, reciprocals and the assumption of finite values change the results of these.
PROBE = """
#include "machine/strict_arithmetic.hpp"
#include <cmath>
double sum_error(double a, double b) {
  const double sum = a + b, part = sum - a;
  return (a - (sum - part)) + (b - part);
}
double thirds(double x) { return x / 3.0 - x * (1.0 / 3.0); }
double zero(double x) { return 0.0 - x; }
int main(int count, char**) {
  const double one = count, tiny = 0x1p-60 * count, five = 5.0 * count;
  const bool kept = sum_error(one, tiny) == tiny;
  const bool divided = thirds(five) != 0;
  const bool positive = !std::signbit(zero(0.0 * count));
  const bool infinite = std::isinf(one / (one - 1));
  return kept && divided && positive && infinite ? 0 : 1;
}
"""


def reached(source):
    """All headers of src/ and include/ that `source` includes, directly or not."""
    seen, todo = set(), [source]
    while todo:
        for name in INCLUDE.findall(todo.pop().read_text(encoding="utf-8")):
            for base in ("src", "include"):
                path = ROOT / base / name
                if path.is_file() and path not in seen:
                    seen.add(path)
                    todo.append(path)
    return seen


def compilers():
    return [name for name in ("g++", "clang++-16") if shutil.which(name)]


def sources_of(file):
    """The library's sources in the compilation of a file: several if CMake combined them."""
    files = [file]
    if "/Unity/" in file:
        files = re.findall(r'#include "([^"]+)"', pathlib.Path(file).read_text(encoding="utf-8"))
    return {name for name in files if name.startswith(f"{ROOT}/src/")}


class StrictArithmetic(unittest.TestCase):
    def compile(self, folder, compiler, flags):
        """The finished compilation of the probe, as folder/probe."""
        source = pathlib.Path(folder, "probe.cpp")
        source.write_text(PROBE, encoding="utf-8")
        return subprocess.run(
            [compiler, "-std=c++20", "-O2", *flags, "-ffp-contract=off", "-I", ROOT / "src", source,
             "-o", pathlib.Path(folder, "probe")],
            capture_output=True, text=True, timeout=60,
        )

    def test_every_source_sees_the_guard(self):
        sources = sorted(ROOT.glob("src/**/*.cpp"))
        self.assertGreater(len(sources), 100)
        blind = [str(path.relative_to(ROOT)) for path in sources if GUARD not in reached(path)]
        self.assertEqual(blind, [])

    def test_flags_are_refused_or_taken_back(self):
        for compiler in compilers():
            for flags in [[], *FLAGS]:
                with self.subTest(compiler=compiler, flags=flags), tempfile.TemporaryDirectory() as folder:
                    done = self.compile(folder, compiler, flags)
                    if flags and (compiler == "g++" or flags in REFUSED_BY_ALL):
                        self.assertNotEqual(done.returncode, 0)
                        self.assertIn("Sunder's proofs do not hold", done.stderr)
                        continue
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertEqual(subprocess.run([pathlib.Path(folder, "probe")]).returncode, 0)

    def test_nothing_is_contracted(self):
        """-ffp-contract=fast has no macro; the library's own flag must follow it."""
        program = pathlib.Path(os.environ.get("SUNDER", ROOT / "build/release/sunder"))
        commands = program.parent / "compile_commands.json"
        if not commands.is_file():
            self.skipTest("no compile_commands.json beside the program")
        told = json.loads(commands.read_text(encoding="utf-8"))
        seen = set()
        for entry in told:
            sources = sources_of(entry["file"])
            if not sources:
                continue
            seen.update(sources)
            contracting = re.findall(r"-ffp-contract=(\w+)", entry["command"])
            self.assertEqual(contracting[-1:], ["off"], entry["command"])
        self.assertEqual(seen, {str(path) for path in ROOT.glob("src/**/*.cpp")})


if __name__ == "__main__":
    unittest.main()
