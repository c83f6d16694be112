// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sensitivity;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.explain.figures.FigureKind;
import io.lockstep.run.answer.Answer;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The dependence of a workload's time on every figure of a device.
 *
 * @param parameters all parameters of the workload, with defaults
 * @param kernels whether only kernel time is counted
 * @param picos time of the unchanged device at each launch phase, picoseconds
 * @param noise standard deviation of the logarithm of the time over launch phases; NaN with a
 *     single phase
 * @param figures figures in the order of the schema
 * @param wrong whether the workload computed a wrong result
 */
public record Sensitivity(
    String workload,
    SortedMap<String, String> parameters,
    String device,
    boolean kernels,
    List<Long> picos,
    double noise,
    List<FigureEffect> figures,
    List<String> notes,
    boolean wrong) {
  /** Declares the output of {@code sensitivity} for a workload. */
  public static final Answer<Sensitivity> ANSWER =
      Answer.<Sensitivity>of(
              "Sensitivity", "Output of sensitivity with --format json for a workload.")
          .text("device", "As named by the user.", Sensitivity::device)
          .text("workload", "", Sensitivity::workload)
          .typed("parameters", "All parameters, with defaults.", Sensitivity::parameters)
          .include(ExperimentOptions.TIMING, Sensitivity::kernels)
          .include(LogTimes.ANSWER, Sensitivity::picos)
          .realOrNull(
              "noise",
              "Standard deviation of the logarithm of the unchanged device's time over launch"
                  + " phases; null with a single phase.",
              Sensitivity::noise)
          .list(
              "figures", "Parameters in a fixed order.", Sensitivity::figures, FigureEffect.ANSWER)
          .texts("notes", "", Sensitivity::notes);

  public Sensitivity {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    picos = List.copyOf(picos);
    figures = List.copyOf(figures);
    notes = List.copyOf(notes);
  }

  /**
   * Returns the quantities with an effect, largest elasticity first: the bars of a tornado diagram.
   */
  public List<FigureEffect> elastic() {
    return figures.stream()
        .filter(f -> f.seen() && f.kind() != FigureKind.STRUCTURE)
        .sorted(
            Comparator.comparingDouble((FigureEffect f) -> -Math.abs(f.elasticity()))
                .thenComparing(FigureEffect::figure))
        .toList();
  }

  /** Returns the structural figures with an effect, largest first. */
  public List<FigureEffect> structural() {
    return figures.stream()
        .filter(f -> f.seen() && f.kind() == FigureKind.STRUCTURE)
        .sorted(
            Comparator.comparingDouble((FigureEffect f) -> -f.largest())
                .thenComparing(FigureEffect::figure))
        .toList();
  }

  /** Returns the figures whose simulated changes have no effect beyond the noise. */
  public List<FigureEffect> unseen() {
    return figures.stream().filter(f -> !f.seen() && !f.isStuck()).toList();
  }

  /** Returns the figures without a second legal value nearby. */
  public List<FigureEffect> stuck() {
    return figures.stream().filter(FigureEffect::isStuck).toList();
  }
}
