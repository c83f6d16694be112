// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.spi.SpiVersion;
import org.junit.jupiter.api.Test;

/** Classes that were built against some version of the SPI. */
class SpiCheckTest {
  @SpiVersion(SpiVersion.CURRENT)
  private static final class Current {}

  @SpiVersion(SpiVersion.OLDEST)
  private static final class Oldest {}

  @SpiVersion(SpiVersion.CURRENT + 1)
  private static final class Newer {}

  @SpiVersion(SpiVersion.OLDEST - 1)
  private static final class Older {}

  @Test
  void versionsThatAreSpokenAreAccepted() {
    assertThatCode(() -> SpiCheck.require(Current.class)).doesNotThrowAnyException();
    assertThatCode(() -> SpiCheck.require(Oldest.class)).doesNotThrowAnyException();
  }

  @Test
  void othersAreRefusedByTheirVersion() {
    assertThatThrownBy(() -> SpiCheck.require(Newer.class))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining(
            "Newer was built against version %s of the device SPI; this Lockstep speaks version"
                .formatted(SpiVersion.CURRENT + 1));
    assertThatThrownBy(() -> SpiCheck.require(Older.class))
        .hasMessageContaining("against version " + (SpiVersion.OLDEST - 1) + " of");
  }
}
