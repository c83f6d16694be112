// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import io.lockstep.spi.host.HostTransfer;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.stats.CodeCounts;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Optional;

/**
 * A device inside a simulation: compute units, caches, memory, dispatcher. It runs one launch at a
 * time in each launch slot, and transfers on copy engines concurrently with launches. When an
 * operation ends while others are running, the machine requests a {@link
 * io.lockstep.core.engine.Simulation#pause pause} of its simulation. Not thread-safe; belongs to
 * its simulation.
 */
public interface Machine {
  /**
   * {@return the number of launches that can run concurrently, each in a slot; slots are numbered
   * from 0}
   */
  default int launchSlots() {
    return 1;
  }

  /**
   * Schedules a launch in an idle slot; it has ended when {@link #idle} holds after {@code
   * Simulation.run()}.
   *
   * @param slot below {@link #launchSlots}; a program without streams uses slot 0
   * @param launch code, geometry and occupancy
   * @param groups the launch's work-groups, pulled in order
   * @param tick earliest tick at which the dispatcher may start the first group, not before now
   */
  void launch(int slot, LaunchPlan launch, WorkGroupSource groups, long tick);

  /**
   * {@return whether no launch is running in a slot}
   *
   * @param slot below {@link #launchSlots}
   */
  boolean idle(int slot);

  /**
   * {@return the tick at which the last group of a slot's last launch and its stores were complete}
   *
   * @param slot below {@link #launchSlots}
   */
  long finishedAt(int slot);

  /**
   * {@return the number of copy engines whose memory traffic is simulated; with 0, transfers take a
   * computed time and do not slow down launches}
   */
  default int copyEngines() {
    return 0;
  }

  /**
   * Schedules a transfer on an idle engine.
   *
   * @param engine below {@link #copyEngines}
   * @param transfer direction, address and size
   * @param tick earliest tick at which its first request may reach memory, not before now
   */
  default void transfer(int engine, HostTransfer transfer, long tick) {
    throw new UnsupportedOperationException("this machine has no copy engine");
  }

  /**
   * {@return the tick at which the last transfer of an engine ended; -1 while it runs}
   *
   * @param engine below {@link #copyEngines}
   */
  default long transferredAt(int engine) {
    throw new UnsupportedOperationException("this machine has no copy engine");
  }

  /** Notifies the machine of host accesses to memory; invalidates caches as a real driver does. */
  void hostTouched();

  /**
   * Resets all statistics; the contents of caches and open rows stay.
   *
   * @param tick the current tick
   */
  void resetStatistics(long tick);

  /**
   * Writes the statistics since the last reset, closing all open intervals at the tick.
   *
   * @param tick the current tick, at or after the last event
   * @param out receives every statistic of the machine
   */
  void statistics(long tick, StatisticsSink out);

  /**
   * Assigns a device address to each buffer.
   *
   * @param bufferBytes size of each buffer in bytes
   * @param addressOut receives the device address of each buffer
   * @return bytes of device memory from the first address to the end of the last buffer, alignment
   *     included
   */
  long place(long[] bufferBytes, long[] addressOut);

  /**
   * Requests statistics of instances ({@code cu[3].…}) in addition to aggregates.
   *
   * @param wanted whether they are requested
   */
  default void perUnit(boolean wanted) {}

  /**
   * Requests accounting of issue ports' cycles by row of the code ({@link #rows}), from the next
   * launch on. Must not change a result.
   *
   * @param wanted whether it is requested
   */
  default void byRow(boolean wanted) {}

  /**
   * Returns the issue ports' cycles from the start of the last launch to a tick, by row of its code
   * and by reason, summed over the device; together they cover the ports' whole time.
   *
   * @param tick not before the launch's end
   * @return the ticks; empty if not supported or not requested
   */
  default Optional<RowTicks> rows(long tick) {
    return Optional.empty();
  }

  /**
   * Returns the execution counts of the last launch's blocks, if {@link #byRow} was requested, and
   * the bytes that its accesses moved, if {@link #byPath} was requested too.
   *
   * @return the counts since the launch began; empty if not supported or not requested
   */
  default Optional<CodeCounts> codeCounts() {
    return Optional.empty();
  }

  /**
   * Requests the critical path of the next launches ({@link #path}). Must not change a result.
   * Called between launches only; the simulation then uses one thread.
   *
   * @param wanted whether it is requested
   */
  default void byPath(boolean wanted) {}

  /**
   * Returns the critical path of the last launch. The path is traced from the end back to the
   * start, at each step through the dependency that completed last.
   *
   * @return the path, from the launch's tick to {@link #finishedAt}; empty if not supported or not
   *     requested
   */
  default Optional<Path> path() {
    return Optional.empty();
  }

  /**
   * Writes device-wide counts since the last reset that are valid at any tick, also during a
   * launch: a part of the statistics, without consistency checks.
   *
   * @param tick the current tick
   * @param out receives the counts
   */
  default void sample(long tick, StatisticsSink out) {}

  /**
   * {@return the maximum number of resident work-groups of a slot's launch, if it runs alone; 0 if
   * the machine does not support sampling, which also needs {@link #interim}}
   *
   * @param slot below {@link #launchSlots}
   */
  default long capacity(int slot) {
    return 0;
  }

  /**
   * {@return the maximum number of work-groups of a slot's launch that the machine has requested
   * but not started}
   *
   * @param slot below {@link #launchSlots}
   */
  default long lookAhead(int slot) {
    return 0;
  }

  /** {@return the bytes of the caches that {@link #warm} fills} */
  default long warmBytes() {
    return 0;
  }

  /** {@return the bytes of those of these caches whose contents outlive a launch} */
  default long keptBytes() {
    return 0;
  }

  /**
   * Passes the accesses of a work-group that is not simulated through the tags of the caches behind
   * the compute units, without time. Called while the machine requests a work-group, or between
   * launches; what it counts is no part of a result.
   *
   * @param launch the group's launch
   * @param group record of the group
   * @return the bytes that the group accesses
   */
  default long warm(LaunchPlan launch, WorkGroupRecord group) {
    return 0;
  }

  /**
   * Warms the translation buffers of all compute units, right after {@link #launch}.
   *
   * @param addresses device addresses that earlier launches have accessed, in order
   */
  default void warmUnits(long[] addresses) {}

  /**
   * Holds the code of an earlier launch in the instruction caches of the compute units that its
   * work-groups run on. Called right after {@link #launch}, in the order of the earlier launches.
   *
   * @param code code of the earlier launch
   * @param groups its work-groups
   */
  default void warmCode(MachineKernel code, long groups) {}

  /** Cleans the caches, without time, as at the end of a launch whose groups were all warmed. */
  default void warmed() {}

  /**
   * Drops bytes from the caches that {@link #warm} fills, between launches, without time and
   * traffic.
   *
   * @param address device address of the first byte
   * @param bytes number of bytes
   */
  default void forget(long address, long bytes) {}

  /**
   * Writes the statistics at a tick of a running launch, without consistency checks. The
   * differences between two calls are what the time between them adds to the {@link #statistics} of
   * the whole launch; cycles that are counted ahead of their time may make single values negative.
   * May be called while the machine requests a work-group. Must not change a result.
   *
   * @param tick the current tick
   * @param out receives every statistic of the machine
   */
  default void interim(long tick, StatisticsSink out) {
    throw new UnsupportedOperationException("this machine does not support sampling");
  }

  /**
   * Starts recording the activity of the parts; null ends the recording and writes the open
   * intervals.
   *
   * @param timeline receives the intervals
   * @param tick the current tick
   */
  default void observe(Timeline timeline, long tick) {}
}
