package io.lockstep.parts.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The statistics of one part: what each is, and how it is read. Declared and produced in this one
 * place, so that nothing undeclared can come out of it. Immutable and thread-safe.
 *
 * @param <P> what the figures are read from
 */
public final class StatisticSet<P> {
  private final List<Statistic> declared;
  private final List<ToLongFunction<? super P>> values;
  private final int[][] numerators; // numbers of counts; null where it is no ratio
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
        "the formula of '"
            + declared.get(of).name()
            + "' names '"
            + name
            + "', which is no count or level of the same part");
  }

  /**
   * Begins a set.
   *
   * @param <P> what the figures are read from
   * @param part what the statistics are of, for the list of all
   * @return a builder of an empty set
   */
  public static <P> Builder<P> of(String part) {
    return new Builder<>(part);
  }

  /** {@return what is declared, in its order} */
  public List<Statistic> declared() {
    return declared;
  }

  /**
   * Writes every statistic of the set.
   *
   * @param source what the figures are read from
   * @param out takes them
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
   * @param <P> the part
   */
  public static final class Builder<P> {
    private final String part;
    private final List<Statistic> declared = new ArrayList<>();
    private final List<ToLongFunction<? super P>> values = new ArrayList<>();

    private Builder(String part) {
      this.part = part;
    }

    /**
     * Adds a count of things.
     *
     * @param name hierarchical, lower case
     * @param definition one sentence
     * @param value how it is read from the part
     * @return this builder
     */
    public Builder<P> count(String name, String definition, ToLongFunction<? super P> value) {
      return count(name, "1", definition, value);
    }

    /**
     * Adds a count of some unit.
     *
     * @param name hierarchical, lower case
     * @param unit of one, for example {@code bytes}
     * @param definition one sentence
     * @param value how it is read from the part
     * @return this builder
     */
    public Builder<P> count(
        String name, String unit, String definition, ToLongFunction<? super P> value) {
      return add(Statistic.Kind.COUNT, name, unit, definition, value);
    }

    /**
     * Adds what holds at a moment, or at most.
     *
     * @param name hierarchical, lower case
     * @param definition one sentence
     * @param value how it is read from the part
     * @return this builder
     */
    public Builder<P> level(String name, String definition, ToLongFunction<? super P> value) {
      return level(name, "1", definition, value);
    }

    /**
     * Adds what holds at a moment, or at most, of some unit.
     *
     * @param name hierarchical, lower case
     * @param unit of one, for example {@code cycles}
     * @param definition one sentence
     * @param value how it is read from the part
     * @return this builder
     */
    public Builder<P> level(
        String name, String unit, String definition, ToLongFunction<? super P> value) {
      return add(Statistic.Kind.LEVEL, name, unit, definition, value);
    }

    /**
     * Adds a ratio of counts of this set; without a value while what it is divided by is 0.
     *
     * @param name hierarchical, lower case
     * @param definition one sentence
     * @param numerator name of the count that is divided
     * @param denominator name of the count that it is divided by
     * @return this builder
     */
    public Builder<P> ratio(String name, String definition, String numerator, String denominator) {
      declared.add(
          new Statistic(
              name,
              Statistic.Kind.RATIO,
              "ratio",
              definition,
              part,
              "",
              Optional.of(Formula.of(numerator, denominator))));
      values.add(null);
      return this;
    }

    /**
     * Names the vendor profiler's counter that the last one corresponds to; for a family's own.
     * What shared statistics correspond to, families say ({@code DeviceProvider.counters}).
     *
     * @param counter its name there
     * @return this builder
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
     * @throws IllegalArgumentException where a ratio's formula names what the set does not count
     */
    public StatisticSet<P> build() {
      return new StatisticSet<>(this);
    }
  }
}
