// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A published value of a device: a peak rate, a bandwidth, a latency. No simulation reads it;
 * {@code lockstep check} compares it with the model's value.
 *
 * @param name name of the check that measures it, for example {@code bandwidth.l2}
 * @param number published number
 * @param unit published unit
 * @param source the publication
 * @param tolerance largest relative deviation of the model
 * @param where position in the file, for messages
 */
public record Claim(
    String name, BigDecimal number, String unit, String source, double tolerance, String where) {
  /** Units by kind, each with its factor relative to the first unit of the kind. */
  private static final List<Map<String, Double>> KINDS =
      List.of(
          Map.of("GFLOPS", 1.0, "TFLOPS", 1000.0, "MFLOPS", 1e-3),
          Map.of("Gop/s", 1.0, "Top/s", 1000.0), // operations on integers
          Map.of("GB/s", 1.0, "TB/s", 1000.0, "MB/s", 1e-3, "GiB/s", 1.073741824),
          Map.of("us", 1.0, "ns", 1e-3, "ms", 1e3),
          Map.of("B", 1.0, "KiB", 1024.0, "MiB", 1048576.0),
          Map.of("cycles", 1.0),
          Map.of("B/cycle", 1.0),
          Map.of("op/cycle", 1.0),
          Map.of("", 1.0));

  static boolean isUnit(String unit) {
    return KINDS.stream().anyMatch(k -> k.containsKey(unit));
  }

  static List<String> units() {
    Map<String, Double> all = new TreeMap<>();
    KINDS.forEach(all::putAll);
    return all.keySet().stream().filter(u -> !u.isEmpty()).toList();
  }

  /**
   * {@return the number in another unit; NaN if the units are of different kinds}
   *
   * @param other for example {@code GB/s}
   */
  public double in(String other) {
    for (Map<String, Double> kind : KINDS) {
      if (kind.containsKey(unit) && kind.containsKey(other)) {
        return number.doubleValue() * kind.get(unit) / kind.get(other);
      }
    }
    return Double.NaN;
  }
}
