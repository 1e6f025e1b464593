#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# pkg_config.sh COMPILER PREFIX FOLDER: builds programs without CMake against the installation in
# PREFIX.
set -euo pipefail
readonly kCompiler="$1" kPrefix="$2" kFolder="$3"
kSources="$(dirname "${BASH_SOURCE[0]}")"
readonly kStrict=(-std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
PKG_CONFIG_PATH="$(dirname "$(find "$kPrefix" -name sunder.pc)")"
export PKG_CONFIG_PATH
mkdir -p "$kFolder"

# build_and_run PACKAGE SOURCE
build_and_run() {
  local flags
  read -ra flags < <(pkg-config --cflags --libs "$1")
  "$kCompiler" "${kStrict[@]}" "$2" "${flags[@]}" -o "$kFolder/$1"
  "$kFolder/$1"
}

build_and_run sunder-static "$kSources/../../examples/first.cpp"
build_and_run sunder-io-static "$kSources/pipe.cpp"
build_and_run sunder-robot-static "$kSources/robot.cpp"
LD_LIBRARY_PATH="$(pkg-config --variable libdir sunder)"
export LD_LIBRARY_PATH
build_and_run sunder "$kSources/../../examples/first.cpp"
build_and_run sunder-io "$kSources/pipe.cpp"
build_and_run sunder-robot "$kSources/robot.cpp"
