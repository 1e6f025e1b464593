# SPDX-License-Identifier: Apache-2.0
"""A full disk: the reason is reported, and no file is left incomplete."""

import json
import os
import pathlib
import resource
import subprocess
import tempfile
import unittest

from sunder import PROGRAM, question

ROOT = pathlib.Path(__file__).parents[2]
ALGORITHM = ROOT / "scenes/room.glb"
LIMIT = 5000


def limited():
    """A file of the child may not grow beyond LIMIT: a write beyond it fails half-way, like on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, LIMIT))


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *map(str, arguments)], preexec_fn=limited, stderr=subprocess.PIPE,
                          timeout=120, **options)


class FullDisk(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_answers_end_behind_a_whole_line(self):
        text = "".join(json.dumps(question(i)) + "\n" for i in range(100)).encode()
        for mode in ("wb", "ab"):
            answers = self.folder / "answers.jsonl"
            answers.write_bytes(b'{"id": "before"}\n')
            with open(answers, mode) as sink:
                done = run("query", input=text, stdout=sink)
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"sunder: cannot write the answers", done.stderr)
            written = answers.read_bytes()
            self.assertTrue(written.endswith(b"\n"))
            self.assertGreater(len(written), LIMIT - 500)
            ids = [json.loads(line)["id"] for line in written.splitlines()]
            before = ["before"] if mode == "ab" else []
            self.assertEqual(ids, before + list(range(len(ids) - len(before))))

    def verbs(self):
        yield "algorithm.xml", ["convert", ALGORITHM, ALGORITHM, ALGORITHM]
        box = self.folder / "box.obj"
        box.write_text("v 0 0 0\nv 9 0 1\nv 0 9 2\nv 0 0 9\nf 1 2 3\nf 1 2 4\n", encoding="utf-8")
        yield "page.html", ["explain", box, box, "-o"]

    def test_a_file_is_written_whole_or_left_as_it_was(self):
        for name, arguments in self.verbs():
            for old in (None, b"what was there before"):
                with self.subTest(name=name, old=old):
                    target = self.folder / name
                    if old is not None:
                        target.write_bytes(old)
                        target.chmod(0o640)
                    before = sorted(os.listdir(self.folder))
                    done = run(*arguments, target)
                    self.assertEqual(done.returncode, 2)
                    self.assertIn(f"cannot write {target}: ".encode(), done.stderr)
                    self.assertEqual(sorted(os.listdir(self.folder)), before)
                    if old is not None:
                        self.assertEqual(target.read_bytes(), old)

    def test_a_file_that_is_replaced_keeps_its_mode_and_its_links(self):
        target = self.folder / "algorithm.xml"
        target.write_bytes(b"old")
        target.chmod(0o640)
        link = self.folder / "link.xml"
        link.symlink_to(target)
        done = subprocess.run([PROGRAM, "convert", ALGORITHM, link], capture_output=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(link.is_symlink())
        self.assertIn(b"<", target.read_bytes())
        self.assertEqual(target.stat().st_mode & 0o777, 0o640)

    def test_a_loop_of_links_is_no_place_to_write_to(self):
        for name, to in (("loop.xml", "loop.xml"), ("one.xml", "two.xml"), ("two.xml", "one.xml")):
            (self.folder / name).symlink_to(to)
        before = sorted(os.listdir(self.folder))
        for name in ("loop.xml", "one.xml"):
            done = subprocess.run([PROGRAM, "convert", ALGORITHM, self.folder / name], capture_output=True, timeout=120)
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"cannot write", done.stderr)
            self.assertTrue((self.folder / name).is_symlink())
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_the_longest_name_can_be_written(self):
        longest = self.folder / ("x" * (os.pathconf(self.folder, "PC_NAME_MAX") - 4) + ".xml")
        done = subprocess.run([PROGRAM, "convert", ALGORITHM, longest], capture_output=True, timeout=120)
        self.assertEqual((done.returncode, os.listdir(self.folder)), (0, [longest.name]), done.stderr)

    @unittest.skipUnless(os.path.exists("/dev/stdout"), "needs /dev/stdout")
    def test_what_stands_in_an_open_file_stays(self):
        sink = self.folder / "log"
        box = self.folder / "box.obj"
        box.write_text("v 0 0 0\n", encoding="utf-8")
        for name in ("/dev/stdout", "/dev/fd/1"):
            for mode in (os.O_APPEND, os.O_TRUNC):
                sink.write_bytes(b"")
                stream = os.open(sink, os.O_WRONLY | mode)
                os.write(stream, b"before\n")
                done = subprocess.run([PROGRAM, "explain", box, box, "--json", "-o", name], stdout=stream,
                                      stderr=subprocess.PIPE, timeout=120)
                os.write(stream, b"after\n")
                os.close(stream)
                self.assertEqual((done.returncode, done.stderr), (1, b""))
                first, *rest, last = sink.read_bytes().splitlines()
                self.assertEqual((first, last), (b"before", b"after"))
                self.assertEqual(json.loads(b"".join(rest))["format"], "sunder-trace")

    @unittest.skipUnless(os.path.isdir("/dev/shm"), "needs /dev/shm")
    def test_a_file_in_memory_is_replaced_as_any_other(self):
        folder = tempfile.TemporaryDirectory(dir="/dev/shm")
        self.addCleanup(folder.cleanup)
        target = pathlib.Path(folder.name) / "algorithm.xml"
        for _ in range(2):
            done = subprocess.run([PROGRAM, "convert", ALGORITHM, target], capture_output=True, timeout=120)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(target.read_bytes().count(b"</ArrayOfConvexPolyhedron>"), 1)

    def test_a_named_pipe_is_written_in_place(self):
        fifo = self.folder / "fifo.xml"
        os.mkfifo(fifo)
        with subprocess.Popen([PROGRAM, "convert", ALGORITHM, fifo], stderr=subprocess.PIPE) as child:
            self.assertIn(b"<", fifo.read_bytes())
            self.assertEqual(child.wait(timeout=60), 0)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_every_verb_tells(self):
        for arguments in (["check", ALGORITHM], ["check", "--json", ALGORITHM], ["convert", ALGORITHM, "-"], ["algorithms"],
                          ["algorithms", "--json"], ["--help"], ["--version"], ["check", "--help"]):
            with self.subTest(arguments=arguments), open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE,
                                      timeout=60)
                self.assertEqual(done.returncode, 2)
                self.assertIn(b"No space left on device", done.stderr)


if __name__ == "__main__":
    unittest.main()
