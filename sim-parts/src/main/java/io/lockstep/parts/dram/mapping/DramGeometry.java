// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram.mapping;

/**
 * Sizes of DRAM that determine the mapping of addresses.
 *
 * @param channels number of channels of the device
 * @param interleaveBytes size of an interleaved block, a power of two
 * @param stackChannels number of channels of a stack; pages are interleaved over stacks, blocks of
 *     a page over the channels of its stack; equal to {@code channels} without stacks
 * @param pageBytes size of a page in one stack, a power of two
 * @param banks number of banks of a channel
 * @param rowBytes size of a row, a power of two
 */
public record DramGeometry(
    int channels, int interleaveBytes, int stackChannels, long pageBytes, int banks, int rowBytes) {
  /**
   * Creates a geometry without stacks.
   *
   * @param channels number of channels of the device
   * @param interleaveBytes size of an interleaved block, a power of two
   * @param banks number of banks of a channel
   * @param rowBytes size of a row, a power of two
   */
  public DramGeometry(int channels, int interleaveBytes, int banks, int rowBytes) {
    this(channels, interleaveBytes, channels, interleaveBytes, banks, rowBytes);
  }
}
