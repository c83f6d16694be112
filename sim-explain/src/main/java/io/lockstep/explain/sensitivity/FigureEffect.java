// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sensitivity;

import io.lockstep.explain.experiment.Decimals;
import io.lockstep.explain.figures.FigureKind;
import io.lockstep.run.answer.Answer;
import io.lockstep.spi.spec.Dimension;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The effect of one figure on the time.
 *
 * @param value value of the device
 * @param kind kind of the figure: a quantity, a structural figure, or a host figure if requested
 * @param seen whether the effect exceeds the noise
 * @param elasticity change of the time in per cent for one per cent of the figure; NaN for
 *     structural figures and for figures with a single legal value
 * @param error two standard errors of the elasticity; NaN if unknown
 * @param steps simulated values, smaller ones first; for structural figures all choices, or the
 *     neighbouring numbers
 * @param message reason for fewer than two steps, or empty
 */
public record FigureEffect(
    String figure,
    String value,
    FigureKind kind,
    boolean seen,
    double elasticity,
    double error,
    List<FigureStep> steps,
    String message) {
  private static final Answer<FigureEffect> PLAIN =
      Answer.<FigureEffect>part()
          .text("figure", "Path of the parameter.", FigureEffect::figure)
          .text("value", "Value of the unchanged device.", FigureEffect::value)
          .word(
              "kind",
              "quantity; structure: a choice, policy or shape; host: a parameter of the host.",
              List.of("quantity", "structure", "host"),
              f -> f.kind.name().toLowerCase(Locale.ROOT))
          .flag("seen", "Whether the effect exceeds the noise.", FigureEffect::seen)
          .realOrNull(
              "elasticity",
              "Per cent of time for one per cent of the parameter; null for structural parameters"
                  + " and without another legal value nearby.",
              FigureEffect::elasticity)
          .realOrNull("error", "Two standard errors of elasticity, or null.", FigureEffect::error);

  static final Answer<FigureEffect> ANSWER =
      Answer.<FigureEffect>part()
          .include(PLAIN, Function.identity())
          .textOrNull("message", "Reason for missing steps.", FigureEffect::message)
          .list("steps", "Simulated values, ascending.", FigureEffect::steps, FigureStep.ANSWER);

  /**
   * A parameter with one of its simulated values, or with {@link FigureStep#NONE} if there is no
   * other legal value.
   */
  public record Line(FigureEffect figure, FigureStep step) {
    /** Declares a line of CSV and the columns of the table of structural parameters. */
    public static final Answer<Line> ANSWER =
        Answer.<Line>part()
            .include(PLAIN, Line::figure)
            .text("step", "", l -> l.step.value())
            .real("factor", "", l -> l.step.factor())
            .real("factor_error", "", l -> l.step.error())
            .textOrNull("message", "", l -> l.figure.message)
            .column("structural parameter", l -> l.figure.figure)
            .column("value", l -> Dimension.readable(l.figure.value))
            .column("instead", l -> Dimension.readable(l.step.value()))
            .column(">factor", l -> Decimals.factor(l.step.factor()))
            .column(">2 s.e.", l -> Decimals.error(l.step.error()))
            .lessImportant("2 s.e.", "value");

    /** Returns a line for each simulated value of the given parameters, in their order. */
    public static List<Line> of(List<FigureEffect> figures) {
      return figures.stream()
          .flatMap(
              f ->
                  (f.isStuck() ? List.of(FigureStep.NONE) : f.steps)
                      .stream().map(step -> new Line(f, step)))
          .toList();
    }
  }

  public FigureEffect {
    steps = List.copyOf(steps);
  }

  /** Whether no other value could be simulated. */
  public boolean isStuck() {
    return steps.isEmpty();
  }

  /** Returns the largest effect of a step, as the absolute value of its logarithm. */
  public double largest() {
    return steps.stream().mapToDouble(s -> Math.abs(StrictMath.log(s.factor()))).max().orElse(0);
  }
}
