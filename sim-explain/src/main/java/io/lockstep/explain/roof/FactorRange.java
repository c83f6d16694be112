// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.explain.figures.UncertainFigure;
import io.lockstep.run.answer.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The uncertainty of a factor because of the ranges of figures. The ends hold if every figure takes
 * the end of its range that moves the factor most, independently of the others.
 *
 * @param low smallest value of the factor; NaN if only a simulation could tell
 * @param high largest value of the factor; NaN if only a simulation could tell
 * @param figures the uncertain figures, those of the slower run's device first
 */
public record FactorRange(double low, double high, List<UncertainFigure> figures) {
  /** Fraction by which a figure's range has to move a factor to be mentioned. */
  public static final double LEAST = 0.05;

  /** Declares the fields of a range. */
  public static final Answer<FactorRange> ANSWER =
      Answer.<FactorRange>part()
          .realOrNull("low", "Smallest factor within the ranges, or null.", FactorRange::low)
          .realOrNull("high", "Largest factor within the ranges, or null.", FactorRange::high)
          .list("parameters", "Uncertain ones.", FactorRange::figures, UncertainFigure.ANSWER);

  /** How a reader finds what the ranges do to the time. */
  public static final String TEST =
      "What such a parameter does to the time: lockstep whatif WORKLOAD -d DEVICE"
          + " PARAMETER=VALUE; all at once: compare --uncertainty.";

  private static final int SHOWN = 3; // parameters of a device in a sentence

  public FactorRange {
    figures = List.copyOf(figures);
  }

  /**
   * Returns the range of a factor that is proportional to the faster run's peak and inversely
   * proportional to the slower run's; empty if no figure moves it by more than {@link #LEAST}.
   */
  static Optional<FactorRange> ofPeaks(
      double value, List<UncertainFigure> slow, List<UncertainFigure> fast) {
    List<UncertainFigure> all = new ArrayList<>(slow);
    all.addAll(fast);
    double low = value;
    double high = value;
    for (UncertainFigure f : slow) {
      low /= f.most();
      high /= f.least();
    }
    for (UncertainFigure f : fast) {
      low *= f.least();
      high *= f.most();
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(new FactorRange(low, high, all));
  }

  /** Returns the range of a factor of these figures that only a simulation could tell. */
  public static Optional<FactorRange> unknown(List<UncertainFigure> figures) {
    return figures.isEmpty()
        ? Optional.empty()
        : Optional.of(new FactorRange(Double.NaN, Double.NaN, figures));
  }

  /** Whether the ends are known and differ by more than {@link #LEAST}. */
  public boolean isWide() {
    return high > low * (1 + LEAST);
  }

  FactorRange times(double more) {
    return new FactorRange(low * more, high * more, figures);
  }

  FactorRange backwards() {
    return new FactorRange(1 / high, 1 / low, figures);
  }

  /** Returns both ends for readers; a question mark if only a simulation could tell. */
  public String ends() {
    return Double.isNaN(low) ? "?" : String.format(Locale.ROOT, "%.3g to %.3g", low, high);
  }

  /** Returns a sentence that names the figures and their ranges. */
  public String sentence(String factor) {
    Map<String, List<String>> devices = new LinkedHashMap<>();
    for (UncertainFigure f : figures) {
      devices.computeIfAbsent(f.device(), d -> new ArrayList<>()).add(f.words());
    }
    List<String> each = new ArrayList<>();
    devices.forEach(
        (device, words) ->
            each.add(
                device
                    + ": "
                    + String.join("; ", words.subList(0, Math.min(SHOWN, words.size())))
                    + (words.size() > SHOWN ? "; and " + (words.size() - SHOWN) + " more" : "")));
    return factor
        + " rests on uncertain parameters"
        + (Double.isNaN(low) ? "" : ", within whose ranges it is " + ends())
        + " ("
        + String.join(". ", each)
        + ").";
  }
}
