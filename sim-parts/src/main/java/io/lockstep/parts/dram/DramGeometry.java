// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/**
 * The sizes of DRAM over which addresses are distributed.
 *
 * @param channels channels of the device
 * @param interleaveBytes bytes of a block in one channel, a power of two
 * @param stackChannels channels of a stack; pages are interleaved over stacks, blocks of a page
 *     over the channels of its stack; equal to {@code channels} without stacks
 * @param pageBytes bytes of a page in one stack, a power of two
 * @param banks banks of a channel
 * @param rowBytes bytes of an open row, a power of two
 */
public record DramGeometry(
    int channels, int interleaveBytes, int stackChannels, long pageBytes, int banks, int rowBytes) {
  /**
   * Creates a geometry without stacks.
   *
   * @param channels channels of the device
   * @param interleaveBytes bytes of a block in one channel, a power of two
   * @param banks banks of a channel
   * @param rowBytes bytes of an open row, a power of two
   */
  public DramGeometry(int channels, int interleaveBytes, int banks, int rowBytes) {
    this(channels, interleaveBytes, channels, interleaveBytes, banks, rowBytes);
  }
}
