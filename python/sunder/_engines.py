# SPDX-License-Identifier: Apache-2.0
"""What maps a task over the parts of a run: threads, processes, Ray. Each gives the results as they come."""

from __future__ import annotations

import concurrent.futures
import importlib
import json
import logging
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from typing import Any

from ._error import Error
from ._runs import Part, Stopped, Task, failure_of

_MOST_DEATHS = 3  # of workers, one after the other, before a part is refused


def by_threads(task: Task, parts: Sequence[Part], threads: int) -> Iterator[dict[str, Any]]:
    """A plain loop over the parts, on so many threads of this process, which share the tables."""
    workers = max(1, min(threads, len(parts)))
    task.threads = max(1, threads // workers)
    pool = concurrent.futures.ThreadPoolExecutor(workers)
    try:
        waiting = [pool.submit(task, part) for part in parts]
        for done in concurrent.futures.as_completed(waiting):
            yield done.result()
    finally:  # Ctrl-C, a failure, or a caller who stops
        task.cancelled = True
        pool.shutdown(wait=True, cancel_futures=True)
        task.cancelled = False


_TASK: Task | None = None


def _start(task: Task) -> None:
    global _TASK
    _TASK = task


def _answer(part: Part) -> dict[str, Any]:
    assert _TASK is not None
    return _TASK(part)


def by_processes(task: Task, parts: Sequence[Part], workers: int) -> Iterator[dict[str, Any]]:
    """The parts by so many processes, each with its own tables. When one is killed the parts that it had are asked anew."""
    left = {part.number: part for part in parts}
    deaths = 0
    while left:
        alone = deaths >= _MOST_DEATHS  # then a part that kills its worker is found by itself
        given = list(left.values())[:1] if alone else list(left.values())
        context = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(1 if alone else workers, context, _start, (task,)) as pool:
            try:
                waiting = [pool.submit(_answer, part) for part in given]
                for done in concurrent.futures.as_completed(waiting):
                    result = done.result()
                    del left[result["part"]]
                    deaths = min(deaths, _MOST_DEATHS) if alone else 0
                    yield result
            except concurrent.futures.process.BrokenProcessPool:
                deaths += 1
                if alone:
                    part = left.pop(given[0].number)
                    remedy = "give them more memory, or smaller parts by --part-rows, and go on with --resume"
                    yield failure_of(part, Error("cannot_read", part.path, "the workers that answered it were killed", remedy))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def answer_rows(batch: dict[str, Any], task: Any) -> dict[str, Any]:
    """The parts of a batch of Ray Data. `task`: where the object store of the node has it, and its tables' memory."""
    answer = importlib.import_module("ray").get(task)
    return {"result": [json.dumps(answer(Part(**json.loads(text)))) for text in batch["part"]]}


def by_ray(task: Task, parts: Sequence[Part], address: str) -> Iterator[dict[str, Any]]:
    """The parts as a dataset of Ray Data. A node gets the tables once; a task reads and writes its own rows."""
    try:
        ray: Any = importlib.import_module("ray")
        data: Any = importlib.import_module("ray.data")
    except ImportError as missing:
        raise Error("not_served", "--ray", "Ray is not installed", "pip install 'ray[data]', or leave --ray out") from missing
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    if not ray.is_initialized():
        try:
            ray.init(address=address, **quiet)
        except ConnectionError as error:
            if address != "auto":
                raise Error("cannot_read", "--ray", f"no cluster at {address}: {error}", "start one: ray start --head") from error
            ray.init(**quiet)  # none is running: this machine alone
    context = data.DataContext.get_current()
    context.enable_progress_bars = False
    rows = data.from_items([{"part": json.dumps(vars(part))} for part in parts], override_num_blocks=len(parts))
    answered = rows.map_batches(answer_rows, batch_size=1, fn_kwargs={"task": ray.put(task)})  # again where a worker is killed
    for row in answered.iter_rows():
        yield json.loads(row["result"])


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


__all__ = ["Stopped", "answer_rows", "by_processes", "by_ray", "by_threads", "cores"]
