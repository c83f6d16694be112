package io.lockstep.parts.cache;

/** Receives dirty sectors that leave a cache. */
@FunctionalInterface
public interface Eviction {
  /**
   * A dirty run of sectors.
   *
   * @param address first byte
   * @param bytes a whole number of sectors
   */
  void writeBack(long address, int bytes);
}
