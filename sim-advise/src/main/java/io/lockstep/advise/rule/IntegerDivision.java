// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.kernel.ir.OpClass;
import io.lockstep.trace.change.Rewrite;
import java.util.EnumSet;
import java.util.List;

public final class IntegerDivision extends SlowOperations {
  public IntegerDivision() {
    // Remainders contain these multiplications.
    super(EnumSet.of(OpClass.INT_DIV), EnumSet.of(OpClass.INT_MUL32));
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

  @Override
  List<Rewrite> rewrites() {
    return List.of(Rewrite.of(Rewrite.Kind.CHEAP));
  }
}
