package io.lockstep.device.g80.code;

/**
 * A thread's local memory.
 *
 * @param bytes the kernel's own, and values without a register
 * @param spilledBytes of these, those of values
 * @param remark what a result says of such values; empty if there are none
 */
record LocalFrame(int bytes, int spilledBytes, String remark) {}
