# SPDX-License-Identifier: Apache-2.0
"""Classes with the names and the meaning of other libraries."""
