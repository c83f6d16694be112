// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

/** Location of a spilled value of 4 or 8 bytes in a thread's local memory. */
public record SpillSlot(int offset, int bytes) {}
