// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.select;

import io.lockstep.kernel.ir.Instruction;
import java.util.List;

/**
 * The machine-specific side of selection: operands, emission and conditions that the kit does not
 * know.
 *
 * @param <U> machine classes of the family
 * @param <V> values of terms, such as operands of machine operations
 */
public interface Target<U extends Enum<U>, V> {
  /**
   * {@return the value of a name that is no variable of its rule}
   *
   * @param i the instruction that is selected
   * @param name such as {@code a} for the first source
   */
  V operand(Instruction i, String name);

  /**
   * {@return the value of a literal}
   *
   * @param bits the 32 bits of an integer or a single-precision number
   */
  V number(int bits);

  /**
   * Emits a machine operation, or calls a function of the target.
   *
   * @param i the instruction that is selected
   * @param operation the operation or function
   * @param arguments values of its arguments
   * @return its result; null if it has none
   */
  V emit(Instruction i, Operation<U> operation, List<V> arguments);

  /**
   * {@return whether a condition of a rule holds}
   *
   * @param i the instruction that is selected
   * @param condition name of a condition that {@link Selection} does not define
   * @param arguments values of its arguments
   */
  boolean holds(Instruction i, String condition, List<V> arguments);

  /**
   * {@return the text of a placeholder in a mnemonic}
   *
   * @param i the instruction that is selected
   * @param placeholder name in braces that {@link Selection} does not define
   */
  default String text(Instruction i, String placeholder) {
    throw new IllegalArgumentException("unknown placeholder {" + placeholder + "}");
  }

  /**
   * {@return the refusal of an instruction that the machine cannot execute}
   *
   * @param i the instruction
   * @param reason the rule's reason
   */
  RuntimeException refuse(Instruction i, String reason);
}
