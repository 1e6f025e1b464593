# SPDX-License-Identifier: Apache-2.0
"""Answers files of questions: python -m sunder.run questions.parquet --bodies bodies.arrow --poses poses.parquet -o answers/.

See docs/clusters.md. Needs pyarrow. The exit status is 0 if every question was answered, 2 if something was refused, in
words on standard error and in the manifest, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import glob
import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from ._core import Robot, RobotChecker
from ._error import Error
from .tables import COLUMNS, ROBOT_COLUMNS, Tables, wanted_columns


def _parser(robot: bool) -> argparse.ArgumentParser:
    about = "Verdicts of a robot's configurations." if robot else "Answers to questions about pairs of bodies at poses."
    made = argparse.ArgumentParser(prog="python -m sunder.run robot" if robot else "python -m sunder.run", description=about, allow_abbrev=False)
    known: tuple[str, ...]
    if robot:
        made.add_argument("urdf", help="a URDF file")
        made.add_argument("--srdf", help="its SRDF file")
        made.add_argument("--package", action="append", default=[], metavar="NAME=FOLDER", help="where package://NAME/ is")
        made.add_argument("--scene", metavar="FILE", help="a planning scene of MoveIt")
        made.add_argument("--margin", type=float, default=0.0, help="what is no farther apart counts as meeting; metres")
        made.add_argument("--configs", nargs="+", required=True, metavar="FILE", help="configurations/1: Parquet or Arrow IPC")
        known, default = ROBOT_COLUMNS, "verdict,first_pair"
    else:
        made.add_argument("questions", nargs="+", help="questions/1: Parquet or Arrow IPC")
        made.add_argument("--bodies", required=True, metavar="FILE", help="bodies/1")
        made.add_argument("--poses", required=True, metavar="FILE", help="poses/1")
        known, default = COLUMNS, "verdict"
    made.add_argument("-o", "--output", required=True, metavar="FOLDER", help="takes the answers, a file a part, and manifest.json")
    made.add_argument("--columns", default=default, help=f"of the answers: {','.join(known)} (default: {default})")
    made.add_argument("--resume", action="store_true", help="go on with the run that the folder holds")
    made.add_argument("--threads", type=int, default=0, help="of this process (default: all cores)")
    made.add_argument("--workers", type=int, default=0, help="processes instead of threads")
    made.add_argument("--ray", metavar="ADDRESS", help="by Ray Data: auto, or the address of a cluster")
    made.add_argument("--part-rows", type=int, metavar="N", help="rows a part, exactly (default: row groups of 4 million together)")
    made.add_argument("--batch-rows", type=int, default=1 << 18, metavar="N", help="rows in memory at a time and thread (default: 262144)")
    made.add_argument("--quiet", action="store_true", help="no progress")
    return made


def _files(patterns: Sequence[str]) -> list[str]:
    """The files of patterns, which a shell may have left as they are."""
    found: list[str] = []
    for pattern in patterns:
        found += [pattern] if os.path.exists(pattern) else sorted(glob.glob(pattern)) or [pattern]
    return found


class _Progress:
    """Lines on standard error: one that is renewed on a terminal, else one every ten seconds."""

    def __init__(self, rows: int, stream: TextIO | None) -> None:
        self.rows, self.done, self.stream = rows, 0, stream
        self.began = self.last = time.monotonic()
        self.is_terminal = stream is not None and stream.isatty()

    def add(self, rows: int, is_last: bool) -> None:
        self.done += rows
        now = time.monotonic()
        if self.stream is None or (not is_last and now - self.last < (0.2 if self.is_terminal else 10)):
            return
        self.last = now
        rate = self.done / max(now - self.began, 1e-9)
        text = f"{self.done:,} of {self.rows:,} rows, {rate:,.0f} a second"
        if not is_last:
            text += f", {max(self.rows - self.done, 0) / max(rate, 1e-9):,.0f} s left"
        end = "\n" if is_last or not self.is_terminal else ""
        self.stream.write(("\r\033[K" if self.is_terminal else "") + text + end)
        self.stream.flush()


def _say(error: Error) -> None:
    sys.stderr.write(f"refused: {error.code}: {error}\n")


def _job(given: argparse.Namespace, is_robot: bool, runs: Any) -> Any:
    columns = wanted_columns(given.columns, ROBOT_COLUMNS if is_robot else COLUMNS)
    if not is_robot:
        tables = Tables(runs.read_table(given.bodies), runs.read_table(given.poses))
        for refusal in tables.refusals[:20]:
            _say(Error(refusal.code, f"body {refusal.row}", refusal.what, refusal.remedy))
        if len(tables.refusals) > 20:
            sys.stderr.write(f"refused: {len(tables.refusals) - 20} more bodies\n")
        return runs.PairsJob(tables, columns)
    packages = {}
    for text in given.package:
        name, equals, folder = text.partition("=")
        if not equals:
            raise Error("wrong_shape", "--package", f'"{text}"', "give NAME=FOLDER")
        packages[name] = folder
    robot = Robot.from_urdf(given.urdf, given.srdf, packages=packages)
    checker = RobotChecker(robot, margin=given.margin, planning_scene=given.scene, packages=packages)
    inputs = {"margin": given.margin}
    for name, path in (("urdf", given.urdf), ("srdf", given.srdf), ("scene", given.scene)):
        if path is not None:
            inputs[name] = runs.file_hash(path)
    return runs.RobotJob(robot, checker, columns, inputs)


def _results(run: Any, given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    from . import _engines

    for name in ("threads", "workers"):
        if not 0 <= getattr(given, name) <= 4096:
            raise Error("wrong_shape", f"--{name}", str(getattr(given, name)), "give 1 to 4096, or 0 for all cores")
    parts = run.left()
    if not parts:
        return iter(())
    if given.ray is not None:
        return _engines.by_ray(run.task, parts, given.ray)
    if given.workers:
        return _engines.by_processes(run.task, parts, given.workers)
    return _engines.by_threads(run.task, parts, given.threads or _engines.cores())


def _run(given: argparse.Namespace, is_robot: bool) -> int:
    from . import _runs as runs

    if given.ray is not None and (given.workers or given.threads):
        raise Error("not_served", "--ray", "beside --threads or --workers", "leave them out: the cluster says how many")
    if not given.output:
        raise Error("cannot_write", "--output", "an empty name", "name a folder")
    began = time.monotonic()
    job = _job(given, is_robot, runs)
    files = _files(given.configs if is_robot else given.questions)
    run = runs.Run(job, files, given.output, part_rows=given.part_rows, batch_rows=given.batch_rows, resume=given.resume)
    for words in run.refused_files:
        where = words["path"] if words["where"] == words["path"] else f"{words['path']}: {words['where']}"
        _say(Error(words["code"], where, words["what"], words["remedy"]))
    left = run.left()
    progress = _Progress(sum(part.end - part.begin for part in left), None if given.quiet else sys.stderr)
    interrupted = False
    results = _results(run, given)
    try:
        for number, result in enumerate(results, 1):
            run.take(result)
            progress.add(result["rows"], number == len(left))
            if "failure" in result:
                _say(Error(**{key: result["failure"][key] for key in ("code", "where", "what", "remedy")}))
                if result["stop"]:
                    break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        close = getattr(results, "close", None)
        if close is not None:
            close()
        run.sweep()
        run.write_manifest()
    found = run.summary()
    counts = found["counts"]
    runs.write_output(
        f"{found['answered']:,} of {found['rows']:,} rows answered in {time.monotonic() - began:.1f} s: {counts['separated']:,} separated, "
        f"{counts['touching']:,} touching, {counts['overlapping']:,} overlapping, {counts['undecided']:,} undecided, of which "
        f"{counts['refused']:,} refused\nanswers digest {found['answers_digest']}\n"
    )
    if interrupted:
        sys.stderr.write("interrupted; go on with --resume\n")
        return 130
    return 0 if found["complete"] and counts["refused"] == 0 else 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs with the arguments of the command line, and returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    is_robot = given[:1] == ["robot"]
    options = _parser(is_robot).parse_args(given[1:] if is_robot else given)
    try:
        return _run(options, is_robot)
    except Error as error:
        _say(error)
    except ImportError as error:
        sys.stderr.write(f"{error}\n")
    except OSError as error:
        _say(Error("cannot_write", options.output, str(error), "make room or give another folder, and go on with --resume"))
    return 2


if __name__ == "__main__":
    sys.exit(main())
