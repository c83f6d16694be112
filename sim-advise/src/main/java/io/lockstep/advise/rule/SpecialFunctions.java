package io.lockstep.advise.rule;

import io.lockstep.kernel.ir.OpClass;
import java.util.EnumSet;

/** Divisions, roots and transcendental functions. */
public final class SpecialFunctions extends SlowOperations {
  /** Creates the rule. */
  public SpecialFunctions() {
    super(
        EnumSet.of(
            OpClass.FLOAT_DIV,
            OpClass.SFU_RCP,
            OpClass.SFU_RSQRT,
            OpClass.SFU_SQRT,
            OpClass.SFU_EXP,
            OpClass.SFU_LOG,
            OpClass.SFU_SINCOS));
  }

  @Override
  public String name() {
    return "special-functions";
  }

  @Override
  String noun() {
    return "divisions, roots and transcendental functions";
  }

  @Override
  String change() {
    return "Use native or approximate functions, multiply by a reciprocal computed once, or take the"
        + " values from a table.";
  }
}
