// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A half-warp's stores, of which lanes write a part. */
class MaskedWritesTest {
  private static final int THREE_OF_FOUR = 0x7777;

  private static Access words(long mask) {
    Access access = new Access();
    access.setAffine(mask, 16, 4, 256, 4);
    return access;
  }

  @Test
  @DisplayName("64 bytes take their time whether all lanes write or three of four, as published")
  void aMaskedStoreTakesTheTimeOfItsTransaction() {
    MaskedWrites masked = new MaskedWrites(true);
    assertThat(masked.bytes(words(0xFFFF), 256, 64)).isEqualTo(64);
    assertThat(masked.bytes(words(THREE_OF_FOUR), 256, 64)).isEqualTo(64);
  }

  @Test
  @DisplayName("switched off, what lanes write takes time, at most the transaction")
  void switchedOffOnlyWrittenBytesTakeTime() {
    MaskedWrites off = new MaskedWrites(false);
    assertThat(off.bytes(words(THREE_OF_FOUR), 256, 64)).isEqualTo(48);
    assertThat(off.bytes(words(THREE_OF_FOUR), 288, 32)).isEqualTo(24);
    Access same = new Access();
    Arrays.fill(same.addresses(), 300);
    same.setScattered(0xFFFF, 16, 4);
    assertThat(off.bytes(same, 288, 32)).as("at most the transaction").isEqualTo(32);
  }
}
