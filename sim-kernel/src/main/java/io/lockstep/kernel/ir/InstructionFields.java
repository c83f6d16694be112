// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.MemoryFence;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import java.util.List;
import java.util.Objects;

/** The fields of an {@link Instruction}, as {@link InstructionBuilder} collects them. */
final class InstructionFields implements Cloneable {
  final Op op;
  Type type;
  Type sourceType;
  boolean signed;
  boolean sourceSigned;
  List<Integer> destinations = List.of();
  List<Operand> sources = List.of();
  int guard = -1;
  boolean guardNegated;
  Rounding rounding = Rounding.NONE;
  Fusion fusion = Fusion.NONE;
  boolean roundToIntegral;
  boolean saturate;
  boolean flush;
  boolean approximate;
  boolean wrap;
  Comparison comparison;
  BoolOp combine = BoolOp.NONE;
  Variant variant;
  MemoryAccess memory;
  MemoryFence fence = MemoryFence.BOTH;
  int line;
  int column;
  int textLine;
  int vectorGroup = -1;
  String text = "";

  InstructionFields(Op op, Type type) {
    this.op = op;
    this.type = type;
  }

  InstructionFields copy() {
    try {
      return (InstructionFields) super.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns a complete copy, which must not be changed. */
  InstructionFields finished() {
    InstructionFields f = copy();
    Objects.requireNonNull(op, "op");
    Objects.requireNonNull(type, "type");
    f.sourceType = sourceType == null ? type : sourceType;
    f.destinations = List.copyOf(destinations);
    f.sources = List.copyOf(sources);
    f.variant = variant();
    return f;
  }

  private Variant variant() {
    if (comparison != null) {
      if (variant != null) {
        throw new IllegalArgumentException(op + " is told two variants");
      }
      return new Variant.Relation(comparison, combine);
    }
    return variant == null ? op.usualVariant() : variant;
  }
}
