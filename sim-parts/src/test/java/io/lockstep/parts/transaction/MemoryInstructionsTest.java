// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MemoryInstructionsTest {
  private final MemoryInstructions table = new MemoryInstructions(2);

  @Test
  @DisplayName("an instruction is complete when it has ended and nothing is open")
  void anInstructionIsCompleteWhenItHasEndedAndNothingIsOpen() {
    int token = table.begin(-3);
    table.open(token);
    table.open(token);
    assertThat(table.close(token)).as("not ended").isFalse();
    assertThat(table.end(token)).as("one is open").isFalse();
    table.notBefore(token, 50);
    table.notBefore(token, 40);
    assertThat(table.close(token)).isTrue();
    assertThat(table.latest(token)).isEqualTo(50);
    assertThat(table.owner(token)).isEqualTo(-3);
  }

  @Test
  @DisplayName("tokens are used again, without what was known of them")
  void tokensAreUsedAgainWithoutWhatWasKnownOfThem() {
    int first = table.begin(1);
    table.notBefore(first, 9);
    int second = table.begin(2);
    assertThat(table.hasRoom()).isFalse();
    assertThat(table.size()).isEqualTo(2);
    table.remove(first);
    int again = table.begin(5);
    assertThat(again).isEqualTo(first).isNotEqualTo(second);
    assertThat(table.latest(again)).isZero();
    assertThat(table.end(again)).as("nothing is open").isTrue();
  }
}
