// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.select;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Properties of a portable instruction that the conditions of every selection table may test. */
enum Property {
  TYPE("", Type.values()),
  FROM("from_", Type.values()),
  COMPARISON("", Comparison.values()),
  COMBINE("combine_", BoolOp.values()),
  SPECIAL("special_", Special.values()),
  ATOMIC("atomic_", AtomicOp.values()),
  IN("in_", Space.values()),
  CLASS("class_", OpClass.values()),
  FLOAT,
  FROM_FLOAT,
  LONG,
  FROM_LONG,
  SHORT,
  FROM_SHORT,
  WIDENS,
  NARROWS,
  SIGNED,
  FROM_SIGNED,
  APPROXIMATE,
  SATURATES,
  INTEGRAL,
  DIRECTED,
  FUSED,
  GUARDED,
  NEGATED,
  RETURNS;

  private final String prefix;
  private final Enum<?>[] constants; // empty if the property holds or not

  Property() {
    this("");
  }

  Property(String prefix, Enum<?>... constants) {
    this.prefix = prefix;
    this.constants = constants;
  }

  /**
   * A property with the value that a condition requires.
   *
   * @param value constant of an enum, or true
   */
  record Test(Property property, Object value) {
    boolean holds(Instruction i) {
      return property.of(i) == value;
    }
  }

  private static final Map<String, Test> TESTS = tests();

  private static Map<String, Test> tests() {
    Map<String, Test> tests = new HashMap<>();
    for (Property property : values()) {
      if (property.constants.length == 0) {
        tests.put(lower(property), new Test(property, Boolean.TRUE));
      }
      for (Enum<?> constant : property.constants) {
        tests.put(property.prefix + lower(constant), new Test(property, constant));
      }
    }
    return tests;
  }

  /** The test of a condition; null if it is the target's. */
  static Test named(String condition) {
    return TESTS.get(condition);
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private Object of(Instruction i) {
    return switch (this) {
      case TYPE -> i.type();
      case FROM -> i.sourceType();
      case COMPARISON -> i.comparison();
      case COMBINE -> i.combine();
      case SPECIAL -> i.special();
      case ATOMIC -> i.atomic();
      case IN -> i.memory() == null ? null : i.memory().space();
      case CLASS -> i.opClass();
      default -> Boolean.valueOf(isTrue(i));
    };
  }

  private boolean isTrue(Instruction i) {
    return switch (this) {
      case FLOAT -> i.type().isFloat();
      case FROM_FLOAT -> i.sourceType().isFloat();
      case LONG -> i.type().isWide();
      case FROM_LONG -> i.sourceType().isWide();
      case SHORT -> i.type().bits() < 32;
      case FROM_SHORT -> i.sourceType().bits() < 32;
      case WIDENS -> i.type().bits() > i.sourceType().bits();
      case NARROWS -> i.type().bits() < i.sourceType().bits();
      case SIGNED -> i.signed();
      case FROM_SIGNED -> i.sourceSigned();
      case APPROXIMATE -> i.approximate();
      case SATURATES -> i.saturate();
      case INTEGRAL -> i.roundToIntegral();
      case DIRECTED -> i.rounding().isDirected();
      case FUSED -> i.fusion() == Fusion.REQUIRED;
      case GUARDED -> i.guard() >= 0;
      case NEGATED -> i.guardNegated();
      case RETURNS -> !i.writes().isEmpty();
      default -> throw new AssertionError(this);
    };
  }
}
