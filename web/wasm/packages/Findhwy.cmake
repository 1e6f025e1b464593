# SPDX-License-Identifier: Apache-2.0
#
# The headers of the host's Highway. Compiled for scalars alone, nothing of its library is linked.
set(folder ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${folder})
file(CREATE_LINK /usr/include/hwy ${folder}/hwy SYMBOLIC)
if(NOT TARGET hwy::hwy)
  add_library(hwy::hwy INTERFACE IMPORTED GLOBAL)
  target_include_directories(hwy::hwy INTERFACE ${folder})
endif()
set(hwy_FOUND TRUE)
