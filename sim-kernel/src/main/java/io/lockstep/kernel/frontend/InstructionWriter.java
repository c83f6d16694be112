// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Type;

/** Appends instructions to a kernel, by default with results in new registers. Not thread-safe. */
public abstract class InstructionWriter {
  /** The kernel's builder, which creates registers. */
  public final KernelBuilder builder;

  /**
   * Creates a writer.
   *
   * @param builder creates the registers
   */
  protected InstructionWriter(KernelBuilder builder) {
    this.builder = builder;
  }

  /**
   * Appends an instruction.
   *
   * @param b an instruction, complete except for its position in the text
   */
  public abstract void emit(InstructionBuilder b);

  /**
   * {@return a new register without a name}
   *
   * @param type type of the register's values
   */
  public int temp(Type type) {
    return builder.register(type, "");
  }

  /**
   * Appends an operation without modifiers.
   *
   * @param op the operation
   * @param type type of the result
   * @param to the register of the result
   * @param from the sources
   */
  public final void emit(Op op, Type type, int to, Operand... from) {
    emit(InstructionBuilder.of(op, type).from(from).to(to));
  }

  /**
   * {@return a new register with the result of an appended operation}
   *
   * @param type type of the register
   * @param b an instruction without a destination
   */
  public final Operand value(Type type, InstructionBuilder b) {
    int register = temp(type);
    emit(b.to(register));
    return Operand.register(register);
  }

  /**
   * {@return a new register with the result of an appended operation without modifiers}
   *
   * @param op the operation
   * @param type type of the result and the register
   * @param from the sources
   */
  public final Operand value(Op op, Type type, Operand... from) {
    return value(type, InstructionBuilder.of(op, type).from(from));
  }

  /**
   * {@return a new register with the result of an appended operation on a constant}
   *
   * @param op the operation
   * @param type type of the result and the register
   * @param a the first source
   * @param b bits of the second source
   */
  public final Operand value(Op op, Type type, Operand a, long b) {
    return value(op, type, a, Operand.immediate(b));
  }

  /**
   * Appends a conversion without rounding; integers are truncated or zero-extended.
   *
   * @param type type of the result
   * @param from type of the source
   * @param to the register of the result
   * @param a the source
   */
  public final void convert(Type type, Type from, int to, Operand a) {
    emit(InstructionBuilder.of(Op.CONVERT, type).sourceType(from).from(a).to(to));
  }

  /**
   * {@return a new register with a converted value, see {@link #convert(Type, Type, int, Operand)}}
   *
   * @param type type of the result
   * @param from type of the source
   * @param a the source
   */
  public final Operand convert(Type type, Type from, Operand a) {
    return value(type, InstructionBuilder.of(Op.CONVERT, type).sourceType(from).from(a));
  }

  /**
   * {@return a predicate register with the result of a comparison of unsigned integers or floats}
   *
   * @param how the comparison
   * @param type type of the sources
   * @param a the first source
   * @param b the second source
   */
  public final Operand compare(Comparison how, Type type, Operand a, Operand b) {
    return value(Type.I1, InstructionBuilder.of(Op.COMPARE, type).comparison(how).from(a, b));
  }
}
