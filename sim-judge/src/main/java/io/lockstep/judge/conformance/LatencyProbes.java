// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import java.util.List;

/**
 * Probes for the latencies and sizes of caches and memory, by pointer chasing. The address
 * arithmetic between two loads, which the family declares as {@code latency.step}, is subtracted.
 */
final class LatencyProbes {
  private static final int UNROLL = 8;

  private final Probes probes;
  private final Declared declared;

  LatencyProbes(Probes probes) {
    this.probes = probes;
    this.declared = probes.declared();
  }

  void add() {
    double l1;
    if (declared.hasAll("l1.latency", "l1.line", "l1.size")) {
      l1 = declared.value("l1.latency");
      long line = (long) declared.value("l1.line");
      chase("latency.l1", line, line * 16, about(l1, "l1.latency"));
      size("size.l1", line, (long) declared.family("size.l1", declared.value("l1.size")), l1);
    }
    if (declared.hasAll("l2.latency", "l2.line", "l2.size")) {
      double l2 = declared.value("l2.latency");
      long line = (long) declared.value("l2.line");
      long beyond = (long) declared.family("latency.l2.span", 2 * declared.or("l1.size", 16384));
      chase("latency.l2", line, beyond, about(l2, "l2.latency"));
      long bytes = (long) declared.value("l2.size");
      if (declared.chooses("l2.sets", "hashed") && declared.has("l2.ways")) {
        hashed("size.l2", line, bytes, l2, (int) declared.value("l2.ways"));
      } else {
        size("size.l2", line, (long) declared.family("size.l2", bytes), l2);
      }
      if (declared.has("mall.latency")) {
        chase(
            "latency.mall",
            line,
            2 * (long) declared.value("l2.size"),
            about(declared.value("mall.latency"), "mall.latency"));
      }
    }
    if (declared.hasAll("dram.request_latency", "dram.trcd", "dram.tcl", "dram.trp")
        && (declared.has("l2.latency")
            || declared.hasAll("network.request_latency", "network.response_latency"))) {
      cold();
    }
  }

  private static Expected about(double cycles, String figures) {
    return Expected.about(cycles, 0.06, "declared: " + figures);
  }

  /** Returns the number of rounds of eight loads that traverse a range of bytes once. */
  private static long lap(long line, long bytes) {
    return Math.max(1, bytes / line / UNROLL);
  }

  private static Sample walk(long line, long bytes, long rounds) {
    String next = "{expression: \"(i * 4 + " + line + ") % " + bytes + "\"}";
    return Sample.of("chase " + UNROLL, 1, 1, rounds).reading(bytes / 4, next);
  }

  private double cycles(List<Seen> seen) {
    long rounds = seen.get(1).sample().rounds() - seen.get(0).sample().rounds();
    return declared.cycles(Probes.more(seen)) / (rounds * UNROLL)
        - declared.family("latency.step", 0);
  }

  private void chase(String name, long line, long bytes, Expected expected) {
    long lap = lap(line, bytes);
    probes.add(
        name,
        ProbeUnit.CYCLES,
        List.of(walk(line, bytes, lap), walk(line, bytes, 2 * lap)),
        this::cycles,
        expected);
  }

  /** Adds a probe for the size of a cache: traversals of its size hit, larger traversals miss. */
  private void size(String name, long line, long bytes, double hit) {
    long unit = line * UNROLL;
    long fits = bytes / unit * unit;
    long more = (long) (bytes * 1.15) / unit * unit;
    probes.add(
        name,
        ProbeUnit.BYTES,
        List.of(
            walk(line, fits, lap(line, fits)),
            walk(line, fits, 2 * lap(line, fits)),
            walk(line, more, lap(line, more)),
            walk(line, more, 2 * lap(line, more))),
        seen ->
            cycles(seen.subList(0, 2)) > hit * 1.1
                ? bytes / 1.15
                : cycles(seen.subList(2, 4)) < hit * 1.1 ? bytes * 1.15 : bytes,
        Expected.about(bytes, 0.05, "declared: " + name.substring(5) + ".size"));
  }

  /**
   * Adds a probe for the size of a cache whose sets are selected by a hash. The number of lines in
   * a set is then Poisson-distributed, and so is the number of other lines in the set of a given
   * line. A traversal of the cache's size misses the lines whose set holds at least as many other
   * lines as it has ways. The miss ratio, derived from the times of a hit and of traversals twice
   * as large, gives the mean number of lines per set.
   */
  private void hashed(String name, long line, long bytes, double hit, int ways) {
    long unit = line * UNROLL;
    long all = bytes / unit * unit;
    probes.add(
        name,
        ProbeUnit.BYTES,
        List.of(
            walk(line, all, lap(line, all)),
            walk(line, all, 2 * lap(line, all)),
            walk(line, 2 * all, lap(line, 2 * all)),
            walk(line, 2 * all, 2 * lap(line, 2 * all))),
        seen -> {
          double most = cycles(seen.subList(2, 4)) - hit;
          double share = (cycles(seen.subList(0, 2)) - hit) / most;
          return most < hit * 0.1 ? 2 * all : all * ways / meanOthers(ways, share);
        },
        Expected.about(bytes, 0.05, "declared: l2.size, l2.ways, l2.sets"));
  }

  /**
   * Returns the mean of a Poisson distribution that reaches the number of ways with a given
   * probability.
   */
  static double meanOthers(int ways, double probability) {
    double low = 0;
    double high = 8.0 * ways;
    for (int k = 0; k < 60; k++) {
      double mean = (low + high) / 2;
      double term = StrictMath.exp(-mean);
      double fewer = 0;
      for (int n = 0; n < ways; n++) {
        fewer += term;
        term *= mean / (n + 1);
      }
      if (1 - fewer < probability) {
        low = mean;
      } else {
        high = mean;
      }
    }
    return low;
  }

  /** Adds a probe of DRAM latency with lines that were never read before. */
  private void cold() {
    long apart = 8192 + 256; // another row, channel and bank each time
    long few = 8;
    long many = 40;
    String next = "{expression: \"i * 4 + " + apart + "\"}";
    long words = apart * many * UNROLL / 4 + apart;
    Sample first = Sample.of("chase " + UNROLL, 1, 1, few).reading(words, next);
    Sample second = Sample.of("chase " + UNROLL, 1, 1, many).reading(words, next);
    probes.add("latency.dram", ProbeUnit.CYCLES, List.of(first, second), this::cycles, dram());
  }

  private Expected dram() {
    String figures = "dram.trcd, dram.tcl, dram.trp";
    double above;
    if (declared.has("dram.load_to_use")) {
      return about(declared.value("dram.load_to_use"), "dram.load_to_use");
    } else if (declared.has("l2.latency")) {
      above = declared.value("l2.latency");
      figures = "l2.latency, dram.request_latency, " + figures;
    } else {
      above =
          declared.value("network.request_latency") + declared.value("network.response_latency");
      figures = "network, dram.request_latency, " + figures;
    }
    double open =
        above
            + declared.value("dram.request_latency")
            + declared.cycles(
                declared.or("dram.response_latency", 0) * 1e-12
                    + declared.seconds("dram.trcd")
                    + declared.seconds("dram.tcl"));
    double shut = open + declared.cycles(declared.seconds("dram.trp"));
    return new Expected((open + shut) / 2, open * 0.94, shut * 1.06, "declared: " + figures);
  }
}
