// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

/**
 * A source of an instruction: a virtual register or the bits of an immediate.
 *
 * @param register the register's number, or -1 for an immediate
 * @param bits the immediate's bits (floats as their IEEE bits), 0 for a register
 */
public record Operand(int register, long bits) {
  /**
   * {@return a source that is a register}
   *
   * @param register number from 0
   */
  public static Operand register(int register) {
    return new Operand(register, 0);
  }

  /**
   * {@return a source that is an immediate}
   *
   * @param bits raw bits, IEEE bits of a float, as wide as the instruction reads them
   */
  public static Operand immediate(long bits) {
    return new Operand(-1, bits);
  }

  /** {@return whether the operand is a register} */
  public boolean isRegister() {
    return register >= 0;
  }
}
