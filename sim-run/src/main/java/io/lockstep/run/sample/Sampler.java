// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.stats.CodeCounts;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Chooses the launches and work-groups of a program that a machine simulates, and estimates what
 * the others would have added to its results. A run does the same with every sampler; {@link Exact}
 * leaves nothing out. Not thread-safe.
 */
public interface Sampler {
  /**
   * Leaves out a launch, unless it is simulated in this pass.
   *
   * @param number number of the launch in the pass
   * @param recorded its work-groups, which are skipped if the launch is left out
   * @return empty if the launch is simulated: {@link #begin} and {@link #ends} follow
   */
  default Optional<LeftOut> skips(long number, HostStep.Launch launch, WorkGroupSource recorded) {
    return Optional.empty();
  }

  /**
   * Begins a launch that is simulated.
   *
   * @param number number of the launch in the pass
   * @param slot slot in which the machine has begun the launch, without requesting a group yet
   * @param groups all work-groups of the launch
   * @param tick the launch's start
   * @return the work-groups that are simulated
   */
  WorkGroupSource begin(long number, int slot, LaunchPlan plan, WorkGroupSource groups, long tick);

  /**
   * Ends a launch that was simulated.
   *
   * @param number number of the launch in the pass
   * @param tick its end
   * @return the ticks that the launch would have taken longer with all of its work-groups; empty if
   *     its results belong to a later pass, which leaves it out
   */
  OptionalLong ends(long number, long tick);

  /**
   * Ends a pass over the program's steps.
   *
   * @param left passes that the program has left
   * @param idle ticks of the pass in which no launch ran
   */
  Next next(int left, long idle);

  /** Returns the estimate of what was left out up to the launch that ended last. */
  Estimate estimate();

  /**
   * A launch that is not simulated in a pass.
   *
   * @param ticks its ticks
   * @param represented ticks of this launch, which an earlier pass has simulated, and of those that
   *     it represents; empty if it was not simulated
   */
  record LeftOut(long ticks, OptionalLong represented) {}

  /**
   * What follows a pass.
   *
   * @param left passes that are left; 0 at the program's end
   * @param continues whether they add to the results so far instead of replacing them
   */
  record Next(int left, boolean continues) {}

  /**
   * The results of a machine with what they lack because launches and work-groups were left out. By
   * default nothing was.
   */
  interface Estimate {
    /** Returns a sink of the machine's statistics that adds those that ended launches lack. */
    default StatisticsSink statistics(StatisticsSink out) {
      return out;
    }

    /**
     * Returns the ticks by row of the last launch.
     *
     * @param tick not before the launch's end
     */
    default Optional<RowTicks> rows(Machine machine, long tick) {
      return machine.rows(tick);
    }

    /** Returns the counts of executions of the last launch. */
    default Optional<CodeCounts> counts(Machine machine) {
      return machine.codeCounts();
    }

    /** Returns the ticks of the last launch before which something was left out, in order. */
    default List<Long> gaps() {
      return List.of();
    }

    /**
     * Reports what was sampled, after the last pass, if sampling was requested.
     *
     * @param tickPicos picoseconds of a tick
     */
    default void report(double tickPicos, Consumer<Sampled> to) {}
  }
}
