#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# ccache.sh CCACHE FOLDER COMPILER ARGUMENT... compiles through ccache. Clones of this repository in
# other folders share the cache. A precompiled header is hashed once, when it is made: it is a
# hundred times as large as the source that includes it.
CCACHE_BASEDIR="$2"
export CCACHE_BASEDIR CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 CCACHE_PCH_EXTSUM=1
export CCACHE_SLOPPINESS=pch_defines,time_macros
ccache="$1"
shift 2
"$ccache" "$@" || exit
before=
for argument; do
  case "$before $argument" in
    "-o "*.gch | "-o "*.pch) sha1sum <"$argument" >"$argument.sum" ;;
  esac
  before="$argument"
done
