package io.lockstep.parts.spec;

import io.lockstep.parts.policy.Policy;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Figures by name, in canonical units ({@link Dimension}): a device's specification, or what a test
 * writes down. Configurations of parts are built from it, so no figure is known by its position.
 */
@FunctionalInterface
public interface Figures {
  /**
   * A figure's value in canonical units.
   *
   * @param path for example {@code l2.sector}
   * @return the value; empty where a device lacks the figure
   */
  OptionalLong optional(String path);

  /**
   * A figure's value in canonical units.
   *
   * @param path for example {@code dram.trcd}
   * @return the value
   * @throws IllegalArgumentException where there is no such figure: a defect of the model
   */
  default long value(String path) {
    OptionalLong value = optional(path);
    if (value.isEmpty()) {
      throw new IllegalArgumentException("no figure " + path);
    }
    return value.getAsLong();
  }

  /**
   * A figure's value as an int.
   *
   * @param path for example {@code dram.banks}
   * @return the value in canonical units
   */
  default int integer(String path) {
    return Math.toIntExact(value(path));
  }

  /**
   * The policy that a figure names.
   *
   * @param <P> its kind
   * @param path for example {@code issue.policy}
   * @param kind interface of the kind
   * @param own name of the one that the model's own code has built in
   * @return the policy; empty where it is the model's own, or there is no such figure
   */
  default <P extends Policy> Optional<P> policy(String path, Class<P> kind, String own) {
    return Optional.empty();
  }

  /**
   * {@return what is ideal of the device: configurations of parts ask, figures stay as they are}
   */
  default Ideals ideals() {
    return Ideals.NONE;
  }

  /**
   * Whether there is such a figure: devices leave some of a part out.
   *
   * @param path for example {@code l2.sector}
   * @return whether it has a value
   */
  default boolean has(String path) {
    return optional(path).isPresent();
  }

  /**
   * These figures with one that the model computes and the specification does not hold.
   *
   * @param path name of the computed figure
   * @param value in canonical units
   * @return figures that know it too; these stay as they are
   */
  default Figures given(String path, long value) {
    Figures all = this;
    return new Figures() {
      @Override
      public OptionalLong optional(String p) {
        return p.equals(path) ? OptionalLong.of(value) : all.optional(p);
      }

      @Override
      public <P extends Policy> Optional<P> policy(String p, Class<P> kind, String own) {
        return all.policy(p, kind, own);
      }

      @Override
      public Ideals ideals() {
        return all.ideals();
      }
    };
  }

  /**
   * {@return the figures of a map}
   *
   * @param values canonical values by path
   */
  static Figures of(Map<String, Long> values) {
    return path -> {
      Long value = values.get(path);
      return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    };
  }
}
