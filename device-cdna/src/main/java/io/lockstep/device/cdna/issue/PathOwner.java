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
 * A compute unit as its parts know it: what they look up, and what they tell. A class with one heir
 * rather than an interface, so that calls are direct.
 */
abstract class PathOwner extends ComputeUnit {
  /** Times of the issue, the LDS and the paths. */
  final IssueTiming timing;

  /** The issue ports, for the account of their time. */
  final SimdPorts ports;

  /** What the resident wavefronts wait for. */
  final SlotState slots;

  /** Their memory operations under way. */
  final WaitCounters counters;

  /** Those whose polls were told "not yet". */
  final PollRounds rounds;

  /** Observes what it issues. */
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

  /** A launch of some code begins. */
  final void runs(GcnKernel kernel) {
    code = kernel;
  }

  /** The wavefronts that are resident. */
  final Wavefronts wavefronts() {
    return wavefronts;
  }

  /** The kernel that runs. */
  final GcnKernel code() {
    return code;
  }

  /** The critical path of a wavefront; null unless requested. */
  final Path path(int w) {
    return probe.path(w);
  }

  /** Vector memory operations under way. */
  final CompletionRing vm() {
    return counters.vm;
  }

  /** Operations of the LDS and of scalar memory under way. */
  final CompletionRing lgkm() {
    return counters.lgkm;
  }

  /** Adds an operation of the LDS; answers its place in {@link #lgkm}. */
  final int addLocal(int w, long completion) {
    return counters.addLocal(w, completion);
  }

  /** Adds an operation of scalar memory; answers its place in {@link #lgkm}. */
  final int addScalar(int w, long completion) {
    return counters.addScalar(w, completion);
  }

  /** A branch's lanes have gone different ways. */
  final void diverged() {
    countDivergence();
  }

  /** A wavefront has come to a barrier at the tick. */
  final void atBarrier(int w, long tick) {
    barrier(w, tick);
  }

  /** A wavefront's last lane has ended at the tick. */
  abstract void ended(int s, int w, long tick);

  /** A SIMD's flat access that goes to the LDS; answers the tick at which it is complete. */
  abstract long flatLocal(Access access, int s, int i, boolean write, boolean atomic, long t);

  /** A vector memory operation is complete: its place in {@link #vm}, and the tick. */
  abstract void vectorCompleted(int w, int place, long tick);

  /** A poll is complete: the lanes that were told "not yet", and the path to the answer. */
  abstract void polled(int w, long refused, long tick, Path path);

  /** A scalar memory operation is complete: its place in {@link #lgkm}, and the tick. */
  abstract void scalarCompleted(int w, int place, long tick);

  /** Vector memory accepts instructions again. */
  abstract void accepting(long tick);

  /** All writes have arrived. */
  abstract void drained(long tick);
}
