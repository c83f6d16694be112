package io.lockstep.explain;

import io.lockstep.explain.figures.Recipe;
import io.lockstep.explain.figures.Side;
import io.lockstep.explain.ladder.Ladder;
import io.lockstep.explain.ladder.LadderFinder;
import io.lockstep.explain.ladder.LadderStep;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Explains devices that have no figures in common, by a ladder of ideal parts. */
final class AcrossFamilies {
  private final Catalogue catalogue;
  private final Side from;
  private final Side to;
  private final ExplainOptions options;
  private final Simulations simulations;

  AcrossFamilies(
      Catalogue catalogue, Side from, Side to, ExplainOptions options, Simulations simulations) {
    this.catalogue = catalogue;
    this.from = from;
    this.to = to;
    this.options = options;
    this.simulations = simulations;
  }

  private static Recipe own(Side side) {
    return new Recipe(side.name(), side.spec().overrides(), side.spec());
  }

  Explanation explain() {
    simulations.run(List.of(own(from), own(to)), 1);
    RunResult one = simulations.result(own(from), 0);
    RunResult other = simulations.result(own(to), 0);
    boolean kernels =
        options.trials().kernels()
            || one.picos() == one.kernelPicos() && other.picos() == other.kernelPicos();
    Ladder ladder =
        new LadderFinder(catalogue, from, to, simulations).find(options.trials().phases(), kernels);
    List<Reason> reasons = new ArrayList<>();
    for (LadderStep step : ladder.steps()) {
      reasons.add(
          new Reason(
              step.name(),
              step.factor(),
              step.error(),
              step.first(),
              step.last(),
              step.sentence(),
              new TreeMap<>()));
    }
    double residual = ladder.residual();
    reasons.add(
        new Reason(
            Explanation.RESIDUAL,
            residual,
            ladder.residualError(),
            residual,
            residual,
            "",
            new TreeMap<>()));
    return new Explanation(
        one.workload(),
        one.parameters(),
        from.name(),
        to.name(),
        kernels,
        kernels ? one.kernelPicos() : one.picos(),
        kernels ? other.kernelPicos() : other.picos(),
        reasons,
        List.of(),
        0,
        ladder.phases(),
        specifications(ladder),
        notes(ladder),
        one.status() == RunStatus.WRONG || other.status() == RunStatus.WRONG,
        Optional.of(ladder));
  }

  private List<String> notes(Ladder ladder) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "devices of different families: each is taken from what it is to ideal parts, step by step"
            + " (run --ideal); a factor is what the step costs "
            + to.name()
            + " by what it costs "
            + from.name());
    if (ladder.quiet()) {
      notes.add(
          "one launch phase: the first "
              + options.trials().phases()
              + " agree to 0.1 % on both devices, as they are and ideal");
    }
    return notes;
  }

  private List<Specification> specifications(Ladder ladder) {
    List<Specification> all = new ArrayList<>();
    for (Ladder.Configuration step : ladder.simulated()) {
      List<Long> picos = new ArrayList<>();
      List<Long> kernelPicos = new ArrayList<>();
      for (int k = 0; k < ladder.phases(); k++) {
        RunResult result = simulations.result(step.recipe(), k);
        picos.add(result.picos());
        kernelPicos.add(result.kernelPicos());
      }
      all.add(new Specification(step.ideal(), step.recipe(), picos, kernelPicos));
    }
    return all;
  }
}
