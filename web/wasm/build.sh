#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the modules of web/dist; build/wasm/golden.wasm, by which a test decides the golden hashes; and build/wasm/bench.wasm, which
# bench/web/peers.mjs asks. A first build takes four minutes of one core.
set -euo pipefail
cd "$(dirname "$0")/../.."
if ! command -v clang++-16 wasm-ld-16 wasm-opt >/dev/null || [[ ! -d /usr/include/wasm32-wasi/c++/v1 ]]; then
  echo "The compiler for WebAssembly is missing. On Debian 12:" >&2
  echo "  apt-get install clang-16 lld-16 binaryen wasi-libc libc++-16-dev-wasm32 libc++abi-16-dev-wasm32 libclang-rt-16-dev-wasm32" >&2
  exit 1
fi
web/wasm/fetch_highway.sh
cmake -G Ninja -S web/wasm -B build/wasm -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/wasm32_wasi.cmake"
cmake --build build/wasm --target verify sunder_core sunder_whole golden bench
for name in verify sunder_core sunder_whole; do
  gzip -9nc "build/wasm/$name.wasm" >"web/dist/$name.wasm.gz"
done
