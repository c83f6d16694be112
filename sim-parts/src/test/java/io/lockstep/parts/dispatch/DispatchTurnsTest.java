// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.rate.Rate;
import org.junit.jupiter.api.Test;

class DispatchTurnsTest {
  /** Two engines of ten units each, a group in four ticks, as on Cayman's half. */
  private final DispatchTurns turns = new DispatchTurns(new Rate(1, 4), 2, 20);

  @Test
  void anEngineStartsOneGroupInItsInterval() {
    turns.begin();
    turns.take(3, 100);
    assertThat(turns.isOf(0, 103)).isFalse();
    assertThat(turns.isOf(9, 103)).isFalse();
    assertThat(turns.isOf(9, 104)).isTrue();
  }

  @Test
  void theOtherEngineKeepsItsTurn() {
    turns.begin();
    turns.take(3, 100);
    assertThat(turns.isOf(10, 100)).isTrue();
    assertThat(turns.isAny(100)).isTrue();
    turns.take(10, 100);
    assertThat(turns.isAny(100)).isFalse();
    assertThat(turns.next(100)).isEqualTo(104);
  }

  @Test
  void onlyEnginesWithoutTurnComeBackToIt() {
    turns.begin();
    assertThat(turns.nextOfOthers(100)).isEqualTo(DispatchTurns.NEVER);
    turns.take(19, 100);
    assertThat(turns.nextOfOthers(100)).isEqualTo(104);
    assertThat(turns.nextOfOthers(104)).isEqualTo(DispatchTurns.NEVER);
  }
}
