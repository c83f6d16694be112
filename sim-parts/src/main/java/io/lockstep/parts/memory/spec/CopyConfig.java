// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import io.lockstep.spi.host.HostCosts;
import io.lockstep.spi.spec.Figures;

/**
 * The copy engines of a device.
 *
 * @param engines number of engines, 0 to 2
 * @param bufferBytes size of each engine's buffer between host bus and memory
 */
public record CopyConfig(int engines, int bufferBytes) {
  /** No copy engines: transfers use no memory bandwidth of the device. */
  public static final CopyConfig NONE = new CopyConfig(0, 1);

  /**
   * Checks the sizes.
   *
   * @param engines number of engines, 0 to 2
   * @param bufferBytes size of each engine's buffer, at least 1
   * @throws IllegalArgumentException if a value is out of its range
   */
  public CopyConfig {
    if (engines < 0 || engines > 2 || bufferBytes < 1) {
      throw new IllegalArgumentException(engines + " copy engines of " + bufferBytes + " bytes");
    }
  }

  /**
   * {@return the configuration given by figures}
   *
   * @param figures figures of {@link io.lockstep.spi.host.HostSpec}; others are ignored
   */
  public static CopyConfig of(Figures figures) {
    HostCosts host = HostCosts.of(figures);
    return new CopyConfig(host.copyEngines(), host.copyBufferBytes());
  }
}
