// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.roof.PortWork.Key;
import io.lockstep.explain.roof.PortWork.Work;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Sums over instructions by the port that issues them. */
class PortWorkTest {
  private static Work work(long alu, long memory, long executions) {
    TreeMap<String, Long> issued = new TreeMap<>(Map.of("alu", alu, "memory", memory));
    return new Work("additions", null, issued, 100, executions, 0);
  }

  private final PortWork work =
      new PortWork(
          new TreeMap<>(
              Map.of(
                  new Key(0, 0), work(60, 40, 1),
                  new Key(0, 1), work(50, 50, 2),
                  new Key(0, 2), work(49, 51, 4),
                  new Key(1, 0), work(0, 0, 8))));

  @Test
  void anInstructionBelongsToAPortThatIssuesHalfOfItsCyclesOrMore() {
    assertThat(work.mostlyOn("alu")).isEqualTo(List.of(new Key(0, 0), new Key(0, 1)));
    assertThat(work.mostlyOn("memory")).isEqualTo(List.of(new Key(0, 1), new Key(0, 2)));
    assertThat(work.mostlyOn("scalar")).isEmpty();
  }

  @Test
  void cyclesAndExecutionsAreSumsOverTheChosenInstructions() {
    assertThat(work.cycles("alu", k -> k.kernel() == 0)).isEqualTo(159);
    assertThat(work.cycles("scalar", k -> true)).isZero();
    assertThat(work.executions(k -> k.number() > 0)).isEqualTo(6);
    assertThat(work.hasDramBytes()).isFalse();
    assertThat(PortWork.NONE.isKnown()).isFalse();
  }
}
