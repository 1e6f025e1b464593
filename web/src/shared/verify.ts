// SPDX-License-Identifier: Apache-2.0
//
// What the program's pages share, and the program holds once: the checker of certificates.
export * from "../verify";
