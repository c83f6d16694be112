package io.lockstep.device.cdna.issue;

import io.lockstep.device.cdna.lowering.GcnKernel;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.unit.Cluster;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.PollRounds;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.spec.DeviceSpec;

/**
 * A compute unit as seen by its parts; a class, not an interface, with one subclass, so that the
 * JIT compiler binds calls statically.
 */
abstract class PathOwner extends ComputeUnit {
  final IssueTiming timing;

  final SimdPorts ports;

  final SlotState slots;

  /** Outstanding memory operations. */
  final WaitCounters counters;

  final PollRounds rounds;

  IssueProbe probe = IssueProbe.NONE;

  private GcnKernel code;

  PathOwner(Cluster cluster, int index, UnitDesign design) {
    this(cluster, index, design.spec(), design.timing());
  }

  private PathOwner(Cluster cluster, int index, DeviceSpec spec, IssueTiming timing) {
    super(cluster, index, SimdPorts.unit(spec));
    this.timing = timing;
    ports = new SimdPorts(account, timing.simds);
    slots = new SlotState(timing.simds * timing.waveSlots);
    rounds = new PollRounds(timing.simds * timing.waveSlots);
    counters = new WaitCounters(timing.simds * timing.waveSlots, spec);
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

  final CompletionRing vm() {
    return counters.vm;
  }

  final CompletionRing lgkm() {
    return counters.lgkm;
  }

  /** Returns the index in {@link #lgkm}. */
  final int addLocal(int w, long completion) {
    return counters.addLocal(w, completion);
  }

  /** Returns the index in {@link #lgkm}. */
  final int addScalar(int w, long completion) {
    return counters.addScalar(w, completion);
  }

  final void diverged() {
    countDivergence();
  }

  final void atBarrier(int w, long tick) {
    barrier(w, tick);
  }

  abstract void ended(int s, int w, long tick);

  /** The LDS access of a flat instruction; returns its completion. */
  abstract long flatLocal(Access access, int s, int i, boolean write, boolean atomic, long t);

  /** {@code place} is the index in {@link #vm}. */
  abstract void vectorCompleted(int w, int place, long tick);

  /** {@code refused}: lanes; {@code path}: of the answer. */
  abstract void polled(int w, long refused, long tick, Path path);

  /** {@code place} is the index in {@link #lgkm}. */
  abstract void scalarCompleted(int w, int place, long tick);

  abstract void accepting(long tick);

  abstract void drained(long tick);
}
