#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# exports.sh LIBRARY...: each exports functions of namespace sunder, and nothing internal or
# foreign.
set -euo pipefail
for library in "$@"; do
  shown="$(nm -D --defined-only -C "$library" | cut -d' ' -f3-)"
  count="$(grep -c '\bsunder::' <<<"$shown")"
  ((count >= 10)) || { printf '%s shows %d names only\n' "$library" "$count"; exit 1; }
  # Called by inline code of the public headers.
  shown="$(grep -v '^sunder::detail::fail(' <<<"$shown")"
  if grep -E 'sunder::detail::[a-z_:]*\(|^std::|^boost|^hwy|^simdjson|^fmt|^pugi|^yaml' <<<"$shown"; then
    printf '%s shows the names above, which are none of its API\n' "$library"
    exit 1
  fi
done
