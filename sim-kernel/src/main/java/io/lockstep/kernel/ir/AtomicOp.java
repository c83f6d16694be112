package io.lockstep.kernel.ir;

/** Read-modify-write operations. */
public enum AtomicOp {
  ADD,
  SUB,
  MIN,
  MAX,
  INC,
  DEC,
  AND,
  OR,
  XOR,
  EXCHANGE,
  COMPARE_EXCHANGE
}
