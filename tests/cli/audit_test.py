# SPDX-License-Identifier: Apache-2.0
"""`sunder audit` from the outside: every family of the suite with right and turned answers, files that are no answers, and streams."""

import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import unittest

from sunder import PROGRAM, SQUARE, query, question, run

APART, TOUCH, MEET = (question(i, a={"vertices": SQUARE}, b={"vertices": [[x, 0.5], [5, 0.5]]}) for i, x in ((1, 2), (2, 1), (3, 0.5)))


class Audit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, lines):
        path = self.folder / name
        path.write_bytes(b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines))
        return path

    def audit(self, questions, theirs, *flags):
        return run("audit", *flags, self.write("q.jsonl", questions), self.write("t.jsonl", theirs))

    def rows(self, questions, theirs, *flags):
        """Exit status, rows and summary; `sunder verify` finds nothing wrong with them."""
        done = self.audit(questions, theirs, "--json", *flags)
        *rows, last = [json.loads(line) for line in done.stdout.splitlines()]
        self.verify(done.stdout)
        return done.returncode, rows, last["summary"]

    def verify(self, text):
        (self.folder / "a.jsonl").write_bytes(text)
        done = run("verify", "--json", self.folder / "q.jsonl", self.folder / "a.jsonl")
        summary = json.loads(done.stdout)
        self.assertEqual(summary["audits"]["refuted"] + summary["verdicts"]["refuted"] + summary["intervals"]["refuted"], 0, done.stderr)
        self.assertEqual(summary["bad_lines"], 0, done.stderr)
        return summary

    def test_exit_status_and_words(self):
        good = [{"id": 1, "intersects": False}, {"id": 3, "intersects": True}]
        done = self.audit([APART, MEET], good)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(b"2 rows of theirs\nconfirmed               2\nrefuted                 0\n", done.stdout)
        done = self.audit([APART, MEET], [{"id": 1, "intersects": True}, good[1]])
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"sunder: refuted: question line 1, their line 1 (id 1): theirs says that the bodies meet, and they are apart", done.stderr)
        done = self.audit([TOUCH], [{"id": 2, "intersects": True}])
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(b"1 yes or no about bodies that touch", done.stdout)
        self.assertEqual(self.audit([TOUCH], [{"id": 2, "intersects": True}], "--touching", "separated").returncode, 1)
        done = self.audit([APART], [b"{", {"id": 1, "intersects": False}])
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"their line 1 (id null): theirs cannot be used: the line is not JSON", done.stderr)
        many = self.audit([APART] * 50, [{"id": 1, "intersects": True}] * 50)
        self.assertIn(b"and 30 more like these", many.stderr)

    def test_options_that_are_wrong(self):
        for flags, words in ((["--touching", "maybe"], b"--touching \"maybe\": it must be one of either, intersects, separated"),
                             (["--match", "name"], b"--match"), (["--certificates", "none"], b"--certificates"),
                             (["--tolerance", "-1"], b"tolerance"), (["--tolerance", "nan"], b"--tolerance"),
                             (["--relative", "2"], b"from 0 to 1"), (["--window", "1.5"], b"--window"), (["--window", "-1"], b"--window"),
                             (["--threads", "-1"], b"--threads")):
            done = self.audit([APART], [{"id": 1, "intersects": False}], *flags)
            self.assertEqual((done.returncode, done.stdout), (2, b""), flags)
            self.assertIn(words, done.stderr)
        done = run("audit", self.folder / "none", self.folder / "none")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"cannot open", done.stderr)

    @unittest.skipUnless("SUITE_QUESTIONS" in os.environ, "the program that writes the suite's questions is not named")
    def test_each_turned_verdict_of_the_suite_is_found_and_proven(self):
        count = 400
        lines = subprocess.run([os.environ["SUITE_QUESTIONS"], "0", str(count), "499"], capture_output=True, check=True).stdout.splitlines()
        true = {json.loads(line)["id"]: json.loads(line)["id"].split()[1] for line in lines}
        self.assertEqual(len(true), count)
        words = ["separated", "touching", "overlapping"]
        drawn = random.Random(27)
        theirs, turned = [], set()
        for name in drawn.sample(list(true), count):
            verdict = true[name]
            if drawn.random() < 0.5:
                turned.add(name)
                verdict = drawn.choice([word for word in words if word != verdict])
            theirs.append({"id": name, "verdict": verdict})
        status, rows, summary = self.rows(lines, theirs, "--certificates", "all")
        self.assertEqual(status, 1)
        self.assertEqual({row["id"] for row in rows if row["audit"] == "refuted"}, turned)
        self.assertEqual((summary["confirmed"], summary["not_decidable"]), (count - len(turned), 0))
        proven = self.verify((self.folder / "a.jsonl").read_bytes())
        self.assertEqual(proven["audits"], {"accepted": count, "refuted": 0, "unchecked": 0})
        self.assertEqual(len({true[name] for name in turned}), 3)
        # The same as yes and no, with bodies that touch counted as meeting.
        meets = [{"id": row["id"], "intersects": row["verdict"] == "separated"} for row in theirs]
        right = {row["id"] for row in meets if row["intersects"] == (true[row["id"]] != "separated")}
        status, rows, _ = self.rows(lines, meets, "--touching", "intersects")
        self.assertEqual({row["id"] for row in rows if row["audit"] == "confirmed"}, right)
        proven = self.verify((self.folder / "a.jsonl").read_bytes())
        self.assertEqual(proven["audits"], {"accepted": count - len(right), "refuted": 0, "unchecked": len(right)})

    def test_distances_one_unit_beside(self):
        pairs = [question(i, a={"vertices": [[0, 0]]}, b={"vertices": [[3 * s, 4 * s]]}) for i, s in enumerate((1, 2**-1070, 2**500))]
        for units, expected in ((0, "confirmed"), (1, "refuted"), (-1, "refuted")):
            theirs = [{"id": i, "distance": beside(5 * s, units)} for i, s in enumerate((1, 2**-1070, 2**500))]
            _, rows, _ = self.rows(pairs, theirs)
            self.assertEqual([row["audit"] for row in rows], [expected] * 3, rows)
            for row in rows:
                self.assertEqual("certificate" in row, expected == "refuted")

    def test_what_is_no_answer_is_named_by_its_line(self):
        theirs = [b'{"id": 1, "distance": NaN}', b'{"id": 1, "distance": -Infinity}', b'{"id": 1, "distance": 1e999}', b'{"id": 1, "distance": null}',
                  b'{"id": 1, "intersects": "true"}', b'{"id": 1, "intersects": true, "intersects": false}', b'{"id": [1], "intersects": true}',
                  b'"text"', b"\xff\x00", b'{"id": 1, "verdict": "SEPARATED"}', b"{" * 100]
        for line in theirs:
            done = self.audit([APART], [b"", line], "--json")
            self.assertEqual(done.returncode, 2, line)
            rows = [json.loads(text) for text in done.stdout.splitlines()][:-1]
            self.assertTrue(all(row["audit"] == "not decidable" for row in rows), line)
            told = [row for row in rows if row.get("theirs", {}).get("line") == 2]
            self.assertEqual(len(told), 1, rows)
            self.assertIn("cannot be used", told[0]["why"])
            self.assertIn(b"their line 2", self.audit([APART], [b"", line]).stderr if "line" not in told[0] else b"their line 2")

    def test_threads_write_the_same_bytes(self):
        drawn = random.Random(1)
        questions = [question(i, b={"vertices": [[drawn.uniform(-1, 2), drawn.uniform(-1, 2)]]}) for i in range(3000)]
        theirs = [{"id": i, "intersects": drawn.random() < 0.5} for i in drawn.sample(range(3000), 3000)]
        alone = self.audit(questions, theirs, "--json")
        self.assertEqual(self.audit(questions, theirs, "--json", "--threads", "3").stdout, alone.stdout)

    def test_memory_does_not_grow_with_the_files(self):
        if b"__asan_init" in pathlib.Path(PROGRAM).read_bytes():
            self.skipTest("the address sanitizer keeps what is freed")
        line = json.dumps(question(1)).encode() + b"\n"
        peaks = []
        for count in (20_000, 120_000):
            (self.folder / "q.jsonl").write_bytes(line * count)
            (self.folder / "t.jsonl").write_bytes(b'{"id": 2, "intersects": false}\n' + b'{"id": 1, "intersects": false}\n' * count)
            code = ("import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL); "
                    "print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
            done = subprocess.run([sys.executable, "-c", code, PROGRAM, "audit", "--json", "--window", "1000", self.folder / "q.jsonl",
                                   self.folder / "t.jsonl"], capture_output=True, text=True, check=True)
            status, peak = map(int, done.stdout.split())
            self.assertEqual(status, 2)
            peaks.append(peak)
        self.assertLess(peaks[1], 1.2 * peaks[0] + 4000)

    def test_closed_and_full_streams(self):
        files = [self.write("q.jsonl", [APART] * 2000), self.write("t.jsonl", [{"id": 1, "intersects": True}] * 2000)]
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            done = subprocess.run(["bash", "-c", '"$0" audit --json "$1" "$2" ' + closed, PROGRAM, *files], capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 2 if ">&-" in closed.replace("2>&-", "") else 1, closed)
        done = subprocess.run(["bash", "-c", 'set -o pipefail; "$0" audit --json "$1" "$2" | head -1', PROGRAM, *files], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"cannot write", done.stderr)
        if os.path.exists("/dev/full"):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, "audit", *files], stdout=full, stderr=subprocess.PIPE, timeout=60)
            self.assertEqual(done.returncode, 2)

    def test_answers_of_the_pipe_are_no_rows(self):
        _, answers = query(APART)
        _, rows, summary = self.rows([APART], answers)
        self.assertEqual((summary["unusable"], summary["confirmed"]), (1, 0))
        self.assertIn("unknown key", rows[0]["why"])


def beside(value, units):
    """The double so many units in the last place beside a positive one."""
    import struct
    (bits,) = struct.unpack("<q", struct.pack("<d", value))
    return struct.unpack("<d", struct.pack("<q", bits + units))[0]


if __name__ == "__main__":
    unittest.main()
