package io.lockstep.device.cdna.issue;

import io.lockstep.core.device.Access;
import io.lockstep.core.device.LaunchPlan;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.hardware.MemoryUnit;
import io.lockstep.core.hardware.Totals;
import io.lockstep.device.cdna.lowering.GcnKernel;

/**
 * Scalar loads of a compute unit, through the scalar cache it shares with its neighbours.
 *
 * <p>Kernel arguments lie beyond all buffers (their place is ours). Reading the clock takes a hit's
 * time. Not thread-safe.
 */
final class ScalarMemory {
  private static final long ARGUMENTS = 1L << 45;

  private final CdnaComputeUnit owner;
  private final ScalarCache cache;
  private final int user;
  private final Access access = new Access();
  private GcnKernel code;

  ScalarMemory(CdnaComputeUnit owner, ScalarCache cache) {
    this.owner = owner;
    this.cache = cache;
    user = cache.join(owner);
  }

  /** Whether this compute unit keeps the shared cache's state and statistics. */
  boolean isOwner() {
    return user == 0;
  }

  void begin(LaunchPlan plan) {
    code = (GcnKernel) plan.code();
  }

  boolean canAccept() {
    return cache.unit.canAccept();
  }

  /** Issues a load at the current tick. */
  void load(int w, int i, long t) {
    if (code.space[i] < 0) {
      owner.lgkm().add(w, t + owner.timing().scalarLatency); // s_memtime
      return;
    }
    long address = ARGUMENTS + code.offset[i];
    int first = code.slotStart[i];
    int last = code.slotStart[i + 1];
    for (int k = first; k < last; k++) {
      owner.wavefronts().access(w, code.slots[k], access);
      long at = access.address(Math.max(0, access.firstLane()));
      address = k == first ? at : Math.min(address, at);
    }
    int token = cache.unit.begin(cache.owner(user, w));
    cache.unit.read(t, token, address & -4, code.bytes[i]);
    long done = cache.unit.end(token);
    boolean known = done != MemoryUnit.PENDING;
    int at = owner.lgkm().add(w, known ? Math.max(done, t) : CompletionRing.UNKNOWN);
    if (!known) {
      cache.place[token] = at;
    }
  }

  void statistics(Totals out) {
    if (isOwner()) {
      out.add("scalar.lookups", cache.unit.cache().lookups());
      out.add("scalar.hits", cache.unit.cache().hits());
    }
  }

  void save(StateWriter out) {
    if (isOwner()) {
      out.writeInts(cache.place);
    }
  }

  void load(StateReader in) {
    if (isOwner()) {
      System.arraycopy(in.readInts(), 0, cache.place, 0, cache.place.length);
    }
  }
}
