package io.lockstep.spi.spec;

import io.lockstep.spi.policy.Policy;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Figures by name, in canonical units ({@link Dimension}): a device's specification, or values
 * supplied by a test. Configurations of parts are built from it.
 */
@FunctionalInterface
public interface Figures {
  /**
   * A figure's value in canonical units.
   *
   * @param path for example {@code l2.sector}
   * @return the value; empty if the device lacks the figure
   */
  OptionalLong optional(String path);

  /**
   * A figure's value in canonical units.
   *
   * @param path for example {@code dram.trcd}
   * @return the value
   * @throws IllegalArgumentException if there is no such figure, which is a bug in the model
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
   * @param own name of the policy that the model implements itself
   * @return the policy; empty if it is the model's own, or there is no such figure
   */
  default <P extends Policy> Optional<P> policy(String path, Class<P> kind, String own) {
    return Optional.empty();
  }

  /**
   * {@return the ideal parts of the device; configurations of parts query them, figures are
   * unchanged}
   */
  default Ideals ideals() {
    return Ideals.NONE;
  }

  /**
   * Whether an experiment leaves a step out of the device's compiler ({@code compiler.without}).
   *
   * @param step one of {@link SpecSchema#steps}
   * @return whether it is left out
   */
  default boolean omits(String step) {
    return false;
  }

  /**
   * Whether a figure exists; devices may lack some figures of a part.
   *
   * @param path for example {@code l2.sector}
   * @return whether it has a value
   */
  default boolean has(String path) {
    return optional(path).isPresent();
  }

  /**
   * Adds a figure that the model computes and the specification does not contain.
   *
   * @param path name of the computed figure
   * @param value in canonical units
   * @return a view that contains it; these figures are unchanged
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

      @Override
      public boolean omits(String step) {
        return all.omits(step);
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
