# SPDX-License-Identifier: Apache-2.0
"""`sunder query` from the outside: answers, refusals, exit status, and the ends of its streams."""

import json
import os
import resource
import signal
import subprocess
import unittest

from sunder import PROGRAM, SQUARE, query, question, run


class Answers(unittest.TestCase):
    def test_an_answer_has_every_key_that_was_asked(self):
        status, answers = query(question(7, ask=["verdict", "distance", "contains"]))
        self.assertEqual(status, 0)
        self.assertEqual(
            list(answers[0]),
            ["id", "verdict", "distance", "contains", "normal", "point_a", "point_b"]
            + ["certificate", "decided_by", "stage"],
        )
        self.assertEqual(answers[0]["id"], 7)
        self.assertEqual(answers[0]["verdict"], "separated")
        lower, upper = answers[0]["distance"]
        self.assertTrue(lower <= 2 <= upper)

    def test_answers_come_in_order(self):
        status, answers = query(*(question(i) for i in range(5000)))
        self.assertEqual(status, 0)
        self.assertEqual([answer["id"] for answer in answers], list(range(5000)))

    def test_definitions_are_silent_and_last(self):
        status, answers = query(
            {"define": "square", "vertices": SQUARE},
            question(1, a={"body": "square"}),
            question(2, a={"body": "square"}, b={"body": "square"}),
        )
        self.assertEqual(status, 0)
        self.assertEqual([answer["verdict"] for answer in answers], ["separated", "overlapping"])

    def test_no_input_is_no_output(self):
        for text in ("", "\n", "\n \t\r\n"):
            done = run("query", text=text)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))

    def test_a_last_line_needs_no_newline_and_crlf_is_whitespace(self):
        line = json.dumps(question(1))
        for text in (line, line + "\n", line + "\r\n", "\r\n" + line + "\r\n\r\n", "\ufeff" + line):
            done = run("query", text=text)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertEqual(json.loads(done.stdout)["verdict"], "separated")

    def test_numbers_of_python_are_read_as_they_are(self):
        # A point 2^-1074 from the square's side, and one 2^-1074 inside of it.
        tiny = 5e-324
        _, answers = query(
            question(1, b={"vertices": [[-tiny, 0.5]]}), question(2, b={"vertices": [[tiny, 0.5]]})
        )
        self.assertEqual([a["verdict"] for a in answers], ["separated", "overlapping"])


GOOD = question("good")


class Refusals(unittest.TestCase):
    """Each line is refused with its code, and the stream continues."""

    LINES = {
        "syntax": ["{", "nonsense", "[" * 100_000, b"\xff\xfe", b'{"id": "\xff"}', b"\0", b'{"\0": 1}',
                   '{"id": 1} {"id": 2}', "{'id': 1}", "[" * 100_000 + "]" * 100_000,
                   '{"a":' * 50_000 + "1" + "}" * 50_000],
        "missing_key": ["{}", '{"a": {"vertices": []}}', '{"define": "x"}'],
        "unknown_key": [question(color="red"), {"define": "x", "vertices": [], "ask": ["verdict"]},
                        json.dumps({f"key{i}": i for i in range(20_000)})],
        "duplicate_key": ['{"id": 1, "id": 2, "a": {"vertices": []}, "b": {"vertices": []}}'],
        "wrong_type": ["7", "[]", "null", '"text"', "NaN", question(ask="verdict"), question(a=[1]),
                       question(identity=1.5), question(identity=[1])],
        "wrong_shape": [question(a={"vertices": [[1, 2], [3]]}), question(a={"vertices": [[]]}),
                        question(a={"vertices": SQUARE, "transform": [[1, 0, 0]]}),
                        question(a={"vertices": SQUARE, "quaternion": [1, 0, 0, 0]})],
        "dimension_mismatch": [question(a={"vertices": [[1, 2, 3]]})],
        "not_finite": [question(a={"vertices": [[float("nan"), 0]]}),
                       question(a={"vertices": [[float("inf"), 0]]}),
                       question(a={"vertices": [[float("-inf"), 0]]}),
                       '{"id": 1, "a": {"vertices": [[1e999, 0]]}, "b": {"vertices": []}}',
                       '{"id": 1, "a": {"vertices": [[-1e999, 0]]}, "b": {"vertices": []}}'],
        "zero_quaternion": [question(a={"vertices": [[1, 2, 3]], "quaternion": [0, 0, 0, 0]},
                                     b={"vertices": []})],
        "conflicting_pose": [question(a={"vertices": [[1, 2, 3]], "quaternion": [1, 0, 0, 0],
                                         "transform": [[1, 0, 0, 0]]}, b={"vertices": []})],
        "unknown_body": [question(a={"body": "nobody"})],
        "unknown_algorithm": [question(algorithm="oracle")],
        "not_served": [question(a={"vertices": [[0]]}, b={"vertices": [[1]]}, ask=[word]) for word in
                       ("depth", "contact", "cast", "derivative", "relation", "volume")]
                      + [question(a={"vertices": [[0]]}, b={"vertices": [[1]]}, margin=-0.5)],
        "too_large": [question(a={"vertices": [[0] * 300]}), b'{"id": "' + b"x" * (65 << 20) + b'"}'],
    }

    def test_each_code_by_its_lines(self):
        for code, lines in self.LINES.items():
            for line in lines:
                with self.subTest(code=code, line=str(line)[:80]):
                    status, answers = query(line, GOOD)
                    self.assertEqual(status, 2)
                    self.assertEqual(len(answers), 2)
                    self.assertEqual(answers[0]["error"], code, answers[0]["message"])
                    self.assertEqual(answers[0]["line"], 1)
                    self.assertTrue(answers[0]["message"])
                    self.assertEqual(answers[1]["verdict"], "separated")

    def test_all_of_them_in_one_stream(self):
        lines = [(code, line) for code, some in self.LINES.items() for line in some]
        status, answers = query(*(part for _, line in lines for part in (line, GOOD)))
        self.assertEqual(status, 2)
        self.assertEqual(len(answers), 2 * len(lines))
        for number, (code, _) in enumerate(lines):
            self.assertEqual(answers[2 * number]["error"], code)
            self.assertEqual(answers[2 * number]["line"], 2 * number + 1)
            self.assertEqual(answers[2 * number + 1]["id"], "good")

    def test_the_place_is_told(self):
        line = '{"id": 7, "a": {"vertices": []}, "b": {"vertices": [[0,0],[0,0],[0,0],[0,NaN]]}}'
        _, answers = query(line)
        self.assertEqual(
            answers[0],
            {"id": 7, "line": 1, "error": "not_finite",
             "message": "b.vertices[3][1] is NaN; every coordinate must be finite"},
        )


