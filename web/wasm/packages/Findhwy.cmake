# SPDX-License-Identifier: Apache-2.0
#
# The headers of Highway that fetch_highway.sh fetched. One instruction set is compiled, so that nothing of its library is linked.
set(fetched ${CMAKE_CURRENT_LIST_DIR}/../../../build/highway)
if(NOT EXISTS ${fetched}/hwy/highway.h)
  message(FATAL_ERROR "Highway's headers are not there: run web/wasm/fetch_highway.sh first")
endif()
set(folder ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${folder})
file(CREATE_LINK ${fetched}/hwy ${folder}/hwy SYMBOLIC)
if(NOT TARGET hwy::hwy)
  add_library(hwy::hwy INTERFACE IMPORTED GLOBAL)
  target_include_directories(hwy::hwy INTERFACE ${folder})
endif()
set(hwy_FOUND TRUE)
