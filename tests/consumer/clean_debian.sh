# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# To be sourced: makes a separate Debian 12 for a test, with only the packages of every Debian.

readonly kSkipped=77

# make_clean_root FOLDER: creates it at FOLDER/root. FOLDER keeps the packages for the next time.
make_clean_root() {
  local folder="$1" root="$1/root"
  ((EUID == 0)) || { printf 'only root can make a clean root\n'; exit $kSkipped; }
  mkdir -p "$folder"
  if [[ ! -s "$folder/debian.tar" ]]; then
    command -v debootstrap >/dev/null || { printf 'there is no debootstrap\n'; exit $kSkipped; }
    rm -rf "$folder/new"
    debootstrap --variant=minbase --include=ca-certificates bookworm "$folder/new" ||
      { printf 'no Debian mirror can be reached\n'; exit $kSkipped; }
    tar -C "$folder/new" -cf "$folder/debian.tar.part" .
    mv "$folder/debian.tar.part" "$folder/debian.tar"
    rm -rf "$folder/new"
  fi
  rm -rf "$root"
  mkdir -p "$root"
  tar -C "$root" -xf "$folder/debian.tar"
  # The clean root needs the resolver, proxy and mirror of this machine.
  cp /etc/resolv.conf "$root/etc/" || true
  cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
  inside "$root" apt-get update -qq
}

inside() { "$(dirname "${BASH_SOURCE[0]}")/inside.sh" "$@"; }
