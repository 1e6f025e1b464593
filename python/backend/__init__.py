# SPDX-License-Identifier: Apache-2.0
"""nanobind's part that depends on the version of Python, for a wheel that serves several.

A module of this name lies beside this file for each version that the wheel was made with. A later Python takes the
package nanobind-backend, which pip installs there.
"""

from __future__ import annotations


def fill(abi_major: int, platform_tag: str, table: object) -> object:
    """Fill the table of functions that the extension module calls."""
    try:
        from . import _nb_backend_v1 as backend  # type: ignore[attr-defined, import-not-found, unused-ignore]
    except ImportError:
        try:
            import nanobind_backend as backend  # type: ignore[import-not-found, import-untyped, unused-ignore]
        except ImportError:
            raise ImportError("this wheel of sunder needs nanobind-backend here: pip install nanobind-backend") from None
    return backend.fill(abi_major, platform_tag, table)
