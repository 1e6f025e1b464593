# SPDX-License-Identifier: Apache-2.0
#
# The headers of the host's Boost, without the rest of /usr/include.
set(folder ${CMAKE_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${folder})
file(CREATE_LINK /usr/include/boost ${folder}/boost SYMBOLIC)
if(NOT TARGET Boost::headers)
  add_library(Boost::headers INTERFACE IMPORTED GLOBAL)
  target_include_directories(Boost::headers INTERFACE ${folder})
endif()
set(Boost_FOUND TRUE)
