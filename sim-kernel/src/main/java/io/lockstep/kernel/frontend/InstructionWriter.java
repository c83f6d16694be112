package io.lockstep.kernel.frontend;

import io.lockstep.kernel.ir.Comparison;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;

/**
 * Appends instructions to a kernel under construction, with results in new registers unless the
 * caller names them. Not thread-safe.
 */
public abstract class InstructionWriter {
  /** Creates the registers. */
  public final KernelBuilder builder;

  /**
   * A writer that has written nothing.
   *
   * @param builder makes the registers
   */
  protected InstructionWriter(KernelBuilder builder) {
    this.builder = builder;
  }

  /**
   * Appends an instruction.
   *
   * @param b complete except for its place in the text
   */
  public abstract void emit(InstructionBuilder b);

  /**
   * Makes a register without a name.
   *
   * @param type of its values
   * @return its number
   */
  public int temp(Type type) {
    return builder.register(type, "");
  }

  /**
   * Appends an operation without modifiers.
   *
   * @param op the operation
   * @param type of its result
   * @param to the register of the result
   * @param from its sources
   */
  public final void emit(Op op, Type type, int to, Operand... from) {
    emit(InstructionBuilder.of(op, type).from(from).to(to));
  }

  /**
   * Appends an operation with its result in a new register.
   *
   * @param type of the register
   * @param b without a destination
   * @return the register
   */
  public final Operand value(Type type, InstructionBuilder b) {
    int register = temp(type);
    emit(b.to(register));
    return Operand.register(register);
  }

  /**
   * Appends an operation without modifiers, with its result in a new register.
   *
   * @param op the operation
   * @param type of the result and the register
   * @param from its sources
   * @return the register
   */
  public final Operand value(Op op, Type type, Operand... from) {
    return value(type, InstructionBuilder.of(op, type).from(from));
  }

  /**
   * Appends an operation with a constant as second source and its result in a new register.
   *
   * @param op the operation
   * @param type of the result and the register
   * @param a the first source
   * @param b bits of the second source
   * @return the register
   */
  public final Operand value(Op op, Type type, Operand a, long b) {
    return value(op, type, a, Operand.immediate(b));
  }

  /**
   * Appends a conversion without rounding; integers are truncated or extended by zeros.
   *
   * @param type of the result
   * @param from type of the source
   * @param to the register of the result
   * @param a the source
   */
  public final void convert(Type type, Type from, int to, Operand a) {
    emit(InstructionBuilder.of(Op.CONVERT, type).sourceType(from).from(a).to(to));
  }

  /**
   * As {@link #convert(Type, Type, int, Operand)}, with the result in a new register.
   *
   * @param type of the result
   * @param from type of the source
   * @param a the source
   * @return the register
   */
  public final Operand convert(Type type, Type from, Operand a) {
    return value(type, InstructionBuilder.of(Op.CONVERT, type).sourceType(from).from(a));
  }

  /**
   * Appends a comparison of unsigned integers or of floats.
   *
   * @param how the comparison
   * @param type of the sources
   * @param a the first source
   * @param b the second source
   * @return the predicate register
   */
  public final Operand compare(Comparison how, Type type, Operand a, Operand b) {
    return value(Type.I1, InstructionBuilder.of(Op.COMPARE, type).comparison(how).from(a, b));
  }
}
