# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C while a batch runs."""

from __future__ import annotations

import os
import signal
import threading
import time
import unittest
from collections.abc import Callable
from typing import Any

import sunder


def interrupted(case: unittest.TestCase, ask: Callable[[], Any], items: int, after: float = 0.3, most: float = 10) -> sunder.Interrupted:
    """Asks, interrupts after some seconds, and returns what was raised, at most so many seconds after the question."""
    # A process in the background of a shell ignores the signal, and Python then has no handler.
    case.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.perf_counter()
    with case.assertRaises(sunder.Interrupted) as caught:
        ask()
    timer.join()
    case.assertLess(time.perf_counter() - begin, most)
    case.assertTrue(0 <= caught.exception.next < items)
    case.assertTrue(caught.exception.report["cancelled"])
    return caught.exception
