// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.rows;

/**
 * A work-item's private memory.
 *
 * @param bytes in all, spilled values included
 * @param spilledBytes bytes of spilled values to report
 * @param remark on the private or local memory for results; empty if there is none
 */
public record PrivateFrame(int bytes, int spilledBytes, String remark) {}
