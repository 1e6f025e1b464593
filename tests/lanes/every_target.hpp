// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <gtest/gtest.h>
#include <hwy/highway.h>
#include <set>
#include <string>

#include "lanes/support.hpp"

namespace sunder::detail {

/// Runs `test` once for each instruction set, with its name, and restores the choice.
template <class Test>
void on_every_target(const Test& test) {
  const std::int64_t supported = hwy::SupportedTargets();
  std::set<std::string> names;
  for (std::int64_t rest = supported; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    if ((target & HWY_TARGETS) == 0) continue;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    names.insert(lanes_target());
    SCOPED_TRACE(lanes_target());
    test();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  EXPECT_FALSE(names.empty());
  std::string listed;
  for (const std::string& name : names) listed += name + " ";
  testing::Test::RecordProperty("targets", listed);
}

}  // namespace sunder::detail
