#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# deb.sh BUILD FOLDER: makes the Debian package of BUILD and installs it with apt in a minimal
# Debian 12. It runs the program there and builds programs against the package. It needs root and
# the network, and is skipped without them.
set -euo pipefail
readonly kBuild="$1" kFolder="$2"
readonly kRoot="$kFolder/root"
kSources="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
# shellcheck source=tests/consumer/clean_debian.sh
source "$kSources/tests/consumer/clean_debian.sh"
make_clean_root "$kFolder"

rm -rf "$kFolder/made"
cpack --config "$kBuild/CPackConfig.cmake" -B "$kFolder/made"
deb=("$kFolder"/made/sunder_*.deb)
mkdir "$kRoot/given"
cp "${deb[0]}" "$kSources/scenes/room.glb" "$kSources/examples/first.cpp" "$kSources/tests/consumer/pipe.cpp" "$kSources/tests/consumer/robot.cpp" \
  "$kRoot/given"
inside "$kRoot" sh -c 'apt-get install -qq --no-install-recommends -y /given/sunder_*.deb' >"$kFolder/install.log"

status=0
inside "$kRoot" sunder check /given/room.glb || status=$?
[[ $status == 1 ]] || { printf 'sunder check ended with %s\n' "$status"; exit 1; }
inside "$kRoot" sh -c 'test -s /usr/share/man/man1/sunder-check.1 || test -s /usr/share/man/man1/sunder-check.1.gz'
if grep -rIl -e "$kBuild" "$kRoot/usr"; then
  printf 'the files above name the folder of the build\n'
  exit 1
fi

# The recommended packages are those that linking its static libraries needs.
inside "$kRoot" apt-get install -qq -y --no-install-recommends g++ pkg-config libhwy-dev libpugixml-dev \
  libsimdjson-dev libyaml-dev libfmt-dev >>"$kFolder/install.log"
# build_and_run SOURCE PACKAGE
build_and_run() {
  inside "$kRoot" sh -c "g++ -std=c++20 -Wall -Wextra -Werror /given/$1.cpp \
    \$(pkg-config --cflags --libs $2) -o /given/$1 && /given/$1"
}
build_and_run first sunder
build_and_run first sunder-static
build_and_run pipe sunder-io
build_and_run pipe sunder-io-static
build_and_run robot sunder-robot
build_and_run robot sunder-robot-static

inside "$kRoot" apt-get remove -qq -y sunder >>"$kFolder/install.log"
if inside "$kRoot" sh -c 'command -v sunder'; then
  printf 'the package did not go\n'
  exit 1
fi
rm -rf "$kRoot"
