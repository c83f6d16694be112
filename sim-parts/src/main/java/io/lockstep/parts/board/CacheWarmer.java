// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.wave.GroupLines;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.WorkGroupRecord;

/**
 * Passes the accesses of work-groups that are not simulated through the tags of the caches behind
 * the compute units. Groups are assigned to dies in turn. Not thread-safe.
 */
final class CacheWarmer implements GroupLines.Sink {
  private final MemorySide memory;
  private final int units;
  private final GroupLines lines = new GroupLines();
  private int unit;
  private long bytes;

  /**
   * @param units number of compute units
   */
  CacheWarmer(MemorySide memory, int units) {
    this.memory = memory;
    this.units = units;
  }

  /** Returns the bytes that the group accesses. */
  long warm(WorkGroupRecord group, LaunchPlan launch) {
    int dies = memory.dies();
    int ofDie = units / dies;
    unit = (int) (group.group() % dies * ofDie + group.group() / dies % ofDie);
    bytes = 0;
    lines.each(group, launch, this);
    return bytes;
  }

  /** Drops bytes from the caches of all dies. */
  void forget(long from, long count) {
    for (int die = 0; die < memory.dies(); die++) {
      memory.forget(die * (units / memory.dies()), from, count);
    }
  }

  @Override
  public void accepts(long address, long more, boolean writes) {
    bytes += more;
    memory.warm(unit, address, more, writes);
  }
}
