// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.report.page.Element;
import io.lockstep.sweep.look.SweepAxis;
import io.lockstep.sweep.look.SweepAxis.Kind;
import io.lockstep.sweep.look.SweepTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeatMapTest {
  private static SweepAxis axis(String name, Kind kind, String... values) {
    return new SweepAxis(name, kind, List.of(values), List.of(), false);
  }

  @Test
  void itIsFirstDrawnOverAxesThatTheWorkloadHas() {
    List<SweepAxis> axes =
        List.of(
            axis("n", Kind.PARAMETER, "64", "96"),
            axis("rows", Kind.PARAMETER, "1024", "4096"),
            axis("l1.size", Kind.SETTING, "4KiB", "8KiB"),
            axis("workload", Kind.WORKLOAD, "matmul", "spmv"));
    List<SweepTable.Entry> points = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int own = i >> 1 & 1;
      int[] places = i < 4 ? new int[] {own, -1, i & 1, 0} : new int[] {-1, own, i & 1, 1};
      points.add(new SweepTable.Entry(i, places, "ok", new double[] {10 + i}));
    }
    Element page = Element.of("section");
    new HeatMap(new SweepTable(axes, List.of(), points), "µs").write(page, false);
    assertThat(page.toString())
        .contains("l1.size \\ n", ">10<", ">13<")
        .doesNotContain("–", ">14<");
  }
}
