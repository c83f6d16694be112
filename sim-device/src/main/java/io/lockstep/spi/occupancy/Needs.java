// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.occupancy;

import java.util.Map;
import java.util.TreeMap;

/**
 * The needs of a group of a launch on a compute unit.
 *
 * @param groupSize work-items of a group, at least 1
 * @param amounts by name of the {@link Need}; 0 if absent
 */
public record Needs(int groupSize, Map<String, Long> amounts) {
  /**
   * Checks and copies the values.
   *
   * @param groupSize work-items of a group, at least 1
   * @param amounts by name of the {@link Need}; 0 if absent
   */
  public Needs {
    if (groupSize < 1) {
      throw new IllegalArgumentException("a group of " + groupSize + " work-items");
    }
    amounts = Map.copyOf(amounts);
    amounts.forEach(
        (name, amount) -> {
          if (amount < 0) {
            throw new IllegalArgumentException(name + " = " + amount);
          }
        });
  }

  /**
   * {@return the needs of a group that takes only its slots}
   *
   * @param groupSize work-items of a group
   */
  public static Needs of(int groupSize) {
    return new Needs(groupSize, Map.of());
  }

  /**
   * {@return the needs of a group of registers and of local memory, besides its slots}
   *
   * @param groupSize work-items of a group
   * @param registers amount of {@link Need#REGISTERS}, at least 0
   * @param localBytes amount of {@link Need#LOCAL_MEMORY}, at least 0
   */
  public static Needs of(int groupSize, long registers, long localBytes) {
    return new Needs(
        groupSize, Map.of(Need.REGISTERS.name(), registers, Need.LOCAL_MEMORY.name(), localBytes));
  }

  /**
   * {@return the amount of a need; always 1 for {@link Need#SLOT}}
   *
   * @param need any need
   */
  public long amount(Need need) {
    return need.equals(Need.SLOT) ? 1 : amounts.getOrDefault(need.name(), 0L);
  }

  /**
   * {@return a copy with another amount of a need}
   *
   * @param need the need to change
   * @param amount at least 0
   */
  public Needs with(Need need, long amount) {
    Map<String, Long> changed = new TreeMap<>(amounts);
    changed.put(need.name(), amount);
    return new Needs(groupSize, changed);
  }

  /**
   * {@return a copy with another group size}
   *
   * @param size work-items of a group
   */
  public Needs withGroupSize(int size) {
    return new Needs(size, amounts);
  }
}
