// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.memory;

/**
 * What kernels may access of a buffer's allocation, which may be larger than the buffer. The rest
 * holds zeros until it is written.
 *
 * @param writable end of the bytes that may be written, from the start of the buffer
 * @param readable end of the bytes that may be read
 */
public record AllocatedRest(long writable, long readable) {
  /** {@return the limits of a buffer whose accesses must stay within its size} */
  public static AllocatedRest none(long bytes) {
    return new AllocatedRest(bytes, bytes);
  }
}
