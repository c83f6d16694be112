package io.lockstep.terascale.lowering;

import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.List;

/**
 * Registers that hold coordinates of texels where fetches read them. A fetch takes its coordinates
 * from any channels of one register, so up to three first coordinates stay in channels x to z of a
 * register whose channel w has a copy of the second one that they share.
 */
final class CoordinateRegisters {
  private static final int MOST = 3;

  private final ValueTable values;
  private final List<Coordinates> registers = new ArrayList<>();

  /** One register: first coordinates by channel, and the second of all of them. */
  private record Coordinates(List<Integer> first, int second, int copy) {}

  CoordinateRegisters(ValueTable values) {
    this.values = values;
  }

  /**
   * The value that has to hold a copy of the second coordinate when a fetch reads the first one
   * where it is.
   *
   * @param first value that is written once and never moved
   * @param second value of any kind
   * @return -1 if the first coordinate has its place elsewhere
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
