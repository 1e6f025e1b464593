#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# inside.sh ROOT COMMAND...: runs it as root of the system at ROOT, without this environment. Its
# mounts end with it.
# shellcheck disable=SC2016
exec unshare --mount sh -c '
  root="$1"
  shift
  mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" &&
    exec chroot "$root" env -i HOME=/root DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
' sh "$@"
