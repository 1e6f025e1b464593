#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# deb.sh BUILD COMPILER FOLDER: makes the Debian package of BUILD, unpacks it, runs its program and builds
# against it.
set -euo pipefail
readonly kBuild="$1" kCompiler="$2" kFolder="$3"
kSources="$(dirname "${BASH_SOURCE[0]}")"
rm -rf "$kFolder"
mkdir -p "$kFolder"
cpack --config "$kBuild/CPackConfig.cmake" -B "$kFolder/made"
deb=("$kFolder"/made/sunder_*.deb)
depends="$(dpkg-deb --field "${deb[0]}" Depends)"
[[ "$depends" == *libhwy* && "$depends" == *libstdc++* ]] || { printf 'Depends: %s\n' "$depends"; exit 1; }
dpkg-deb --extract "${deb[0]}" "$kFolder/root"
if grep -rIl -e "$kBuild" "$kFolder/root"; then
  printf 'the files above name the folder of the build\n'
  exit 1
fi
status=0
"$kFolder/root/usr/bin/sunder" check "$kSources/../../scenes/room.glb" || status=$?
[[ $status == 1 ]]
man_page="$kFolder/root/usr/share/man/man1/sunder-check.1"
grep -q clearance "$man_page"
"$kSources/pkg_config.sh" "$kCompiler" "$kFolder/root/usr" "$kFolder/programs"
