// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

/** The mapping of a device's addresses to its DRAM channels. Stateless and thread-safe. */
public interface ChannelMap {
  /** {@return the number of DRAM channels} */
  int channels();

  /**
   * {@return the channel of an address}
   *
   * @param address device address
   */
  int channel(long address);

  /**
   * {@return the interleaving granularity in bytes, a power of two: such a block is in one channel}
   */
  int blockBytes();
}
