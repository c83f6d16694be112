// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.testsupport.Repository;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Time by row of machine code: every family tells all of it, each in one printed line. */
class CodeRowsTest {
  private static final List<String> FAMILIES =
      List.of("hd4870", "hd5870", "hd6970", "mi100", "gtx280");

  @ParameterizedTest
  @CsvSource({"matmul, 32", "bfs, 256"})
  @DisplayName("what ports did for a kernel stands in printed lines, no tick in two of them")
  void whatPortsDidForAKernelStandsInPrintedLinesNoTickInTwoOfThem(String workload, String n) {
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    List<RunResult> results =
        SharedProgram.run(
            new Runner(catalogue, Plugins.frontends()),
            Repository.ROOT.resolve("examples/" + workload + ".yaml"),
            Map.of("n", n),
            FAMILIES.stream().map(d -> new Runner.Target(catalogue.spec(d))).toList(),
            RunOptions.defaults().with().byLine(true).build());
    int simulated = 0;
    for (RunResult r : results) {
      if (r.isSimulated()) {
        simulated++;
        r.lines().kernels().forEach(kernel -> check(r, kernel));
      }
    }
    assertThat(simulated).isGreaterThanOrEqualTo(3);
  }

  private static void check(RunResult r, KernelTimes kernel) {
    RowTicks rows = kernel.rows();
    Set<Integer> told = new HashSet<>();
    long printed = 0;
    for (CodeLine line : kernel.code().code()) {
      for (int row : line.rows()) {
        assertThat(told.add(row)).as("row %d of %s on %s", row, kernel.name(), r.device()).isTrue();
        printed += ticks(rows, row);
      }
    }
    long all = ticks(rows, RowTicks.NONE) + ticks(rows, RowTicks.UNTOLD);
    for (int row = 0; row < rows.rows(); row++) {
      all += ticks(rows, row);
      assertThat(told.contains(row) || ticks(rows, row) == 0)
          .as("row %d of %s on %s is in no line", row, kernel.name(), r.device())
          .isTrue();
    }
    long lines = LineTimes.sum(kernel.lines());
    assertThat(all).as(r.device()).isEqualTo(lines);
    assertThat(printed).as(r.device()).isPositive();
  }

  private static long ticks(RowTicks rows, int row) {
    long sum = 0;
    for (int cause = 0; cause < rows.causes(); cause++) {
      sum += rows.get(row, cause);
    }
    return sum;
  }
}
