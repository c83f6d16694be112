package io.lockstep.advise.rule;

import io.lockstep.kernel.ir.OpClass;
import java.util.EnumSet;

/** Divisions and remainders of integers. */
public final class IntegerDivision extends SlowOperations {
  /** Creates the rule. */
  public IntegerDivision() {
    super(EnumSet.of(OpClass.INT_DIV));
  }

  @Override
  public String name() {
    return "integer-division";
  }

  @Override
  String noun() {
    return "integer divisions and remainders";
  }

  @Override
  String change() {
    return "Replace them by shifts and masks where the divisor is a power of two, or by a"
        + " multiplication with its reciprocal.";
  }
}
