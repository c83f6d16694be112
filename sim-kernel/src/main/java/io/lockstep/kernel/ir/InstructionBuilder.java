package io.lockstep.kernel.ir;

import java.util.List;

/** Collects an instruction's fields; every method returns the builder. Not thread-safe. */
public final class InstructionBuilder {
  private final InstructionFields fields;

  private InstructionBuilder(InstructionFields fields) {
    this.fields = fields;
  }

  /**
   * Starts an instruction.
   *
   * @param op the operation
   * @param type see {@link Instruction#type()}
   * @return a builder without operands, variant and modifiers
   */
  public static InstructionBuilder of(Op op, Type type) {
    return new InstructionBuilder(new InstructionFields(op, type));
  }

  /**
   * Starts from an existing instruction.
   *
   * @param instruction its fields are copied
   * @return a builder with the same fields
   */
  public static InstructionBuilder from(Instruction instruction) {
    InstructionFields fields = instruction.fields();
    fields.comparison = instruction.comparison();
    fields.combine = instruction.combine();
    fields.variant = fields.comparison == null ? instruction.variant() : null;
    return new InstructionBuilder(fields);
  }

  /**
   * Replaces the type.
   *
   * @param value see {@link Instruction#type()}
   * @return this builder
   */
  public InstructionBuilder type(Type value) {
    fields.type = value;
    return this;
  }

  /**
   * Sets the type of the sources if different.
   *
   * @param value see {@link Instruction#sourceType()}
   * @return this builder
   */
  public InstructionBuilder sourceType(Type value) {
    fields.sourceType = value;
    return this;
  }

  /**
   * Sets the signedness of integers.
   *
   * @param value true if signed
   * @return this builder
   */
  public InstructionBuilder signed(boolean value) {
    fields.signed = value;
    return this;
  }

  /**
   * Sets the signedness of the source of CONVERT.
   *
   * @param value true if signed
   * @return this builder
   */
  public InstructionBuilder sourceSigned(boolean value) {
    fields.sourceSigned = value;
    return this;
  }

  /**
   * Sets the destination registers.
   *
   * @param registers their numbers; -1 for a dropped result
   * @return this builder
   */
  public InstructionBuilder to(Integer... registers) {
    fields.destinations = List.of(registers);
    return this;
  }

  /**
   * Sets the destination registers.
   *
   * @param registers their numbers; -1 for a dropped result
   * @return this builder
   */
  public InstructionBuilder to(List<Integer> registers) {
    fields.destinations = registers;
    return this;
  }

  /**
   * Sets the sources.
   *
   * @param operands in PTX order, the address of a memory operation first
   * @return this builder
   */
  public InstructionBuilder from(Operand... operands) {
    fields.sources = List.of(operands);
    return this;
  }

  /**
   * Sets the sources.
   *
   * @param operands in PTX order, the address of a memory operation first
   * @return this builder
   */
  public InstructionBuilder from(List<Operand> operands) {
    fields.sources = operands;
    return this;
  }

  /**
   * Sets the guard.
   *
   * @param predicate number of an I1 register, or -1 for none
   * @param negated whether it holds if the predicate is false
   * @return this builder
   */
  public InstructionBuilder guard(int predicate, boolean negated) {
    fields.guard = predicate;
    fields.guardNegated = negated;
    return this;
  }

  /**
   * Sets the rounding of the result.
   *
   * @param value {@link Rounding#NONE} if the text does not specify it
   * @return this builder
   */
  public InstructionBuilder rounding(Rounding value) {
    fields.rounding = value;
    return this;
  }

  /**
   * Sets whether an FMA is required or contracted.
   *
   * @param value for FMA; others keep {@link Fusion#NONE}
   * @return this builder
   */
  public InstructionBuilder fusion(Fusion value) {
    fields.fusion = value;
    return this;
  }

