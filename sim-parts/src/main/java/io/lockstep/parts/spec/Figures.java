package io.lockstep.parts.spec;

import java.util.Map;

/**
 * Figures by name, in canonical units ({@link Dimension}): a device's specification, or what a test
 * writes down. Configurations of parts are built from it, so no figure is known by its position.
 */
@FunctionalInterface
public interface Figures {
  /**
   * A figure's value in canonical units.
   *
   * @param path for example {@code dram.trcd}
   * @throws IllegalArgumentException where there is no such figure: a defect of the model
   */
  long value(String path);

  /** A figure's value as an int. */
  default int integer(String path) {
    return Math.toIntExact(value(path));
  }

  /** These figures with one that the model computes and the specification does not hold. */
  default Figures given(String path, long value) {
    return p -> p.equals(path) ? value : value(p);
  }

  /** The figures of a map. */
  static Figures of(Map<String, Long> values) {
    return path -> {
      Long value = values.get(path);
      if (value == null) {
        throw new IllegalArgumentException("no figure " + path);
      }
      return value;
    };
  }
}
