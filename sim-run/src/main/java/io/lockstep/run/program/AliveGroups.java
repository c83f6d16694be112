// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.run.Catalogue;
import io.lockstep.run.plugin.ModelException;
import io.lockstep.spi.OccupancyRules;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * An upper bound of the number of work-groups of a given size that the largest device of a
 * catalogue holds at once, computed from the slots of its compute units alone. The device models
 * are built at the first call. Thread-safe.
 */
final class AliveGroups implements IntUnaryOperator {
  private static final String UNITS = "unit.count";

  private record Bound(long units, UnitLimits slots) {}

  private final Catalogue catalogue;
  private final int unknown;
  private List<Bound> bounds;

  /**
   * @param unknown the result if no device declares its slots or none can hold a group of that size
   */
  AliveGroups(Catalogue catalogue, int unknown) {
    this.catalogue = catalogue;
    this.unknown = unknown;
  }

  @Override
  public int applyAsInt(int groupSize) {
    long most = 0;
    for (Bound bound : bounds()) {
      if (groupSize <= bound.slots.largestGroup()) {
        long perUnit = bound.slots.fit(new Needs(groupSize, Map.of())).groups();
        most = Math.max(most, bound.units * perUnit);
      }
    }
    return most == 0 ? unknown : (int) Math.min(Integer.MAX_VALUE, most);
  }

  private synchronized List<Bound> bounds() {
    if (bounds == null) {
      bounds = new ArrayList<>();
      for (DeviceSpec spec : catalogue.specs()) {
        slots(spec).ifPresent(s -> bounds.add(new Bound(spec.value(UNITS), s)));
      }
    }
    return bounds;
  }

  private Optional<UnitLimits> slots(DeviceSpec spec) {
    if (!spec.has(UNITS)) {
      return Optional.empty();
    }
    try {
      return catalogue
          .device(spec)
          .occupancyRules()
          .map(OccupancyRules::limits)
          .flatMap(UnitLimits::ideal);
    } catch (ModelException e) {
      return Optional.empty(); // a run on the faulty plug-in reports the error
    }
  }
}
