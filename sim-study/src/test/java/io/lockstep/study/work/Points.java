// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import io.lockstep.study.point.Point;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Points for tests: programs by devices. */
final class Points {
  private Points() {}

  static Point of(long index, int program, String device) {
    return new Point(
        index,
        Path.of("/w/" + program + ".yaml"),
        new TreeMap<>(Map.of("n", "64")),
        device,
        new TreeMap<>(),
        0);
  }

  /** All devices of a program, then those of the next. */
  static List<Point> grid(int programs, String... devices) {
    List<Point> all = new ArrayList<>();
    for (int p = 0; p < programs; p++) {
      for (String device : devices) {
        all.add(of(all.size(), p, device));
      }
    }
    return all;
  }
}
