package io.lockstep.sweep.expression;

import java.util.function.Function;

/** A part of an expression that has a value. Immutable. */
interface Term {
  /** Its value: a Long, a BigDecimal, a Boolean or a String. */
  Object value(Function<String, Object> names);
}
