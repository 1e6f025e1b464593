# SPDX-License-Identifier: Apache-2.0
"""What sunder raises."""

from __future__ import annotations

from typing import Any


class Error(ValueError):
    """Data was refused where it entered.

    code: the word that the pipe uses too, such as "not_finite"; where: the argument or the file; what: what is
    wrong with it; remedy: what to do, or "".
    """

    def __init__(self, code: str, where: str, what: str, remedy: str = "") -> None:
        super().__init__(f"{where}: {what}" + (f"; {remedy}" if remedy else ""))
        self.code = code
        self.where = where
        self.what = what
        self.remedy = remedy

    def _words(self) -> dict[str, str]:
        return {"code": self.code, "where": self.where, "what": self.what, "remedy": self.remedy}

    def __reduce__(self) -> tuple[type[Error], tuple[str, str, str, str]]:
        return type(self), (self.code, self.where, self.what, self.remedy)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a batch between two chunks.

    next: every item before it is settled, so another call may go on with begin=next; result: the array as far as it
    was written, or None; report: the counts so far.
    """

    def __init__(self, next: int, result: Any, report: dict[str, Any]) -> None:
        super().__init__(f"interrupted; go on with begin={next}")
        self.next = next
        self.result = result
        self.report = report
