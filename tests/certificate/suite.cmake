# SPDX-License-Identifier: Apache-2.0
target_sources(certificate_tests PRIVATE mesh/soup.cpp)
