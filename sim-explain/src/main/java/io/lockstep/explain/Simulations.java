// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.figures.Recipe;
import io.lockstep.explain.ladder.Runs;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import java.util.Collection;

/**
 * Simulates device configurations and returns their results by configuration. Not thread-safe;
 * simulates on several threads.
 */
final class Simulations implements Runs {
  private final Trials trials;
  private final int most;

  /**
   * @param most number of simulations above which fewer phases are used
   */
  Simulations(Trials trials, int most) {
    this.trials = trials;
    this.most = most;
  }

  /** Simulates the recipes that have no result yet. */
  @Override
  public void run(Collection<Recipe> recipes, int phases) {
    trials.run(recipes.stream().map(Recipe::spec).toList(), 0, phases);
  }

  @Override
  public int room() {
    return Math.max(0, most - trials.done());
  }

  /** Reduces a number of phases until the number of simulations is within the limit. */
  int phases(Collection<Recipe> recipes, int asked) {
    long unknown = recipes.stream().filter(r -> !trials.isKnown(r.spec(), asked - 1)).count();
    int phases = asked;
    while (phases > ExplainOptions.FEWEST && trials.done() + unknown * phases > most) {
      phases--;
    }
    return phases;
  }

  /**
   * Returns a completed result.
   *
   * @throws UnexplainedException if the simulation was refused or failed
   */
  @Override
  public RunResult result(Recipe recipe, int phase) {
    RunResult result = trials.result(recipe.spec(), phase);
    if (!result.isSimulated()) {
      boolean refused = result.status() == RunStatus.REFUSED;
      throw new UnexplainedException(
          refused ? UnexplainedException.Why.REFUSED : UnexplainedException.Why.FAILED,
          recipe.words() + (refused ? " refuses it: " : " failed: ") + result.message());
    }
    return result;
  }

  /**
   * Whether two specifications have the same fingerprint of events and the same time at phase 0.
   */
  @Override
  public boolean isSame(Recipe one, Recipe other) {
    RunResult first = result(one, 0);
    RunResult second = trials.result(other.spec(), 0);
    return second.isSimulated()
        && first.fingerprint().equals(second.fingerprint())
        && first.picos() == second.picos();
  }
}
