// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.cache.CacheStatistics;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import io.lockstep.spi.stats.Totals;

/**
 * Issues the scalar loads of a compute unit to the scalar cache that it shares with its neighbours.
 *
 * <p>Kernel arguments are stored after all buffers. Reading the clock takes the latency of a hit.
 */
final class ScalarMemory extends CountingPart {
  private final PathOwner owner;
  private final ScalarCache cache;
  private final int user;
  private final long arguments;
  private final Access access = new Access();
  private GcnKernel code;

  ScalarMemory(PathOwner owner, ScalarCache cache, long arguments) {
    this.owner = owner;
    this.cache = cache;
    this.arguments = arguments;
    user = cache.join(owner);
  }

  /** Whether this unit owns the shared cache and reports the cache's statistics. */
  boolean isOwner() {
    return user == 0;
  }

  void begin(LaunchPlan plan) {
    code = (GcnKernel) plan.code();
  }

  /** Issues a load at a tick, which may be ahead of the clock. */
  void load(int w, int i, long t) {
    if (code.space[i] < 0) {
      long done = t + owner.timing.scalarLatency; // s_memtime
      Path path = owner.path(w);
      Path read = path == null ? null : path.to(done, PathResource.FIRST_LEVEL);
      owner.add(w, ClassCodes.SMEM, done, read);
      return;
    }
    long address = arguments + code.offset[i];
    int first = code.slotStart[i];
    int last = code.slotStart[i + 1];
    for (int k = first; k < last; k++) {
      owner.wavefronts().access(w, code.slots[k], access);
      long at = access.address(Math.max(0, access.firstLane()));
      address = k == first ? at : Math.min(address, at);
    }
    int at = owner.add(w, ClassCodes.SMEM, CompletionRing.UNKNOWN, null);
    cache.request(user, w, at, address & -4, code.bytes[i], t);
    cache.path(user, owner.path(w));
  }

  void follow(boolean wanted) {
    if (isOwner()) {
      cache.follow(wanted);
    }
  }

  void statistics(Totals out) {
    if (isOwner()) {
      CacheStatistics.SCALAR.write(cache.unit.cache(), out);
    }
  }
}
