// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.Bounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A condition on the values of several figures ({@link SpecSchema.Builder#together}). {@link
 * CrossCheck} refuses specifications that violate it, and sampling draws only values that satisfy
 * it. It does not apply to devices that lack one of the figures. Immutable and thread-safe.
 *
 * <p>Conditions on a single figure belong to its key: bounds, powers of two, and whole numbers of
 * its unit.
 */
public final class Constraint {
  /** Number of steps from a figure's value within which a legal one is searched. */
  private static final int REACH = 1 << 16;

  /** A condition on values. */
  @FunctionalInterface
  public interface Condition {
    /**
     * {@return whether the condition holds}
     *
     * @param values in canonical units, in the order of the paths
     */
    boolean holds(long... values);
  }

  /** Computes the number whose multiples are legal values of the first figure. */
  @FunctionalInterface
  public interface Step {
    /**
     * {@return the number, at least 1}
     *
     * @param values in canonical units, in the order of the paths
     */
    long of(long... values);
  }

  /** The direction in which a figure may change without violating a condition that holds. */
  public enum Way {
    /** Larger values preserve the condition. */
    UP,
    /** Smaller values preserve the condition. */
    DOWN,
    /** Either direction may violate the condition. */
    NEITHER
  }

  private final String what;
  private final Condition condition;
  private final Step step;
  private final List<String> paths;
  private final List<Way> ways;
  private final boolean equal;
  private final String unless;

  private Constraint(
      String what,
      Condition condition,
      Step step,
      List<String> paths,
      List<Way> ways,
      boolean equal,
      String unless) {
    this.what = what;
    this.condition = condition;
    this.step = step;
    this.paths = List.copyOf(paths);
    this.ways = List.copyOf(ways);
    this.equal = equal;
    this.unless = unless;
  }

  private static Constraint of(
      String what, Condition condition, Step step, List<String> paths, List<Way> ways) {
    return new Constraint(what, condition, step, paths, ways, false, "");
  }

  private static List<String> paths(String first, String... others) {
    return Stream.concat(Stream.of(first), Arrays.stream(others)).toList();
  }

  private static List<Way> neither(int count) {
    return Collections.nCopies(count, Way.NEITHER);
  }

  private static List<Way> ways(Way first, Way others, int count) {
    return Stream.concat(Stream.of(first), Collections.nCopies(count - 1, others).stream())
        .toList();
  }

  /** Returns the sum of all values but the first, saturated to {@link Long#MAX_VALUE}. */
  private static long sum(long... values) {
    long sum = 0;
    for (int i = 1; i < values.length; i++) {
      sum = sum > Long.MAX_VALUE - values[i] ? Long.MAX_VALUE : sum + values[i];
    }
    return sum;
  }

  private static long product(long... values) {
    long product = 1;
    for (int i = 1; i < values.length; i++) {
      product *= values[i];
    }
    return product;
  }

  /**
   * {@return a constraint with an arbitrary condition}
   *
   * @param what requirement on the first figure, for messages: {@code "whole sets of lines"}
   * @param condition receives the figures' values
   * @param step computes the number whose multiples are legal values of the first figure
   * @param first the figure to name in the message if the user set none
   * @param others the other figures
   */
  public static Constraint of(
      String what, Condition condition, Step step, String first, String... others) {
    return of(what, condition, step, paths(first, others), neither(1 + others.length));
  }

  /**
   * {@return a constraint with an arbitrary condition on whole numbers}
   *
   * @param what requirement on the first figure, for messages
   * @param condition receives the figures' values
   * @param first the figure to name in the message if the user set none
   * @param others the other figures
   */
  public static Constraint of(String what, Condition condition, String first, String... others) {
    return of(what, condition, values -> 1, first, others);
  }

  /**
   * {@return a constraint that a figure is a multiple of a number}
   *
   * @param path the figure
   * @param number at least 1, in the figure's canonical unit
   */
  public static Constraint multiple(String path, long number) {
    return of("a multiple of " + number, v -> v[0] % number == 0, v -> number, path);
  }

  /**
   * {@return a constraint that a figure is a multiple of another figure or of a product of figures}
   *
   * @param path the figure
   * @param of the divisor
   * @param more further factors of the divisor
   */
  public static Constraint multiple(String path, String of, String... more) {
    List<String> paths = Stream.concat(Stream.of(path, of), Arrays.stream(more)).toList();
    return of(
        "a multiple of " + String.join(" x ", paths.subList(1, paths.size())),
        v -> product(v) > 0 && v[0] % product(v) == 0,
        v -> Math.max(1, product(v)),
        paths,
        neither(paths.size()));
  }

  /**
   * {@return a constraint that a figure divides another figure}
   *
   * @param path the figure
   * @param whole the figure that it divides
   */
  public static Constraint divides(String path, String whole) {
    return of("a divisor of " + whole, v -> v[0] > 0 && v[1] % v[0] == 0, path, whole);
  }

  /**
   * {@return a constraint that a figure equals another figure}
   *
   * @param path the figure
   * @param as the other one, of the same unit
   */
  public static Constraint same(String path, String as) {
    return new Constraint(
        "the same as " + as, v -> v[0] == v[1], v -> 1, List.of(path, as), neither(2), true, "");
  }

