// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

/**
 * A thread's local memory.
 *
 * @param bytes in all, spilled values included
 * @param spilledBytes of spilled values
 * @param remark on spilled values for results; empty if there are none
 */
record LocalFrame(int bytes, int spilledBytes, String remark) {}
