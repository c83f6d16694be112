// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The statistics of one part, each with its declaration and its reader, so that only declared
 * statistics can be written. Immutable and thread-safe.
 *
 * @param <P> the type that values are read from
 */
public final class StatisticSet<P> {
  private final List<Statistic> declared;
  private final List<ToLongFunction<? super P>> values;
  private final int[][] numerators; // by statistic: numbers of the summands; null unless a ratio
  private final int[][] denominators;

  private StatisticSet(Builder<P> builder) {
    declared = List.copyOf(builder.declared);
    values = new ArrayList<>(builder.values);
    numerators = new int[declared.size()][];
    denominators = new int[declared.size()][];
    for (int i = 0; i < numerators.length; i++) {
      Optional<Formula> formula = declared.get(i).formula();
      if (formula.isPresent()) {
        numerators[i] = numbers(formula.get().numerator(), i);
        denominators[i] = numbers(formula.get().denominator(), i);
      }
    }
  }

  private int[] numbers(List<String> names, int of) {
    return names.stream().mapToInt(name -> number(name, of)).toArray();
  }

  private int number(String name, int of) {
    for (int i = 0; i < declared.size(); i++) {
      if (declared.get(i).name().equals(name) && values.get(i) != null) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "the formula of '%s' names '%s', which is not a count or level of the same part"
            .formatted(declared.get(of).name(), name));
  }

  /**
   * {@return a builder of an empty set}
   *
   * @param <P> the type that values are read from
   * @param part the part's name in listings
   */
  public static <P> Builder<P> of(String part) {
    return new Builder<>(part);
  }

  /** {@return the declarations in order} */
  public List<Statistic> declared() {
    return declared;
  }

  /**
   * Writes every statistic of the set.
   *
   * @param source the object that values are read from
   * @param out receives the statistics
   */
  public void write(P source, StatisticsSink out) {
    for (int i = 0; i < declared.size(); i++) {
      String name = declared.get(i).name();
      if (numerators[i] == null) {
        out.count(name, values.get(i).applyAsLong(source));
      } else {
        out.ratio(name, sum(numerators[i], source), sum(denominators[i], source));
      }
    }
  }

  private long sum(int[] numbers, P source) {
    long sum = 0;
    for (int i : numbers) {
      sum += values.get(i).applyAsLong(source);
    }
    return sum;
  }

  /**
   * Collects the statistics of a part. Not thread-safe.
   *
   * @param <P> the type that values are read from
   */
  public static final class Builder<P> {
    private final String part;
    private final List<Statistic> declared = new ArrayList<>();
    private final List<ToLongFunction<? super P>> values = new ArrayList<>();

    private Builder(String part) {
      this.part = part;
    }

    /**
     * {@return this builder with a count without a unit}
     *
     * @param name hierarchical, lower case
     * @param definition one sentence
     * @param value reads the statistic from the part
     */
    public Builder<P> count(String name, String definition, ToLongFunction<? super P> value) {
      return count(name, "1", definition, value);
    }

    /**
     * {@return this builder with a count}
     *
     * @param name hierarchical, lower case
     * @param unit for example {@code bytes}
     * @param definition one sentence
     * @param value reads the statistic from the part
     */
    public Builder<P> count(
        String name, String unit, String definition, ToLongFunction<? super P> value) {
      return add(Statistic.Kind.COUNT, name, unit, definition, value);
    }

    /**
     * {@return this builder with a level without a unit: a momentary value or a maximum}
     *
     * @param name hierarchical, lower case
     * @param definition one sentence
     * @param value reads the statistic from the part
     */
    public Builder<P> level(String name, String definition, ToLongFunction<? super P> value) {
      return level(name, "1", definition, value);
    }

    /**
     * {@return this builder with a level}
     *
     * @param name hierarchical, lower case
     * @param unit for example {@code cycles}
     * @param definition one sentence
     * @param value reads the statistic from the part
     */
    public Builder<P> level(
        String name, String unit, String definition, ToLongFunction<? super P> value) {
      return add(Statistic.Kind.LEVEL, name, unit, definition, value);
    }

    /**
     * {@return this builder with a ratio of statistics of this set}
     *
     * @param name hierarchical, lower case
     * @param definition one sentence
     * @param numerator name of the dividend
     * @param denominator name of the divisor; while it is 0 the ratio has no value
     */
    public Builder<P> ratio(String name, String definition, String numerator, String denominator) {
      return ratio(name, definition, Formula.of(numerator, denominator));
    }

    /**
     * {@return this builder with the utilised share of a resource's peak while kernels ran, at most
     * 1}
     *
     * @param resource the resource that has the peak
     * @param name hierarchical, lower case
     * @param definition one sentence
     * @param used name of the count of the amount that was used
     * @param peak name of the count or level of the amount that could have been used
     */
    public Builder<P> roof(
        Resource resource, String name, String definition, String used, String peak) {
      return ratio(name, definition, Formula.of(used, peak).roof(resource));
    }

    private Builder<P> ratio(String name, String definition, Formula formula) {
      declared.add(
          new Statistic(
              name, Statistic.Kind.RATIO, "ratio", definition, part, "", Optional.of(formula)));
      values.add(null);
      return this;
    }

    /**
     * {@return this builder with a vendor profiler's counter for the statistic added last} Only for
     * statistics of a family; counters of shared statistics are in {@code DeviceProvider.counters}.
     *
     * @param counter name in the profiler
     */
    public Builder<P> counter(String counter) {
      Statistic s = declared.remove(declared.size() - 1);
      declared.add(s.withCounter(counter));
      return this;
    }

    private Builder<P> add(
        Statistic.Kind kind,
        String name,
        String unit,
        String definition,
        ToLongFunction<? super P> value) {
      declared.add(new Statistic(name, kind, unit, definition, part, ""));
      values.add(value);
      return this;
    }

    /**
     * {@return the set}
     *
     * @throws IllegalArgumentException if a ratio's formula names a statistic that the set lacks
     */
    public StatisticSet<P> build() {
      return new StatisticSet<>(this);
    }
  }
}
