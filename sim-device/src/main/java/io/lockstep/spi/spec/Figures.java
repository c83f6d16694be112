// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.spi.policy.Policy;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Figures by name, in canonical units ({@link Dimension}): a device's specification, or values
 * supplied by a test. Configurations of parts are built from them.
 */
@FunctionalInterface
public interface Figures {
  /**
   * {@return a figure's value in canonical units; empty if the device lacks the figure}
   *
   * @param path for example {@code l2.sector}
   */
  OptionalLong optional(String path);

  /**
   * {@return a figure's value in canonical units}
   *
   * @param path for example {@code dram.trcd}
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
   * {@return a figure's value in canonical units, as an int}
   *
   * @param path for example {@code dram.banks}
   */
  default int integer(String path) {
    return Math.toIntExact(value(path));
  }

  /**
   * {@return the policy that a figure names; empty if it is the model's own or there is no such
   * figure}
   *
   * @param <P> kind of the policy
   * @param path for example {@code issue.policy}
   * @param kind interface of the kind
   * @param own name of the policy that the model implements itself
   */
  default <P extends Policy> Optional<P> policy(String path, Class<P> kind, String own) {
    return Optional.empty();
  }

  /** {@return the ideal parts of the device, which configurations query; figures are unchanged} */
  default Ideals ideals() {
    return Ideals.NONE;
  }

  /**
   * {@return whether an experiment leaves a step out of the compiler ({@code compiler.without})}
   *
   * @param step one of {@link SpecSchema#steps}
   */
  default boolean omits(String step) {
    return false;
  }

  /**
   * {@return whether the device has a figure}
   *
   * @param path for example {@code l2.sector}
   */
  default boolean has(String path) {
    return optional(path).isPresent();
  }

  /**
   * {@return these figures extended by a figure that the model computes}
   *
   * @param path name of the computed figure
   * @param value in canonical units
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
