// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.MemoryFence;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * One operation of a {@link Kernel}, built by {@link InstructionBuilder}. A guard predicates
 * arithmetic (and is the condition of {@link Op#BRANCH}); guarded memory operations are separate
 * blocks, so the path determines which work-items execute them. Immutable and thread-safe.
 */
public final class Instruction {
  private final InstructionFields fields;
  private final OpClass opClass;
  private final List<Integer> reads; // made once: compilers ask very often
  private final List<Integer> writes;

  Instruction(InstructionFields given) {
    fields = given.finished();
    reads = reads(fields);
    writes = fields.destinations.stream().filter(r -> r >= 0).toList();
    opClass =
        OpClasses.of(
            fields.op, fields.type, fields.sourceType, fields.approximate, fields.destinations);
  }

  /** Returns a modifiable copy. */
  InstructionFields fields() {
    return fields.copy();
  }

  /** {@return the operation} */
  public Op op() {
    return fields.op;
  }

  /** {@return the hardware class of the operation} */
  public OpClass opClass() {
    return opClass;
  }

  /** {@return type of the result (COMPARE and bit counts: of the operands; stores: of the data)} */
  public Type type() {
    return fields.type;
  }

  /** {@return type of the sources; may differ from {@link #type()}, for example for CONVERT} */
  public Type sourceType() {
    return fields.sourceType;
  }

  /** {@return whether integer operands (for CONVERT: the result) are signed} */
  public boolean signed() {
    return fields.signed;
  }

  /** {@return whether the source of CONVERT is signed} */
  public boolean sourceSigned() {
    return fields.sourceSigned;
  }

  /** {@return registers written; several for vector loads; -1 for a dropped result} */
  public List<Integer> destinations() {
    return fields.destinations;
  }

  /** {@return operands read, in PTX order; for memory operations the address comes first} */
  public List<Operand> sources() {
    return fields.sources;
  }

  /** {@return registers written, without dropped results} */
  public List<Integer> writes() {
    return writes;
  }

  /** {@return registers read by the sources in their order, then by the guard} */
  public List<Integer> reads() {
    return reads;
  }

  private static List<Integer> reads(InstructionFields fields) {
    List<Integer> registers = new ArrayList<>(fields.sources.size() + 1);
    for (Operand source : fields.sources) {
      if (source.isRegister()) {
        registers.add(source.register());
      }
    }
    if (fields.guard >= 0) {
      registers.add(fields.guard);
    }
    return List.copyOf(registers);
  }

  /** {@return the predicate register that guards the instruction, or -1} */
  public int guard() {
    return fields.guard;
  }

  /** {@return whether the guard holds if the predicate is false} */
  public boolean guardNegated() {
    return fields.guardNegated;
  }

  /** {@return rounding mode of the result} */
  public Rounding rounding() {
    return fields.rounding;
  }

  /** {@return whether an FMA was required or contracted; {@link Fusion#NONE} if not an FMA} */
  public Fusion fusion() {
    return fields.fusion;
  }

  /** {@return whether CONVERT between floats rounds to an integral value (such as PTX .rni)} */
  public boolean roundToIntegral() {
    return fields.roundToIntegral;
  }

  /** {@return whether floats are clamped to [0, 1], integers to their range} */
  public boolean saturate() {
    return fields.saturate;
  }

  /** {@return whether subnormal inputs and results are flushed to zero} */
  public boolean flush() {
    return fields.flush;
  }

  /** {@return whether the approximate form was requested} */
  public boolean approximate() {
    return fields.approximate;
  }

  /** {@return whether a funnel shift's amount wraps; otherwise it clamps} */
  public boolean wrap() {
    return fields.wrap;
  }

  /** {@return the variant of the operation; null if the operation has no variants} */
  public Variant variant() {
    return fields.variant;
  }

  /**
   * {@return whether the instruction has a given variant}
   *
   * @param which a variant of any operation
   */
  public boolean is(Variant which) {
    return which.equals(fields.variant);
  }

  /** {@return the comparison of COMPARE and COMPARE_SET; null for others} */
  public Comparison comparison() {
    return fields.variant instanceof Variant.Relation r ? r.comparison() : null;
  }

  /** {@return the operator that combines a comparison with the third source} */
  public BoolOp combine() {
    return fields.variant instanceof Variant.Relation r ? r.combine() : BoolOp.NONE;
  }

  /** {@return the operation of ATOMIC and REDUCE; null for others} */
  public AtomicOp atomic() {
    return fields.variant instanceof AtomicOp a ? a : null;
  }

  /** {@return whether the instruction is a part of an asynchronous copy} */
  public boolean isCopy() {
    return fields.variant instanceof Variant.Copy c && c != Variant.Copy.NONE;
  }

  /** {@return the register read by SPECIAL; null for others} */
  public Special special() {
    return fields.variant instanceof Special s ? s : null;
  }

  /** {@return the shape of MATRIX; null for others} */
  public MatrixShape matrix() {
    return fields.variant instanceof Variant.Matrix m ? m.shape() : null;
  }

  /** {@return the modifiers of MATRIX; null for others} */
  public MatrixModifiers modifiers() {
    return fields.variant instanceof Variant.Matrix m ? m.modifiers() : null;
  }

  /** {@return the truth table of LOGIC3, 0 to 255; only for that operation} */
  public int table() {
    return ((Variant.TruthTable) fields.variant).table();
  }

  /** {@return the memory whose accesses a BARRIER or a FENCE of lanes orders; not in traces} */
  public MemoryFence fence() {
    return fields.fence;
  }

  /** {@return whether the instruction reads an image through a sampler} */
  public boolean isSampled() {
    return fields.variant instanceof Texels.Fetch f && f.sampled();
  }

  /** {@return whether the instruction writes whole texels of an image} */
  public boolean isFormatted() {
    return fields.variant instanceof Texels.Surface s && s.formatted();
  }

  /** {@return the accessed memory; null if the operation is not an access} */
  public MemoryAccess memory() {
    return fields.memory;
  }

  /** {@return line in the kernel's text, from 1; 0 if unknown} */
  public int line() {
    return fields.line;
  }

  /** {@return column in the line, from 1; 0 if unknown} */
  public int column() {
    return fields.column;
  }

  /**
   * {@return line in {@link Kernel#text}, from 1; 0 if unknown} It differs from {@link #line} if a
   * compiler made the text of the kernel's file.
   */
  public int textLine() {
    return fields.textLine;
  }

  /** {@return {@code :line:column} as far as known, to append to the file's name in a message} */
  public String place() {
    if (fields.line <= 0) {
      return "";
    }
    return ":" + fields.line + (fields.column > 0 ? ":" + fields.column : "");
  }

  /** {@return number shared by the scalar pieces of one vector operation, or -1} */
  public int vectorGroup() {
    return fields.vectorGroup;
  }

  /** {@return the source text of the instruction, for listings; may be empty} */
  public String text() {
    return fields.text;
  }

  /** {@return whether the instruction accesses memory whose addresses are recorded} */
  public boolean isRecorded() {
    return fields.memory != null && fields.memory.slot() >= 0;
  }

  /**
   * {@return number of memory slots: one per coordinate (x, y, z or layer) for texels, one for
   * other recorded accesses, otherwise 0}
   */
  public int slots() {
    if (!isRecorded()) {
      return 0;
    }
    return fields.op.isTexel() ? coordinates() : 1;
  }

  /** {@return coordinates of a texture or surface operation, including a layer; otherwise 0} */
  public int coordinates() {
    return fields.variant instanceof Texels t ? t.geometry().coordinates() : 0;
  }

  /** {@return whether the first coordinate is a layer's number} */
  public boolean isLayered() {
    return fields.variant instanceof Texels t && t.geometry().isLayered();
  }
}
