// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

/** Receives dirty sectors that a cache evicts. */
@FunctionalInterface
public interface Eviction {
  /**
   * Receives a run of dirty sectors.
   *
   * @param address first byte
   * @param bytes a whole number of sectors
   */
  void writeBack(long address, int bytes);
}
