#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutation testing: does a test fail for each small change to the code that proofs rest on?

    scripts/mutation/mutate.py [--folder FOLDER] [--minutes N] [--only TEXT] [--suites SUITE,...]
                               [--folders PATH,...] [--sample N [--seed S]] [--again | --sanitized]

The code of exact/, filter/, certificate/, the table of candidates and the intervals is mutated: every operator,
comparison, literal, named constant, minimum, absolute value and condition, one at a time (see mutants.py).
--folders selects other sources: `questions` means those of the questions, of scenes and of files. --sample
draws N mutants by seed, and a smaller sample is the beginning of a larger one. The order is by hashes of names,
so that the draw does not depend on line numbers.

One build contains all mutants. A first run of each test records the mutants that it reaches. Each mutant then
runs against those tests, the likeliest to fail first, until an assertion fails, one crashes or takes ten times
the processor's time. Results are kept in FOLDER, so that an interrupted run continues. --again tests survivors
again after a test was added. --sanitized tests them in a build with assertions and sanitizers, like the second
half of `./dev test`.

If no test kills a mutant, the compiler decides. If the optimised code of its source is equal, byte by byte,
nothing was changed, and another mutant is drawn instead. The remaining ones are survivors. survivors.txt lists
those that may live, each with the reason. The exit status is 1 if another one survives, or more than a
twentieth of all; for QUESTIONS, 8 %.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import math
import os
import pathlib
import pickle
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MUTATED = ["src/exact/*.?pp", "src/filter/*.?pp", "src/certificate/*.?pp",
           "src/geometry/candidates.cpp", "src/lanes/candidate_table.hpp",
           "src/query/interval.hpp", "src/query/proof_numbers.cpp"]
QUESTIONS = ["src/query/margin/*.?pp", "src/query/cast/*.?pp", "src/query/contact/*.?pp",
             "src/query/derivative/*.?pp", "src/query/relation/*.?pp", "src/scene/*.?pp",
             "src/text/*.?pp", "src/files/*.?pp", "src/pipe/*.?pp", "src/report/*.?pp"]
SUITES = ["exact", "filter", "certificate", "geometry", "lanes", "narrow", "query", "oracle", "cases",
          "mesh", "polygon", "scene"]
SUITES_OF_QUESTIONS = ["query", "relation", "scene", "io", "pipe", "cases", "certificate",
                      "exhaustion"]
SURVIVING_SHARE = 0.05
SURVIVING_SHARE_OF_QUESTIONS = 0.08
ALIVE = ("survived", "unreached")
LONGEST_S = 15.0  # of tests, for one mutant
STEP = 64  # numbers of a file begin at a multiple, so that a change of one seldom moves the others
# One build of each kernel of lanes beside the scalar one: the mutated code is used by all of them.
LANES = "'-DHWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4|HWY_AVX3|HWY_AVX3_DL)'"
# An index beyond an array's end must end the test, as under sanitizers.
PLAIN = ["-DCMAKE_BUILD_TYPE=Release",
         "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -w -Wno-narrowing -D_GLIBCXX_ASSERTIONS " + LANES]
SANITIZED = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_COMPILER=clang++-16",
             "-DSUNDER_SANITIZE=address,undefined",
             "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -w -Wno-c++11-narrowing " + LANES]


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)


