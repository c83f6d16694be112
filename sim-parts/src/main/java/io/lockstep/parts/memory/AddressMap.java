package io.lockstep.parts.memory;

/**
 * Where an address lives behind the compute units: the slice of the cache that serves it, and the
 * channel, bank and row of DRAM. Stateless and thread-safe; supplied by the device.
 *
 * <p>All bytes of one aligned block of {@link #blockBytes()} share slice, channel, bank and row, so
 * one request may cover them. Where a slice's cache writes back, its dirty lines may belong to any
 * channel.
 */
public interface AddressMap {
  /** Slices of the last level before DRAM that compute units send requests to. */
  int slices();

  /** The slice that serves an address for a compute unit: dies may have slices of their own. */
  int slice(int computeUnit, long address);

  /** Slices of a memory-side cache; 0 where there is none. */
  default int memorySlices() {
    return 0;
  }

  /** The slice of the memory-side cache. */
  default int memorySlice(long address) {
    return channel(address);
  }

  /** DRAM channels. */
  int channels();

  /** The channel of an address. */
  int channel(long address);

  /** The bank within the channel. */
  int bank(long address);

  /** The row within the bank. */
  long row(long address);

  /** Bytes, a power of two, that stay together. */
  int blockBytes();
}
