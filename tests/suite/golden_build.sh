#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The golden hash of another build: compiles the library for one instruction set, links golden_hash
# against it and runs that. Exit status 0 if the hashes are the golden ones. With --numbers, which
# only a build without SIMD satisfies, the hash of the numbers must match too.
#
#   tests/suite/golden_build.sh NAME COMPILER FLAGS [RUNNER [--numbers]]
#   tests/suite/golden_build.sh gcc-O0 g++ -O0
#   tests/suite/golden_build.sh arm64 aarch64-linux-gnu-g++ '-O1 -march=armv8-a+crypto' qemu-aarch64
#
# Objects stay in build/golden/NAME. A single instruction set needs none of Highway's own library,
# so that a cross compiler alone suffices for another machine.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

name="$1" compiler="$2" flags="$3" runner="${4:-}" numbers="${5:-}"
if [[ $flags != *HWY_COMPILE_ONLY* ]]; then flags+=" -DHWY_COMPILE_ONLY_STATIC"; fi
folder="build/golden/$name"
mkdir -p "$folder/headers"
# Only Boost's and Highway's headers: the others in /usr/include are those of this machine.
for library in boost hwy; do ln -sfn "/usr/include/$library" "$folder/headers/$library"; done
cache=""
if command -v ccache >/dev/null; then cache=ccache; fi

# compile_all FLAGS FILE...
compile_all() {
  local all="$flags $1"
  shift
  # shellcheck disable=SC2016  # the quoted text is for the inner shell
  printf '%s\n' "$@" | xargs -P "${SUNDER_JOBS:-$(nproc)}" -I {} bash -euc '
    source="$1" object="$2/$(tr / _ <<<"${1%.cpp}").o"
    exec $3 $4 -std=c++20 -DNDEBUG $5 -ffp-contract=off -isystem "$2/headers" \
      -I include -I src -I tests -c "$source" -o "$object"' \
    compile {} "$folder" "$cache" "$compiler" "$all"
}

mapfile -t kernel < <(find src -name '*.cpp' -not -path 'src/scene/*' -not -path 'src/text/*' -not -path 'src/files/*' -not -path 'src/pipe/*' -not -path 'src/report/*' -not -path 'src/robot/*' | sort)
mapfile -t suite < <(find src/scene tests/suite -name '*.cpp' -not -name '*_test.cpp' -not -path tests/suite/check.cpp \
  -not -name questions.cpp | sort)
rm -f "$folder"/*.o
compile_all "-fno-exceptions -fno-rtti" "${kernel[@]}"
compile_all "" "${suite[@]}"
"$compiler" -static "$folder"/*.o -o "$folder/golden_hash" -pthread
# shellcheck disable=SC2086  # an absent runner must expand to no word
$runner "$folder/golden_hash" $numbers
