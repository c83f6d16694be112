// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dispatch;

import io.lockstep.spi.spec.Figures;
import java.util.Arrays;

/** Predefined placement rules. */
public final class GroupPlacement {
  private GroupPlacement() {}

  /**
   * {@return a rule that selects the unit with the fewest groups, ties broken by order}
   *
   * @param order units in the order in which they are filled
   */
  public static PlacementRule breadthFirst(int... order) {
    int[] units = order.clone();
    return (group, residency) -> fewest(units, residency);
  }

  /**
   * {@return a rule that selects the first unit with room, filling unit after unit}
   *
   * @param order units in the order in which they are filled
   */
  public static PlacementRule firstWithRoom(int... order) {
    int[] units = order.clone();
    return (group, residency) -> {
      for (int u : units) {
        if (residency.hasRoom(u)) {
          return u;
        }
      }
      return PlacementRule.NONE;
    };
  }

  /**
   * {@return a rule that selects the next unit with room after the last one, in cyclic order}
   *
   * @param order units, each once
   */
  public static PlacementRule roundRobin(int... order) {
    return new RoundRobin(order.clone());
  }

  /**
   * {@return a rule that places group g on die {@code g mod dies}, breadth first within the die}
   *
   * @param dies units of each die in the order in which they are filled
   */
  public static PlacementRule roundRobinDies(int[][] dies) {
    int[][] units = new int[dies.length][];
    for (int d = 0; d < dies.length; d++) {
      units[d] = dies[d].clone();
    }
    return (group, residency) -> fewest(units[(int) (group % units.length)], residency);
  }

  /**
   * {@return the numbers 0 to n - 1}
   *
   * @param n number of units
   */
  public static int[] inOrder(int n) {
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      order[i] = i;
    }
    return order;
  }

  /**
   * {@return unit numbers in the order 0, n, 2n, …, 1, n + 1, …, so that parts take turns}
   *
   * @param parts number of parts, such as shader engines
   * @param unitsOfPart n, the number of units of each part
   */
  public static int[] acrossParts(int parts, int unitsOfPart) {
    int[] order = new int[parts * unitsOfPart];
    for (int i = 0; i < order.length; i++) {
      order[i] = i % parts * unitsOfPart + i / parts;
    }
    return order;
  }

  static int[] acrossDies(int[][] dies) {
    int[] order = new int[dieByDie(dies).length];
    int n = 0;
    for (int k = 0; n < order.length; k++) {
      for (int[] die : dies) {
        if (k < die.length) {
          order[n++] = die[k];
        }
      }
    }
    return order;
  }

  static int[] dieByDie(int[][] dies) {
    return Arrays.stream(dies).flatMapToInt(Arrays::stream).toArray();
  }

  /**
   * {@return the placement rule that a device's figures select}
   *
   * @param figures figures of the device, including {@link PlacementSpec}
   * @param own the family's default policy
   * @param dies units of each die in the order in which they are filled
   */
  public static PlacementRule of(Figures figures, PlacementPolicy own, int[][] dies) {
    return figures
        .policy(PlacementSpec.PLACEMENT, PlacementPolicy.class, own.name())
        .orElse(own)
        .rule(dies);
  }

  private static int fewest(int[] units, FreeCapacity residency) {
    int best = PlacementRule.NONE;
    int groups = Integer.MAX_VALUE;
    for (int u : units) {
      int resident = residency.resident(u);
      if (resident < groups && residency.hasRoom(u)) {
        best = u;
        groups = resident;
        if (resident == 0) {
          break;
        }
      }
    }
    return best;
  }

  private static final class RoundRobin implements PlacementRule {
    private final int[] order;
    private int next;

    RoundRobin(int[] order) {
      this.order = order;
    }

    @Override
    public int place(long group, FreeCapacity residency) {
      for (int k = 0; k < order.length; k++) {
        int i = next + k < order.length ? next + k : next + k - order.length;
        if (residency.hasRoom(order[i])) {
          next = i + 1 == order.length ? 0 : i + 1;
          return order[i];
        }
      }
      return NONE;
    }

    @Override
    public void begin() {
      next = 0;
    }

    @Override
    public long state() {
      return next;
    }

    @Override
    public void restore(long state) {
      next = (int) state;
    }
  }
}
