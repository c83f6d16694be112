// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.issue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScoreboardTest {
  private final Scoreboard board = new Scoreboard(2, 4);

  ScoreboardTest() {
    board.begin(3);
    board.started(0);
    board.started(1);
  }

  @Test
  void registersAreReadyWhenTheLastOfThemIsWritten() {
    board.write(1, List.of(0), 10);
    board.write(1, List.of(2), 30);
    assertThat(board.ready(1, List.of(0, 1))).isEqualTo(10);
    assertThat(board.ready(1, List.of(0, 2))).isEqualTo(30);
    assertThat(board.ready(1, List.of())).isZero();
    assertThat(board.ready(0, List.of(0, 1, 2))).as("of another wavefront").isZero();
  }

  @Test
  void aLoadHoldsItsRegistersAndItsWavefrontUntilItsDataHasCome() {
    board.hold(0, List.of(1), 3);
    board.hold(0, List.of(), 2);
    assertThat(board.ready(0, List.of(0))).isZero();
    assertThat(board.ready(0, List.of(0, 1))).isEqualTo(Scoreboard.PENDING);
    board.returned(0, 3, 50);
    assertThat(board.ready(0, List.of(0, 1))).isEqualTo(50);
    assertThat(board.idle(0)).as("one access is left").isEqualTo(Scoreboard.PENDING);
    board.returned(0, 2, 40);
    assertThat(board.idle(0)).isEqualTo(50);
    assertThat(board.idle(1)).isZero();
  }

  @Test
  void aWavefrontStartsWithAllRegistersReadyInLaunchesOfAnySize() {
    board.write(1, List.of(2), 30);
    board.started(1);
    assertThat(board.ready(1, List.of(2))).isZero();
    board.begin(7);
    board.started(1);
    board.write(1, List.of(6), 9);
    assertThat(board.ready(1, List.of(6))).isEqualTo(9);
  }
}
