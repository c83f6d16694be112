// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegisterBanksTest {
  /** Huerta et al., MICRO 2025, listing 1: 5, 6 and 7 cycles between two reads of the clock. */
  @ParameterizedTest
  @CsvSource({"1, 2, 0", "2, 1, 1", "3, 0, 2"})
  @DisplayName("reads of a bank from which another instruction has just read three registers wait")
  void readsOfABusyBankWait(int even, int odd, int bubbles) {
    RegisterBanks banks = new RegisterBanks(4, 3);
    assertThat(banks.bubbles(0, 3, 100)).isZero();
    assertThat(banks.bubbles(0, even | odd << 4, 101)).isEqualTo(bubbles);
    assertThat(banks.bubbles(1, even | odd << 4, 101)).as("another sub-partition").isZero();
  }
}
