# SPDX-License-Identifier: Apache-2.0
"""Pages that play the steps of an algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core, _pages

if TYPE_CHECKING:  # An import of the package stays short.
    import os

    import numpy.typing

    from ._core import Body, Mesh, Polytope, Pose


class Explanation:
    """How a pair was decided, step by step. It shows itself in a notebook; save() writes the page."""

    def __init__(self, text: str) -> None:
        self._text = text

    @property
    def trace(self) -> dict[str, Any]:
        """The steps and the answer, as docs/trace.md describes them."""
        import json

        loaded: dict[str, Any] = json.loads(self._text)
        return loaded

    @property
    def page(self) -> str:
        """A complete HTML file that needs no other file and no network."""
        return _core.explain_page(self._text)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page; open it in any browser."""
        _pages.save(self.page, path)

    def _repr_html_(self) -> str:
        return _pages.frame(self.page, "The steps of the search")

    def __repr__(self) -> str:
        return f"<sunder.Explanation: {len(self.trace['steps'])} steps>"


def explain(
    a: Polytope | Mesh | Body,
    b: Polytope | Mesh | Body,
    pose_a: Pose | numpy.typing.ArrayLike | None = None,
    pose_b: Pose | numpy.typing.ArrayLike | None = None,
    *,
    algorithm: str = "auto",
    ask: str | None = None,
    names: tuple[str, str] = ("a", "b"),
) -> Explanation:
    """Records how an algorithm decides about two bodies of space, to be watched step by step.

    ask: "verdict" or "distance"; by default the distance where the algorithm measures one. Where one body is a Mesh or a
    Body, the steps are what was found between parts and triangles, and the proof of the answer where there is one of at
    most 50,000 triangles. Raises sunder.Error for bodies of another dimension, with a radius, or an algorithm that does
    not serve the question.
    """
    if ask is None:
        measures = algorithm == "auto" or any(
            "distance" in one["questions"] for one in _core.algorithms() if one["name"] == algorithm
        )
        ask = "distance" if measures else "verdict"
    return Explanation(_core.trace_json(a, b, pose_a, pose_b, algorithm, ask, names[0], names[1]))