class Streams(unittest.TestCase):
    def test_a_conversation(self):
        for threads in ("1", "2"):
            with subprocess.Popen(
                [PROGRAM, "query", "--threads", threads], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            ) as child:
                for number in range(3):
                    child.stdin.write(json.dumps(question(number)).encode() + b"\n\n")
                    child.stdin.flush()
                    self.assertEqual(json.loads(child.stdout.readline())["id"], number)
                child.stdin.close()
                self.assertEqual(child.wait(timeout=60), 0)

    def test_a_burst_is_answered_while_the_writer_pauses(self):
        with subprocess.Popen(
            [PROGRAM, "query", "--threads", "3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as child:
            for first in (0, 300, 600):
                lines = [json.dumps(question(first + i)) + "\n" for i in range(300)]
                # The last line of a burst comes in two pieces.
                child.stdin.write("".join(lines).encode()[:-5])
                child.stdin.flush()
                answers = [json.loads(child.stdout.readline())["id"] for _ in range(299)]
                child.stdin.write("".join(lines).encode()[-5:])
                child.stdin.flush()
                answers.append(json.loads(child.stdout.readline())["id"])
                self.assertEqual(answers, list(range(first, first + 300)))
            child.stdin.close()
            self.assertEqual(child.wait(timeout=60), 0)

    def test_threads_change_no_byte(self):
        square = {"define": "square", "vertices": SQUARE}
        lines = [json.dumps(square)]
        for i in range(6000):
            place = [[1, 0, i % 7 / 3], [0, 1, i % 5 / 4]]
            asked = question(i, a={"body": "square"}, b={"body": "square", "transform": place})
            lines.append("{" if i % 97 == 0 else json.dumps(asked))
        text = "\n".join(lines)
        alone = run("query", text=text)
        for threads in ("0", "2", "5"):
            done = run("query", "--threads", threads, text=text)
            self.assertEqual((done.returncode, done.stdout), (2, alone.stdout))
        self.assertEqual(run("query", "--threads", "-1", text=text).returncode, 2)

    def test_a_closed_pipe_ends_cleanly(self):
        with subprocess.Popen(
            [PROGRAM, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as child:
            child.stdout.close()
            line = json.dumps(question()).encode() + b"\n"
            try:
                for _ in range(1000):
                    child.stdin.write(line * 100)
                child.stdin.close()
            except BrokenPipeError:
                pass
            message = child.stderr.read().decode()
            self.assertEqual(child.wait(timeout=60), 2)
            self.assertIn("sunder: cannot write the answers", message)
            try:
                child.stdin.close()
            except BrokenPipeError:
                pass

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_disk_is_told(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [PROGRAM, "query"], input=json.dumps(question()).encode(), stdout=full,
                stderr=subprocess.PIPE, timeout=60,
            )
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"No space left on device", done.stderr)

    def test_standard_streams_that_are_no_streams(self):
        directory = os.open("/", os.O_RDONLY)
        done = subprocess.run([PROGRAM, "query"], stdin=directory, capture_output=True, timeout=60)
        os.close(directory)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"sunder: cannot read standard input", done.stderr)
        closed = subprocess.run(
            f'"{PROGRAM}" query >&-', shell=True, input=json.dumps(question()).encode(),
            stderr=subprocess.PIPE, timeout=60,
        )
        self.assertEqual(closed.returncode, 2)

    def test_memory_stays_bounded_on_a_long_stream(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_DATA, (256 << 20, 256 << 20))

        try:
            limited = run("--version", preexec_fn=limit).returncode == 0
        except OSError:
            limited = False
        if not limited:
            self.skipTest("this build maps more memory than the limit before it starts")
        line = (json.dumps(question()) + "\n").encode()
        text = line * 100_000 + b"x" * (400 << 20) + b"\n" + line
        done = run("query", text=text, preexec_fn=limit)
        self.assertEqual(done.returncode, 2, done.stderr)
        answers = done.stdout.splitlines()
        self.assertEqual(len(answers), 100_002)
        self.assertEqual(json.loads(answers[-2])["error"], "too_large")

    def test_an_interrupt_ends_it(self):
        with subprocess.Popen([PROGRAM, "query"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            child.stdin.write(json.dumps(question()).encode() + b"\n")
            child.stdin.flush()
            child.stdout.readline()
            child.send_signal(signal.SIGINT)
            self.assertEqual(child.wait(timeout=60), -signal.SIGINT)


if __name__ == "__main__":
    unittest.main()
