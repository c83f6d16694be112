// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale;

import io.lockstep.spi.PixelDomain;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.terascale.code.ShaderMode;
import io.lockstep.trace.record.Geometry;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The expected values of {@code lockstep check}. Issue slots follow the vendor's guides. */
public final class DeclaredRates {
  private DeclaredRates() {}

  /** Returns the cache lines that a pixel wavefront touches, by groups of {@code memory.lanes}. */
  private static int lines(DeviceSpec spec, long stride) {
    int width = spec.integer("unit.wavefront");
    int together = spec.integer("memory.lanes");
    int[] items = new int[width];
    PixelDomain.ofGroups(new Geometry(1, 1, 1, width, 1, 1), width).items(0, 0, items);
    int lines = 0;
    for (int from = 0; from < width; from += together) {
      lines +=
          (int)
              IntStream.range(from, from + together)
                  .mapToLong(lane -> items[lane] * stride / spec.value("l1.line"))
                  .distinct()
                  .count();
    }
    return lines;
  }

  /** Returns the expected values by check name, each in the unit of the check. */
  public static Map<String, Double> of(DeviceSpec spec, int slots) {
    double cores = spec.value("unit.stream_cores");
    Map<String, Double> all = new TreeMap<>();
    for (String any : new String[] {"f32.fma", "f32.add", "i32.add", "i32.xor"}) {
      all.put("rate." + any, cores * slots);
    }
    boolean has24 = !Set.of("r600", "r700").contains(spec.choice("unit.isa"));
    all.put("rate.i32.multiply24", has24 ? cores * 4 : cores); // never, or only, in slot t
    for (String one : new String[] {"i32.multiply", "f32.exp2", "f32.rsqrt", "f64.fma"}) {
      all.put("rate." + one, cores); // one per bundle: in slot t, or over several slots
    }
    all.put("rate.f64.add", cores * 2); // two slots each
    // A load and its address arithmetic: two clauses, one fetch and two bundles.
    all.put(
        "latency.step", 2.0 * spec.value("issue.clause_switch") + 2 * spec.value("issue.latency"));
    if (spec.choice("unit.isa").equals("r700")) { // R700 reads local memory in fetch clauses
      all.put("local.least", (double) spec.value("unit.wavefront") / spec.value("fetch.addresses"));
    }
    // GB/s if every unit moves one word per cycle
    double words = 4e-9 * spec.value("unit.count") * spec.value(ClockSpec.COMPUTE);
    all.put("bandwidth.dram.read", words * spec.value("fetch.addresses"));
    if (ShaderMode.of(spec) == ShaderMode.PIXEL) {
      double lanes = spec.value("unit.wavefront");
      if (spec.has("export.interval")) {
        all.put("bandwidth.dram.write", words * lanes / spec.value("export.interval"));
      }
      for (int apart = 1; apart <= 32; apart *= 2) {
        all.put("coalescing.stride." + apart, (double) lines(spec, 4 * apart));
      }
    }
    return all;
  }
}
