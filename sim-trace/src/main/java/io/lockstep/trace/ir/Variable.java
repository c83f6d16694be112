package io.lockstep.trace.ir;

/**
 * A named piece of memory of a module or kernel.
 *
 * @param name as in the text
 * @param space GLOBAL, CONSTANT, LOCAL or PRIVATE
 * @param offset byte offset in the group's local memory, the work-item's private memory, or 0 for
 *     module-scope variables, which are buffers of their own
 * @param bytes size
 * @param alignment in bytes
 * @param initial initial bytes, or an empty array for zeros
 */
public record Variable(
    String name, Space space, int offset, int bytes, int alignment, byte[] initial) {}
