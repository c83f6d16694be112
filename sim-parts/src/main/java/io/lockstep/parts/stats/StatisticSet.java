package io.lockstep.parts.stats;

import java.util.ArrayList;
import java.util.List;
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
  private final List<ToLongFunction<? super P>> divisors; // null where it is no ratio

  private StatisticSet(Builder<P> builder) {
    declared = List.copyOf(builder.declared);
    values = List.copyOf(builder.values);
    divisors = new ArrayList<>(builder.divisors);
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
      ToLongFunction<? super P> divisor = divisors.get(i);
      long value = values.get(i).applyAsLong(source);
      if (divisor == null) {
        out.count(name, value);
      } else {
        out.ratio(name, value, divisor.applyAsLong(source));
      }
    }
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
    private final List<ToLongFunction<? super P>> divisors = new ArrayList<>();

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
      return add(Statistic.Kind.COUNT, name, unit, definition, value, null);
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
      return add(Statistic.Kind.LEVEL, name, "1", definition, value, null);
    }

    /**
     * Adds a ratio; without a value while what it is divided by is 0.
     *
     * @param name hierarchical, lower case
     * @param definition one sentence
     * @param numerator what is divided
     * @param denominator what it is divided by
     * @return this builder
     */
    public Builder<P> ratio(
        String name,
        String definition,
        ToLongFunction<? super P> numerator,
        ToLongFunction<? super P> denominator) {
      return add(Statistic.Kind.RATIO, name, "ratio", definition, numerator, denominator);
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
      declared.add(new Statistic(s.name(), s.kind(), s.unit(), s.definition(), s.part(), counter));
      return this;
    }

    private Builder<P> add(
        Statistic.Kind kind,
        String name,
        String unit,
        String definition,
        ToLongFunction<? super P> value,
        ToLongFunction<? super P> divisor) {
      declared.add(new Statistic(name, kind, unit, definition, part, ""));
      values.add(value);
      divisors.add(divisor);
      return this;
    }

    /** {@return the set} */
    public StatisticSet<P> build() {
      return new StatisticSet<>(this);
    }
  }
}
