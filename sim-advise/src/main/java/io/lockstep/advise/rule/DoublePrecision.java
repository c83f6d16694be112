// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.kernel.ir.OpClass;
import io.lockstep.trace.change.Rewrite;
import java.util.EnumSet;
import java.util.List;

public final class DoublePrecision extends SlowOperations {
  public DoublePrecision() {
    super(
        EnumSet.of(OpClass.DOUBLE_ADD, OpClass.DOUBLE_MUL, OpClass.DOUBLE_FMA, OpClass.DOUBLE_DIV),
        EnumSet.noneOf(OpClass.class));
  }

  @Override
  public String name() {
    return "double-precision";
  }

  @Override
  String noun() {
    return "operations in double precision";
  }

  @Override
  String change() {
    return "Compute in single precision where its accuracy suffices: look for constants without a"
        + " suffix and for conversions.";
  }

  @Override
  List<Rewrite> rewrites() {
    return List.of(Rewrite.of(Rewrite.Kind.SINGLES));
  }
}
