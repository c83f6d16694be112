package io.lockstep.report.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.report.page.Markup;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeatMapTest {
  private static GridAxis axis(String name, GridAxis.Kind kind, String... values) {
    return new GridAxis(name, kind, List.of(values), List.of());
  }

  @Test
  void itIsFirstDrawnOverAxesThatTheWorkloadHas() {
    List<GridAxis> axes =
        List.of(
            axis("n", GridAxis.Kind.PARAMETER, "64", "96"),
            axis("rows", GridAxis.Kind.PARAMETER, "1024", "4096"),
            axis("l1.size", GridAxis.Kind.SETTING, "4KiB", "8KiB"),
            axis("workload", GridAxis.Kind.WORKLOAD, "matmul", "spmv"));
    List<GridPoint> points = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int own = i >> 1 & 1;
      int[] places = i < 4 ? new int[] {own, -1, i & 1, 0} : new int[] {-1, own, i & 1, 1};
      points.add(new GridPoint(i, places, "ok", new double[] {10 + i}));
    }
    Markup page = new Markup();
    new HeatMap(new SweepGrid(axes, List.of("µs"), points)).write(page, false);
    assertThat(page.toString())
        .contains("l1.size \\ n", ">10<", ">13<")
        .doesNotContain("–", ">14<");
  }
}
