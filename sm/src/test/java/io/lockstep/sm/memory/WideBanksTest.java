// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Banks of eight bytes as Kepler has them: 32 banks, of which the bank of an address is address ÷ 8
 * modulo 32 (CUDA C Programming Guide, compute capability 3.x, 64-bit mode).
 */
class WideBanksTest {
  private final DataBanks narrow = new DataBanks(1);
  private final DataBanks wide = new DataBanks(1, 8);
  private final Access access = new Access();

  @ParameterizedTest
  @CsvSource({
    "4, 4, 1, 1",
    "4, 8, 2, 1",
    "4, 16, 4, 2",
    "4, 24, 2, 1",
    "4, 128, 32, 16",
    "4, 256, 32, 32",
    "8, 8, 2, 1",
    "8, 16, 4, 2",
    "16, 16, 4, 2"
  })
  @DisplayName(
      "strided loads take the clocks of their conflicts in banks of four and of eight bytes")
  void stridedLoadsTakeTheClocksOfTheirBankConflicts(
      int bytes, int stride, int ofFour, int ofEight) {
    access.setAffine(0xFFFFFFFFL, 32, bytes, 512, stride);
    assertThat(narrow.clocks(access, Operation.LOAD)).isEqualTo(ofFour);
    assertThat(wide.clocks(access, Operation.LOAD)).isEqualTo(ofEight);
  }

  @Test
  @DisplayName("both halves of a word of eight bytes go to all lanes that want one of them")
  void halvesOfAWordAreOneWord() {
    access.setScattered(0b11, 32, 4);
    access.addresses()[0] = 256;
    access.addresses()[1] = 260;
    assertThat(wide.clocks(access, Operation.LOAD)).isEqualTo(1);
    access.addresses()[1] = 512;
    assertThat(wide.clocks(access, Operation.LOAD)).isEqualTo(2);
    access.setAffine(0xFFFFFFFFL, 32, 16, 0, 16);
    assertThat(wide.conflictFree(access)).isEqualTo(2);
  }

  @Test
  @DisplayName("trips are the most lanes on one word: all of a broadcast, one of others, none")
  void tripsAreTheMostLanesOnOneWord() {
    access.setAffine(0x0F0FL, 32, 4, 512, 0);
    assertThat(DataBanks.trips(access)).isEqualTo(8);
    access.setAffine(0x0F0FL, 32, 4, 512, 4);
    assertThat(DataBanks.trips(access)).isEqualTo(1);
    access.setScattered(0b11111, 32, 4);
    for (int lane = 0; lane < 5; lane++) {
      access.addresses()[lane] = lane < 3 ? 256 : 512;
    }
    assertThat(DataBanks.trips(access)).isEqualTo(3);
    access.setScattered(0, 32, 4);
    assertThat(DataBanks.trips(access)).isZero();
  }
}
