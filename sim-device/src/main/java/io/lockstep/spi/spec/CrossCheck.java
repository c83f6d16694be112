// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.Bounds;
import io.lockstep.io.InputException;
import io.lockstep.spi.policy.Policy;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Checks figures that are legal individually but may be illegal in combination. A message names the
 * figure that the user set, with its position in the file or command line, and the nearest value
 * that is compatible with the others. Immutable and thread-safe.
 */
public final class CrossCheck {
  private final DeviceSpec spec;

  /**
   * Creates a checker without checking anything yet.
   *
   * @param spec the specification to check
   */
  public CrossCheck(DeviceSpec spec) {
    this.spec = spec;
  }

  /**
   * Checks the constraints declared by a specification's schema and parts.
   *
   * @param spec a specification whose figures lie within their own bounds
   * @return a checker for the family's own conditions
   * @throws InputException if a constraint is violated
   */
  public static CrossCheck ofParts(DeviceSpec spec) {
    CrossCheck together = new CrossCheck(spec);
    spec.schema().parts().forEach(part -> part.check(together));
    spec.schema().constraints().forEach(together::require);
    return together;
  }

  /**
   * {@return whether the specification has a figure; a family may omit figures of a part}
   *
   * @param path for example {@code l1.size}
   */
  public boolean has(String path) {
    return spec.has(path);
  }

  /**
   * {@return the value of a figure in canonical units}
   *
   * @param path for example {@code dram.banks}
   */
  public long value(String path) {
    return spec.value(path);
  }

  /**
   * Requires a constraint of a schema.
   *
   * @param constraint on figures of the schema
   * @throws InputException if the constraint applies to the device and does not hold
   */
  public void require(Constraint constraint) {
    if (!constraint.concerns(spec)) {
      return;
    }
    long[] values = constraint.values(spec);
    if (constraint.holds(values)) {
      return;
    }
    List<String> paths = constraint.paths();
    int blamed = blamed(paths);
    Figure figure = spec.figure(paths.get(blamed));
    SpecSchema.Key key = spec.schema().key(figure.path());
    StringBuilder others = new StringBuilder();
    for (int i = 0; i < paths.size(); i++) {
      if (i != blamed) {
        others.append(others.isEmpty() ? " (" : ", ");
        others.append(paths.get(i)).append(" is ").append(spec.figure(paths.get(i)).readable());
      }
    }
    Bounds bounds = key.legal().bounds();
    OptionalLong nearest = constraint.nearest(bounds, values, blamed);
    throw new InputException(
        figure.where(),
        "'%s' is %s; expected %s%s%s"
            .formatted(
                figure.path(),
                figure.readable(),
                constraint.what(),
                others.isEmpty() ? "" : others + ")",
                nearest.isPresent()
                    ? Bounds.hint(key.dimension().show(nearest.getAsLong(), figure.text()))
                    : ""));
  }

  /**
   * Requires that a device has either all or none of the figures.
   *
   * @param what the part that the figures describe, for messages
   * @param paths paths of optional figures
   * @throws InputException if one is present and another absent
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
        "'%s' is %s; expected %s beside it: %s has all of its figures or none"
            .formatted(figure.path(), figure.readable(), String.join(", ", missing), what));
  }

  /**
   * Requires that the part supports the policy that a figure names.
   *
   * @param <P> kind of the policy
   * @param path path of the policy; a device without it passes
   * @param kind interface of the kind
   * @param fits whether the part supports a policy; the family's own is always supported
   * @param expected the requirement, for messages
   * @param beside figures that the requirement depends on; the message gives the position of one
   *     that the user set
   * @throws InputException if the policy is not supported
   */
  public <P extends Policy> void policy(
      String path, Class<P> kind, Predicate<P> fits, String expected, String... beside) {
    if (!spec.has(path)) {
      return;
    }
    Figure figure = spec.figure(path);
    String own = spec.schema().key(path).usual().text();
    if (spec.policy(path, kind, own).filter(fits.negate()).isPresent()) {
      List<String> paths =
          Stream.concat(Stream.of(path), Arrays.stream(beside).filter(spec::has)).toList();
      throw new InputException(
          spec.figure(paths.get(blamed(paths))).where(),
          "'" + path + "' is " + figure.text() + "; expected " + expected);
    }
  }

  /**
   * Returns the index of the figure to name: the first one set on the command line, else the last
   * one of the specification's file that the user set, else the first one of that file or of all.
   */
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
}
