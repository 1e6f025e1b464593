#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Fetches Highway's headers of Debian 13 to build/highway, once: those of Debian 12 have no doubles in WebAssembly's vectors. One
# version for every host, so that modules have the same bytes everywhere. The headers are the same for all kinds of machines.
set -euo pipefail
cd "$(dirname "$0")/../.."
readonly kFolder=build/highway
readonly kSum=a39afec3be24628d4796e3fe6765a2a5cd9c1457bde356062580f99f58f5a14e
# Debian's archive drops a version some time; snapshot.debian.org keeps every file, by its SHA-1.
readonly kAddresses="
http://deb.debian.org/debian/pool/main/h/highway/libhwy-dev_1.2.0-2+b2_amd64.deb
https://snapshot.debian.org/file/ba3d2f152d2ca8d73931b5c1d54dd1c3fb5ae99f"

if [[ "$(cat "$kFolder/fetched" 2>/dev/null)" == "$kSum" ]]; then exit 0; fi
rm -rf "$kFolder"
mkdir -p "$kFolder"
for address in $kAddresses; do
  echo "fetching Highway's headers, 0.4 MB: $address" >&2
  if /usr/lib/apt/apt-helper download-file "$address" "$kFolder/libhwy-dev.deb" "SHA256:$kSum" >"$kFolder/log" 2>&1 &&
    dpkg-deb -x "$kFolder/libhwy-dev.deb" "$kFolder/unpacked"; then
    mv "$kFolder/unpacked/usr/include/hwy" "$kFolder/hwy"
    rm -r "$kFolder/unpacked" "$kFolder/libhwy-dev.deb"
    rm "$kFolder/log"
    echo "$kSum" >"$kFolder/fetched"
    exit 0
  fi
  sed 's/^/  /' "$kFolder/log" >&2
done
echo "Highway's headers could not be fetched. Where this machine has no network, put that file's folder usr/include/hwy at" >&2
echo "$PWD/$kFolder/hwy, and write $kSum to $kFolder/fetched." >&2
exit 1
