// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.InputException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * One figure of a command line: {@code l1.size=16KiB}, {@code dram.bandwidth=*2} for a factor,
 * {@code l1.size?=16KiB} for devices that have the figure ({@code ifThere}), {@code mall=absent} to
 * remove a part; or the removal of a part by a file.
 *
 * @param where position, for messages
 */
record Setting(String name, String text, boolean ifThere, String where) {
  static Setting of(String name, String text) {
    boolean ifThere = name.endsWith("?");
    return new Setting(
        ifThere ? name.substring(0, name.length() - 1) : name,
        text,
        ifThere,
        DeviceSpec.SET + name + "=" + text);
  }

  /** Returns the removal of a figure or section that a file states. */
  static Setting absent(String name, String where) {
    return new Setting(name, DeviceSpec.ABSENT, false, where);
  }

  boolean isFactor() {
    return text.startsWith("*");
  }

  boolean isAbsent() {
    return text.equals(DeviceSpec.ABSENT);
  }

  /** Returns the figures that the setting removes, all of which are optional. */
  List<String> taken(SpecSchema schema, UnaryOperator<String> unknown) {
    SpecSchema.Key named = schema.named(name);
    if (named == null && !schema.hasSection(name)) {
      if (ifThere) {
        return List.of();
      }
      throw new InputException(where(), unknown.apply(name));
    }
    if (schema.derived().containsKey(name)) {
      throw cannot(named);
    }
    List<String> taken = new ArrayList<>();
    for (SpecSchema.Key key : schema.keys()) {
      if (key == named || named == null && key.path().startsWith(name + ".")) {
        if (!key.isOptional()) {
          throw cannot(key);
        }
        taken.add(key.path());
      }
    }
    return taken;
  }

  private InputException cannot(SpecSchema.Key be) {
    return new InputException(
        where, "'" + be.path() + "' cannot be absent (" + be.definition() + "); expected a value");
  }

  /** Returns optional figures whose defaults depend on one of the removed figures. */
  static List<String> beside(SpecSchema schema, List<String> taken) {
    return schema.keys().stream()
        .filter(k -> k.isOptional() && k.usual() != null && taken.contains(k.usual().beside()))
        .map(SpecSchema.Key::path)
        .filter(path -> !taken.contains(path))
        .toList();
  }

  /** Returns the resulting value with its unit; a factor multiplies the present value. */
  String value(SpecSchema.Key key, Optional<Figure> has) {
    if (!isFactor()) {
      return text;
    }
    if (!key.dimension().isNumber()) {
      throw new InputException(where(), "'" + key.path() + "' is not a number to multiply");
    }
    BigDecimal factor;
    try {
      factor = new BigDecimal(text.substring(1).strip());
    } catch (NumberFormatException e) {
      throw new InputException(where(), "expected a factor such as *2 or *0.5", e);
    }
    Figure figure =
        has.orElseThrow(
            () -> new InputException(where(), "there is no '" + name + "' to multiply"));
    BigDecimal product = factor.multiply(new BigDecimal(figure.value()));
    boolean parts = // sizes and counts are not rounded: a fraction is an error
        switch (key.dimension()) {
          case COUNT, BYTES, BITS -> false;
          default -> true;
        };
    BigDecimal whole = parts ? product.setScale(0, RoundingMode.HALF_UP) : product;
    return whole.stripTrailingZeros().toPlainString() + key.dimension().canonicalUnit();
  }
}
