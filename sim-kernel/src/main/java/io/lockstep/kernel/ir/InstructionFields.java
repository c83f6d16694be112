package io.lockstep.kernel.ir;

import java.util.List;
import java.util.Objects;

/** What {@link InstructionBuilder} collects and an {@link Instruction} holds. */
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
  int vectorGroup = -1;
  String text = "";

  InstructionFields(Op op, Type type) {
    this.op = op;
    this.type = type;
  }

  /** {@return a copy that may be changed} */
  InstructionFields copy() {
    try {
      return (InstructionFields) super.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e); // this class is cloneable
    }
  }

  /** {@return a complete copy, which is not changed any more} */
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

  /** {@return the variant that was told, as a relation or by itself, or the usual one} */
  private Variant variant() {
    if (comparison != null) {
      if (variant != null) {
        throw new IllegalArgumentException(op + " is told two variants");
      }
      return new Variant.Relation(comparison, combine);
    }
    return variant == null ? Variant.usual(op) : variant;
  }
}
