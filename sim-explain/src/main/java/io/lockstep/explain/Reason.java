// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.figures.FigureGroup.Change;
import io.lockstep.explain.roof.Factor;
import io.lockstep.explain.roof.FactorKind;
import io.lockstep.explain.roof.FactorRange;
import io.lockstep.run.answer.Answer;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One factor of a time ratio.
 *
 * @param sides amounts on either side
 * @param sentence explanation; empty if the factor is too small or too uncertain
 * @param basis the figures behind the factor
 */
public record Reason(
    FactorKind kind, String name, Factor.Sides sides, Effect effect, String sentence, Basis basis) {
  /**
   * The effect on the time.
   *
   * @param factor factor of the time; above 1 if it makes the second run slower
   * @param error two standard errors of the factor's logarithm; NaN with a single launch phase
   * @param first the factor if this change is made before all others
   * @param last the factor if this change is made after all others
   */
  public record Effect(double factor, double error, double first, double last) {
    static Effect of(double factor, double error) {
      return new Effect(factor, error, factor, factor);
    }
  }

  /**
   * The figures behind a factor.
   *
   * @param changes figures that differ between the devices
   * @param range the uncertain figures on which the factor rests, and its range
   */
  public record Basis(SortedMap<String, Change> changes, Optional<FactorRange> range) {
    static final Basis NONE = new Basis(new TreeMap<>(), Optional.empty());

    public Basis {
      changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
    }
  }

  /**
   * Returns the factor that is due to the launch phase.
   *
   * @param residual ratio at phase 0 relative to the mean over phases
   */
  static Reason residual(double residual, double error) {
    return new Reason(
        FactorKind.RESIDUAL,
        Explanation.RESIDUAL,
        Factor.Sides.NONE,
        Effect.of(residual, error),
        "",
        Basis.NONE);
  }

  /** Declares the fields of a factor, in JSON documents and in lines of CSV. */
  public static final Answer<Reason> ANSWER =
      Answer.<Reason>part()
          .text("name", "Parameters, step, rest (…) or launch-phase residual.", Reason::name)
          .real("factor", "Factor of the time; above 1 is slower.", Reason::factor)
          .realOrNull("error", "Two standard errors of the logarithm, or null.", Reason::error)
          .real("first", "The factor if this changes before all others.", Reason::first)
          .real("last", "The factor if this changes after all others.", Reason::last)
          .textOrNull("sentence", "Explanation, if beyond 3 % and its error.", Reason::sentence)
          .word(
              "kind",
              "host: time outside of kernels; rate: peak rate of a resource; demand: use of a"
                  + " resource; elsewhere: another resource limits the faster run; waits; figures:"
                  + " parameters of the devices; residual: launch-phase residual.",
              FactorKind.class,
              Reason::kind)
          .textOrNull("from", "Amount in the first run, for readers.", r -> r.sides.from())
          .textOrNull("to", "Amount in the second run, for readers.", r -> r.sides.to())
          .named("set", "Differing parameters, second device.", r -> r.values(Change::to))
          .named("was", "Differing parameters, first device.", r -> r.values(Change::from))
          .group(
              "range",
              "If it rests on uncertain parameters: the factor within their ranges.",
              r -> r.range().orElse(null),
              FactorRange.ANSWER)
          .onlyWhen(r -> r.range().isPresent());

  /** Returns the parameters of one side as texts, since a value such as 1.0 may be a name. */
  private Map<String, String> values(Function<Change, String> side) {
    Map<String, String> values = new TreeMap<>();
    changes().forEach((path, change) -> values.put(path, side.apply(change)));
    return values;
  }

  /** Logarithm of a factor above which a sentence is written. */
  private static final double WORTH = 0.03;

  /** Returns the factor of the time. */
  public double factor() {
    return effect.factor;
  }

  /** Returns two standard errors of the factor's logarithm; NaN with a single launch phase. */
  public double error() {
    return effect.error;
  }

  /** Returns the factor if this change is made before all others. */
  public double first() {
    return effect.first;
  }

  /** Returns the factor if this change is made after all others. */
  public double last() {
    return effect.last;
  }

  /** Returns the figures that differ between the devices. */
  public SortedMap<String, Change> changes() {
    return basis.changes;
  }

  /** Returns the factor's range because of uncertain figures; empty if it rests on none. */
  public Optional<FactorRange> range() {
    return basis.range;
  }

  /** Returns the range of a factor that is worth a sentence or may be within its range. */
  public Optional<FactorRange> shownRange() {
    return range().filter(r -> isWorthASentence() || r.isWide());
  }

  /** Whether the absolute logarithm of the factor exceeds both 0.03 and its error. */
  public boolean isWorthASentence() {
    return isWorthASentence(factor(), error());
  }

  /**
   * Whether the absolute logarithm of a factor exceeds both 0.03 and its error.
   *
   * @param error two standard errors of the logarithm, or NaN
   */
  public static boolean isWorthASentence(double factor, double error) {
    return Math.abs(StrictMath.log(factor))
        > (Double.isNaN(error) ? WORTH : Math.max(WORTH, error));
  }

  Reason saying(String words) {
    return new Reason(kind, name, sides, effect, words, basis);
  }
}
