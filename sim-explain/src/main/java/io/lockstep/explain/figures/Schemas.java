package io.lockstep.explain.figures;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.spec.SpecSchema;

/** Whether figures of two devices mean the same, one by one. */
final class Schemas {
  private Schemas() {}

  /** Whether a specification of one can take all figures of the other, but for names of choices. */
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

  /** Whether a figure belongs to its family: its choices are others in the other. */
  static boolean isOwn(SpecSchema one, SpecSchema other, String path) {
    return !one.key(path).choices().equals(other.key(path).choices());
  }

  /** A figure's value as a setting takes it. */
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

  /** Whether two devices have the same of a figure, or neither has any. */
  static boolean equal(DeviceSpec one, DeviceSpec other, String path) {
    if (!one.has(path) || !other.has(path)) {
      return one.has(path) == other.has(path);
    }
    return one.figure(path).dimension() == Dimension.CHOICE
        ? one.choice(path).equals(other.choice(path))
        : one.value(path) == other.value(path);
  }
}
