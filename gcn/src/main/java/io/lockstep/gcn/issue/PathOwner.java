// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.PollRounds;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.path.Path;

/**
 * The interface of a compute unit for its parts. It is an abstract class with a single subclass
 * instead of an interface, so that the JIT compiler can bind calls statically.
 */
abstract class PathOwner extends ComputeUnit {
  final IssueTiming timing;

  final SimdPorts ports;

  final SlotState slots;

  final WaitCounters counters;

  final PollRounds rounds;

  IssueProbe probe = IssueProbe.NONE;

  private GcnKernel code;

  PathOwner(Cluster cluster, int index, UnitDesign design) {
    super(cluster, index, SimdPorts.unit(design.spec()));
    timing = design.timing();
    ports = new SimdPorts(account, timing.simds);
    slots = new SlotState(timing.simds * timing.waveSlots);
    rounds = new PollRounds(timing.simds * timing.waveSlots);
    counters = new WaitCounters(timing.simds * timing.waveSlots, timing.isa, design.spec());
  }

  @Override
  protected PollRounds pollRounds() {
    return rounds;
  }

  final void runs(GcnKernel kernel) {
    code = kernel;
  }

  final Wavefronts wavefronts() {
    return wavefronts;
  }

  final GcnKernel code() {
    return code;
  }

  final Path path(int w) {
    return probe.path(w);
  }

  /**
   * Adds an outstanding operation to the wait counter that counts its class of memory instructions.
   *
   * @param path critical path of its completion, or null
   * @return its index in the ring of its class
   */
  final int add(int w, int cls, long completion, Path path) {
    int place = counters.add(w, cls, completion);
    counters.of(cls).path(w, place, path);
    return place;
  }

  final void diverged() {
    countDivergence();
  }

  final void atBarrier(int w, long tick) {
    barrier(w, tick);
  }

  abstract void ended(int s, int w, long tick);

  /** Performs the LDS access of a flat instruction and returns its completion tick. */
  abstract long flatLocal(Access access, int s, int i, LocalMemoryRule.Operation operation, long t);

  /**
   * Handles the completion of a memory operation.
   *
   * @param place index in the ring of its class
   * @param path critical path of the response, or null
   */
  abstract void completed(int w, int cls, int place, long tick, Path path);

  /**
   * Handles the completion of a poll.
   *
   * @param refused lanes whose poll was refused
   * @param path critical path of the response
   */
  abstract void polled(int w, long refused, long tick, Path path);

  abstract void accepting(long tick);

  abstract void drained(long tick);
}
