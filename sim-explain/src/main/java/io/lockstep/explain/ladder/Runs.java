// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.ladder;

import io.lockstep.explain.figures.Recipe;
import io.lockstep.run.RunResult;
import java.util.Collection;

/** Simulates specifications at launch phases, each once. */
public interface Runs {
  /** Simulates the recipes that have no result yet. */
  void run(Collection<Recipe> recipes, int phases);

  RunResult result(Recipe recipe, int phase);

  /** Whether two simulated specifications had the same events and time at phase 0. */
  boolean isSame(Recipe one, Recipe other);

  /** Returns the number of further simulations that the limits allow, at least 0. */
  int room();
}
