// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.Experiment;
import io.lockstep.explain.ladder.Cost;
import io.lockstep.explain.ladder.Ladder;
import io.lockstep.explain.ladder.LadderFinder;
import io.lockstep.explain.ladder.LadderStep;
import io.lockstep.explain.ladder.Party;
import io.lockstep.explain.roof.Factor;
import io.lockstep.explain.roof.FactorKind;
import io.lockstep.explain.roof.Roof;
import io.lockstep.explain.roof.RoofComparison;
import io.lockstep.explain.roof.Subject;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Installed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/** Builds explanations that compare two results by their largest roofs. */
final class RoofAnswers {
  /** Minimum logarithm of a wait's factor for a row of its own. */
  private static final double SMALL = 0.01;

  private static final double WORTH = 0.03;

  private final ExplainOptions options;
  private final Question question;
  private final RunResult one;
  private final RunResult other;
  private final RoofComparison comparison;

  RoofAnswers(
      Installed installed,
      ExplainOptions options,
      Question question,
      RunResult one,
      RunResult other) {
    this.options = options;
    this.question = question;
    this.one = one;
    this.other = other;
    Factor.Sides names = Names.of(question, one, other);
    comparison =
        new RoofComparison(
            new Subject(names.from(), question.from().side().spec(), one, installed.catalogue()),
            places(question.from(), installed),
            new Subject(names.to(), question.to().side().spec(), other, installed.catalogue()),
            places(question.to(), installed),
            question.isOneProgram());
  }

  private static LinePlaces places(Question.Run run, Installed installed) {
    return new LinePlaces(SourceLines.beside(run.workload()), installed.frontends());
  }

  boolean kernels() {
    return options.experiment().kernels()
        || one.picos() == one.kernelPicos() && other.picos() == other.kernelPicos();
  }

  private Optional<Estimates> estimates() {
    return Estimates.of(one, other, kernels());
  }

  /** Returns the error of a factor that simulations have divided, with the runs' intervals. */
  private double within(double error) {
    return Estimates.within(estimates(), error);
  }

  Party from(Experiment experiment) {
    return party(comparison.from(), comparison.fromRoof(), question.from(), experiment);
  }

  Party to(Experiment experiment) {
    return party(comparison.to(), comparison.toRoof(), question.to(), experiment);
  }

  private Party party(Subject of, Roof roof, Question.Run run, Experiment experiment) {
    return new Party(
        of.name(),
        run.side(),
        experiment,
        roof.name(),
        comparison.picos(of),
        of.own(roof),
        comparison.unevenLoad(of));
  }

  /** Returns the explanation that needs no simulations with ideal parts. */
  Explanation unsplit(String why) {
    return explanation(
        LadderFinder.unsplit(from(null), one, to(null), other, kernels()), List.of(), why);
  }

  /**
   * Returns the explanation with split waits.
   *
   * @param simulated specifications simulated for the decomposition
   * @param stopped reason why waits are not split; empty if waits are split
   */
  Explanation explanation(Ladder ladder, List<Specification> simulated, String stopped) {
    return new Explanation(
        new Explanation.Subject(one.workload(), one.parameters(), kernels()),
        new Explanation.TimedRun(
            comparison.from().name(), kernels() ? one.kernelPicos() : one.picos()),
        new Explanation.TimedRun(
            comparison.to().name(), kernels() ? other.kernelPicos() : other.picos()),
        new Explanation.Factors(reasons(ladder), List.of(), 0),
        new Explanation.Simulations(
            ladder.phases(),
            simulated,
            notes(ladder, stopped),
            one.status() == RunStatus.WRONG || other.status() == RunStatus.WRONG,
            estimates()),
        Optional.of(
            new RoofAnswer(
                ladder,
                comparison,
                new Factor.Sides(question.from().side().name(), question.to().side().name()),
                other.workload(),
                other.parameters(),
                stopped)));
  }

