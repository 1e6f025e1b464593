// SPDX-License-Identifier: Apache-2.0
//
// Empty: CMake compiles the headers that all test programs share with this file.
