# SPDX-License-Identifier: Apache-2.0
"""Pages as files, and in notebooks."""

from __future__ import annotations

import html
import os

# A notebook stores what it shows, once for each time that a cell ran.
LARGEST = 4_000_000


def save(page: str, path: str | os.PathLike[str]) -> None:
    """Writes a page, as text in UTF-8."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)


def frame(page: str, title: str) -> str:
    """The page in a frame whose scripts reach neither the notebook nor the network; or a sentence, where it is too large."""
    if len(page) > LARGEST:
        return (
            f"<p>{html.escape(title)}: a page of {len(page) / 1e6:.1f} MB, more than the {LARGEST / 1e6:.0f} MB that are shown "
            "in a notebook, which stores what it shows. <code>.save(&quot;page.html&quot;)</code> writes it for a browser.</p>"
        )
    return (
        f'<iframe srcdoc="{html.escape(page, quote=True)}" sandbox="allow-scripts" title="{html.escape(title, quote=True)}" '
        'style="width:100%;height:640px;border:0"></iframe>'
    )
