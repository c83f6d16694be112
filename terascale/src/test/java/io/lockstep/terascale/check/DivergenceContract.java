// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.spi.Device;
import io.lockstep.testsupport.Branches;
import io.lockstep.testsupport.Branches.Way;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What control flow and clauses cost, for one wavefront. */
public abstract class DivergenceContract {
  private static final int SIDE = 6; // operations
  private static final int MORE = 40; // cycles, a multiple of the eight at which clauses start

  /** {@return the family's device with other figures, each a path and a value} */
  protected abstract Device device(String... figures);

  private Device device(String figure, int cycles) {
    String[] figures = { // code is at hand, and branches stay branches
      "instruction_cache.latency",
      "0cycles",
      "compiler.without",
      "if_conversion",
      figure,
      cycles + "cycles"
    };
    return device(figures);
  }

  /** Cycles of an if. */
  private static double cycles(Device device, Way way) {
    long few = Branches.ifs(device, 64, 8, SIDE, SIDE, way);
    long many = Branches.ifs(device, 64, 24, SIDE, SIDE, way);
    return (many - few) / 16.0;
  }

  private double difference(String figure, int from, Way way) {
    return cycles(device(figure, from + MORE), way) - cycles(device(figure, from), way);
  }

  @ParameterizedTest(name = "{0}: {1} control-flow instructions")
  @CsvSource({"NONE, 2", "ALL, 1", "ODD, 4"})
  @DisplayName("an if jumps, its first side jumps to the end; diverging adds an else and a pop")
  void eachControlFlowInstructionTakesItsTime(Way way, int instructions) {
    assertThat(difference("issue.branch_latency", 16, way))
        .isCloseTo(MORE * instructions, within(4.0));
  }

  @ParameterizedTest(name = "{0}: {1} clauses")
  @CsvSource({"NONE, 2", "ALL, 2", "ODD, 3"})
  @DisplayName("an if is a clause before it and one for each side that has lanes")
  void eachClauseIsSwitchedTo(Way way, int clauses) {
    assertThat(difference("issue.clause_switch", 40, way)).isCloseTo(MORE * clauses, within(4.0));
  }

  @Test
  @DisplayName("lanes that leave a loop early are waited for, and cost a pop")
  void lanesThatLeaveALoopEarlyCostAPop() {
    Device device = device("issue.branch_latency", 56);
    long together = Branches.loop(device, 64, SIDE, 20, 20);
    long apart = Branches.loop(device, 64, SIDE, 10, 20);
    assertThat(apart - together).isEqualTo(56);
    assertThat(together - Branches.loop(device("issue.branch_latency", 16), 64, SIDE, 20, 20))
        .isBetween(20L * MORE, 22L * MORE); // each trip ends in a jump
  }
}
