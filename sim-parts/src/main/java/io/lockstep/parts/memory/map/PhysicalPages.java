// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.map;

import io.lockstep.parts.cache.SetMapping;

/**
 * Scattered physical pages: a fixed permutation of the pages of each window of 2^20 pages, so that
 * neighbouring pages of a buffer are scattered over memory, as by a fragmented allocator. Immutable
 * and thread-safe.
 */
public final class PhysicalPages {
  private static final int WINDOW_SHIFT = 20;
  private static final long WINDOW = (1L << WINDOW_SHIFT) - 1;

  private final int shift;
  private final long seed;

  /**
   * Creates a permutation.
   *
   * @param pageBytes size of a page, a power of two
   * @param seed selects the permutation
   */
  public PhysicalPages(long pageBytes, long seed) {
    shift = Long.numberOfTrailingZeros(pageBytes);
    this.seed = seed;
  }

  /**
   * {@return the physical address of a byte}
   *
   * @param address device address of the byte
   */
  public long of(long address) {
    long page = address >>> shift;
    long window = page >>> WINDOW_SHIFT;
    long key = (seed + window) * 0x9E3779B97F4A7C15L;
    long at = page & WINDOW;
    // Each step is invertible within the window, so no two pages collide.
    for (int round = 0; round < 3; round++) {
      at = at + (key >>> 20 * round) & WINDOW;
      at = at * 0xD1B55 & WINDOW;
      at ^= at >>> 9;
    }
    return (window << WINDOW_SHIFT | at) << shift | address & (1L << shift) - 1;
  }

  /**
   * {@return a map of device addresses by way of physical addresses}
   *
   * @param map map of physical addresses, with blocks no larger than a page
   */
  public AddressMap before(AddressMap map) {
    return new Scattered(map);
  }

  private final class Scattered implements AddressMap {
    private final AddressMap map;

    Scattered(AddressMap map) {
      this.map = map;
    }

    @Override
    public int slices() {
      return map.slices();
    }

    @Override
    public int slice(int computeUnit, long address) {
      return map.slice(computeUnit, PhysicalPages.this.of(address));
    }

    @Override
    public int dies() {
      return map.dies();
    }

    @Override
    public int memorySlices() {
      return map.memorySlices();
    }

    @Override
    public int memorySlice(long address) {
      return map.memorySlice(PhysicalPages.this.of(address));
    }

    @Override
    public int channels() {
      return map.channels();
    }

    @Override
    public int channel(long address) {
      return map.channel(PhysicalPages.this.of(address));
    }

    @Override
    public int bank(long address) {
      return map.bank(PhysicalPages.this.of(address));
    }

    @Override
    public long row(long address) {
      return map.row(PhysicalPages.this.of(address));
    }

    @Override
    public int blockBytes() {
      return map.blockBytes();
    }
  }

  /**
   * {@return a mapping of device addresses to sets by way of physical addresses}
   *
   * @param mapping mapping of physical addresses
   */
  public SetMapping before(SetMapping mapping) {
    return (address, sets) -> mapping.set(of(address), sets);
  }
}
