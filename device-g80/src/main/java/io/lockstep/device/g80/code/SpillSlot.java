package io.lockstep.device.g80.code;

/**
 * Location of a spilled value in a thread's local memory.
 *
 * @param offset bytes from the start of local memory
 * @param bytes 4 or 8
 */
public record SpillSlot(int offset, int bytes) {}
