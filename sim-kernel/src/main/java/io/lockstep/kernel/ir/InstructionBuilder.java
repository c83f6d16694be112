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
import java.util.List;

/** Collects an instruction's fields. Not thread-safe. */
public final class InstructionBuilder {
  private final InstructionFields fields;

  private InstructionBuilder(InstructionFields fields) {
    this.fields = fields;
  }

  /**
   * {@return a builder without operands, variant and modifiers}
   *
   * @param op the operation
   * @param type see {@link Instruction#type()}
   */
  public static InstructionBuilder of(Op op, Type type) {
    return new InstructionBuilder(new InstructionFields(op, type));
  }

  /**
   * {@return a builder with the fields of an existing instruction}
   *
   * @param instruction its fields are copied
   */
  public static InstructionBuilder from(Instruction instruction) {
    InstructionFields fields = instruction.fields();
    fields.comparison = instruction.comparison();
    fields.combine = instruction.combine();
    fields.variant = fields.comparison == null ? instruction.variant() : null;
    return new InstructionBuilder(fields);
  }

  /**
   * {@return this builder with another type}
   *
   * @param value see {@link Instruction#type()}
   */
  public InstructionBuilder type(Type value) {
    fields.type = value;
    return this;
  }

  /**
   * {@return this builder with another type of the sources}
   *
   * @param value see {@link Instruction#sourceType()}
   */
  public InstructionBuilder sourceType(Type value) {
    fields.sourceType = value;
    return this;
  }

  /**
   * {@return this builder with signed or unsigned integers}
   *
   * @param value true if signed
   */
  public InstructionBuilder signed(boolean value) {
    fields.signed = value;
    return this;
  }

  /**
   * {@return this builder with a signed or unsigned source of CONVERT}
   *
   * @param value true if signed
   */
  public InstructionBuilder sourceSigned(boolean value) {
    fields.sourceSigned = value;
    return this;
  }

  /**
   * {@return this builder with destination registers}
   *
   * @param registers register numbers; -1 for a dropped result
   */
  public InstructionBuilder to(Integer... registers) {
    fields.destinations = List.of(registers);
    return this;
  }

  /**
   * {@return this builder with destination registers}
   *
   * @param registers register numbers; -1 for a dropped result
   */
  public InstructionBuilder to(List<Integer> registers) {
    fields.destinations = registers;
    return this;
  }

  /**
   * {@return this builder with sources}
   *
   * @param operands operands in PTX order, the address of a memory operation first
   */
  public InstructionBuilder from(Operand... operands) {
    fields.sources = List.of(operands);
    return this;
  }

  /**
   * {@return this builder with sources}
   *
   * @param operands operands in PTX order, the address of a memory operation first
   */
  public InstructionBuilder from(List<Operand> operands) {
    fields.sources = operands;
    return this;
  }

  /**
   * {@return this builder with a guard}
   *
   * @param predicate number of an I1 register, or -1 for none
   * @param negated whether the guard holds if the predicate is false
   */
  public InstructionBuilder guard(int predicate, boolean negated) {
    fields.guard = predicate;
    fields.guardNegated = negated;
    return this;
  }

  /**
   * {@return this builder with a rounding mode of the result}
   *
   * @param value {@link Rounding#NONE} if the text does not specify it
   */
  public InstructionBuilder rounding(Rounding value) {
    fields.rounding = value;
    return this;
  }

  /**
   * {@return this builder with a required or contracted FMA}
   *
   * @param value {@link Fusion#NONE} if the operation is not an FMA
   */
  public InstructionBuilder fusion(Fusion value) {
    fields.fusion = value;
    return this;
  }

  /**
   * {@return this builder with or without rounding to an integral value, for CONVERT between
   * floats}
   *
   * @param value for example true for PTX .rni
   */
  public InstructionBuilder roundToIntegral(boolean value) {
    fields.roundToIntegral = value;
    return this;
  }

