# SPDX-License-Identifier: Apache-2.0
"""Compiles coq/ outside the tree, with the constants of Constants.v or with one of them changed."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "coq"
ORDER = ["Rounding", "Expression", "Sums", "Underflow", "Inverse", "Constants", "Gap", "Points", "Fixed", "Boxes"]
# The axioms of Coq's real numbers; no proof may assume anything else.
AXIOMS = {"ClassicalDedekindReals.sig_not_dec", "ClassicalDedekindReals.sig_forall_dec",
          "FunctionalExtensionality.functional_extensionality_dep", "Classical_Prop.classic"}


@dataclass
class Lemma:
    """A constant, the least value that the proof accepts, the file and the theorem that use it."""
    constant: str
    where: str
    least: int
    file: str
    theorem: str


LEMMAS = [
    Lemma("gap_per_dimension", "filter/filtered_pair.hpp gap_error", 2, "Gap", "lemma_1"),
    Lemma("gap_plus", "filter/filtered_pair.hpp gap_error", 3, "Gap", "lemma_1"),
    Lemma("gap_underflow", "filter/filtered_pair.hpp gap_error", -600, "Gap", "lemma_1"),
    Lemma("point_plus", "filter/filtered_pair.hpp error", 3, "Points", "lemma_1_points"),
    Lemma("point_underflow", "filter/filtered_pair.hpp error", -850, "Points", "lemma_1_points"),
    Lemma("det2_units", "filter/simplex_interior.hpp", 4, "Fixed", "lemma_2_plane"),
    Lemma("det3_units", "filter/simplex_interior.hpp", 30, "Fixed", "lemma_2_space"),
    Lemma("det_share", "filter/simplex_interior.hpp", -35, "Fixed", "lemma_2_space"),
    Lemma("det_underflow", "filter/simplex_interior.hpp", -601, "Fixed", "lemma_2_space"),
    Lemma("centred_units", "narrow/boxes/nearest-inl.hpp", 8, "Boxes", "count_centred"),
    Lemma("any_units", "narrow/boxes/nearest-inl.hpp", 10, "Boxes", "count_any"),
    Lemma("box_share", "narrow/boxes/nearest-inl.hpp", -35, "Boxes", "box_gap"),
]
OTHERS = [("Rounding", "read_back_is_rounded"), ("Expression", "off_by_roundings"),
          ("Expression", "fused_is_a_case"), ("Inverse", "lemma_3"), ("Inverse", "regular"),
          ("Gap", "most_is_as_exact"), ("Boxes", "count_middle")]


def written():
    """The constants as Constants.v has them."""
    found = re.findall(r"Definition (\w+) := \(?(-?\d+)\)?%", (FOLDER / "Constants.v").read_text())
    return {name: int(value) for name, value in found}


def differing(constants):
    return [f"coq/Constants.v: {name} is {value}, in the code {constants.get(name)}"
            for name, value in written().items() if constants.get(name) != value]


class Prover:
    def __init__(self, folder: Path, constants):
        self.folder = folder
        self.constants = {name: constants.get(name, value) for name, value in written().items()}
        self.complaint = ""
        for name in ORDER:
            shutil.copy(FOLDER / f"{name}.v", folder)
        self.write(self.constants)

    def write(self, constants):
        text = (FOLDER / "Constants.v").read_text()
        for name, value in constants.items():
            text = re.sub(rf"(Definition {name} := )\(?-?\d+\)?%", rf"\g<1>({value})%", text)
        (self.folder / "Constants.v").write_text(text)

    def compile(self, name):
        answer = subprocess.run(["coqc", "-q", "-Q", ".", "Sunder", f"{name}.v"], cwd=self.folder,
                                capture_output=True, text=True, timeout=3600)
        self.output = answer.stdout + answer.stderr
        return answer.returncode == 0

    def compile_all(self):
        """Compiles every file and records the assumptions of its theorems."""
        self.assumed = {}
        for name in ORDER:
            if not self.compile(name):
                self.complaint = f"coq/{name}.v: {self.output.strip()}"
                return False
        return all(self.assumes_nothing_else(file, theorem) for file, theorem in OTHERS)

    def assumes_nothing_else(self, file, theorem):
        probe = self.folder / "Probe.v"
        probe.write_text(f"From Sunder Require Import {file}.\nPrint Assumptions {theorem}.\n")
        if not self.compile("Probe"):
            return False
        named = set(re.findall(r"^([\w.]+)(?: :|$)", self.output, re.M)) - {"Axioms", "Closed"}
        unknown = {name for name in named if not any(axiom.endswith(name) for axiom in AXIOMS)}
        if unknown:
            self.complaint = f"{file}.{theorem} assumes {sorted(unknown)}"
        return not unknown

    def is_sound(self, lemma):
        return self.assumes_nothing_else(lemma.file, lemma.theorem)

    def proves_with(self, lemma, value):
        """Does the lemma's file, and what that one needs, compile with this value of the constant?"""
        elsewhere = Prover.__new__(Prover)
        elsewhere.folder = self.folder / "changed"
        elsewhere.folder.mkdir(exist_ok=True)
        for name in ORDER:
            shutil.copy(self.folder / f"{name}.v", elsewhere.folder)
        for name in ORDER[:ORDER.index("Constants")]:
            shutil.copy(self.folder / f"{name}.vo", elsewhere.folder)
        elsewhere.write({**self.constants, lemma.constant: value})
        needed = ["Constants"] + (["Gap"] if lemma.file == "Points" else []) + [lemma.file]
        return all(elsewhere.compile(name) for name in needed)
