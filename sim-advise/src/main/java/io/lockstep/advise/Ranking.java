// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.explain.figures.Side;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The candidates of a device with sufficient gain, the largest gain first.
 *
 * @param kernelPart of the total time
 */
record Ranking(Side side, double kernelPart, List<Row> rows) {
  /** Maximum ratio of two gains at one position that count as the same effect. */
  private static final double SAME = 1.02;

  /**
   * Name of the kernels' share of the total time, as evidence for gains that refer to kernel time.
   */
  static final String KERNELS_SHARE = "kernels_share_of_time";

  private static final String OF_KERNELS = " The gain is of the kernels' own time.";

  /**
   * A candidate with its gain.
   *
   * @param variant variant with this gain, or null if none was simulated
   */
  record Row(Candidate candidate, Candidate.Variant variant, Advice.Gain gain) {}

  /** Ranks the candidates by the results known so far. */
  static Ranking of(
      Side side, RunResult result, List<Candidate> candidates, Variants variants, int phases) {
    Candidate.Variant own = new Candidate.Variant(null, side.spec());
    List<Row> all = new ArrayList<>();
    for (Candidate c : candidates) {
      Row best = new Row(c, null, Advice.Gain.NONE);
      for (Candidate.Variant v : c.variants()) {
        Advice.Gain gain = gain(own, result, v, variants, phases, c.ofKernels());
        best = gain.mean() > best.gain().mean() ? new Row(c, v, gain) : best;
      }
      if (c.isWithoutGain() || best.gain().mean() >= Advisor.LEAST_GAIN) {
        all.add(best);
      }
    }
    all.sort(
        Comparator.comparing((Row r) -> r.candidate().ofKernels())
            .thenComparingDouble(r -> -r.gain().mean())
            .thenComparingDouble(r -> -r.candidate().proposal().promise()));
    List<Row> shown = new ArrayList<>();
    for (Row row : all) {
      if (shown.size() < Advisor.MOST && shown.stream().noneMatch(s -> isSame(s, row))) {
        shown.add(row);
      }
    }
    double part = (double) result.kernelPicos() / Math.max(1, result.picos());
    return new Ranking(side, part, List.copyOf(shown));
  }

  private static boolean isSame(Row shown, Row row) {
    return !row.candidate().isWithoutGain()
        && shown.candidate().proposal().place().equals(row.candidate().proposal().place())
        && shown.gain().mean() <= SAME * row.gain().mean();
  }

  /**
   * Returns the gain over the phases for which both times are known. For the unchanged device,
   * phase 0 is always known.
   */
  private static Advice.Gain gain(
      Candidate.Variant own,
      RunResult result,
      Candidate.Variant variant,
      Variants variants,
      int phases,
      boolean ofKernels) {
    double sum = 0;
    int n = 0;
    double low = Double.MAX_VALUE;
    double high = 0;
    for (int phase = 0; phase < phases; phase++) {
      OptionalLong before =
          phase == 0
              ? OptionalLong.of(variants.picos(result, ofKernels))
              : variants.picos(own, phase, ofKernels);
      OptionalLong after = variants.picos(variant, phase, ofKernels);
      if (before.isEmpty() || after.isEmpty() || before.getAsLong() == 0) {
        continue;
      }
      double gain = (double) before.getAsLong() / Math.max(1, after.getAsLong());
      sum += StrictMath.log(gain);
      n++;
      low = Math.min(low, gain);
      high = Math.max(high, gain);
    }
    return n == 0 ? Advice.Gain.NONE : new Advice.Gain(StrictMath.exp(sum / n), low, high);
  }

  List<Advice> advice() {
    List<Advice> advice = new ArrayList<>();
    for (Row row : rows) {
      Proposal p = row.candidate().proposal();
      TreeMap<String, BigDecimal> evidence = new TreeMap<>();
      p.evidence().forEach((name, value) -> evidence.put(name, Numbers.real(value)));
      boolean ofKernels = row.candidate().ofKernels();
      if (ofKernels) {
        evidence.put(KERNELS_SHARE, Numbers.real(kernelPart));
      }
      advice.add(
          new Advice(
              side.name(),
              row.candidate().rule(),
              p.place(),
              new Advice.Words(
                  p.finding() + (ofKernels ? OF_KERNELS : ""),
                  p.change(),
                  row.variant() == null ? "nothing" : row.variant().remedy().words()),
              row.gain(),
              evidence));
    }
    return advice;
  }
}
