package io.lockstep.parts.memory;

import io.lockstep.spi.host.HostCosts;
import io.lockstep.spi.spec.Figures;

/**
 * The copy engines of a device.
 *
 * @param engines number of engines, 2 at most; 0 for none
 * @param bufferBytes bytes that an engine has between the host's bus and memory at most
 */
public record CopyConfig(int engines, int bufferBytes) {
  /** A device whose transfers take nothing from its memory. */
  public static final CopyConfig NONE = new CopyConfig(0, 1);

  /**
   * Checks the sizes.
   *
   * @param engines number of engines, 2 at most; 0 for none
   * @param bufferBytes bytes between the bus and memory
   * @throws IllegalArgumentException if there are more than two engines or no buffer
   */
  public CopyConfig {
    if (engines < 0 || engines > 2 || bufferBytes < 1) {
      throw new IllegalArgumentException(engines + " copy engines of " + bufferBytes + " bytes");
    }
  }

  /**
   * {@return the engines given by figures}
   *
   * @param figures those of {@link io.lockstep.spi.host.HostSpec}; others are ignored
   */
  public static CopyConfig of(Figures figures) {
    HostCosts host = HostCosts.of(figures);
    return new CopyConfig(host.copyEngines(), host.copyBufferBytes());
  }
}
