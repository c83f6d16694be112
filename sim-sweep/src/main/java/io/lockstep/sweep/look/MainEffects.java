// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.sweep.look.SweepAxis.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes the main effects of a sweep's axes on a figure for each workload: geometric means over
 * sets of points (blocks) that differ in one axis alone.
 */
public final class MainEffects {
  private MainEffects() {}

  /**
   * Returns the effects by workload and axis, in the order of values. Values without a usable point
   * are left out.
   *
   * @param figure index of the figure; points with a value of 0 or less are ignored
   */
  public static List<MainEffect> of(SweepTable table, int figure) {
    List<SweepAxis> axes = table.axes();
    int workloads = table.axis(Kind.WORKLOAD);
    List<MainEffect> effects = new ArrayList<>();
    int count = workloads < 0 ? 1 : axes.get(workloads).values().size();
    for (int w = 0; w < count; w++) {
      List<SweepTable.Entry> some = new ArrayList<>();
      for (SweepTable.Entry e : table.entries()) {
        if ((workloads < 0 || e.places()[workloads] == w) && e.values()[figure] > 0) {
          some.add(e);
        }
      }
      String name = workloads < 0 ? "" : axes.get(workloads).values().get(w);
      for (int axis = 0; axis < axes.size(); axis++) {
        if (axis != workloads) {
          effects.addAll(of(name, axes, axis, some, figure));
        }
      }
    }
    return effects;
  }

  private static List<MainEffect> of(
      String workload, List<SweepAxis> axes, int at, List<SweepTable.Entry> entries, int figure) {
    SweepAxis axis = axes.get(at);
    int levels = axis.values().size();
    boolean[] used = new boolean[levels];
    // sums and counts by level, by places on the other axes
    Map<List<Integer>, double[][]> blocks = new LinkedHashMap<>();
    double[] sums = new double[levels];
    long[] counts = new long[levels];
    for (SweepTable.Entry e : entries) {
      int level = e.places()[at];
      if (level < 0) {
        continue;
      }
      double log = StrictMath.log(e.values()[figure]);
      used[level] = true;
      sums[level] += log;
      counts[level]++;
      List<Integer> others = new ArrayList<>();
      for (int i = 0; i < e.places().length; i++) {
        others.add(i == at ? -1 : e.places()[i]);
      }
      double[][] block = blocks.computeIfAbsent(others, o -> new double[2][levels]);
      block[0][level] += log;
      block[1][level]++;
    }
    int present = 0;
    for (boolean u : used) {
      present += u ? 1 : 0;
    }
    if (present < 2) {
      return List.of();
    }
    double[] matched = new double[levels];
    // Points of a random design form no complete blocks, but their plain means are balanced.
    boolean drawn = axes.stream().anyMatch(SweepAxis::isBinned);
    long whole = drawn ? 0 : matched(blocks, used, present, matched);
    if (whole == 0) {
      plain(sums, counts, matched);
    }
    List<MainEffect> effects = new ArrayList<>();
    for (int level = 0; level < levels; level++) {
      if (used[level]) {
        double factor = StrictMath.exp(matched[level]);
        effects.add(new MainEffect(workload, axis.name(), axis.values().get(level), factor, whole));
      }
    }
    return effects;
  }

  /** Adds the deviations from the mean of each complete block; returns their number. */
  private static long matched(
      Map<List<Integer>, double[][]> blocks, boolean[] used, int present, double[] effects) {
    long whole = 0;
    for (double[][] block : blocks.values()) {
      boolean all = true;
      double mean = 0;
      for (int level = 0; level < used.length; level++) {
        all &= !used[level] || block[1][level] > 0;
        mean += used[level] && all ? block[0][level] / block[1][level] / present : 0;
      }
      if (all) {
        whole++;
        for (int level = 0; level < used.length; level++) {
          effects[level] += used[level] ? block[0][level] / block[1][level] - mean : 0;
        }
      }
    }
    long blocksUsed = whole;
    Arrays.setAll(effects, i -> blocksUsed == 0 ? 0 : effects[i] / blocksUsed);
    return whole;
  }

  private static void plain(double[] sums, long[] counts, double[] effects) {
    double sum = 0;
    long count = 0;
    for (int level = 0; level < sums.length; level++) {
      sum += sums[level];
      count += counts[level];
    }
    for (int level = 0; level < sums.length; level++) {
      effects[level] = counts[level] == 0 ? 0 : sums[level] / counts[level] - sum / count;
    }
  }
}
