// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.spec.SpecSchema;

final class Schemas {
  private Schemas() {}

  /**
   * Whether two schemas have the same figures, so that a specification of one can take the values
   * of the other; the names of choices may differ.
   */
  static boolean match(SpecSchema one, SpecSchema other) {
    if (one.keys().size() != other.keys().size()) {
      return false;
    }
    return one.keys().stream()
        .allMatch(
            key -> {
              SpecSchema.Key same = other.key(key.path());
              return same != null
                  && same.dimension() == key.dimension()
                  && same.policy() == key.policy()
                  && same.isOptional() == key.isOptional();
            });
  }

  /**
   * Whether a figure is specific to a family, because the families have different choices for it.
   */
  static boolean isOwn(SpecSchema one, SpecSchema other, String path) {
    return !one.key(path).choices().equals(other.key(path).choices());
  }

  /** Formats the value of a figure in the syntax of overrides. */
  static String text(DeviceSpec spec, String path) {
    Figure figure = spec.figure(path);
    return switch (figure.dimension()) {
      case FLAG -> figure.value() != 0 ? "true" : "false";
      case CHOICE -> spec.choice(path);
      case POLICY -> figure.text();
      default -> isExact(figure) ? figure.text() : canonical(figure);
    };
  }

  private static boolean isExact(Figure figure) {
    try {
      return figure.dimension().parse(figure.text()) == figure.value();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String canonical(Figure figure) {
    return figure.value() + figure.dimension().canonicalUnit();
  }

  /** Whether a figure has equal values on two devices, or neither has it. */
  static boolean equal(DeviceSpec one, DeviceSpec other, String path) {
    if (!one.has(path) || !other.has(path)) {
      return one.has(path) == other.has(path);
    }
    return one.figure(path).dimension() == Dimension.CHOICE
        ? one.choice(path).equals(other.choice(path))
        : one.value(path) == other.value(path);
  }
}
