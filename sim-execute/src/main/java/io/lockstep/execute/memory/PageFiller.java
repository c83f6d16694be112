// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.memory;

/**
 * Provides the initial bytes of a buffer, a page at a time, in any order.
 *
 * <p>Pages are filled when first touched; an implementation may keep checkpoints of running sums.
 */
@FunctionalInterface
public interface PageFiller {
  /**
   * Writes the initial bytes of {@code [offset, offset + length)} of the buffer.
   *
   * @param offset byte offset, a multiple of 16
   * @param page receives the bytes from index 0
   * @param length bytes, at most {@code page.length}
   */
  void fill(long offset, byte[] page, int length);
}
