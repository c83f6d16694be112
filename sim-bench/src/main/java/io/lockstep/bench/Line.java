// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One line of the result table. Immutable except for {@link #with} during construction.
 *
 * @param id id of the requirement, T10 to T18 or X1 to X5
 * @param what description of the measurement
 * @param figures measured values by name; names end with their unit
 * @param ratio value to which the requirement applies; NaN if not measurable
 * @param demand requirement as text
 * @param verdict outcome of the measurement
 */
record Line(
    String id,
    String what,
    Map<String, Double> figures,
    double ratio,
    String demand,
    LineVerdict verdict) {

  static Line atLeast(String id, String what, double ratio, double demand) {
    return new Line(
        id, what, new LinkedHashMap<>(), ratio, "≥ " + figure(demand), verdict(ratio >= demand));
  }

  static Line atMost(String id, String what, double ratio, double demand) {
    return new Line(
        id, what, new LinkedHashMap<>(), ratio, "≤ " + figure(demand), verdict(ratio <= demand));
  }

  static Line notMeasurable(String id, String what, String demand) {
    return new Line(
        id, what, new LinkedHashMap<>(), Double.NaN, demand, LineVerdict.NOT_MEASURABLE);
  }

  private static LineVerdict verdict(boolean holds) {
    return holds ? LineVerdict.PASS : LineVerdict.MISS;
  }

  Line with(String name, double value) {
    figures.put(name, value);
    return this;
  }

  /** Formats a value with about three digits; integers with all digits. */
  static String figure(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return String.format(Locale.ROOT, "%,d", (long) value);
    }
    double size = Math.abs(value);
    return String.format(
        Locale.ROOT,
        size < 0.1 ? "%.5f" : size < 10 ? "%.2f" : size < 1000 ? "%.1f" : "%,.0f",
        value);
  }

  /** Encodes the line as text for {@link #parse}, to pass it to the parent process. */
  String encode() {
    StringBuilder text = new StringBuilder();
    text.append(id).append('\t').append(what).append('\t').append(ratio).append('\t');
    text.append(demand).append('\t').append(verdict.name());
    figures.forEach((name, value) -> text.append('\t').append(name).append('=').append(value));
    return text.toString();
  }

  static Line parse(String text) {
    String[] fields = text.split("\t");
    Map<String, Double> figures = new LinkedHashMap<>();
    for (int i = 5; i < fields.length; i++) {
      int equals = fields[i].lastIndexOf('=');
      figures.put(fields[i].substring(0, equals), Double.valueOf(fields[i].substring(equals + 1)));
    }
    return new Line(
        fields[0],
        fields[1],
        figures,
        Double.parseDouble(fields[2]),
        fields[3],
        LineVerdict.valueOf(fields[4]));
  }
}
