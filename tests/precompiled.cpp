// SPDX-License-Identifier: Apache-2.0
//
// This file is empty: CMake compiles the headers that all test programs share with it.
