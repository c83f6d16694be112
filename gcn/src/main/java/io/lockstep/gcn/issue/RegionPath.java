// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.lowering.GcnKernel;
import io.lockstep.parts.region.RegionMemory;
import io.lockstep.parts.region.RegionOperation;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.unit.RegionUnit;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import java.util.HashMap;
import java.util.Map;

/** Sends {@code gds} instructions to the region unit. */
final class RegionPath implements RegionUnit.Listener {
  private static final int PLACE_BITS = 8;

  private final PathOwner owner;
  private final RegionUnit unit;
  private final Map<Integer, Path> paths =
      new HashMap<>(); // critical path to the issue, by tag; never iterated
  private GcnKernel code;

  RegionPath(PathOwner owner, Cluster cluster, int index, RegionMemory memory) {
    this.owner = owner;
    String path = "cu[" + index + "].region";
    int most = owner.counters.of(ClassCodes.REGION).most() + 1; // per wavefront
    unit = new RegionUnit(cluster, path, memory, owner.wavefronts(), most, this);
  }

  void begin(LaunchPlan plan) {
    code = (GcnKernel) plan.code();
    unit.begin(plan);
  }

  void issue(int w, int i) {
    boolean accesses = code.slotStart[i] < code.slotStart[i + 1];
    int place = owner.add(w, ClassCodes.REGION, CompletionRing.UNKNOWN, null);
    int tag = w << PLACE_BITS | place;
    if (owner.path(w) != null) {
      paths.put(tag, owner.path(w));
    }
    int slot = accesses ? code.slots[code.slotStart[i]] : -1;
    unit.issue(w, RegionOperation.of(code.offset[i]), slot, tag);
  }

  @Override
  public void regionCompleted(int tag, long tick) {
    int w = tag >>> PLACE_BITS;
    int place = tag & (1 << PLACE_BITS) - 1;
    Path path = paths.remove(tag);
    Path answered = path == null ? null : path.to(tick, PathResource.ATOMIC);
    owner.completed(w, ClassCodes.REGION, place, tick, answered);
  }
}
