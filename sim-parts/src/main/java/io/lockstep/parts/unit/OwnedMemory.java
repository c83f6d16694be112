// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.Timeline;
import io.lockstep.spi.path.Path;
import java.util.ArrayList;
import java.util.List;

/** The memory units of a compute unit, and the number of units for which a drain still waits. */
final class OwnedMemory {
  private final List<MemoryUnit> units = new ArrayList<>();
  private final List<MemoryUnit> drained = new ArrayList<>(); // units not shared with neighbours
  private int toDrain;

  MemoryUnit add(MemoryUnit unit) {
    drained.add(unit);
    return addShared(unit);
  }

  /** Adds a unit that is shared with neighbouring compute units. */
  MemoryUnit addShared(MemoryUnit unit) {
    units.add(unit);
    return unit;
  }

  List<MemoryUnit> units() {
    return units;
  }

  List<Integer> underWay() {
    return units.stream().filter(m -> m.underWay() > 0).map(m -> m.traffic().component).toList();
  }

  void observe(Timeline.Recorder recorder, long tick) {
    for (MemoryUnit m : units) {
      m.traffic().observe(recorder, tick);
    }
  }

  void follow(boolean wanted) {
    for (MemoryUnit m : units) {
      m.traffic().follow(wanted);
    }
  }

  void invalidate() {
    for (MemoryUnit m : units) {
      m.invalidate();
    }
  }

  /** Drains the units that are not shared; the caller is counted as one more unit to wait for. */
  void drain(long tick, Path path) {
    toDrain = 1;
    for (MemoryUnit m : drained) {
      m.traffic().probe.drains(path);
      if (!m.drain(tick)) {
        toDrain++;
      }
    }
  }

  boolean oneLessToDrain() {
    return --toDrain == 0;
  }

  /** Returns the latest path to the end of a unit's writes, or {@code last} if that is later. */
  Path drained(Path last) {
    for (MemoryUnit m : drained) {
      last = Path.later(last, m.traffic().probe.drained());
    }
    return last;
  }

  void check() {
    for (MemoryUnit m : units) {
      m.check();
    }
  }

  void resetCounters() {
    for (MemoryUnit m : units) {
      m.resetCounters();
    }
  }
}
