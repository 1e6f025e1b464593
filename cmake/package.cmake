# SPDX-License-Identifier: Apache-2.0
#
# `cpack` makes one Debian package of everything that `cmake --install` installs.
set(CPACK_GENERATOR DEB)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_NAME sunder)
set(CPACK_PACKAGE_CONTACT "The Sunder authors <sunder@localhost>")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "${PROJECT_DESCRIPTION}
 A library and a program that decide whether convex bodies collide, how far apart
 they are and how deep they overlap, exactly, with certificates that can be checked.")
# The dependencies of the program and the shared libraries are read from them; static libraries
# depend on the packages they were built with.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libhwy-dev, libpugixml-dev, libsimdjson-dev, libyaml-dev, libfmt-dev")
include(CPack)
