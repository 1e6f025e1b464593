# SPDX-License-Identifier: Apache-2.0
#
# Names every missing Debian package in one line. pip shows the end of this output alone, and its
# user should not learn of one package after the other.
foreach(pair IN ITEMS hwy:libhwy-dev Boost:libboost-dev pugixml:libpugixml-dev simdjson:libsimdjson-dev
                      fmt:libfmt-dev CLI11:libcli11-dev ZLIB:zlib1g-dev minizip:libminizip-dev)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 name)
  list(GET pair 1 package)
  find_package(${name} QUIET)
  if(NOT ${name}_FOUND)
    list(APPEND missing_packages ${package})
  endif()
endforeach()
find_library(yaml_library yaml)
if(NOT yaml_library)
  list(APPEND missing_packages libyaml-dev)
endif()
if(missing_packages)
  list(JOIN missing_packages " " missing_packages)
  message(FATAL_ERROR "The Python package is built from libraries that are missing here. On Debian 12:\n"
                      "  sudo apt-get install ${missing_packages}\n"
                      "Without a compiler, install a wheel that ./dev wheel made.")
endif()
