#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# readme.sh FOLDER: the README's commands on a fresh Debian 12. Needs root and the network; skipped without.
set -euo pipefail
readonly kFolder="$1"
kSources="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
# shellcheck source=tests/consumer/clean_debian.sh
source "$kSources/tests/consumer/clean_debian.sh"
make_clean_root "$kFolder"
python3 -B "$kSources/tests/consumer/readme.py" "$kFolder/root"
rm -rf "$kFolder/root"
