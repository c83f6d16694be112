package io.lockstep.device.cdna.issue;

import io.lockstep.device.cdna.lowering.GcnKernel;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.unit.Cluster;
import io.lockstep.parts.unit.ComputeUnit;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.wave.Wavefronts;

/**
 * A compute unit as its paths to memory and to the LDS know it: what they look up, and what they
 * tell. A class with one heir rather than an interface, so that calls are direct. Not thread-safe.
 */
abstract class PathOwner extends ComputeUnit {
  PathOwner(Cluster cluster, int index, ComputeUnitConfig unit) {
    super(cluster, index, unit);
  }

  /** The wavefronts that are resident. */
  abstract Wavefronts wavefronts();

  /** The kernel that runs. */
  abstract GcnKernel code();

  /** Times of the issue, the LDS and the paths. */
  abstract Timing timing();

  /** The issue ports, for the account of their time. */
  abstract IssuePorts ports();

  /** Vector memory operations under way. */
  abstract CompletionRing vm();

  /** Operations of the LDS and of scalar memory under way. */
  abstract CompletionRing lgkm();

  /** A flat access that goes to the LDS; answers the tick at which it is complete. */
  abstract long flatLocal(Access access, int w, boolean write, boolean atomic, long t);

  /** A vector memory operation is complete: its place in {@link #vm}, and the tick. */
  abstract void vectorCompleted(int w, int place, long tick);

  /** A scalar memory operation is complete: its place in {@link #lgkm}, and the tick. */
  abstract void scalarCompleted(int w, int place, long tick);

  /** Vector memory accepts instructions again. */
  abstract void accepting(long tick);

  /** All writes have arrived. */
  abstract void drained(long tick);
}
