package io.lockstep.device.g80.code;

/**
 * A thread's local memory.
 *
 * @param bytes with spilled values
 * @param remark on spilled values, or ""
 */
record LocalFrame(int bytes, int spilledBytes, String remark) {}
