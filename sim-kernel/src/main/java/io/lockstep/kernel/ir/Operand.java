package io.lockstep.kernel.ir;

/**
 * A source of an instruction: a virtual register or the bits of an immediate.
 *
 * @param register the register's number, or -1 for an immediate
 * @param bits the immediate's bits (floats as their IEEE bits), 0 for a register
 */
public record Operand(int register, long bits) {
  /** {@return a register} */
  public static Operand register(int register) {
    return new Operand(register, 0);
  }

  /** {@return an immediate of raw bits} */
  public static Operand immediate(long bits) {
    return new Operand(-1, bits);
  }

  /** {@return whether this names a register} */
  public boolean isRegister() {
    return register >= 0;
  }
}
