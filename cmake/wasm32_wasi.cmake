# SPDX-License-Identifier: Apache-2.0
#
# Toolchain file: clang 16 for WebAssembly with Debian's wasi-libc and libc++, single-threaded and without exceptions.
#   apt-get install clang-16 lld-16 wasi-libc libc++-16-dev-wasm32 libc++abi-16-dev-wasm32 libclang-rt-16-dev-wasm32 binaryen
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-16)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

# libc++ reads its own headers before those of C. The host's /usr/include must not be read: web/wasm/packages names the
# headers of Highway and Boost alone.
set(CMAKE_CXX_FLAGS_INIT "-isystem /usr/include/wasm32-wasi/c++/v1 -isystem /usr/include/wasm32-wasi -fno-exceptions -fno-rtti -mbulk-memory -msign-ext -mnontrapping-fptoint")
