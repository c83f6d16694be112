// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class LineTimesTest {
  private static LineTimes.InstructionTimes instruction(int number, int line, long... ticks) {
    return new LineTimes.InstructionTimes(number, line, ticks, Optional.empty());
  }

  @Test
  void aLineHasTheCyclesOfItsInstructionsAndALineWithoutCyclesIsLeftOut() {
    LineTimes.KernelTimes kernel =
        new LineTimes.KernelTimes(
            0,
            "k",
            "k.text",
            1,
            List.of(
                instruction(-1, LineTimes.Line.NONE, 0, 7),
                instruction(0, 3, 10, 1),
                instruction(1, 4, 0, 0),
                instruction(2, 3, 5, 2)),
            null,
            null);
    SortedMap<Integer, long[]> lines = kernel.lines();
    assertThat(lines.keySet()).containsExactly(LineTimes.Line.NONE, 3);
    assertThat(lines.get(LineTimes.Line.NONE)).containsExactly(0, 7);
    assertThat(lines.get(3)).containsExactly(15, 3);
    assertThat(LineTimes.sum(lines)).isEqualTo(25);
  }
}
