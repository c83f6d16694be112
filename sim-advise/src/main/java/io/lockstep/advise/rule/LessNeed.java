// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.Evidence;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.occupancy.LaunchShape;
import io.lockstep.inspect.occupancy.OccupancyRow;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.NextStep;
import io.lockstep.spi.occupancy.Resource;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.trace.change.Rewrite;
import io.lockstep.trace.change.apply.ProgramChange;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A change after which more work-groups are resident. A kernel that needs less of a resource is
 * simulated on a device that has more of it; nothing else changes.
 *
 * @param words what is simulated, as a sentence that follows another; may be empty
 */
record LessNeed(Remedy remedy, String words) {
  private static final String LOCAL_SIZE = "lds.size";

  /** Largest local memory that a specification may have. */
  private static final long MOST_LOCAL = 1 << 20;

  /** Names under which families declare the size of the register file, or of one bank. */
  private static final List<String> REGISTER_FILES =
      List.of("registers.size", "registers.vector", "registers.per_lane");

  /** Returns the change that raises the occupancy of a launch; null if none is known. */
  static LessNeed of(Evidence evidence, LaunchShape shape, OccupancyRow row) {
    if (row.rules() == null) {
      return new LessNeed(Remedy.ideal(Ideal.RESIDENCY), "");
    }
    UnitLimits limits = row.rules().limits();
    Needs needs = row.rules().needs();
    Resource limit = limits.fit(needs).limit();
    if (limit.need().equals(Need.SLOT)) {
      return otherSize(shape, row);
    }
    if (limit.need().equals(Need.LOCAL_MEMORY) && evidence.spec().has(LOCAL_SIZE)) {
      return withoutLocal(evidence, limits, needs);
    }
    if (limit.need().equals(Need.REGISTERS)) {
      for (String file : REGISTER_FILES) {
        if (evidence.spec().has(file)) {
          return moreRegisters(evidence, file, limits, needs);
        }
      }
    }
    return new LessNeed(Remedy.ideal(Ideal.RESIDENCY), "");
  }

  /** Returns the change for a kernel whose local memory no longer limits the occupancy. */
  private static LessNeed withoutLocal(Evidence evidence, UnitLimits limits, Needs needs) {
    int now = limits.fit(needs).groups();
    int then = limits.fit(needs.with(Need.LOCAL_MEMORY, Need.LOCAL_MEMORY.least())).groups();
    long own = evidence.spec().value(LOCAL_SIZE);
    long size = Math.min(MOST_LOCAL, Math.multiplyExact(own, (then + now - 1) / now));
    return size <= own
        ? null
        : new LessNeed(
            Remedy.figures(Map.of(LOCAL_SIZE, size + "B")),
            " The gain is that of " + then + " groups, which fit if local memory does not limit.");
  }

  /** Returns the change for a kernel with enough fewer registers for one more resident group. */
  private static LessNeed moreRegisters(
      Evidence evidence, String file, UnitLimits limits, Needs needs) {
    Resource own = limits.fit(needs).limit();
    int wavefronts = limits.wavefronts(needs.groupSize());
    int now = own.groups(needs, wavefronts);
    long capacity = own.capacity();
    while (groups(own, capacity, needs, wavefronts) <= now) {
      capacity += own.charge().granule();
    }
    long figure = evidence.spec().value(file);
    long parts = figure >= own.total() ? own.banks() : 1; // the figure is that of all banks, or one
    long size = figure + (capacity - own.capacity()) * parts;
    int then = Math.min(otherLimits(limits, needs), groups(own, capacity, needs, wavefronts));
    return then <= now
        ? null
        : new LessNeed(
            Remedy.figures(Map.of(file, "" + size)), " The gain is that of " + then + " groups.");
  }

  private static int groups(Resource of, long capacity, Needs needs, int wavefronts) {
    return new Resource(of.name(), of.need(), of.holder(), capacity, of.banks(), of.charge())
        .groups(needs, wavefronts);
  }

  /** Returns the resident groups that all resources but registers allow. */
  private static int otherLimits(UnitLimits limits, Needs needs) {
    return limits.fit(needs.with(Need.REGISTERS, Need.REGISTERS.least())).groups();
  }

  /** Returns the change of the work-group size, if the work-items of a group share nothing. */
  private static LessNeed otherSize(LaunchShape shape, OccupancyRow row) {
    return row.rules()
        .next()
        .map(next -> next.changes().get(0))
        .filter(c -> c.name().equals(NextStep.GROUP_SIZE))
        .flatMap(LessNeed::resized)
        .filter(rewrite -> ProgramChange.applies(rewrite, shape.kernel()))
        .map(rewrite -> new LessNeed(Remedy.rewritten(rewrite), ""))
        .orElse(null);
  }

  private static Optional<Rewrite> resized(NextStep.Change change) {
    long larger = change.to() / change.from();
    long smaller = change.from() / change.to();
    return Optional.of(change)
        .filter(c -> larger * c.from() == c.to() || smaller * c.to() == c.from())
        .map(
            c ->
                larger > 1
                    ? new Rewrite(Rewrite.Kind.LARGER, (int) larger)
                    : new Rewrite(Rewrite.Kind.SMALLER, (int) smaller));
  }
}
