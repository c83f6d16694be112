// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import java.util.List;
import java.util.SortedSet;

final class LocalProbes {
  private static final String CONFLICTS = "local.conflict.";
  private static final int LOADS = 16;

  // Rounds of loads. Wavefronts start in step; their rate is steady once they no longer are.
  private static final int FEW = 8;

  private static final int MANY = 32;

  private final Probes probes;
  private final Declared declared;

  LocalProbes(Probes probes) {
    this.probes = probes;
    this.declared = probes.declared();
  }

  void add() {
    if (declared.has("lds.banks")) {
      int banks = (int) declared.value("lds.banks");
      SortedSet<Integer> strides = declared.strides(CONFLICTS);
      for (int degree = 1; degree <= banks; degree *= 2) {
        strides.add(degree);
      }
      strides.forEach(stride -> conflicts(stride, banks));
    }
    for (int words = 1; words <= 32; words *= 2) {
      coalescing(words);
    }
  }

  /**
   * Adds a probe in which neighbouring work-items read words that lie so far apart. They share a
   * bank with as many others, unless the family declares what its own banks take.
   */
  private void conflicts(int degree, int banks) {
    int group = probes.group();
    int bytes = 8192;
    String kernel = "local " + LOADS + " " + 4 * degree + " " + bytes;
    double wavefront = probes.can().wavefront();
    double accesses = (double) LOADS * (MANY - FEW) * group / wavefront;
    double inTurn =
        wavefront / banks * degree * declared.family("local.pass", declared.or("lds.pass", 1));
    double passes = declared.family(CONFLICTS + degree, inTurn);
    double least = declared.family("local.least", declared.or("lds.baseline", 0));
    double cycles = Math.max(passes, least);
    // The kernel adds each loaded word to a sum; that instruction may issue from the same port.
    double fold = declared.or("issue.interval", 0) / declared.or("unit.simds", 1);
    // Wavefronts in lockstep do not overlap: once per round, all wait for the last read and for the
    // branch.
    double turn = declared.or("lds.latency", 0) + declared.or("issue.branch_latency", 0);
    double more = fold + turn / (LOADS * group / wavefront);
    probes.add(
        CONFLICTS + degree,
        ProbeUnit.CYCLES,
        List.of(Sample.of(kernel, 1, group, FEW), Sample.of(kernel, 1, group, MANY)),
        seen -> declared.cycles(Probes.more(seen)) / accesses,
        new Expected(cycles, cycles * 0.95, cycles * 1.05 + more, "declared: lds.banks"));
  }

  private void coalescing(int words) {
    int items = probes.can().wavefront();
    String kernel = "strided " + LOADS + " " + 4 * words;
    Sample sample = Sample.of(kernel, 1, items, 1).reading((long) items * words + 64, "zero");
    Sample twice = Sample.of(kernel, 1, items, 2).reading((long) items * words + 64, "zero");
    String name = "coalescing.stride." + words;
    double line = declared.or("l1.line", 0);
    double lanes = declared.or("memory.lanes", items);
    double shared =
        line == 0 ? 0 : items / lanes * Math.ceil(lanes * Math.min(4.0 * words, line) / line);
    double value = declared.family(name, shared);
    probes.add(
        name,
        ProbeUnit.COUNT,
        List.of(sample, twice),
        seen ->
            (seen.get(1).statistic("memory.transactions")
                    - seen.get(0).statistic("memory.transactions"))
                / LOADS,
        value == 0 ? null : Expected.about(value, 0.01, "declared: l1.line, memory.lanes"));
  }
}
