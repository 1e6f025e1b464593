#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/which-function.md explains each field of each answer that the public headers declare, and no other; its functions and headers exist."""

import pathlib
import re
import unittest

import answer_fields

ROOT = pathlib.Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "which-function.md").read_text(encoding="utf-8")
# The headers of bodies, texts and proofs. Any other header asks questions about pairs.
NO_QUESTIONS = {"algorithm", "certificate", "error", "io", "polytope", "report", "scene", "scene_proof"}
QUOTED = re.compile(r"`([^`]+)`")


def rows(heading):
    """The cells of each row of the table below a heading, without its header."""
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL).group(1)
    table = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table[2:]]


def shown():
    """{answer: (base or None, [field])} as the page has it."""
    found, name = {}, None
    for answer, base, fields, _ in rows("The fields of an answer"):
        if answer:
            name = answer.strip("`")
            found[name] = (base.strip("`") or None, [])
        found[name][1].extend(QUOTED.findall(fields))
    return found


class AnswerFields(unittest.TestCase):
    maxDiff = None

    def test_the_reader_of_headers_reads_what_it_should(self):
        body = """
  Interval depth;  std::vector<int> points;
  std::int64_t separated = 0, touching = 0;
  std::array<std::array<double, 3>, 3> inertia{};
  std::array<double, std::size_t{2 * D}> pairs{};
  std::function<void(const Progress&)> progress;
  Interval distance{0, std::numeric_limits<double>::infinity()};
  bool meets() const noexcept { return separated > 0; }
  explicit operator bool() const noexcept { return touching > 0; }
  friend bool operator==(const Answer&, const Answer&) = default;
  static Answer same(int one);
"""
        self.assertEqual([name for _, name in answer_fields.members(body)],
                         ["depth", "points", "separated", "touching", "inertia", "pairs", "progress", "distance"])

    def test_the_page_has_the_fields_of_the_headers(self):
        declared = answer_fields.answers()
        self.assertGreater(len(declared), 40)
        for name in ("Decision", "Distance", "Penetration", "SignedDistance", "Contact", "Cast", "Containment", "RelationAnswer",
                     "MarginAnswer", "Derivative", "ShapeDistance", "BatchOutput", "Certificate", "SceneReport"):
            self.assertIn(name, declared)
        page = shown()
        self.assertEqual(sorted(page), sorted(declared))
        for name, (base, fields) in declared.items():
            with self.subTest(answer=name):
                self.assertEqual((page[name][0], sorted(page[name][1])), (base, sorted(fields)))

    def test_the_functions_are_in_their_headers(self):
        asked = rows("From the question to the function")
        self.assertGreater(len(asked), 20)
        for _, _, functions, headers, *_ in asked:
            for header in QUOTED.findall(headers):
                text = (ROOT / "include" / "sunder" / header).read_text(encoding="utf-8")
                for function in QUOTED.findall(functions):
                    with self.subTest(function=function, header=header):
                        for word in re.findall(r"\w+", function):
                            self.assertTrue(re.search(rf"\b{word}\b", text), f"{header} has no {word}")

    def test_every_function_of_a_question_has_a_row(self):
        named = {word for _, _, functions, *_ in rows("From the question to the function") for word in re.findall(r"\w+", functions)}
        declared = set()
        for header in sorted((ROOT / "include" / "sunder").glob("*.hpp")):
            if header.stem in NO_QUESTIONS:
                continue
            declared |= set(re.findall(r"^SUNDER_EXPORT [\w:<> ]+ (\w+)\(", header.read_text(encoding="utf-8"), re.MULTILINE))
        beside = {"to_string", "decided_by", "why_not"}
        self.assertEqual(declared - beside - named, set())


if __name__ == "__main__":
    unittest.main()