  /**
   * {@return this builder with or without a clamped result}
   *
   * @param value true to clamp floats to [0, 1], integers to their range
   */
  public InstructionBuilder saturate(boolean value) {
    fields.saturate = value;
    return this;
  }

  /**
   * {@return this builder with or without flushing of subnormal numbers}
   *
   * @param value true to flush them to zero, keeping their sign
   */
  public InstructionBuilder flush(boolean value) {
    fields.flush = value;
    return this;
  }

  /**
   * {@return this builder with or without the approximate form}
   *
   * @param value for example true for PTX .approx
   */
  public InstructionBuilder approximate(boolean value) {
    fields.approximate = value;
    return this;
  }

  /**
   * {@return this builder with a treatment of a funnel shift's amount}
   *
   * @param value true to wrap, false to clamp
   */
  public InstructionBuilder wrap(boolean value) {
    fields.wrap = value;
    return this;
  }

  /**
   * {@return this builder with a comparison, for COMPARE and COMPARE_SET}
   *
   * @param value applied to the first two sources
   */
  public InstructionBuilder comparison(Comparison value) {
    fields.comparison = value;
    return this;
  }

  /**
   * {@return this builder with an operator that combines a comparison with the third source}
   *
   * @param value {@link BoolOp#NONE} without a third source
   */
  public InstructionBuilder combine(BoolOp value) {
    fields.combine = value;
    return this;
  }

  /**
   * {@return this builder with a variant of ATOMIC and REDUCE}
   *
   * @param value applied to the old value
   */
  public InstructionBuilder atomic(AtomicOp value) {
    return variant(value);
  }

  /**
   * {@return this builder with a variant of SPECIAL}
   *
   * @param value the register to read
   */
  public InstructionBuilder special(Special value) {
    return variant(value);
  }

  /**
   * {@return this builder with a variant of MATRIX without modifiers}
   *
   * @param value the instruction
   */
  public InstructionBuilder matrix(MatrixShape value) {
    return variant(new Variant.Matrix(value, MatrixModifiers.NONE));
  }

  /**
   * {@return this builder with a memory access}
   *
   * @param value null for operations without memory access
   */
  public InstructionBuilder memory(MemoryAccess value) {
    fields.memory = value;
    return this;
  }

  /**
   * {@return this builder with the memory that a BARRIER or a FENCE of lanes orders; default {@link
   * MemoryFence#BOTH}}
   *
   * @param value see {@link Instruction#fence()}
   */
  public InstructionBuilder fence(MemoryFence value) {
    fields.fence = value;
    return this;
  }

  /**
   * {@return this builder with a variant; default {@link Op#usualVariant}}
   *
   * @param value a variant of the type that the operation has
   */
  public InstructionBuilder variant(Variant value) {
    fields.variant = value;
    return this;
  }

  /**
   * {@return this builder with a line in the kernel's text}
   *
   * @param value from 1; 0 if unknown
   */
  public InstructionBuilder line(int value) {
    fields.line = value;
    return this;
  }

  /**
   * {@return this builder with a line in the text that a compiler made of the kernel's file}
   *
   * @param value from 1; 0 if unknown
   */
  public InstructionBuilder textLine(int value) {
    fields.textLine = value;
    return this;
  }

  /**
   * {@return this builder with a column in the line}
   *
   * @param value from 1; 0 if unknown
   */
  public InstructionBuilder column(int value) {
    fields.column = value;
    return this;
  }

  /**
   * {@return this builder with a group of scalar pieces of one vector operation}
   *
   * @param value number shared by the pieces, or -1
   */
  public InstructionBuilder vectorGroup(int value) {
    fields.vectorGroup = value;
    return this;
  }

  /**
   * {@return this builder with a source text, for listings}
   *
   * @param value one line, may be empty
   */
  public InstructionBuilder text(String value) {
    fields.text = value;
    return this;
  }

  /** {@return the finished instruction} */
  public Instruction build() {
    return new Instruction(fields);
  }
}
