package io.lockstep.parts.spec;

import io.lockstep.io.Bounds;
import io.lockstep.io.InputException;
import io.lockstep.parts.policy.Policy;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Checks figures of a specification that are possible one by one and may be impossible together.
 *
 * <p>A message blames the figure that the user has set, at its place in his file or command line,
 * and says the nearest value of it that goes with the others. Immutable and thread-safe.
 */
public final class CrossCheck {
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

  private final DeviceSpec spec;

  /**
   * A check that has found nothing so far.
   *
   * @param spec whose figures are checked
   */
  public CrossCheck(DeviceSpec spec) {
    this.spec = spec;
  }

  /**
   * Checks the parts that a specification is made of.
   *
   * @param spec a specification whose figures lie within their own bounds
   * @return for the family's own checks
   * @throws InputException where figures of a part do not go together
   */
  public static CrossCheck ofParts(DeviceSpec spec) {
    CrossCheck together = new CrossCheck(spec);
    spec.schema().parts().forEach(part -> part.check(together));
    return together;
  }

  /**
   * {@return whether the specification has a figure: families leave some of a part out}
   *
   * @param path for example {@code l1.size}
   */
  public boolean has(String path) {
    return spec.has(path);
  }

  /**
   * {@return the value of a figure in canonical units, for conditions that are about others too}
   *
   * @param path for example {@code dram.banks}
   */
  public long value(String path) {
    return spec.value(path);
  }

  /**
   * Requires a condition.
   *
   * @param what the figures have to be, for people: {@code "'l1.ways' is 127; expected ..."}
   * @param condition is given the figures' values
   * @param step what legal values of the first figure are multiples of, at least 1
   * @param paths figures that it is about, the one to blame where the user set none first
   * @throws InputException where it does not hold
   */
  public void require(String what, Condition condition, long step, String... paths) {
    long[] values = Arrays.stream(paths).mapToLong(spec::value).toArray();
    if (condition.holds(values)) {
      return;
    }
    int blamed = blamed(List.of(paths));
    Figure figure = spec.figure(paths[blamed]);
    SpecSchema.Key key = spec.schema().key(figure.path());
    StringBuilder others = new StringBuilder();
    for (int i = 0; i < paths.length; i++) {
      if (i != blamed) {
        others.append(others.isEmpty() ? " (" : ", ");
        others.append(paths[i]).append(" is ").append(spec.figure(paths[i]).text());
      }
    }
    OptionalLong nearest = nearest(key, condition, blamed == 0 ? step : 1, values, blamed);
    throw new InputException(
        figure.where(),
        "'"
            + figure.path()
            + "' is "
            + figure.text()
            + "; expected "
            + what
            + (others.isEmpty() ? "" : others + ")")
            + (nearest.isPresent()
                ? Bounds.hint(key.dimension().show(nearest.getAsLong(), figure.text()))
                : ""));
  }

  /**
   * Requires that a figure is a multiple of another one.
   *
   * @param path the figure
   * @param of what it has to be a multiple of
   */
  public void multiple(String path, String of) {
    require(
        "a multiple of " + of,
        v -> v[1] > 0 && v[0] % v[1] == 0,
        Math.max(1, spec.value(of)),
        path,
        of);
  }

  /**
   * Requires that a cache, or each of several slices, is a whole number of sets.
   *
   * @param size path of its bytes
   * @param line path of the bytes of a line
   * @param ways path of the lines of a set
   * @param slices path of the number of slices that share the size; empty where there is one
   */
  public void wholeSets(String size, String line, String ways, String... slices) {
    long[] of = Arrays.stream(slices).mapToLong(spec::value).toArray();
    long set = spec.value(line) * spec.value(ways) * (of.length == 0 ? 1 : of[0]);
    String[] paths = new String[3 + slices.length];
    paths[0] = size;
    paths[1] = ways;
    paths[2] = line;
    System.arraycopy(slices, 0, paths, 3, slices.length);
    require(
        slices.length == 0 ? "whole sets of lines" : "whole sets of lines in each slice",
        v -> v[0] > 0 && v[0] % (v[1] * v[2] * (v.length > 3 ? v[3] : 1)) == 0,
        set,
        paths);
  }

  /**
   * Requires that a device has all of some figures or none of them.
   *
   * @param what they describe, for people
   * @param paths of optional figures
   * @throws InputException where one is there and another is not
   */
  public void allOrNone(String what, String... paths) {
    List<String> there = Arrays.stream(paths).filter(spec::has).toList();
    if (there.isEmpty() || there.size() == paths.length) {
      return;
    }
    Figure figure = spec.figure(there.get(blamed(there)));
    List<String> missing = Arrays.stream(paths).filter(p -> !spec.has(p)).toList();
    throw new InputException(
        figure.where(),
        "'"
            + figure.path()
            + "' is "
            + figure.text()
            + "; expected "
            + String.join(", ", missing)
            + " beside it: "
            + what
            + " has all of its figures or none");
  }

  /**
   * Requires that the policy that a figure names is one that the part can follow.
   *
   * @param <P> its kind
   * @param path of the policy; a device without it passes
   * @param kind interface of the kind
   * @param fits whether the part can follow a policy; it can follow the family's own
   * @param expected what the policy has to be, for people
   * @throws InputException where it is not
   */
  public <P extends Policy> void policy(
      String path, Class<P> kind, Predicate<P> fits, String expected) {
    if (!spec.has(path)) {
      return;
    }
    Figure figure = spec.figure(path);
    String own = spec.schema().key(path).usual().text();
    if (spec.policy(path, kind, own).filter(fits.negate()).isPresent()) {
      throw new InputException(
          figure.where(), "'" + path + "' is " + figure.text() + "; expected " + expected);
    }
  }

  /** The figure of this run's command line, else one that a user's file sets, else the first. */
  private int blamed(List<String> paths) {
    for (int i = 0; i < paths.size(); i++) {
      if (spec.figure(paths.get(i)).where().startsWith(DeviceSpec.SET)) {
        return i;
      }
    }
    int own = 0;
    for (int i = paths.size() - 1; i >= 0; i--) {
      Figure figure = spec.figure(paths.get(i));
      if (figure.where().startsWith(spec.file() + ":")) {
        if (figure.from() == Provenance.USER) {
          return i;
        }
        own = i;
      }
    }
    return own;
  }

  private static OptionalLong nearest(
      SpecSchema.Key key, Condition condition, long step, long[] values, int at) {
    Bounds bounds = new Bounds(key.low(), key.high(), key.powerOfTwo());
    long below = values[at] / step * step;
    long from = values[at] - below > step - step / 2 ? below + step : below;
    long nearer = from < values[at] ? 1 : -1; // at one distance the smaller one
    long[] tried = values.clone();
    for (long k = 0; k <= REACH; k++) {
      for (long side = nearer; side == nearer || side == -nearer; side -= 2 * nearer) {
        long value = from + side * k * step;
        tried[at] = value;
        if (bounds.allow(value) && value > 0 && condition.holds(tried)) {
          return OptionalLong.of(value);
        }
      }
    }
    return OptionalLong.empty();
  }
}
