// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.kernel.ir.OpClass;
import io.lockstep.trace.change.Rewrite;
import java.util.EnumSet;
import java.util.List;

/** Finds divisions, roots and transcendental functions. */
public final class SpecialFunctions extends SlowOperations {
  public SpecialFunctions() {
    super(
        EnumSet.of(
            OpClass.FLOAT_DIV,
            OpClass.SFU_RCP,
            OpClass.SFU_RSQRT,
            OpClass.SFU_SQRT,
            OpClass.SFU_EXP,
            OpClass.SFU_LOG,
            OpClass.SFU_SINCOS),
        EnumSet.noneOf(OpClass.class));
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

  @Override
  List<Rewrite> rewrites() {
    return List.of(Rewrite.of(Rewrite.Kind.CHEAP), Rewrite.of(Rewrite.Kind.APPROXIMATE));
  }
}
