package io.lockstep.run;

import java.math.BigDecimal;
import java.util.Map;

/**
 * What bounds a run, by one rule for all devices.
 *
 * <p>In this order: <b>launch</b>, where kernels take less than half of the measured time;
 * <b>memory bandwidth</b>, where DRAM is busy for at least 60 % of its peak; <b>local memory</b>,
 * where waiting for its conflicts takes at least a quarter of the ports' cycles; <b>issue</b>,
 * where ports issue for at least half of their cycles; otherwise the largest cause of waiting
 * (memory latency, dependency, barrier, …).
 */
final class Bottleneck {
  private static final BigDecimal BUSY = new BigDecimal("0.6");

  private Bottleneck() {}

  static String of(StatisticsCollector statistics, long picos, long kernelPicos) {
    if (picos == 0) {
      return "";
    }
    if (kernelPicos * 2 < picos) {
      return "launch";
    }
    BigDecimal dram = statistics.values().get("dram.busy");
    if (dram != null && dram.compareTo(BUSY) >= 0) {
      return "memory bandwidth";
    }
    long total = 0;
    long issued = 0;
    long largest = -1;
    String cause = "";
    for (Map.Entry<String, BigDecimal> e : statistics.values().entrySet()) {
      String name = e.getKey();
      if (!name.startsWith("issue.") || name.indexOf('[') >= 0) {
        continue;
      }
      long cycles = e.getValue().longValue();
      String what = name.substring("issue.".length());
      if (what.equals("no_wavefront") || what.equals("other_port")) {
        continue; // an empty unit, or a port nobody asked for, bounds nothing
      }
      total += cycles;
      if (what.startsWith("issued")) {
        issued += cycles;
      } else if (cycles > largest) {
        largest = cycles;
        cause = what;
      }
    }
    if (total == 0) {
      return "";
    }
    if (cause.equals("lds_conflict") && largest * 4 >= total) {
      return "local memory";
    }
    return issued * 2 >= total ? "issue" : cause.replace('_', ' ');
  }
}
