// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Words and numbers in the sentences of rules. */
class SayTest {
  @Test
  void aSentenceBeginsWithItsFirstLetterAsACapital() {
    assertThat(Say.sentence("lines 3 and 4 load.")).isEqualTo("Lines 3 and 4 load.");
    assertThat(Say.sentence("8 groups wait.")).isEqualTo("8 groups wait.");
  }

  @Test
  void numbersFromOneHundredOnHaveNoDecimal() {
    assertThat(Say.one(99.94)).isEqualTo("99.9");
    assertThat(Say.one(100)).isEqualTo("100");
    assertThat(Say.one(12_345.6)).isEqualTo("12,346");
  }
}
