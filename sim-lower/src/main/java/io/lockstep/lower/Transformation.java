// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import io.lockstep.spi.spec.Figures;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A named transformation of a device's compiler; a family lists its own as an enum. A compiler
 * applies those that its target supports, unless a parameter of the device or an experiment ({@code
 * compiler.without}) switches them off.
 */
public interface Transformation {
  /** {@return the name of the enum constant} */
  String name();

  /** {@return the name by which {@code compiler.without} switches the transformation off} */
  default String step() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * {@return the path of the parameter that is above 0 on devices whose compiler applies the
   * transformation; empty if the target alone decides}
   */
  default String parameter() {
    return "";
  }

  /** {@return instruction sets without the hardware that the transformation needs} */
  default Set<String> lacking() {
    return Set.of();
  }

  /**
   * {@return the transformations that a device's compiler applies}
   *
   * @param <T> the family's enum
   * @param all the family's enum
   * @param target name of the device's instruction set
   * @param device parameters of the device
   */
  static <T extends Enum<T> & Transformation> Set<T> of(
      Class<T> all, String target, Figures device) {
    Set<T> applied = EnumSet.allOf(all);
    applied.removeIf(
        t ->
            t.lacking().contains(target)
                || device.omits(t.step())
                || !t.parameter().isEmpty() && device.optional(t.parameter()).orElse(0) == 0);
    return Collections.unmodifiableSet(applied);
  }

  /**
   * {@return the names for {@code compiler.without}, in the order of the enum}
   *
   * @param <T> the family's enum
   * @param all the family's enum
   */
  static <T extends Enum<T> & Transformation> List<String> steps(Class<T> all) {
    return Arrays.stream(all.getEnumConstants()).map(Transformation::step).toList();
  }
}
