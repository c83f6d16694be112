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
   * @param type as {@link Instruction#type()} says
   * @return a builder with no operands, variant and modifiers
   */
  public static InstructionBuilder of(Op op, Type type) {
    return new InstructionBuilder(new InstructionFields(op, type));
  }

  /**
   * Starts from an instruction that is there.
   *
   * @param instruction whose fields the builder has; it stays as it is
   * @return a builder with no other
   */
  public static InstructionBuilder from(Instruction instruction) {
    InstructionFields fields = new InstructionFields(instruction.op(), instruction.type());
    fields.sourceType = instruction.sourceType();
    fields.signed = instruction.signed();
    fields.sourceSigned = instruction.sourceSigned();
    fields.destinations = instruction.destinations();
    fields.sources = instruction.sources();
    fields.guard = instruction.guard();
    fields.guardNegated = instruction.guardNegated();
    fields.rounding = instruction.rounding();
    fields.fusion = instruction.fusion();
    fields.roundToIntegral = instruction.roundToIntegral();
    fields.saturate = instruction.saturate();
    fields.flush = instruction.flush();
    fields.approximate = instruction.approximate();
    fields.wrap = instruction.wrap();
    fields.memory = instruction.memory();
    fields.line = instruction.line();
    fields.vectorGroup = instruction.vectorGroup();
    fields.text = instruction.text();
    fields.comparison = instruction.comparison();
    fields.combine = instruction.combine();
    fields.variant = fields.comparison == null ? instruction.variant() : null;
    return new InstructionBuilder(fields);
  }

  /**
   * Replaces the type.
   *
   * @param value as {@link Instruction#type()} says
   * @return this builder
   */
  public InstructionBuilder type(Type value) {
    fields.type = value;
    return this;
  }

  /**
   * Sets the type of the sources where it differs.
   *
   * @param value as {@link Instruction#sourceType()} says
   * @return this builder
   */
  public InstructionBuilder sourceType(Type value) {
    fields.sourceType = value;
    return this;
  }

  /**
   * Sets the signedness of integers.
   *
   * @param value true where they are signed
   * @return this builder
   */
  public InstructionBuilder signed(boolean value) {
    fields.signed = value;
    return this;
  }

  /**
   * Sets the signedness of what CONVERT reads.
   *
   * @param value true where it is signed
   * @return this builder
   */
  public InstructionBuilder sourceSigned(boolean value) {
    fields.sourceSigned = value;
    return this;
  }

  /**
   * Sets what is written.
   *
   * @param registers their numbers; -1 where a result is dropped
   * @return this builder
   */
  public InstructionBuilder to(Integer... registers) {
    fields.destinations = List.of(registers);
    return this;
  }

  /**
   * Sets what is written.
   *
   * @param registers their numbers; -1 where a result is dropped
   * @return this builder
   */
  public InstructionBuilder to(List<Integer> registers) {
    fields.destinations = registers;
    return this;
  }

  /**
   * Sets what is read.
   *
   * @param operands in PTX order, the address of a memory operation first
   * @return this builder
   */
  public InstructionBuilder from(Operand... operands) {
    fields.sources = List.of(operands);
    return this;
  }

  /**
   * Sets what is read.
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
   * @param negated whether it holds where the predicate is false
   * @return this builder
   */
  public InstructionBuilder guard(int predicate, boolean negated) {
    fields.guard = predicate;
    fields.guardNegated = negated;
    return this;
  }

  /**
   * Sets how the result is rounded.
   *
   * @param value {@link Rounding#NONE} where the text says nothing
   * @return this builder
   */
  public InstructionBuilder rounding(Rounding value) {
    fields.rounding = value;
    return this;
  }

  /**
   * Sets who wants an FMA to be one.
   *
   * @param value of FMA; others keep {@link Fusion#NONE}
   * @return this builder
   */
  public InstructionBuilder fusion(Fusion value) {
    fields.fusion = value;
    return this;
  }

  /**
   * Sets whether CONVERT between floats rounds to an integral value.
   *
   * @param value true for PTX .rni and kin
   * @return this builder
   */
  public InstructionBuilder roundToIntegral(boolean value) {
    fields.roundToIntegral = value;
    return this;
  }

  /**
   * Sets whether the result is clamped.
   *
   * @param value true for floats in [0, 1], integers in their range
   * @return this builder
   */
  public InstructionBuilder saturate(boolean value) {
    fields.saturate = value;
    return this;
  }

  /**
   * Sets what becomes of subnormal numbers.
   *
   * @param value true where they are flushed to zero, keeping their sign
   * @return this builder
   */
  public InstructionBuilder flush(boolean value) {
    fields.flush = value;
    return this;
  }

  /**
   * Sets whether the approximate form is asked for.
   *
   * @param value true for PTX .approx and kin
   * @return this builder
   */
  public InstructionBuilder approximate(boolean value) {
    fields.approximate = value;
    return this;
  }

  /**
   * Sets what becomes of a funnel shift's amount.
   *
   * @param value true where it wraps, false where it clamps
   * @return this builder
   */
  public InstructionBuilder wrap(boolean value) {
    fields.wrap = value;
    return this;
  }

  /**
   * Sets how COMPARE and COMPARE_SET compare.
   *
   * @param value of the first two sources
   * @return this builder
   */
  public InstructionBuilder comparison(Comparison value) {
    fields.comparison = value;
    return this;
  }

  /**
   * Sets how a comparison is combined with its third source.
   *
   * @param value {@link BoolOp#NONE} where there is no third
   * @return this builder
   */
  public InstructionBuilder combine(BoolOp value) {
    fields.combine = value;
    return this;
  }

  /**
   * Sets the variant of ATOMIC and REDUCE.
   *
   * @param value what is done with the old value
   * @return this builder
   */
  public InstructionBuilder atomic(AtomicOp value) {
    return variant(value);
  }

  /**
   * Sets the variant of SPECIAL.
   *
   * @param value what is read
   * @return this builder
   */
  public InstructionBuilder special(Special value) {
    return variant(value);
  }

  /**
   * Sets what memory it touches.
   *
   * @param value null for operations that touch none
   * @return this builder
   */
  public InstructionBuilder memory(MemoryAccess value) {
    fields.memory = value;
    return this;
  }

  /**
   * Sets which of its kind it is; where nothing is said, {@link Variant#usual}.
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
   * @param value from 1; 0 where unknown
   * @return this builder
   */
  public InstructionBuilder line(int value) {
    fields.line = value;
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
