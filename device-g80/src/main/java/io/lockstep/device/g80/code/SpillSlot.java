package io.lockstep.device.g80.code;

/**
 * A value's place in a thread's local memory.
 *
 * @param offset bytes from the beginning of the thread's local memory
 * @param bytes 4 or 8
 */
public record SpillSlot(int offset, int bytes) {}
