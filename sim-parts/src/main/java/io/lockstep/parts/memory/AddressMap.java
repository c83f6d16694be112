package io.lockstep.parts.memory;

import io.lockstep.parts.device.ChannelMap;

/**
 * Where an address lives behind the compute units: the slice of the cache that serves it, and the
 * channel, bank and row of DRAM. Stateless and thread-safe; supplied by the device.
 *
 * <p>All bytes of one aligned block of {@link #blockBytes} share slice, channel, bank and row, so
 * one request may cover them. Where a slice's cache writes back, its dirty lines may belong to any
 * channel.
 */
public interface AddressMap extends ChannelMap {
  /** {@return slices of the last level before DRAM that compute units send requests to} */
  int slices();

  /**
   * {@return the slice that serves an address for a compute unit: dies may have slices of their
   * own}
   *
   * @param computeUnit number of the unit that asks
   * @param address device address
   */
  int slice(int computeUnit, long address);

  /**
   * {@return whether an address has several slices, each for the compute units of a die: then
   * atomic operations pass them by and are performed behind them, before the channel of the
   * address}
   */
  default boolean hasSlicesOfDies() {
    return false;
  }

  /** {@return slices of a memory-side cache; 0 where there is none} */
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
