// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.type;

/**
 * A kernel's parameter.
 *
 * @param name name as in the text
 * @param type scalar type; 64-bit (or 32-bit) integers may hold a pointer
 * @param offset byte offset in the argument block
 * @param bytes size in bytes, larger than the type for structures passed by value
 * @param readOnly whether the memory that the parameter points to is only read
 * @param restricted whether no other parameter points to the same memory
 */
public record Parameter(
    String name, Type type, int offset, int bytes, boolean readOnly, boolean restricted) {}
