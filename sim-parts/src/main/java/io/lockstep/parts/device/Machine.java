package io.lockstep.parts.device;

import io.lockstep.core.engine.Stateful;
import io.lockstep.parts.path.Path;
import io.lockstep.parts.stats.RowTicks;
import io.lockstep.parts.stats.StatisticsSink;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * A device inside a simulation: compute units, caches, memory, dispatcher.
 *
 * <p>Launches run one after another. Not thread-safe; belongs to its simulation.
 */
public interface Machine extends Stateful {
  /**
   * Schedules a launch; it is over when {@link #idle()} holds after {@code Simulation.run()}.
   *
   * @param launch code, geometry and occupancy
   * @param groups the launch's work-groups, pulled in order
   * @param tick when the dispatcher may start its first group, not before now
   */
  void launch(LaunchPlan launch, WorkGroupSource groups, long tick);

  /** {@return whether no launch is running} */
  boolean idle();

  /**
   * Tick at which the last launch's last work-group ended and its stores were done.
   *
   * @return the tick
   */
  long finishedAt();

  /**
   * Tells the machine that host operations wrote or read memory (caches that a real driver
   * invalidates are invalidated).
   */
  void hostTouched();

  /**
   * Starts all statistics anew; caches and open rows stay as they are.
   *
   * @param tick now
   */
  void resetStatistics(long tick);

  /**
   * Writes the statistics of the time since the last reset; ends all open intervals at a tick.
   *
   * @param tick now, at or after the last event
   * @param out is told every statistic of the machine
   */
  void statistics(long tick, StatisticsSink out);

  /**
   * Device address of each buffer: the device lays buffers out itself.
   *
   * @param bufferBytes size of each buffer in bytes
   * @param addressOut is filled with the address of each in bytes
   * @return bytes of device memory from the first address to the end of the last buffer, alignment
   *     included
   */
  long place(long[] bufferBytes, long[] addressOut);

  /**
   * Whether {@link #statistics} writes instances ({@code cu[3].…}) beside the aggregates.
   *
   * @param wanted whether they are wanted
   */
  default void perUnit(boolean wanted) {}

  /**
   * Whether the issue ports' time is wanted by rows of the code ({@link #rows}), from the next
   * launch on. Must not change a result.
   *
   * @param wanted whether it is wanted
   */
  default void byRow(boolean wanted) {}

  /**
   * Where the issue ports' time went in the last launch, from its beginning to a tick, by rows of
   * its code and by cause, summed over the device: the ports' whole time.
   *
   * @param tick at which it has ended
   * @return the ticks; empty where the machine does not tell, or was not asked to
   */
  default Optional<RowTicks> rows(long tick) {
    return Optional.empty();
  }

  /**
   * Whether the critical path of the next launches is wanted ({@link #path}). Must not change a
   * result. Called before a launch, never while one runs; the simulation then has one thread.
   *
   * @param wanted whether it is wanted
   */
  default void byPath(boolean wanted) {}

  /**
   * What the last launch's time was spent on along its critical path: the way back from its end to
   * its beginning, through whatever was needed last.
   *
   * @return the path, from the launch's tick to {@link #finishedAt}; empty where the machine does
   *     not tell, or was not asked to
   */
  default Optional<Path> path() {
    return Optional.empty();
  }

  /**
   * Prepares for a saved state in which a launch runs: called before {@code Simulation.load}.
   *
   * @param launch the launch
   * @param rest its source, positioned behind the groups that the saved run had pulled
   * @param groups finds the records of {@link #heldGroups}
   * @throws UnsupportedOperationException where the machine cannot be resumed
   */
  default void resume(
      LaunchPlan launch, WorkGroupSource rest, LongFunction<WorkGroupRecord> groups) {
    throw new UnsupportedOperationException("this device cannot be resumed from a checkpoint");
  }

  /** {@return ids of the groups that have been pulled and not ended, for {@link #resume}} */
  default long[] heldGroups() {
    throw new UnsupportedOperationException("this device cannot be resumed from a checkpoint");
  }

  /**
   * Writes counts that can be told at any tick, in the middle of a launch too: a part of the
   * statistics, summed over the device since the last reset, and none of its checks.
   *
   * @param tick now
   * @param out is told the counts
   */
  default void sample(long tick, StatisticsSink out) {}

  /**
   * Lets parts take down what they do from now on; null ends it and writes what is open.
   *
   * @param timeline who takes it down
   * @param tick now
   */
  default void observe(Timeline timeline, long tick) {}
}
