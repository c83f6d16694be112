// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.result.ResultFields;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.stats.RowTicks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Shares by printed line of machine code. */
class RowSharesTest {
  private static final List<CodeLine> CODE =
      List.of(
          CodeLine.own("; head"),
          new CodeLine("clause", List.of()).telling(0, 3),
          new CodeLine("load", List.of(2)).telling(1));

  private static RowTicks rows(long... ticks) {
    RowTicks rows = new RowTicks(4, 1);
    for (int row = 0; row < ticks.length; row++) {
      rows.add(row, 0, ticks[row]);
    }
    return rows;
  }

  private static RunResult result(RowTicks... of) {
    List<KernelTimes> kernels = new ArrayList<>();
    for (RowTicks rows : of) {
      var code = new CodeListingTest.Code(CODE);
      kernels.add(new KernelTimes(kernels.size(), "k", "k.cl", 1, List.of(), code, rows));
    }
    return new ResultFields.Values()
        .set(ResultFields.WORKLOAD, "w")
        .set(ResultFields.DEVICE, "d1")
        .set(ResultFields.DEVICE_NAME, "A device")
        .set(ResultFields.STATUS, RunStatus.OK)
        .set(ResultFields.VERIFIED, true)
        .set(ResultFields.CYCLES, 1L)
        .set(ResultFields.SECONDS, 1L)
        .set(ResultFields.KERNEL_SECONDS, 1L)
        .set(ResultFields.FINGERPRINT, "0")
        .set(ResultFields.TRACE_SHA256, "1")
        .set(ResultFields.DEVICE_SHA256, "2")
        .set(ResultFields.BOUND, "issue")
        .set(ResultFields.BY_LINE, new LineTimes(List.of(), kernels, List.of(), new long[0], true))
        .result();
  }

  @Test
  @DisplayName("lines have their rows' cycles of all kernels together, and the rest is known")
  void linesHaveTheirRowsCyclesOfAllKernelsTogetherAndTheRestIsKnown() {
    RowTicks first = rows(100, 200, 50, 150);
    first.add(RowTicks.UNTOLD, 0, 50);
    first.add(RowTicks.NONE, 0, 9_999); // without a wavefront
    RunResult r = result(first, rows(0, 450));
    RowShares shares = new RowShares(r);
    KernelTimes one = r.lines().kernels().get(0);
    KernelTimes other = r.lines().kernels().get(1);
    assertThat(shares.isTold(one)).isTrue();
    assertThat(List.of(shares.tenths(one, 0), shares.tenths(one, 1), shares.tenths(one, 2)))
        .containsExactly(0, 250, 200);
    assertThat(shares.tenths(other, 2)).isEqualTo(450);
  }

  @Test
  @DisplayName("nothing is said where no line has any rows with cycles")
  void nothingIsSaidWhereNoLineHasRowsWithCycles() {
    RunResult silent = result(rows(0, 0, 7));
    assertThat(new RowShares(silent).isTold(silent.lines().kernels().get(0))).isFalse();
  }
}
