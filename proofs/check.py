#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the error bounds of the library's filters by machine, with the constants of its sources.

Reads the constants by name from the bounds.hpp of each folder and proves with Gappa and Coq that they suffice.
Shows that smaller ones are refused, and prints a table. Exit status 0 means that every lemma of the list is
proven with the exact constants of the sources. Needs gappa, coqc and Flocq.

    proofs/check.py            everything
    proofs/check.py --quick    the constants, and Gappa to nearest: seconds instead of minutes
    proofs/check.py --only coq the constants, and what one of the two tools proves

Exit status 77 means that a tool is missing, 1 that a check failed.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

import coq
import gappa
import sources

ROOT = Path(__file__).resolve().parent


def rows_of_gappa(constants, modes, quick):
    """One row for each script. What "in ?" answers is proven by Gappa as any goal is."""
    gappa.CONSTANTS = constants

    def row(lemma):
        units = lemma.units(constants)
        least, (mode, fused) = gappa.least(lemma, modes)
        # A smaller constant must be refused; otherwise a script would prove anything.
        refused = quick or not gappa.proves(lemma, lemma.refused * least, mode, fused)
        return lemma.name, lemma.where, f"{units:g}", f"{least:.2f}", "Gappa", least <= units, refused

    return gappa.at_once(row, gappa.LEMMAS)


def rows_of_coq(constants, folder):
    """One row for each constant of Constants.v."""
    prover = coq.Prover(folder, constants)
    compiled = prover.compile_all()
    for lemma in coq.LEMMAS:
        value = constants[lemma.constant]
        proven = compiled and prover.is_sound(lemma)
        least = value == lemma.least or (proven and prover.proves_with(lemma, lemma.least))
        refused = proven and not prover.proves_with(lemma, lemma.least - 1)
        yield lemma.constant, lemma.where, f"{value}", f"{lemma.least}", "Coq", proven and least, refused
    if prover.complaint:
        print(prover.complaint, file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a part that takes a few seconds")
    parser.add_argument("--only", choices=["gappa", "coq"], help="what this tool proves")
    arguments = parser.parse_args()
    with_coq = arguments.only == "coq" or not (arguments.only or arguments.quick)
    with_gappa = arguments.only != "coq"
    for tool in with_gappa * ["gappa"] + with_coq * ["coqc"]:
        if shutil.which(tool) is None:
            print(f"check.py: there is no {tool}; ./dev test --long installs it")
            sys.exit(77)
    try:
        constants = sources.read(ROOT.parent)
    except sources.Unreadable as error:
        sys.exit(f"check.py: {error}")
    problems = sources.problems(constants) + sources.unchecked(ROOT.parent) + sources.unused(ROOT.parent)
    problems += gappa.unused_scripts() + coq.differing(constants)
    if problems:  # then nothing that is proven is about the code
        sys.exit("\n".join(f"check.py: {problem}" for problem in problems))
    modes = gappa.MODES[:1] if arguments.quick else gappa.MODES
    table = rows_of_gappa(constants, modes, arguments.quick) if with_gappa else []
    if with_coq:
        with tempfile.TemporaryDirectory() as folder:
            table += rows_of_coq(constants, Path(folder))
    print(f"{'lemma':<22}{'where':<44}{'in code':>8}{'least':>8}  {'by':<7}result")
    for name, where, units, least, tool, proven, refused in table:
        result = "proven" if proven else "NOT PROVEN"
        if not refused:
            result += ", but so is a constant that is too small"
        if not proven or not refused:
            problems.append(f"{name}: {result}")
        print(f"{name:<22}{where:<44}{units:>8}{least:>8}  {tool:<7}{result}")
    for problem in problems:
        print(f"check.py: {problem}", file=sys.stderr)
    print(f"{len(table)} bounds, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
