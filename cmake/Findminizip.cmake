# SPDX-License-Identifier: Apache-2.0
#
# Finds minizip, which zlib's authors wrote and Debian packs as libminizip-dev: the target minizip::minizip.
find_package(ZLIB QUIET)
find_path(MINIZIP_INCLUDE_DIR minizip/zip.h)
find_library(MINIZIP_LIBRARY minizip)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(minizip
  REQUIRED_VARS MINIZIP_LIBRARY MINIZIP_INCLUDE_DIR ZLIB_FOUND
  REASON_FAILURE_MESSAGE "the program writes ZIP archives and packed pages with it: on Debian, apt-get install libminizip-dev zlib1g-dev")
if(minizip_FOUND AND NOT TARGET minizip::minizip)
  add_library(minizip::minizip UNKNOWN IMPORTED)
  set_target_properties(minizip::minizip PROPERTIES
    IMPORTED_LOCATION "${MINIZIP_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${MINIZIP_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES ZLIB::ZLIB)
endif()
mark_as_advanced(MINIZIP_INCLUDE_DIR MINIZIP_LIBRARY)
