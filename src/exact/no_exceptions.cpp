// SPDX-License-Identifier: Apache-2.0
//
// Defines Boost's hook for builds without exceptions. The kernel reaches it only when memory for
// big integers is exhausted. That ends the program, like any failed allocation there.
#include <boost/config.hpp>
#include <cstdlib>
#include <exception>

#include "machine/strict_arithmetic.hpp"

#if defined(BOOST_NO_EXCEPTIONS)
#include <boost/throw_exception.hpp>

namespace boost {
void throw_exception(std::exception const& /*unused*/) { std::abort(); }
void throw_exception(std::exception const& /*unused*/, boost::source_location const& /*unused*/) {
  std::abort();
}
}  // namespace boost
#endif
