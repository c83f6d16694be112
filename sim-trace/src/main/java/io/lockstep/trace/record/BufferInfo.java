// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import io.lockstep.kernel.type.Type;

/**
 * A device allocation of the host program.
 *
 * @param number number of the buffer in functional addresses
 * @param name the buffer's name in the workload
 * @param type element type (devices do not distinguish signedness)
 * @param count elements
 * @param bytes size in bytes
 */
public record BufferInfo(int number, String name, Type type, long count, long bytes) {}
