package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Allocates texel coordinates to registers that fetches can read: x to z hold first coordinates, w
 * a copy of their common second one.
 */
final class CoordinateRegisters {
  private static final int MOST = 3;

  private final ValueTable values;
  private final List<Coordinates> registers = new ArrayList<>();

  /** First coordinates by channel, the second one, and its copy in w. */
  private record Coordinates(List<Integer> first, int second, int copy) {}

  CoordinateRegisters(ValueTable values) {
    this.values = values;
  }

  /**
   * The value that must hold a copy of {@code second} for a fetch to read {@code first} in place,
   * or -1 if {@code first} has another place.
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
