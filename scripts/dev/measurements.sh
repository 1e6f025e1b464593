#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The commands that measure the library, and those that attack it and its tests. ./dev reads this file.
# shellcheck disable=SC2154  # the variables of dev

# install_wheel FOLDER PIP-ARGUMENT...: installs a wheel, unless its FOLDER exists.
install_wheel() {
  if [[ -d $kPeers/$1 ]]; then return 0; fi
  say "installing the wheel ${*: -1} into $kPeers"
  mkdir -p "$kLogs"
  python3 -m pip install --quiet --target "$kPeers" --only-binary :all: "${@:2}" >"$kLogs/wheel.log" 2>&1 ||
    say "it is not measured: pip could not install it; see $kLogs/wheel.log"
}

# A peer that cannot be installed is omitted, not fatal. The wheels contain headers and libraries;
# MuJoCo's of version 4 do not.
install_peers() {
  (need "$kPeerPackages") || say "only the peers that are installed are measured"
  install_wheel cmeel.prefix/include/coal libcoal
  install_wheel mujoco/include --no-deps 'mujoco<4'
}

# run_instructions [--update REASON | --targets]
run_instructions() {
  need "$kBuildPackages$kTestPackages"
  configure release
  compile release --target instructions
  python3 -B bench/instructions.py build/release/tests/instructions "$@"
}

# Repetitions are interleaved because the machine's clock drifts. lp_bench and algorithms_bench
# mainly measure Sunder's own algorithms, and a quick run omits them.
run_bench() {
  local quick=false out=build/bench program name
  local options=(--benchmark_min_time=0.1 --benchmark_repetitions=5 --benchmark_enable_random_interleaving=true)
  if [[ "${1:-}" == --instructions ]]; then
    run_instructions "${@:2}"
    return
  fi
  if [[ "${1:-}" == --quick ]]; then
    quick=true
    options=(--benchmark_min_time=0.01)
    shift
  fi
  need "$kBuildPackages$kTestPackages$kBenchPackages"
  install_peers
  configure release -DSUNDER_BUILD_BENCH=ON -DSUNDER_COAL_PREFIX="$PWD/$kPeers/cmeel.prefix" \
    -DSUNDER_MUJOCO_PREFIX="$PWD/$kPeers/mujoco"
  compile release --target benchmarks
  rm -rf "$out"
  mkdir -p "$out"
  for program in build/release/bench/*_bench; do
    name="$(basename "$program")"
    if $quick && [[ $name == lp_bench || $name == algorithms_bench ]]; then continue; fi
    say "$name"
    LD_LIBRARY_PATH="$PWD/$kPeers/cmeel.prefix/lib" "$program" "${options[@]}" "$@" \
      --benchmark_out="$out/$name.json" --benchmark_out_format=json >"$out/$name.txt" 2>&1 ||
      die "$name failed; see $out/$name.txt"
    if [[ ! -s "$out/$name.json" ]]; then rm -f "$out/$name.json"; fi
  done
  if $quick; then
    python3 -B bench/report.py --results "$out" --plots "$out" "$out"/*_bench.json
  else
    python3 -B bench/report.py --results bench/results --plots docs/images/performance \
      --page docs/performance.md --page README.md "$out"/*_bench.json
  fi
}

# fuzz_one TARGET SECONDS SEED: new inputs are kept in build/fuzz/corpus for later runs.
fuzz_one() {
  local target="$1" kept="build/fuzz/corpus/$1" log="$kLogs/fuzz_$1.log" options=()
  mkdir -p "$kept" build/fuzz/findings "fuzz/corpus/$target" "$kLogs"
  if [[ -f fuzz/dictionaries/$target.dict ]]; then options+=("-dict=fuzz/dictionaries/$target.dict"); fi
  printf '%-14s ' "$target"
  if build/fuzz/fuzz/sunder_fuzz "$target" "$kept" "fuzz/corpus/$target" "${options[@]}" -seed="$3" \
      -max_total_time="$2" -entropic=0 -len_control=0 -max_len=4096 -timeout=60 -rss_limit_mb=2048 \
      -print_final_stats=1 -artifact_prefix="build/fuzz/findings/$target-" >"$log" 2>&1 </dev/null; then
    sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tr -d '\n'
    say " inputs kept every promise"
    return 0
  fi
  say "FOUND"
  grep -m1 -A2 'broken promise' "$log" || tail -n 30 "$log"
  say "again: build/fuzz/fuzz/sunder_fuzz $target $(sed -n 's/.*Test unit written to //p' "$log")"
  say "to keep it as a test: copy that file to fuzz/corpus/$target/"
  return 1
}

run_fuzz() {
  local name="${1:-}" minutes=10 seed=1 targets status=0
  shift || true
  while (($# > 1)); do
    case "$1" in
      --minutes) minutes="$2" ;;
      --seed) seed="$2" ;;
      *) die "fuzz takes --minutes and --seed, not '$1'" ;;
    esac
    shift 2
  done
  mapfile -t targets < <(sed -n 's/^FUZZ_TARGET(\([a-z]*\),.*/\1/p' fuzz/targets.inc)
  if [[ -z "$name" ]]; then
    sed -n 's/^FUZZ_TARGET(\([a-z]*\), "\(.*\)")$/\1\t\2/p' fuzz/targets.inc | expand -t 15
    return 0
  fi
  if [[ "$name" != all ]]; then
    grep -q "^FUZZ_TARGET($name," fuzz/targets.inc || die "no fuzz target named '$name'; ./dev fuzz lists them"
    targets=("$name")
  fi
  need "$kBuildPackages$kTestPackages"
  mkdir -p "$kLogs"
  { configure fuzz && compile fuzz --target sunder_fuzz; } >"$kLogs/fuzz.log" 2>&1 || {
    show_end "$kLogs/fuzz.log"
    return 1
  }
  for name in "${targets[@]}"; do
    fuzz_one "$name" $((minutes * 60 / ${#targets[@]} + 1)) "$seed" || status=1
  done
  return $status
}

run_soak() {
  need "$kBuildPackages$kTestPackages"
  mkdir -p "$kLogs"
  { configure release && compile release --target soak; } >"$kLogs/soak.log" 2>&1 || {
    show_end "$kLogs/soak.log"
    return 1
  }
  exec build/release/fuzz/soak --checker tests/python/check_certificates.py "$@"
}

# Uses the system's Python, since its packages include clang's bindings.
run_mutate() {
  need "$kBuildPackages$kTestPackages$kMutationPackages"
  exec /usr/bin/python3 -B scripts/mutation/mutate.py --jobs "$kJobs" "$@"
}

run_coverage() {
  need "$kBuildPackages$kTestPackages"
  exec python3 -B scripts/coverage.py --jobs "$kJobs" "$@"
}
