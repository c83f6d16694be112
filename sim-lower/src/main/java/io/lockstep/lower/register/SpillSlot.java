// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

/**
 * Location of a spilled value in a work-item's private memory.
 *
 * @param offset bytes before it
 * @param bytes size of the value
 */
public record SpillSlot(int offset, int bytes) {}
