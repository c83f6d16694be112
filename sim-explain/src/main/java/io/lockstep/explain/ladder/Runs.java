package io.lockstep.explain.ladder;

import io.lockstep.explain.figures.Recipe;
import io.lockstep.run.RunResult;
import java.util.Collection;

/** Simulates specifications at launch phases, each once. */
public interface Runs {
  /**
   * Simulates specifications without a result.
   *
   * @param recipes of specifications
   * @param phases launch phases of each, from 0 on
   */
  void run(Collection<Recipe> recipes, int phases);

  /**
   * {@return a result that has been simulated to its end}
   *
   * @param recipe that was run
   * @param phase that was run
   */
  RunResult result(Recipe recipe, int phase);

  /**
   * {@return whether two specifications had the same events at phase 0}
   *
   * @param one a simulated specification
   * @param other another one
   */
  boolean isSame(Recipe one, Recipe other);

  /** {@return how many further simulations there is time for, at least 0} */
  int room();
}
