// SPDX-License-Identifier: Apache-2.0
//
// The key "cast": writes and reads it.
#pragma once

#include <string>

#include "pipe/values.hpp"
#include "sunder/cast.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// "cast": {"result", "time", "start", "normal", "point"}. D is 2 or 3.
template <int D>
void append_cast(std::string& out, const Cast<D>& answer);

extern template void append_cast(std::string&, const Cast<2>&);
extern template void append_cast(std::string&, const Cast<3>&);

/// The fields that can contradict the verdict of the bodies at their poses.
struct CastText {
  CastVerdict result = CastVerdict::unresolved;
  Interval time;
  Verdict start = Verdict::undecided;
};
bool read_cast(JsonReader& reader, JsonValue value, const Place& place, CastText& out);

}  // namespace sunder::detail
