// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.map;

import io.lockstep.spi.ChannelMap;

/**
 * Maps addresses to second-level cache slices, and to channels, banks and rows of DRAM. Stateless
 * and thread-safe; supplied by the device.
 *
 * <p>All bytes of one aligned block of {@link #blockBytes} share a slice, channel, bank and row, so
 * that one request may cover them. Dirty lines of a slice may belong to any channel.
 */
public interface AddressMap extends ChannelMap {
  /** {@return the number of second-level slices} */
  int slices();

  /**
   * {@return the slice that serves an address for a compute unit}
   *
   * @param computeUnit number of the requesting unit, which selects the die
   * @param address device address
   */
  int slice(int computeUnit, long address);

  /**
   * {@return the number of dies, each with its own slices} With several dies, an address has a
   * slice on each; atomic operations bypass the slices and are performed in front of the channel of
   * the address.
   */
  default int dies() {
    return 1;
  }

  /**
   * {@return the number of groups of slices that keep copies of each other's data} The slice of an
   * address is then in the group that is near to the compute unit.
   */
  default int partitions() {
    return 1;
  }

  /**
   * {@return the slice that performs writes and atomic operations of an address, and that other
   * partitions copy from}
   *
   * @param computeUnit number of the requesting unit
   * @param address device address
   */
  default int home(int computeUnit, long address) {
    return slice(computeUnit, address);
  }

  /** {@return the number of slices of a memory-side cache; 0 if there is none} */
  default int memorySlices() {
    return 0;
  }

  /**
   * {@return the slice of the memory-side cache}
   *
   * @param address device address
   */
  default int memorySlice(long address) {
    return channel(address);
  }

  /**
   * {@return the bank within the channel}
   *
   * @param address device address
   */
  int bank(long address);

  /**
   * {@return the row within the bank}
   *
   * @param address device address
   */
  long row(long address);
}
