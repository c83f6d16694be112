package io.lockstep.kernel.ir;

/** Read-modify-write operations: the variants of ATOMIC and REDUCE. */
public enum AtomicOp implements Variant {
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
