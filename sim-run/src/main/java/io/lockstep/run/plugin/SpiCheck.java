// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import io.lockstep.spi.SpiVersion;

/** Checks that a provider was built against a supported version of the device SPI. */
final class SpiCheck {
  private SpiCheck() {}

  /**
   * Checks a class before any of its code runs.
   *
   * @param type a provider's class, not initialised
   * @throws ModelException if the class was built against an unsupported version
   */
  static void require(Class<?> type) {
    SpiVersion stated = type.getAnnotation(SpiVersion.class);
    int version = stated == null ? SpiVersion.FIRST : stated.value();
    if (version >= SpiVersion.OLDEST && version <= SpiVersion.CURRENT) {
      return;
    }
    String spoken =
        SpiVersion.OLDEST == SpiVersion.CURRENT
            ? "version " + SpiVersion.CURRENT
            : "versions " + SpiVersion.OLDEST + " to " + SpiVersion.CURRENT;
    throw new ModelException(
        "%s was built against version %s of the device SPI; this Lockstep speaks %s%s"
            .formatted(
                type.getName(),
                version,
                spoken,
                version > SpiVersion.CURRENT
                    ? ": use a newer Lockstep"
                    : ": change it as docs/plugins.md#migration says, and compile it anew"),
        null);
  }
}
