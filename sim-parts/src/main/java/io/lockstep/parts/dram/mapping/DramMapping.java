// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram.mapping;

/**
 * Maps addresses to channels, banks and rows of DRAM. Called several times per request, with the
 * first byte of its block, so it must not allocate. Stateless and thread-safe.
 */
public interface DramMapping {
  /**
   * {@return the channel, 0 to channels - 1}
   *
   * @param address any device address
   */
  int channel(long address);

  /**
   * {@return the bank within the channel, 0 to banks - 1}
   *
   * @param address any device address
   */
  int bank(long address);

  /**
   * {@return the row within the bank, at least 0}
   *
   * @param address any device address
   */
  long row(long address);
}
