package io.lockstep.parts.spec;

import io.lockstep.io.Bounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What values of several figures have to be together, declared once beside the figures ({@link
 * SpecSchema.Builder#together}): {@link CrossCheck} refuses specifications by it, and who draws
 * figures from their ranges draws legal ones by it. It holds where a device lacks one of the
 * figures. Immutable and thread-safe.
 *
 * <p>What a single figure may be is its key's: bounds, powers of two, and whole numbers of its
 * unit.
 */
public final class Constraint {
  /** Steps away from a figure's value in which a legal one is looked for. */
  private static final int REACH = 1 << 16;

  /** What must hold. */
  @FunctionalInterface
  public interface Condition {
    /**
     * {@return whether figures go together}
     *
     * @param values in canonical units, in the order of the paths
     */
    boolean holds(long... values);
  }

  /** What legal values of the first figure are multiples of. */
  @FunctionalInterface
  public interface Step {
    /**
     * {@return at least 1}
     *
     * @param values in canonical units, in the order of the paths
     */
    long of(long... values);
  }

  /** Which way a figure may go without breaking what holds. */
  public enum Way {
    /** Larger values keep it. */
    UP,
    /** Smaller values keep it. */
    DOWN,
    /** Either may break it. */
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

  /** Of some values, without the first one; so large where it is too large for a long. */
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
   * {@return whatever has to hold}
   *
   * @param what the first figure has to be, for people: {@code "whole sets of lines"}
   * @param condition is given the figures' values
   * @param step what legal values of the first figure are multiples of
   * @param first the figure to blame where the user set none
   * @param others that it is about
   */
  public static Constraint of(
      String what, Condition condition, Step step, String first, String... others) {
    return of(what, condition, step, paths(first, others), neither(1 + others.length));
  }

  /**
   * {@return whatever has to hold, of any whole numbers}
   *
   * @param what the first figure has to be, for people
   * @param condition is given the figures' values
   * @param first the figure to blame where the user set none
   * @param others that it is about
   */
  public static Constraint of(String what, Condition condition, String first, String... others) {
    return of(what, condition, values -> 1, first, others);
  }

  /**
   * {@return that a figure is a multiple of a number}
   *
   * @param path the figure
   * @param number at least 1, in the figure's canonical unit
   */
  public static Constraint multiple(String path, long number) {
    return of("a multiple of " + number, v -> v[0] % number == 0, v -> number, path);
  }

  /**
   * {@return that a figure is a multiple of another one, or of several multiplied}
   *
   * @param path the figure
   * @param of what it has to be a multiple of
   * @param more factors of that
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
   * {@return that a figure divides another one}
   *
   * @param path the figure
   * @param whole what it divides
   */
  public static Constraint divides(String path, String whole) {
    return of("a divisor of " + whole, v -> v[0] > 0 && v[1] % v[0] == 0, path, whole);
  }

  /**
   * {@return that a figure is the same as another one}
   *
   * @param path the figure
   * @param as the other one, of the same unit
   */
  public static Constraint same(String path, String as) {
    return new Constraint(
        "the same as " + as, v -> v[0] == v[1], v -> 1, List.of(path, as), neither(2), true, "");
  }

  /**
   * {@return that a figure is larger than another one, or than several together}
   *
   * @param path the figure
   * @param others that are added up
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
   * {@return that a figure is at least another one, or several together}
   *
   * @param path the figure
   * @param others that are added up
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
   * {@return that a figure is smaller than another one}
   *
   * @param path the figure
   * @param other that is larger
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
   * {@return that a figure is at most another one}
   *
   * @param path the figure
   * @param other that is as large or larger
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
   * {@return that a cache, or each of several slices, is a whole number of sets}
   *
   * @param size path of its bytes
   * @param line path of the bytes of a line
   * @param ways path of the lines of a set
   * @param slices path of the number of slices that share the size; empty where there is one
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
   * {@return the same in other words}
   *
   * @param words what the first figure has to be, for people
   */
  public Constraint saying(String words) {
    return new Constraint(words, condition, step, paths, ways, equal, unless);
  }

  /**
   * {@return the same for devices that do not have a figure}
   *
   * @param path the figure; a device with it is not asked
   */
  public Constraint unless(String path) {
    return new Constraint(what, condition, step, paths, ways, equal, path);
  }

  /** {@return what the first figure has to be, for people} */
  public String what() {
    return what;
  }

  /** {@return the figures that it is about, the one to blame where the user set none first} */
  public List<String> paths() {
    return paths;
  }

  /**
   * {@return which way a figure may go}
   *
   * @param index of its path
   */
  public Way way(int index) {
    return ways.get(index);
  }

  /** {@return whether it says that two figures are the same} */
  public boolean isEquality() {
    return equal;
  }

  /** Every path that it names. */
  List<String> named() {
    List<String> all = new ArrayList<>(paths);
    if (!unless.isEmpty()) {
      all.add(unless);
    }
    return all;
  }

  /**
   * {@return whether a device has the figures that it is about}
   *
   * @param figures of the device
   */
  public boolean concerns(Figures figures) {
    return paths.stream().allMatch(figures::has) && (unless.isEmpty() || !figures.has(unless));
  }

  /**
   * {@return whether it holds}
   *
   * @param values in canonical units, in the order of the paths
   */
  public boolean holds(long... values) {
    return condition.holds(values);
  }

  /**
   * {@return whether it holds, or a device lacks one of the figures}
   *
   * @param figures of the device
   */
  public boolean holds(Figures figures) {
    return !concerns(figures) || holds(values(figures));
  }

  /**
   * {@return values of the figures that it is about, in canonical units}
   *
   * @param figures of a device that has them
   */
  public long[] values(Figures figures) {
    return paths.stream().mapToLong(figures::value).toArray();
  }

  /**
   * {@return the value of one figure with which it holds and which is nearest to what the figure
   * has, at one distance the smaller one; empty where none is found}
   *
   * @param bounds that the value has to be in
   * @param values in canonical units, in the order of the paths
   * @param index of the figure that changes
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