  private List<Reason> reasons(Ladder ladder) {
    List<Reason> roofs = new ArrayList<>();
    List<Reason> waits = new ArrayList<>();
    List<Reason> host = new ArrayList<>();
    double rest = 1;
    double squares = 0;
    for (LadderStep step : ladder.steps()) {
      if (step.name().equals(LadderStep.HOST)) {
        host.add(reason(FactorKind.HOST, step));
      } else if (step.isTime()) {
        comparison.factors().forEach(f -> roofs.add(reason(f)));
      } else if (Math.abs(StrictMath.log(step.factor())) < SMALL
          || step.name().equals(LadderStep.REST)) {
        rest *= step.factor();
        squares += step.error() * step.error();
      } else {
        waits.add(reason(FactorKind.WAITS, step));
      }
    }
    if (rest != 1) {
      waits.add(rest(ladder, rest, Math.sqrt(squares)));
    }
    boolean waitsFirst = isExplainedByWaits(waits);
    (waitsFirst ? waits : roofs).addAll(host);
    Comparator<Reason> largest =
        Comparator.comparingDouble((Reason r) -> -Math.abs(StrictMath.log(r.factor())));
    roofs.sort(largest);
    waits.sort(largest);
    List<Reason> all = new ArrayList<>(waitsFirst ? waits : roofs);
    all.addAll(waitsFirst ? roofs : waits);
    all.add(Reason.residual(ladder.residual(), ladder.residualError()));
    return all;
  }

  /** Whether no roof limits the slower run and it also waits longer than the faster one. */
  private boolean isExplainedByWaits(List<Reason> waits) {
    double product = waits.stream().mapToDouble(Reason::factor).reduce(1, (a, b) -> a * b);
    boolean slower = other.kernelPicos() > one.kernelPicos();
    return comparison.isSlowerUnbound() && (slower ? product > 1 : product < 1);
  }

  /**
   * Returns the reason for the time that no other step explains, including steps with little
   * effect.
   */
  private Reason rest(Ladder ladder, double factor, double error) {
    Optional<LadderStep> own =
        ladder.steps().stream().filter(s -> s.name().equals(LadderStep.REST)).findFirst();
    return new Reason(
        FactorKind.WAITS,
        LadderStep.REST,
        own.map(s -> new Factor.Sides(cost(s.from()), cost(s.to()))).orElse(Factor.Sides.NONE),
        Reason.Effect.of(factor, within(error)),
        own.map(LadderStep::sentence).orElse(""),
        Reason.Basis.NONE);
  }

  private Reason reason(FactorKind kind, LadderStep step) {
    return new Reason(
        kind,
        step.name(),
        new Factor.Sides(cost(step.from()), cost(step.to())),
        new Reason.Effect(step.factor(), within(step.error()), step.first(), step.last()),
        step.sentence(),
        Reason.Basis.NONE);
  }

  private Reason reason(Factor f) {
    boolean worth = Math.abs(StrictMath.log(f.value())) > WORTH;
    return new Reason(
        f.kind(),
        f.name(),
        f.amounts(),
        Reason.Effect.of(
            f.value(),
            f.kind() == FactorKind.RATE ? 0 : within(0)), // a rate is a figure of the devices
        worth ? f.sentence() : "",
        new Reason.Basis(new TreeMap<>(), f.range()));
  }

  private static String cost(Cost cost) {
    return String.format(Locale.ROOT, "× %.3f", cost.factor());
  }

  private List<String> notes(Ladder ladder, String stopped) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "roofs: time of the most used resource at its peak, from the counters of one run each;"
            + " waits: time over that, by ideal parts of each device (run --ideal)");
    if (ladder.quiet()) {
      notes.add(
          "one launch phase: the first "
              + options.experiment().phases()
              + " agree to 0.1 % on both, as they are and ideal");
    }
    if (ladder.oneOrder()) {
      notes.add("the simulations are long: parts become ideal in one order; --precise takes all");
    }
    notes.addAll(Estimates.notes(comparison.from().name(), one, comparison.to().name(), other));
    if (!stopped.isEmpty()) {
      notes.add("unfinished: " + stopped);
    }
    return notes;
  }
}