class Store:
    """What is known, as JSON files of a folder."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def load(self, name, default):
        path = self.folder / f"{name}.json"
        return json.loads(path.read_text()) if path.exists() else default

    def save(self, name, value):
        path = self.folder / f"{name}.json"
        path.with_suffix(".part").write_text(json.dumps(value))
        path.with_suffix(".part").replace(path)


# ---- the mutated tree -----------------------------------------------------------------------------


def put(path, content, like=None):
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    if like is not None:
        shutil.copymode(like, path)


def patterns_of(folders):
    """The sources that --folders asks for: `proofs`, `questions`, or paths."""
    named = {"proofs": MUTATED, "questions": QUESTIONS}
    return [pattern for name in folders for pattern in named.get(name, [f"{name.rstrip('/')}/*.?pp"])]


def sources(patterns):
    found = sorted({p for pattern in patterns for p in ROOT.glob(pattern)})
    if not found:
        sys.exit("mutate: no source is in " + ", ".join(patterns))
    return found


def find_sites(folder, patterns):
    """(path, text, sites) of each source; parsing takes minutes, so what was found is kept."""
    from mutants import Finder
    arguments = ["-x", "c++", "-std=c++20", f"-I{ROOT}/include", f"-I{ROOT}/src",
                 f"-I{clang_headers()}"]
    kept = folder / "sites.pickle"
    known = pickle.loads(kept.read_bytes()) if kept.exists() else {}
    finder = (HERE / "mutants.py").read_text()
    found, kept_now = [], {}
    for path in sources(patterns):
        text = path.read_text()
        key = hashlib.sha256((finder + text).encode()).hexdigest()
        sites = known[key] if key in known else Finder(path, text, arguments).find()
        kept_now[key] = sites
        found.append((path.relative_to(ROOT), text, sites))
    kept.write_bytes(pickle.dumps(kept_now))
    return found


def clang_headers():
    out = run(["clang++-16", "-print-resource-dir"]).stdout.strip()
    return pathlib.Path(out) / "include"


def write_mutants(found, tree, dropped):
    from mutants import Writer
    mutants, number = [], 1
    written = {}
    for path, text, sites in found:
        writer = Writer(str(path), text, number, dropped)
        written[path] = writer.write(sites)
        number = -(-(writer.next + STEP) // STEP) * STEP
        mutants += writer.mutants
    copy_tree_except(tree, written)
    for path, text in written.items():
        put(tree / path, text.encode())
    put(tree / "src/mutation.hpp", (HERE / "mutation.hpp").read_bytes())
    put(tree / "src/exact/mutation.cpp", (HERE / "mutation.cpp").read_bytes())
    return mutants


def copy_tree_except(tree, written):
    """The files that git knows or does not ignore, without touching what did not change."""
    listed = run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT).stdout.split("\n")
    for name in filter(None, listed):
        if pathlib.Path(name) not in written:
            put(tree / name, (ROOT / name).read_bytes(), ROOT / name)


class Binaries:
    """A build of the mutated tree."""

    def __init__(self, folder, sanitized):
        self.folder = folder / ("sanitized" if sanitized else "build")
        self.flags = SANITIZED if sanitized else PLAIN
        # Sanitizers map terabytes that they never touch.
        self.limit = "ulimit -c 0" if sanitized else "ulimit -c 0 -v 8000000"
        self.slower = 5 if sanitized else 1  # than the plain build, at most


def configure(tree, binary, binaries, unity):
    done = run(["cmake", "-S", str(tree), "-B", str(binary), "-G", "Ninja", "-DSUNDER_WERROR=OFF",
                f"-DSUNDER_UNITY={unity}", *binaries.flags])
    if done.returncode != 0:
        sys.exit(done.stdout[-4000:] + "\nmutate: cmake failed")


def build(tree, folder, binaries, jobs, suites):
    """The lines of the sources that did not compile; None where all did."""
    binary = binaries.folder
    configure(tree, binary, binaries, "ON")
    done = run(["ninja", "-C", str(binary), "-k", "0", f"-j{jobs}",
                *(f"{suite}_tests" for suite in suites)])
    (folder / "build.log").write_text(done.stdout)
    if done.returncode == 0:
        return None
    wrong = set(re.findall(r"(src/[\w/.-]+):(\d+):\d+: (?:error|sorry)", done.stdout))
    wrong |= set(re.findall(r"(src/[\w/.-]+):(\d+):\d+:   required from here", done.stdout))
    return {(path, int(line)) for path, line in wrong}


def make_program(store, folder, binaries, jobs, suites, patterns):
    """Builds with every mutant that compiles."""
    tree = folder / "tree"
    found = find_sites(folder, patterns)
    dropped = set(store.load("dropped", []))
    while True:
        mutants = write_mutants(found, tree, dropped)
        print(f"building {len(mutants) - len(dropped)} mutants", flush=True)
        wrong = build(tree, folder, binaries, jobs, suites)
        if wrong is None:
            break
        more = {m.name for m in mutants
                if any(m.path == p and m.line <= line <= m.last_line for p, line in wrong)}
        if not more - dropped:
            sys.exit(f"mutate: the mutated tree does not build; see {folder}/build.log")
        dropped |= more
        store.save("dropped", sorted(dropped))
    return mutants, {m.name for m in mutants if m.name in dropped}


def draw(mutants, dropped, count, seed):
    """`count` of the mutants that compile. Each has its place by itself, whatever others there are."""
    compiled = [m for m in mutants if m.name not in dropped]
    if count is None:
        return compiled
    place = {m.name: hashlib.sha256(f"{seed} {m.name}".encode()).digest() for m in compiled}
    return sorted(compiled, key=lambda m: place[m.name])[:count]


# ---- tests ------------------------------------------------------------------------------------------


def filter_of(command):
    """The name of a test as GoogleTest has it, of the command that runs it alone."""
    return next((word.split("=", 1)[1] for word in command if word.startswith("--gtest_filter=")), "*")


def all_tests(binaries):
    """name -> command of each test that is not long."""
    listed = run(["ctest", "--test-dir", str(binaries.folder), "--show-only=json-v1"]).stdout
    tests = {}
    for test in json.loads(listed[listed.index("{"):])["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        command = test.get("command", [])
        if "long" in properties.get("LABELS", []) or not command:
            continue
        if not re.search(r"/(\w+)_tests$", command[0]) or not os.path.exists(command[0]):
            continue
        tests[test["name"]] = command
    return tests


def run_tests(binaries, command, mutant, limit_s, reached=None):
    """Whether all passed, the processor's seconds, and what was printed. The first failed assertion ends the program."""
    environment = dict(os.environ, SUNDER_MUTANT=str(mutant))
    if reached is not None:
        environment["SUNDER_REACHED"] = reached
    limits = f"{binaries.limit}; ulimit -t {math.ceil(limit_s)}"
    process = subprocess.Popen(["sh", "-c", f'{limits}; exec "$@"', "-", *command, "--gtest_break_on_failure"],
                               env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    # A program that waits uses no time of the processor.
    watch = threading.Timer(60 + 20 * limit_s, os.killpg, (process.pid, signal.SIGKILL))
    watch.start()
    with process.stdout as printed:
        said = printed.read()
    _, status, usage = os.wait4(process.pid, 0)
    watch.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode == 0, usage.ru_utime + usage.ru_stime, said.decode(errors="replace")


def reach(store, folder, binaries, tests, mutants, jobs):
    """What each test reaches, by its number, and how long it takes without a mutant."""
    numbered = hashlib.sha256("\n".join(m.name for m in mutants).encode()).hexdigest()
    kept = store.load("reach", {})
    built = {name: os.stat(command[0]).st_mtime_ns for name, command in tests.items()}
    known = {name: what for name, what in kept.get("tests", {}).items()
             if kept["numbered"] == numbered and what.get("built") == built.get(name)}
    todo = [name for name in tests if name not in known]

    def one(name):
        file = folder / f"reached.{threading.get_ident()}"
        passed, seconds, _ = run_tests(binaries, tests[name], 0, 600, str(file))
        if not passed:
            sys.exit(f"mutate: {name} fails without a mutant")
        bits = file.read_bytes() if file.exists() else b""
        file.unlink(missing_ok=True)
        return name, {"built": built[name], "s": seconds, "at": [i for i, bit in enumerate(bits) if bit]}

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for name, what in pool.map(one, todo):
            known[name] = what
    store.save("reach", {"numbered": numbered, "tests": known})
    return {name: known[name] for name in tests}


class Hunt:
    """Runs mutants against tests until one fails."""

    ALONE = 2  # tests that run in a process each; the others of a program share one
    NEAR = 4  # lines of a source within which mutants mostly die by the same test

    def __init__(self, binaries, tests, reached):
        self.binaries, self.tests = binaries, tests
        self.seconds = {n: binaries.slower * r["s"] for n, r in reached.items()}
        self.by_mutant = collections.defaultdict(list)
        for name, what in reached.items():
            for mutant in what["at"]:
                self.by_mutant[mutant].append(name)
        self.kills = collections.defaultdict(collections.Counter)
        self.killers = collections.defaultdict(dict)  # of a source: line -> the test that killed there last
        self.lock = threading.Lock()

    def order(self, mutant):
        with self.lock:
            kills = self.kills[mutant.path].copy()
            killers = self.killers[mutant.path]
            near = {killers[line] for line in range(mutant.line - self.NEAR, mutant.line + self.NEAR + 1)
                    if line in killers}
        most = max(kills.values(), default=0)

        def cost(name):
            return self.seconds[name] / (1 + 20 * kills[name] / (most + 1)) / (20 if name in near else 1)

        return sorted(self.by_mutant[mutant.number], key=cost)

    def processes(self, mutant):
        """The tests in the order in which they run, as far as the time for a mutant goes: those of each process."""
        spent, chosen = 0.0, []
        for name in self.order(mutant):
            spent += self.seconds[name]
            if chosen and spent > self.binaries.slower * LONGEST_S:
                break
            chosen.append(name)
        together = collections.defaultdict(list)
        for name in chosen[self.ALONE:]:
            together[self.tests[name][0]].append(name)
        cheapest_first = sorted(together.values(), key=lambda names: sum(self.seconds[n] for n in names))
        return [[name] for name in chosen[:self.ALONE]] + cheapest_first

    def fate(self, mutant):
        """The test that killed it, `unreached` or `survived`."""
        processes = self.processes(mutant)
        for names in processes:
            of_gtest = ":".join(filter_of(self.tests[name]) for name in names)
            command = [self.tests[names[0]][0], f"--gtest_filter={of_gtest}"]
            passed, _, said = run_tests(self.binaries, command, mutant.number,
                                        10 * sum(self.seconds[name] for name in names) + 1)
            if passed:
                continue
            began = re.findall(r"^\[ RUN      \] (\S+)", said, re.MULTILINE)
            name = next((n for n in names if began and filter_of(self.tests[n]) == began[-1]), names[0])
            with self.lock:
                self.kills[mutant.path][name] += 1
                self.killers[mutant.path][mutant.line] = name
            return name
        return "survived" if processes else "unreached"


def hunt(store, asked_for, hunter, jobs, deadline, only, again):
    fates = store.load("fates", {})

    def is_asked(mutant):
        known = fates.get(mutant.name)
        return only in mutant.name and (known is None or (again and known in ALIVE))

    todo = [m for m in asked_for if is_asked(m)]
    begin = time.monotonic()

    def one(mutant):
        if time.monotonic() > deadline:
            return mutant, None
        return mutant, hunter.fate(mutant)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        asked = [pool.submit(one, mutant) for mutant in todo]
        for done, answer in enumerate(concurrent.futures.as_completed(asked), 1):
            mutant, fate = answer.result()
            if fate is None:
                continue
            fates[mutant.name] = fate
            if done % 10 == 0:
                store.save("fates", fates)
            if done % 100 == 0:
                alive = sum(f in ALIVE for f in fates.values())
                print(f"{done} of {len(todo)}, {alive} alive, {time.monotonic() - begin:.0f} s", flush=True)
    store.save("fates", fates)
    return fates


# ---- changes that change nothing ------------------------------------------------------------------


class Compiler:
    """Finds the mutants that leave the optimised code of every source that includes them unchanged."""

    MOST_SOURCES = 4  # compiled for a mutant of a header

    def __init__(self, store, folder, binaries):
        self.store, self.folder = store, folder
        self.known = store.load("alike", {})  # name -> (hash of its source, whether the code is alike)
        tree = str(folder / "tree")
        apart = folder / "apart"  # a build of each source by itself, which gives commands and is never run
        configure(tree, apart, binaries, "OFF")
        exported = json.loads(run(["ninja", "-C", str(apart), "-t", "compdb"]).stdout)
        self.commands = {}
        for entry in exported:
            path = os.path.relpath(entry["file"], tree)
            if not path.startswith("src/") or " -c " not in entry["command"]:
                continue
            command = re.sub(r" -include \S+| -Winvalid-pch| -MD| -M[TF] \S+| -o \S+| -c \S+", "",
                             entry["command"])
            command = command.replace(" -O1 ", " -O2 ").replace(f"-I{tree}/", f"-I{ROOT}/")
            self.commands[path] = f"{command} -I{ROOT}/src -S -o -"
        self.sources = self.sources_of_headers(self.commands)
        self.code = {}
        self.lock = threading.Lock()

    @staticmethod
    def sources_of_headers(sources):
        """header -> the sources that include it, however deep."""
        def included(path):
            text = (ROOT / path).read_text() if (ROOT / path).exists() else ""
            return {f"src/{name}" for name in re.findall(r'^\s*#include "([^"]+)"', text, re.MULTILINE)}

        found, known = collections.defaultdict(set), {}
        for source in sources:
            met, todo = set(), [source]
            while todo:
                path = todo.pop()
                known.setdefault(path, included(path))
                todo += known[path] - met
                met |= known[path]
            for header in met:
                found[header].add(source)
        return found

    def compile(self, source, over):
        """The code of a source where the files of folder `over` take precedence over those of the tree."""
        path = over / source if (over / source).exists() else ROOT / source
        done = run(["bash", "-c", self.commands[source].replace(" -I", f" -I{over}/src -I", 1) + f" -c {path}"],
                   cwd=over)
        if done.returncode != 0:
            return None
        return "\n".join(line for line in done.stdout.split("\n")
                         if not line.lstrip().startswith((".file", ".ident")))

    def code_as_it_stands(self, source):
        with self.lock:
            lock = self.code.setdefault(source, [threading.Lock(), None])
        with lock[0]:
            if lock[1] is None:
                lock[1] = self.compile(source, self.folder)  # no src is in it
        return lock[1]

    def is_alike(self, mutant):
        text = (ROOT / mutant.path).read_text()
        key = hashlib.sha256(text.encode()).hexdigest()
        known = self.known.get(mutant.name)
        if known and known[0] == key:
            return known[1]
        sources = [mutant.path] if mutant.path in self.commands else sorted(self.sources[mutant.path])
        alike = 0 < len(sources) <= self.MOST_SOURCES
        over = self.folder / f"alike.{threading.get_ident()}"
        put(over / mutant.path, mutant.of(text).encode())
        for source in sources:
            if not alike:
                break
            code = self.code_as_it_stands(source)
            alike = code is not None and code == self.compile(source, over)
        shutil.rmtree(over)
        self.known[mutant.name] = (key, alike)
        return alike

    def alike(self, mutants, jobs):
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            found = [m.name for m, same in zip(mutants, pool.map(self.is_alike, mutants)) if same]
        self.store.save("alike", self.known)
        return set(found)


# ---- report -----------------------------------------------------------------------------------------


def explained():
    """mutant -> why it may live: blocks of lines `= reason`, then the mutants it is true of."""
    reasons, reason = {}, ""
    path = HERE / "survivors.txt"
    for line in path.read_text().split("\n") if path.exists() else []:
        if line.startswith("= "):
            reason = line[2:]
        elif line and not line.startswith("#"):
            reasons[line] = reason
    return reasons


def share_of(path):
    """How many of the mutants of a source may survive."""
    of_questions = any(path.startswith(pattern.split("*")[0]) for pattern in QUESTIONS)
    return SURVIVING_SHARE_OF_QUESTIONS if of_questions else SURVIVING_SHARE


def report(asked, dropped, alike, fates, whole):
    reasons = explained()
    known = [m for m in asked if m.name in fates]
    alive = [m for m in known if fates[m.name] in ALIVE]
    new = [m for m in alive if m.name not in reasons]
    folders = collections.OrderedDict()
    for m in known:
        row = folders.setdefault(m.path.rsplit("/", 1)[0], [0, 0])
        row[0] += 1
        row[1] += m in alive
    print(f"\n{'folder':20} {'mutants':>8} {'alive':>6}   share")
    for folder, (count, living) in sorted(folders.items()):
        print(f"{folder:20} {count:8} {living:6}  {100 * living / count:5.1f} %")
    share = len(alive) / max(1, len(known))
    print(f"{'all':20} {len(known):8} {len(alive):6}  {100 * share:5.1f} %")
    print(f"{len(asked) - len(known)} not run; {len(dropped)} do not compile, "
          f"{len(alike)} leave the code as it is")
    for m in new:
        print(f"{fates[m.name]}: {m.path}:{m.line}: {m.source} | {m.change}")
    drawn = {m.name for m in asked}
    paths = {m.path for m in asked}
    stale = [name for name in reasons
             if (fates.get(name) not in ALIVE or name in alike) and name.split(" | ")[0] in paths
             and (name in drawn or name in alike or whole)]
    if len(known) == len(asked):
        for name in stale:
            print(f"survivors.txt names one that was killed or is gone: {name}")
    return 1 if new or len(alive) > sum(share_of(m.path) for m in known) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/mutation")
    parser.add_argument("--minutes", type=float, default=600, help="of running mutants")
    parser.add_argument("--only", default="", help="mutants whose name holds this text")
    parser.add_argument("--folders", default="proofs", help="proofs, questions, or paths of folders")
    parser.add_argument("--sample", type=int, help="how many are drawn; all, if absent")
    parser.add_argument("--seed", default="20", help="of the draw")
    parser.add_argument("--suites", help="whose tests are run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--again", action="store_true", help="run survivors again")
    parser.add_argument("--sanitized", action="store_true", help="run them with sanitizers")
    asked = parser.parse_args()
    asked.folder = asked.folder.resolve()
    store = Store(asked.folder)
    binaries = Binaries(asked.folder, asked.sanitized)
    folders = asked.folders.split(",")
    suites = asked.suites.split(",") if asked.suites else (
        SUITES if folders == ["proofs"] else sorted({*SUITES, *SUITES_OF_QUESTIONS}))
    mutants, dropped = make_program(store, asked.folder, binaries, asked.jobs, suites,
                                    patterns_of(folders))
    tests = all_tests(binaries)
    reached = reach(store, asked.folder, binaries, tests, mutants, asked.jobs)
    hunter = Hunt(binaries, tests, reached)
    deadline = time.monotonic() + 60 * asked.minutes
    compiler = Compiler(store, asked.folder, binaries)
    again = asked.again or asked.sanitized
    alike = set()
    while True:
        drawn = draw(mutants, dropped | alike, asked.sample, asked.seed)
        fates = hunt(store, drawn, hunter, asked.jobs, deadline, asked.only, again)
        more = compiler.alike([m for m in drawn if fates.get(m.name) in ALIVE], asked.jobs)
        if not more:
            return report(drawn, dropped, alike, fates, asked.sample is None)
        alike |= more
        again = False


if __name__ == "__main__":
    sys.exit(main())
