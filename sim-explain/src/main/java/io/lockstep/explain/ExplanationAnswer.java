// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.ladder.Ladder;
import io.lockstep.explain.ladder.LadderStep;
import io.lockstep.explain.roof.MovedLine;
import io.lockstep.explain.roof.Roof;
import io.lockstep.explain.roof.RoofComparison;
import io.lockstep.explain.roof.Subject;
import io.lockstep.run.Numbers;
import io.lockstep.run.answer.Answer;
import java.util.List;
import java.util.function.Function;

/** Declares the output of {@code explain}. */
public final class ExplanationAnswer {
  public static final Answer<Explanation> ANSWER =
      Answer.<Explanation>of("Explanation", "Output of explain with --format json.")
          .text("from", "First device, as named.", e -> of(e, r -> r.devices().from(), e.from()))
          .text("to", "Second device, as named.", e -> of(e, r -> r.devices().to(), e.to()))
          .text("from_name", "Device, or what distinguishes the first run.", Explanation::from)
          .text("to_name", "Device, or what distinguishes the second run.", Explanation::to)
          .real("ratio", "Second time / first time: product of all factors.", Explanation::ratio)
          .text("workload", "", Explanation::workload)
          .typed("parameters", "All parameters, with defaults.", Explanation::parameters)
          .text("to_workload", "The second one.", e -> of(e, RoofAnswer::toWorkload, e.workload()))
          .typed(
              "to_parameters",
              "All parameters of the second run.",
              e -> of(e, RoofAnswer::toParameters, e.parameters()))
          .include(ExperimentOptions.TIMING, e -> e.subject().kernels())
          .number("from_seconds", "At launch phase 0.", e -> Numbers.seconds(e.first().picos()))
          .number("to_seconds", "At launch phase 0.", e -> Numbers.seconds(e.second().picos()))
          .textIfAny(
              "sample",
              "With --sample: the request by which all times were estimated.",
              e -> e.estimates().map(Estimates::request).orElse(""))
          .real(
              "from_interval",
              "With --sample: half of the first time's 95 % interval, relative to it.",
              e -> e.estimates().map(Estimates::from).orElse(0.0))
          .real("to_interval", "The same of the second time.", ExplanationAnswer::toInterval)
          .whenLast(2, e -> e.estimates().isPresent())
          .integer("phases", "Launch phases per specification.", e -> e.simulations().phases())
          .integer(
              "orders",
              "Sampled orders of reasons; null if all were evaluated.",
              e -> e.factors().orders() != 0,
              e -> e.factors().orders())
          .list(
              "reasons",
              "The largest first, the launch-phase residual last. By roofs: factors of the largest"
                  + " roofs, then waits, each the largest first; waits come first if no resource"
                  + " limits the slower run and it waits more.",
              Explanation::reasons,
              Reason.ANSWER)
          .list("together", "Pairs of reasons.", e -> e.factors().together(), Together.ANSWER)
          .list(
              "specifications",
              "What was simulated.",
              e -> e.simulations().specifications(),
              Specification.ANSWER)
          .list(
              "ladder",
              "By roofs: cost of each bottleneck, the largest roof last; otherwise empty.",
              e -> e.ladder().map(Ladder::steps).orElse(List.of()),
              LadderStep.ANSWER)
          .texts("findings", "By roofs: what limits each run.", Explanation::findings)
          .group(
              "roofs",
              "Roofs of either run, the largest share first; empty without an explanation by roofs.",
              Function.identity(),
              Answer.<Explanation>part()
                  .list("from", "", e -> roofs(e, RoofComparison::from), Roof.ANSWER)
                  .list("to", "", e -> roofs(e, RoofComparison::to), Roof.ANSWER))
          .textOrNull(
              "moved_amounts",
              "Unit of moved amounts: bytes of DRAM, or cycles.",
              e -> of(e, r -> r.comparison().movedWords(), ""))
          .list(
              "moved",
              "Lines of two kernels between which work moved, then all others.",
              e -> of(e, r -> r.comparison().moved(), List.of()),
              MovedLine.ANSWER)
          .textOrNull("unfinished", "Reason for missing simulations.", Explanation::unfinished)
          .texts("notes", "", e -> e.simulations().notes());

  private ExplanationAnswer() {}

  private static double toInterval(Explanation e) {
    return e.estimates().map(Estimates::to).orElse(0.0);
  }

  private static <V> V of(Explanation e, Function<RoofAnswer, V> value, V otherwise) {
    return e.roofs().map(value).orElse(otherwise);
  }

  private static List<Roof> roofs(Explanation e, Function<RoofComparison, Subject> side) {
    return of(e, r -> side.apply(r.comparison()).roofs().all(), List.of());
  }
}
