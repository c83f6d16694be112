// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Allocates texel coordinates to registers that fetches can read directly. A fetch takes its
 * coordinates from any channels of one register, so channels x to z hold up to three first
 * coordinates, and w holds a copy of the second coordinate that they share.
 */
final class CoordinateRegisters {
  private static final int MOST = 3;

  private final ValueTable values;
  private final List<Coordinates> registers = new ArrayList<>();

  /** First coordinates by channel, their common second coordinate, and its copy in channel w. */
  private record Coordinates(List<Integer> first, int second, int copy) {}

  CoordinateRegisters(ValueTable values) {
    this.values = values;
  }

  /**
   * Returns the value that must hold a copy of the second coordinate when a fetch reads the first
   * one in place.
   *
   * @param first value that is written once and never moved
   * @return -1 if the first coordinate is already placed elsewhere
   */
  int copy(int first, int second) {
    for (Coordinates c : registers) {
      if (c.first.contains(first)) {
        return c.second == second ? c.copy : -1;
      }
    }
    if (values.channel(first) >= 0 || values.isGrouped(first)) {
      return -1;
    }
    for (Coordinates c : registers) {
      if (c.second == second && c.first.size() < MOST) {
        values.pin(first, c.first.size());
        values.group(c.first.get(0), first);
        c.first.add(first);
        return c.copy;
      }
    }
    Coordinates fresh = new Coordinates(new ArrayList<>(List.of(first)), second, values.add());
    values.pin(first, 0);
    values.pin(fresh.copy, MOST);
    values.group(first, fresh.copy);
    registers.add(fresh);
    return fresh.copy;
  }
}