  /**
   * {@return a constraint that a figure is larger than another figure or a sum of figures}
   *
   * @param path the figure
   * @param others the summands
   */
  public static Constraint above(String path, String... others) {
    return of(
        "above " + String.join(" + ", others),
        v -> v[0] > sum(v),
        v -> 1,
        paths(path, others),
        ways(Way.UP, Way.DOWN, 1 + others.length));
  }

  /**
   * {@return a constraint that a figure is at least another figure or a sum of figures}
   *
   * @param path the figure
   * @param others the summands
   */
  public static Constraint atLeast(String path, String... others) {
    return of(
        "at least " + String.join(" + ", others),
        v -> v[0] >= sum(v),
        v -> 1,
        paths(path, others),
        ways(Way.UP, Way.DOWN, 1 + others.length));
  }

  /**
   * {@return a constraint that a figure is smaller than another figure}
   *
   * @param path the figure
   * @param other the larger figure
   */
  public static Constraint below(String path, String other) {
    return of(
        "below " + other,
        v -> v[0] < v[1],
        v -> 1,
        List.of(path, other),
        List.of(Way.DOWN, Way.UP));
  }

  /**
   * {@return a constraint that a figure is at most another figure}
   *
   * @param path the figure
   * @param other the larger or equal figure
   */
  public static Constraint atMost(String path, String other) {
    return of(
        "at most " + other,
        v -> v[0] <= v[1],
        v -> 1,
        List.of(path, other),
        List.of(Way.DOWN, Way.UP));
  }

  /**
   * {@return a constraint that a cache, or each of its slices, is a whole number of sets}
   *
   * @param size path of the size in bytes
   * @param line path of the bytes of a line
   * @param ways path of the lines of a set
   * @param slices path of the number of slices that share the size; empty for a single slice
   */
  public static Constraint wholeSets(String size, String line, String ways, String... slices) {
    return of(
        slices.length == 0 ? "whole sets of lines" : "whole sets of lines in each slice",
        v -> v[0] > 0 && product(v) > 0 && v[0] % product(v) == 0,
        v -> Math.max(1, product(v)),
        Stream.concat(Stream.of(size, ways, line), Arrays.stream(slices)).toList(),
        neither(3 + slices.length));
  }

  /**
   * {@return a copy with another message}
   *
   * @param words requirement on the first figure
   */
  public Constraint saying(String words) {
    return new Constraint(words, condition, step, paths, ways, equal, unless);
  }

  /**
   * {@return a copy that only applies to devices without a figure}
   *
   * @param path the figure that excludes a device
   */
  public Constraint unless(String path) {
    return new Constraint(what, condition, step, paths, ways, equal, path);
  }

  /** {@return the requirement on the first figure, for messages} */
  public String what() {
    return what;
  }

  /** {@return the figures of the constraint; messages name the first if the user set none} */
  public List<String> paths() {
    return paths;
  }

  /**
   * {@return the direction in which a figure may change}
   *
   * @param index index of the figure's path
   */
  public Way way(int index) {
    return ways.get(index);
  }

  /** {@return whether the constraint requires two figures to be equal} */
  public boolean isEquality() {
    return equal;
  }

  /** Returns all paths in the constraint, including that of {@link #unless}. */
  List<String> named() {
    List<String> all = new ArrayList<>(paths);
    if (!unless.isEmpty()) {
      all.add(unless);
    }
    return all;
  }

  /**
   * {@return whether the constraint applies to a device: it has all figures, not the excluding one}
   *
   * @param figures figures of the device
   */
  public boolean concerns(Figures figures) {
    return paths.stream().allMatch(figures::has) && (unless.isEmpty() || !figures.has(unless));
  }

  /**
   * {@return whether values satisfy the constraint}
   *
   * @param values in canonical units, in the order of the paths
   */
  public boolean holds(long... values) {
    return condition.holds(values);
  }

  /**
   * {@return the values of the constraint's figures, in canonical units}
   *
   * @param figures figures of a device that has all figures of the constraint
   */
  public long[] values(Figures figures) {
    return paths.stream().mapToLong(figures::value).toArray();
  }

  /**
   * {@return the legal value of one figure that satisfies the constraint and is nearest to the
   * present value, the smaller one of two at the same distance; empty if none is found}
   *
   * @param bounds bounds of the value
   * @param values in canonical units, in the order of the paths
   * @param index index of the figure to change
   */
  public OptionalLong nearest(Bounds bounds, long[] values, int index) {
    long by = index == 0 ? Math.max(1, step.of(values)) : 1;
    long below = values[index] / by * by;
    long from = values[index] - below > by - by / 2 ? below + by : below;
    long nearer = from < values[index] ? 1 : -1;
    long[] tried = values.clone();
    long reach = Math.min(REACH, Math.max(bounds.high() - from, from - bounds.low()) / by);
    for (long k = 0; k <= reach; k++) {
      for (long side = nearer; side == nearer || side == -nearer; side -= 2 * nearer) {
        long value = from + side * k * by;
        tried[index] = value;
        if (bounds.allow(value) && value > 0 && condition.holds(tried)) {
          return OptionalLong.of(value);
        }
      }
    }
    return OptionalLong.empty();
  }

  @Override
  public String toString() {
    return paths.get(0)
        + ": "
        + what
        + IntStream.range(1, paths.size())
            .mapToObj(i -> (i == 1 ? " (" : ", ") + paths.get(i))
            .reduce("", String::concat)
        + (paths.size() > 1 ? ")" : "");
  }
}