  /**
   * Sets whether CONVERT between floats rounds to an integral value.
   *
   * @param value true for example for PTX .rni
   * @return this builder
   */
  public InstructionBuilder roundToIntegral(boolean value) {
    fields.roundToIntegral = value;
    return this;
  }

  /**
   * Sets whether the result is clamped.
   *
   * @param value true to clamp floats to [0, 1], integers to their range
   * @return this builder
   */
  public InstructionBuilder saturate(boolean value) {
    fields.saturate = value;
    return this;
  }

  /**
   * Sets the treatment of subnormal numbers.
   *
   * @param value true to flush them to zero, keeping their sign
   * @return this builder
   */
  public InstructionBuilder flush(boolean value) {
    fields.flush = value;
    return this;
  }

  /**
   * Sets whether the approximate form is requested.
   *
   * @param value true for example for PTX .approx
   * @return this builder
   */
  public InstructionBuilder approximate(boolean value) {
    fields.approximate = value;
    return this;
  }

  /**
   * Sets the treatment of a funnel shift's amount.
   *
   * @param value true to wrap, false to clamp
   * @return this builder
   */
  public InstructionBuilder wrap(boolean value) {
    fields.wrap = value;
    return this;
  }

  /**
   * Sets the comparison of COMPARE and COMPARE_SET.
   *
   * @param value applied to the first two sources
   * @return this builder
   */
  public InstructionBuilder comparison(Comparison value) {
    fields.comparison = value;
    return this;
  }

  /**
   * Sets how a comparison is combined with its third source.
   *
   * @param value {@link BoolOp#NONE} without a third source
   * @return this builder
   */
  public InstructionBuilder combine(BoolOp value) {
    fields.combine = value;
    return this;
  }

  /**
   * Sets the variant of ATOMIC and REDUCE.
   *
   * @param value applied to the old value
   * @return this builder
   */
  public InstructionBuilder atomic(AtomicOp value) {
    return variant(value);
  }

  /**
   * Sets the variant of SPECIAL.
   *
   * @param value the register to read
   * @return this builder
   */
  public InstructionBuilder special(Special value) {
    return variant(value);
  }

  /**
   * Sets the variant of MATRIX, without modifiers.
   *
   * @param value the instruction
   * @return this builder
   */
  public InstructionBuilder matrix(MatrixShape value) {
    return variant(new Variant.Matrix(value, MatrixModifiers.NONE));
  }

  /**
   * Sets the accessed memory.
   *
   * @param value null for operations without memory access
   * @return this builder
   */
  public InstructionBuilder memory(MemoryAccess value) {
    fields.memory = value;
    return this;
  }

  /**
   * Sets the memory that a BARRIER or a FENCE of lanes orders; default {@link MemoryFence#BOTH}.
   *
   * @param value see {@link Instruction#fence()}
   * @return this builder
   */
  public InstructionBuilder fence(MemoryFence value) {
    fields.fence = value;
    return this;
  }

  /**
   * Sets the variant; default {@link Variant#usual}.
   *
   * @param value of the operation's type of variants
   * @return this builder
   */
  public InstructionBuilder variant(Variant value) {
    fields.variant = value;
    return this;
  }

  /**
   * Sets the line in the kernel's text.
   *
   * @param value from 1; 0 if unknown
   * @return this builder
   */
  public InstructionBuilder line(int value) {
    fields.line = value;
    return this;
  }

  /**
   * Sets the column in the line.
   *
   * @param value from 1; 0 if unknown
   * @return this builder
   */
  public InstructionBuilder column(int value) {
    fields.column = value;
    return this;
  }

  /**
   * Marks a scalar piece of a vector operation.
   *
   * @param value number shared by the pieces, or -1
   * @return this builder
   */
  public InstructionBuilder vectorGroup(int value) {
    fields.vectorGroup = value;
    return this;
  }

  /**
   * Sets the source text, for people.
   *
   * @param value one line, may be empty
   * @return this builder
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
