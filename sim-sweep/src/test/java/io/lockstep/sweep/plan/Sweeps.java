// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.point.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What tests of sweeps share. */
public final class Sweeps {
  /** The repository's examples. */
  public static final Path EXAMPLES =
      Path.of("").toAbsolutePath().getParent().resolve("examples").normalize();

  /** Devices of the modules that this one is tested with. */
  public static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  private Sweeps() {}

  /** A sweep file beside the examples. */
  public static SweepFile file(String... lines) {
    return SweepFile.read("s.yaml", String.join("\n", lines) + "\n", EXAMPLES);
  }

  static SweepPlan plan(String... lines) {
    return SweepPlan.of(file(lines), CATALOGUE);
  }

  /** A point in one line: what it varies, in order. */
  static String words(Point point) {
    StringBuilder words = new StringBuilder();
    Map<String, String> all = new TreeMap<>(point.parameters());
    all.forEach((name, value) -> words.append(name).append('=').append(value).append(' '));
    words.append(point.device());
    point.settings().forEach((n, v) -> words.append(' ').append(n).append('=').append(v));
    return words + (point.phase() == 0 ? "" : " phase=" + point.phase());
  }

  static List<String> words(Plan plan) {
    List<String> all = new ArrayList<>();
    plan.forEach(point -> all.add(words(point)));
    return all;
  }
}
