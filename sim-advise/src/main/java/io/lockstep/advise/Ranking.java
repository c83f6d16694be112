package io.lockstep.advise;

import io.lockstep.explain.figures.Side;
import io.lockstep.explain.trial.Decimals;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The candidates of a device that gain enough, the largest gain first. */
final class Ranking {
  /** Two gains at one place within this factor are one effect. */
  private static final double SAME = 1.02;

  private final Side side;
  private final List<Row> rows;

  /**
   * A candidate with its gain.
   *
   * @param variant whose gain it is, or null if it was computed
   */
  record Row(Candidate candidate, Candidate.Variant variant, Advice.Gain gain) {}

  private Ranking(Side side, List<Row> rows) {
    this.side = side;
    this.rows = rows;
  }

  /** Ranks what is known so far. */
  static Ranking of(
      Side side, long base, List<Candidate> candidates, Variants variants, int phases) {
    List<Row> all = new ArrayList<>();
    for (Candidate c : candidates) {
      Row best = new Row(c, null, gain(c.computed()));
      for (Candidate.Variant v : c.variants()) {
        Advice.Gain gain = gain(side, base, v, variants, phases);
        best = gain.mean() > best.gain().mean() ? new Row(c, v, gain) : best;
      }
      if (best.gain().mean() >= Advisor.LEAST_GAIN) {
        all.add(best);
      }
    }
    all.sort(Comparator.comparingDouble(r -> -r.gain().mean()));
    List<Row> shown = new ArrayList<>();
    for (Row row : all) {
      if (shown.size() < Advisor.MOST && shown.stream().noneMatch(s -> isSame(s, row))) {
        shown.add(row);
      }
    }
    return new Ranking(side, List.copyOf(shown));
  }

  private static boolean isSame(Row shown, Row row) {
    return shown.candidate().proposal().place().equals(row.candidate().proposal().place())
        && shown.gain().mean() <= SAME * row.gain().mean();
  }

  private static Advice.Gain gain(double computed) {
    return computed == 0 ? Advice.Gain.NONE : new Advice.Gain(computed, computed, computed);
  }

  /** The gain at the phases at which both are known; phase 0 of the device itself always is. */
  private static Advice.Gain gain(
      Side side, long base, Candidate.Variant variant, Variants variants, int phases) {
    Candidate.Variant own = new Candidate.Variant(null, side.spec());
    double sum = 0;
    int n = 0;
    double low = Double.MAX_VALUE;
    double high = 0;
    for (int phase = 0; phase < phases; phase++) {
      OptionalLong before = phase == 0 ? OptionalLong.of(base) : variants.picos(own, phase);
      OptionalLong after = variants.picos(variant, phase);
      if (before.isEmpty() || after.isEmpty() || before.getAsLong() == 0) {
        continue;
      }
      double gain = variant.remedy().factor() * before.getAsLong() / Math.max(1, after.getAsLong());
      sum += StrictMath.log(gain);
      n++;
      low = Math.min(low, gain);
      high = Math.max(high, gain);
    }
    return n == 0 ? Advice.Gain.NONE : new Advice.Gain(StrictMath.exp(sum / n), low, high);
  }

  List<Row> rows() {
    return rows;
  }

  List<Advice> advice() {
    List<Advice> advice = new ArrayList<>();
    for (Row row : rows) {
      Proposal p = row.candidate().proposal();
      TreeMap<String, BigDecimal> evidence = new TreeMap<>();
      p.evidence().forEach((name, value) -> evidence.put(name, Decimals.of(value)));
      advice.add(
          new Advice(
              side.name(),
              row.candidate().rule(),
              p.place(),
              new Advice.Words(
                  p.finding(),
                  p.change(),
                  row.variant() == null ? "arithmetic" : row.variant().remedy().words()),
              row.gain(),
              evidence));
    }
    return advice;
  }
}
