// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import io.lockstep.explain.experiment.Decimals;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.ArrayList;
import java.util.List;

/** Writes a fitted device as a YAML file that extends the device that was fitted. */
public final class CalibratedDevice {
  private static final String SOURCE = "calibration";

  private CalibratedDevice() {}

  /**
   * Returns the file's text. Parameters that the suite does not determine keep their values.
   *
   * @param suite name of the suite
   * @param base the device that was fitted
   */
  public static String yaml(String suite, DeviceSpec base, Calibration found) {
    StringBuilder text = new StringBuilder();
    text.append("# Fitted by lockstep calibrate; further changes by hand lose their errors.\n");
    text.append("device: ").append(base.id()).append("_fitted\n");
    text.append("extends: ").append(base.id()).append('\n');
    text.append("name: ").append(quoted(base.name() + ", fitted")).append('\n');
    text.append("sources:\n  ").append(SOURCE).append(": ").append(quoted(source(suite, found)));
    text.append('\n');
    List<String> open = new ArrayList<>();
    found.parameters().stream()
        .filter(p -> p.found().isIdentifiable())
        .sorted(java.util.Comparator.comparing(FittedParameter::figure))
        .forEach(p -> append(text, open, p));
    return text.toString();
  }

  private static String source(String suite, Calibration found) {
    boolean whole = found.parameters().stream().allMatch(p -> p.found().isIdentifiable());
    return "%s, %s rows: %s off before, %s after (root mean square of logarithms)%s"
        .formatted(
            suite,
            found.errors().rows(),
            Decimals.percent(found.errors().before(), 2),
            Decimals.percent(found.errors().after(), 2),
            whole ? "" : ", with values of further parameters that the rows do not determine");
  }

  /** Appends a parameter, and the sections around it that are not open yet. */
  private static void append(StringBuilder text, List<String> open, FittedParameter p) {
    List<String> path = List.of(p.figure().split("\\."));
    int last = path.size() - 1;
    int same = 0;
    while (same < last && same < open.size() && open.get(same).equals(path.get(same))) {
      same++;
    }
    open.subList(same, open.size()).clear();
    for (int k = same; k < last; k++) {
      text.append("  ".repeat(k)).append(path.get(k)).append(":\n");
      open.add(path.get(k));
    }
    FittedParameter.Range interval = p.interval().orElseThrow();
    text.append("  ".repeat(last))
        .append(path.get(last))
        .append(": {value: ")
        .append(p.fitted())
        .append(", from: fitted, source: ")
        .append(SOURCE)
        .append(", range: [")
        .append(interval.low())
        .append(", ")
        .append(interval.high())
        .append("]}\n");
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
