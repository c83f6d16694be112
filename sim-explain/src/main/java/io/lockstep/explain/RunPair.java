// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.figures.Recipe;
import io.lockstep.explain.figures.Side;
import io.lockstep.run.RunResult;
import java.util.List;
import java.util.function.Function;

/**
 * Simulations of the two programs of a question; if the programs are the same, they share one
 * execution.
 */
final class RunPair implements AutoCloseable {
  private final Question question;
  private final Trials first;
  private final Trials second;
  private final Simulations from;
  private final Simulations to;

  /**
   * @param trials creates the trials of a run's program
   * @param most maximum number of simulations
   */
  RunPair(Question question, Function<Question.Run, Trials> trials, int most) {
    this.question = question;
    first = trials.apply(question.from());
    second = question.isOneProgram() ? first : trials.apply(question.to());
    from = new Simulations(first, most);
    to = question.isOneProgram() ? from : new Simulations(second, most);
  }

  Simulations from() {
    return from;
  }

  Simulations to() {
    return to;
  }

  private static Recipe own(Side side) {
    return new Recipe(side.name(), side.spec().overrides(), side.spec());
  }

  /** Simulates both runs unchanged at launch phase 0 and returns their results. */
  List<RunResult> results() {
    Recipe one = own(question.from().side());
    Recipe other = own(question.to().side());
    if (from == to) {
      from.run(List.of(one, other), 1);
    } else {
      from.run(List.of(one), 1);
      to.run(List.of(other), 1);
    }
    return List.of(from.result(one, 0), to.result(other, 0));
  }

  @Override
  public void close() {
    first.close();
    if (second != first) {
      second.close();
    }
  }
}
