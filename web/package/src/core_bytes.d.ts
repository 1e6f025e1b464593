// SPDX-License-Identifier: Apache-2.0

/** The first module, compressed by gzip, in base64. The build writes it. */
export const packed: string;
