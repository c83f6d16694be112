// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import io.lockstep.spi.Timeline;
import io.lockstep.spi.path.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory units of a compute unit, and the number of units for which a drain still waits. Not
 * thread-safe.
 */
public final class OwnedMemory {
  private final List<MemoryUnit> units = new ArrayList<>();
  private final List<MemoryUnit> drained = new ArrayList<>(); // units not shared with neighbours
  private int toDrain;

  /** Creates the list of a compute unit without memory units. */
  public OwnedMemory() {}

  /**
   * Adds a unit of this compute unit alone.
   *
   * @param unit that drains at the end of a kernel
   * @return the unit
   */
  public MemoryUnit add(MemoryUnit unit) {
    drained.add(unit);
    return addShared(unit);
  }

  /**
   * Adds a unit that is shared with neighbouring compute units.
   *
   * @param unit that its owner drains
   * @return the unit
   */
  public MemoryUnit addShared(MemoryUnit unit) {
    units.add(unit);
    return unit;
  }

  /** {@return all units, in order of addition} */
  public List<MemoryUnit> units() {
    return units;
  }

  /** {@return components of the units with instructions in flight} */
  public List<Integer> underWay() {
    return units.stream().filter(m -> m.underWay() > 0).map(m -> m.traffic().component).toList();
  }

  /**
   * Starts or stops the recording of instructions.
   *
   * @param recorder of a timeline; null to stop
   * @param tick current tick
   */
  public void observe(Timeline.Recorder recorder, long tick) {
    for (MemoryUnit m : units) {
      m.traffic().observe(recorder, tick);
    }
  }

  /**
   * Starts or stops the recording of critical paths.
   *
   * @param wanted whether to record
   */
  public void follow(boolean wanted) {
    for (MemoryUnit m : units) {
      m.traffic().follow(wanted);
    }
  }

  /** Invalidates the first-level caches of all units. */
  public void invalidate() {
    for (MemoryUnit m : units) {
      m.invalidate();
    }
  }

  /**
   * Drains the units that are not shared; the caller is counted as one more unit to wait for.
   *
   * @param tick current tick
   * @param path on which the drain depends
   */
  public void drain(long tick, Path path) {
    toDrain = 1;
    for (MemoryUnit m : drained) {
      m.traffic().probe.drains(path);
      if (!m.drain(tick)) {
        toDrain++;
      }
    }
  }

  /** {@return whether the drain is complete now that one more unit has finished} */
  public boolean oneLessToDrain() {
    return --toDrain == 0;
  }

  /**
   * {@return the latest path to the end of a unit's writes, or {@code last} if that is later}
   *
   * @param last path to the end of other work
   */
  public Path drained(Path last) {
    for (MemoryUnit m : drained) {
      last = Path.later(last, m.traffic().probe.drained());
    }
    return last;
  }

  /** Checks the invariants of all units, which must be idle. */
  public void check() {
    for (MemoryUnit m : units) {
      m.check();
    }
  }

  /** Resets the counters of all units. */
  public void resetCounters() {
    for (MemoryUnit m : units) {
      m.resetCounters();
    }
  }
}
