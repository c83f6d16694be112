// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.study.point.Point;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PointSetTest {
  private static Point point(
      String workload, Map<String, String> parameters, String device, Map<String, String> set) {
    return new Point(
        3, Path.of(workload), new TreeMap<>(parameters), device, new TreeMap<>(set), 0);
  }

  @Test
  @DisplayName("a set of hashes has what a set has, through several growths, zero included")
  void hasWhatASetHas() {
    PointSet points = new PointSet();
    Set<Long> model = new HashSet<>();
    Random random = new Random(5);
    for (int i = 0; i < 9_000; i++) {
      long hash = random.nextInt(6_000) * 0x100000001L;
      assertThat(points.add(hash)).as("%s", hash).isEqualTo(model.add(hash == 0 ? 1 : hash));
      assertThat(points.size()).isEqualTo(model.size());
    }
    assertThat(points.size()).isGreaterThan(4_000);
  }

  @Test
  @DisplayName("points that differ in anything but their index have different hashes")
  void pointsThatDifferHaveDifferentHashes() {
    Map<String, String> n = Map.of("n", "64");
    List<Point> all =
        List.of(
            point("a", n, "x", Map.of()),
            point("b", n, "x", Map.of()),
            point("a", Map.of("n", "65"), "x", Map.of()),
            point("a", Map.of("m", "64"), "x", Map.of()),
            point("a", Map.of(), "x", Map.of()),
            point("a", n, "y", Map.of()),
            point("a", n, "x", Map.of("l1", "64")),
            point("a", Map.of("n", "6", "p", "4"), "x", Map.of()),
            point("a", Map.of("n", "64", "p", ""), "x", Map.of()),
            new Point(3, Path.of("a"), new TreeMap<>(n), "x", new TreeMap<>(), 1));
    assertThat(all.stream().map(PointSet::whole).distinct()).hasSameSizeAs(all);
    Point again = new Point(9, Path.of("a"), new TreeMap<>(n), "x", new TreeMap<>(), 0);
    assertThat(PointSet.whole(again)).isEqualTo(PointSet.whole(all.get(0)));
  }

  @Test
  @DisplayName("points on several devices and phases execute one program")
  void oneProgramOnSeveralDevices() {
    Map<String, String> n = Map.of("n", "64");
    long program = PointSet.program(point("a", n, "x", Map.of()));
    assertThat(PointSet.program(point("a", n, "y", Map.of("l1", "8")))).isEqualTo(program);
    assertThat(PointSet.program(point("a", Map.of("n", "46"), "x", Map.of())))
        .isNotEqualTo(program);
  }
}
