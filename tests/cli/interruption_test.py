# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C in a long batch: complete lines, the earlier lines and no other, and the exit status of an interruption."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from sunder import PROGRAM, question


def interrupt(child, with_signal=signal.SIGINT):
    child.send_signal(with_signal)
    return child.wait(timeout=60)


class Query(unittest.TestCase):
    LINES = 100_000
    TEXT = "".join(json.dumps(question(i)) + "\n" for i in range(LINES))

    def ask_without_end(self, threads, with_signal):
        """The ids answered by a run interrupted amid a long input, its status and its message."""
        with tempfile.TemporaryDirectory() as folder:
            questions = pathlib.Path(folder, "questions.jsonl")
            questions.write_text(self.TEXT)
            answers = pathlib.Path(folder, "answers.jsonl")
            with open(questions, "rb") as source, open(answers, "wb") as sink, subprocess.Popen(
                [PROGRAM, "query", "--threads", str(threads)], stdin=source, stdout=sink,
                stderr=subprocess.PIPE,
            ) as child:
                while answers.stat().st_size == 0 and child.poll() is None:
                    time.sleep(0.001)
                status = interrupt(child, with_signal)
                message = child.stderr.read().decode()
            text = answers.read_bytes()
        self.assertTrue(text.endswith(b"\n"))
        return [json.loads(line)["id"] for line in text.splitlines()], status, message

    def test_the_lines_before_it_are_answered_and_no_other(self):
        for threads, with_signal in ((1, signal.SIGINT), (3, signal.SIGINT), (1, signal.SIGTERM)):
            with self.subTest(threads=threads, signal=with_signal):
                ids, status, message = self.ask_without_end(threads, with_signal)
                self.assertEqual(status, -with_signal)
                self.assertEqual(ids, list(range(len(ids))))
                self.assertLess(len(ids), self.LINES)
                self.assertIn(f"interrupted: the first {len(ids)} lines are answered", message)

    def test_while_it_waits_for_a_question(self):
        with subprocess.Popen(
            [PROGRAM, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as child:
            child.stdin.write(json.dumps(question(7)).encode() + b'\n{"id": 8, "a": {"ver')
            child.stdin.flush()
            self.assertEqual(json.loads(child.stdout.readline())["id"], 7)
            self.assertEqual(interrupt(child), -signal.SIGINT)
            self.assertEqual(child.stdout.read(), b"")
            child.stdin.close()

    def test_the_second_ends_it_while_nobody_reads(self):
        with subprocess.Popen(
            [PROGRAM, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as child:
            line = json.dumps(question()).encode() + b"\n"

            def write():
                try:
                    child.stdin.write(line * 20_000)
                    child.stdin.flush()
                except BrokenPipeError:
                    pass

            writer = threading.Thread(target=write)
            writer.start()
            time.sleep(0.5)  # by now the pipe for the answers is full
            child.send_signal(signal.SIGINT)
            time.sleep(0.1)
            self.assertIsNone(child.poll())
            self.assertEqual(interrupt(child), -signal.SIGINT)
            writer.join()
            try:
                child.stdin.close()
            except BrokenPipeError:
                pass

    def test_what_the_parent_ignores_stays_ignored(self):
        with subprocess.Popen(
            [PROGRAM, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        ) as child:
            line = json.dumps(question()).encode() + b"\n"
            child.stdin.write(line)
            child.stdin.flush()
            child.stdout.readline()
            child.send_signal(signal.SIGINT)
            child.stdin.write(line)
            child.stdin.close()
            self.assertEqual(json.loads(child.stdout.readline())["verdict"], "separated")
            self.assertEqual(child.wait(timeout=60), 0)


class Check(unittest.TestCase):
    def test_what_was_examined_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            mesh = os.path.join(folder, "many.obj")
            # Every pair of the many bodies is one triangle twice: the slowest to examine.
            pathlib.Path(mesh).write_text("v 0 0 0\nv 9 0 1\nv 0 9 2\nf 1 2 3\n", encoding="utf-8")
            files = [mesh] * 600
            with subprocess.Popen(
                [PROGRAM, "check", "--json", "--all", *files], stdout=subprocess.PIPE, stderr=subprocess.PIPE
            ) as child:
                time.sleep(0.3)
                child.send_signal(signal.SIGINT)
                output, message = child.communicate(timeout=120)
            self.assertEqual(child.returncode, -signal.SIGINT, message)
            if not output:
                self.skipTest("the files were not read yet when the signal came")
            summary = json.loads(output)["summary"]
            self.assertGreater(summary["not_examined"], 0)
            examined = summary["overlapping"] + summary["touching"] + summary["near"] + summary["clear"]
            self.assertEqual(examined, summary["examined"])
            self.assertIn(f'interrupted: {summary["not_examined"]} of {summary["pairs"]} pairs', message.decode())


    def interrupt_check(self, text, delay, *arguments):
        """The report of a check that is interrupted after a while, and how long it then took."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "scene.obj")
            path.write_text(text, encoding="utf-8")
            with subprocess.Popen([PROGRAM, "check", "--json", *arguments, path], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE) as child:
                time.sleep(delay)
                child.send_signal(signal.SIGINT)
                begin = time.monotonic()
                output, message = child.communicate(timeout=120)
                took = time.monotonic() - begin
            self.assertEqual(child.returncode, -signal.SIGINT, message)
            if not output:
                return None, took
            report = json.loads(output)
            if report["summary"]["not_examined"] == 0:
                return None, took
            self.assertIn(b"interrupted: ", message)
            pathlib.Path(folder, "report.json").write_bytes(output)
            verified = subprocess.run([PROGRAM, "verify", os.path.join(folder, "report.json"), path],
                                      capture_output=True, timeout=120)
            self.assertEqual((verified.returncode, verified.stderr), (0, b""))
        return report, took

    def interrupt_somewhere(self, text, *arguments):
        """As interrupt_check(), at the first delay that meets the check amid its work."""
        for delay in (0.2, 0.4, 0.8, 1.6, 3.2):
            report, took = self.interrupt_check(text, delay, *arguments)
            if report is not None:
                return report, took
        self.skipTest("the check was done before each signal, or had not begun")

    def test_while_contacts_and_proofs_are_made(self):
        # Some twenty thousand pairs of boxes that touch: they are found in no time, their contacts and proofs are not.
        lines = []
        for n in range(8000):
            x, y, z = n % 20, n // 20 % 20, n // 400
            corners = [(x + i, y + j, z + k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
            lines += ["o b%d" % n] + ["v %d %d %d" % corner for corner in corners] + ["p -1 -2 -3 -4 -5 -6 -7 -8"]
        report, took = self.interrupt_somewhere("\n".join(lines) + "\n")
        self.assertLess(took, 5)  # a second, on a machine with time to spare
        summary = report["summary"]
        examined = summary["overlapping"] + summary["touching"] + summary["near"] + summary["clear"]
        self.assertEqual(examined, summary["examined"])
        self.assertEqual(examined + summary["pruned"] + summary["not_examined"], summary["pairs"])
        self.assertEqual(len(report["pairs"]), summary["touching"])
        self.assertTrue(all(pair["contact"] and pair["certificate"] for pair in report["pairs"]))

    def test_while_one_contact_takes_long(self):
        # Two surfaces of crossed strips: one pair, whose contact is a grid of points.
        lines, count = [], 900
        for name, turned in (("one", False), ("other", True)):
            lines.append("o " + name)
            for i in range(count):
                for along, across in ((0, 2 * i), (2 * count, 2 * i), (count, 2 * i + 1)):
                    lines.append("v %d %d 0" % ((across, along) if turned else (along, across)))
                lines.append("f -3 -2 -1")
        report, took = self.interrupt_somewhere("\n".join(lines) + "\n")
        self.assertLess(took, 5)
        self.assertEqual(report["pairs"], [])
        self.assertEqual((report["summary"]["pairs"], report["summary"]["not_examined"]), (1, 1))
        self.assertEqual(report["summary"]["exit_status"], 2)


if __name__ == "__main__":
    unittest.main()
