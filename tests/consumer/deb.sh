#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# deb.sh BUILD FOLDER: makes the Debian package of BUILD, installs it with apt in a Debian 12 that has nothing
# else, runs its program there and builds programs against it. Needs root and the network; skipped without.
set -euo pipefail
readonly kBuild="$1" kFolder="$2" kSkipped=77
kSources="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
readonly kRoot="$kFolder/root"
((EUID == 0)) || { printf 'only root can make a clean root\n'; exit $kSkipped; }

# The clean root is kept as an archive: only what is done to it is the test.
mkdir -p "$kFolder"
if [[ ! -s "$kFolder/debian.tar" ]]; then
  command -v debootstrap >/dev/null || { printf 'no debootstrap\n'; exit $kSkipped; }
  debootstrap --variant=minbase --include=ca-certificates --make-tarball="$kFolder/debian.tgz" bookworm "$kRoot.new" ||
    { printf 'no Debian mirror can be reached\n'; exit $kSkipped; }
  rm -rf "$kRoot.new"
  debootstrap --variant=minbase --include=ca-certificates --unpack-tarball="$kFolder/debian.tgz" bookworm "$kRoot.new"
  tar -C "$kRoot.new" -cf "$kFolder/debian.tar" .
  rm -rf "$kRoot.new" "$kFolder/debian.tgz"
fi
rm -rf "$kRoot" "$kFolder/made"
mkdir -p "$kRoot"
tar -C "$kRoot" -xf "$kFolder/debian.tar"
cp /etc/resolv.conf "$kRoot/etc/" || true
# A proxy or a mirror that this machine needs, the clean root needs too.
cp -r /etc/apt/apt.conf.d/. "$kRoot/etc/apt/apt.conf.d/"

cpack --config "$kBuild/CPackConfig.cmake" -B "$kFolder/made"
deb=("$kFolder"/made/sunder_*.deb)
mkdir "$kRoot/given"
cp "${deb[0]}" "$kSources/scenes/room.glb" "$kSources/examples/first.cpp" "$kSources/tests/consumer/pipe.cpp" \
  "$kRoot/given"
inside() { chroot "$kRoot" env DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
inside apt-get update -qq
inside sh -c 'apt-get install -qq --no-install-recommends -y /given/sunder_*.deb' >"$kFolder/install.log"

status=0
inside sunder check /given/room.glb || status=$?
[[ $status == 1 ]] || { printf 'sunder check ended with %s\n' "$status"; exit 1; }
inside sh -c 'test -s /usr/share/man/man1/sunder-check.1 || test -s /usr/share/man/man1/sunder-check.1.gz'
if grep -rIl -e "$kBuild" "$kRoot/usr"; then
  printf 'the files above name the folder of the build\n'
  exit 1
fi

# Recommended packages are what static linking takes.
inside apt-get install -qq -y --no-install-recommends g++ pkg-config libhwy-dev libpugixml-dev libsimdjson-dev \
  libfmt-dev >>"$kFolder/install.log"
for package in sunder sunder-static; do
  inside sh -c "g++ -std=c++20 -Wall -Wextra -Werror /given/first.cpp \$(pkg-config --cflags --libs $package) \
    -o /given/first && /given/first"
done
for package in sunder-io sunder-io-static; do
  inside sh -c "g++ -std=c++20 -Wall -Wextra -Werror /given/pipe.cpp \$(pkg-config --cflags --libs $package) \
    -o /given/pipe && /given/pipe"
done
inside apt-get remove -qq -y sunder >>"$kFolder/install.log"
if inside sh -c 'command -v sunder'; then
  printf 'the package did not go\n'
  exit 1
fi
rm -rf "$kRoot"
