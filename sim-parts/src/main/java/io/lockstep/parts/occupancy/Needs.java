package io.lockstep.parts.occupancy;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a group of a launch needs of a compute unit. Immutable, thread-safe.
 *
 * @param groupSize work-items of a group, at least 1
 * @param amounts by name of the {@link Need}; what is not named is 0
 */
public record Needs(int groupSize, Map<String, Long> amounts) {
  /**
   * Checked and copied.
   *
   * @param groupSize work-items of a group, at least 1
   * @param amounts by name of the {@link Need}; what is not named is 0
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
   * {@return a group that needs nothing but its slots}
   *
   * @param groupSize work-items of a group
   */
  public static Needs of(int groupSize) {
    return new Needs(groupSize, Map.of());
  }

  /**
   * {@return how much of something a group needs}
   *
   * @param need of what; of {@link Need#SLOT} always 1
   */
  public long amount(Need need) {
    return need.equals(Need.SLOT) ? 1 : amounts.getOrDefault(need.name(), 0L);
  }

  /**
   * {@return the same with another amount of something}
   *
   * @param need of what
   * @param amount at least 0
   */
  public Needs with(Need need, long amount) {
    Map<String, Long> changed = new TreeMap<>(amounts);
    changed.put(need.name(), amount);
    return new Needs(groupSize, changed);
  }

  /**
   * {@return the same in groups of another size}
   *
   * @param size work-items of a group
   */
  public Needs withGroupSize(int size) {
    return new Needs(size, amounts);
  }
}
