// SPDX-License-Identifier: Apache-2.0
//
// Empty: with it CMake compiles the headers that all test programs share.
