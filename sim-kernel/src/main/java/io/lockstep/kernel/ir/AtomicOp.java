package io.lockstep.kernel.ir;

/** Read-modify-write operations: the variants of ATOMIC and REDUCE. */
public enum AtomicOp implements Variant {
  /** new = old + operand, wrapping. */
  ADD,
  /** new = old - operand, wrapping. */
  SUB,
  /** The smaller of both, by the instruction's signedness. */
  MIN,
  /** The larger of both, by the instruction's signedness. */
  MAX,
  /** new = old >= operand ? 0 : old + 1, unsigned (PTX inc). */
  INC,
  /** new = old == 0 or old > operand ? operand : old - 1, unsigned (PTX dec). */
  DEC,
  /** Bitwise and. */
  AND,
  /** Bitwise or. */
  OR,
  /** Bitwise exclusive or. */
  XOR,
  /** new = operand; the old value is returned. */
  EXCHANGE,
  /** new = old == expected ? operand : old. */
  COMPARE_EXCHANGE
}
