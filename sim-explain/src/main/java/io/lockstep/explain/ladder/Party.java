package io.lockstep.explain.ladder;

import io.lockstep.explain.figures.Side;
import io.lockstep.spi.spec.Ideal;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One of the two runs whose times are compared.
 *
 * @param name of the run in sentences
 * @param side the device
 * @param runs simulates the program on specifications
 * @param roof name of the resource whose roof is the lower bound of the time
 * @param picos picoseconds of that roof
 * @param own parts that are this roof, and no waits
 * @param uneven how much longer it takes because of an uneven load, by name of the step
 */
public record Party(
    String name,
    Side side,
    Runs runs,
    String roof,
    double picos,
    Set<Ideal> own,
    SortedMap<String, Double> uneven) {
  /**
   * Copies the collections.
   *
   * @param name of the run in sentences
   * @param side the device
   * @param runs simulates the program on specifications
   * @param roof name of the resource
   * @param picos picoseconds of its roof
   * @param own parts that are this roof
   * @param uneven factors by name of the step
   */
  public Party {
    own = Set.copyOf(own);
    uneven = Collections.unmodifiableSortedMap(new TreeMap<>(uneven));
  }

  /** What an uneven load costs, by itself or not at all. */
  Cost uneven(String step) {
    return Cost.exactly(uneven.getOrDefault(step, 1.0));
  }

  /** Product of all factors of an uneven load. */
  double allUneven() {
    return uneven.values().stream().reduce(1.0, (all, one) -> all * one);
  }

  /** Names of steps that are an uneven load. */
  static Set<String> names(Party one, Party other) {
    Map<String, Double> all = new TreeMap<>(one.uneven);
    all.putAll(other.uneven);
    return all.keySet();
  }
}
