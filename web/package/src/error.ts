// SPDX-License-Identifier: Apache-2.0

/** Why data was refused: the library's own words. */
export type ErrorCode =
  | "wrong_shape" | "dimension_mismatch" | "not_finite" | "zero_quaternion" | "not_served" | "too_large"
  | "bad_certificate" | "not_solid" | "not_simple"
  | "wrong_type" | "missing_key" | "unknown_key" | "unknown_algorithm"
  | "freed" | "out_of_memory" | "cancelled" | "worker_ended";

/** Refused data, or a use that cannot be answered. The message says what, where and what to do. */
export class SunderError extends Error {
  override readonly name = "SunderError";
  constructor(readonly code: ErrorCode, message: string) {
    super(message);
  }
}
