package io.lockstep.kernel.ir;

import java.util.List;
import java.util.stream.Stream;

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
  COMPARE_EXCHANGE,
  /**
   * new = old + lanes of the wavefront that execute it, all of which get the same old value. Like
   * the two below it has no operand and exists in region memory only.
   */
  APPEND,
  /** new = old - lanes of the wavefront that execute it, all of which get the same old value. */
  CONSUME,
  /** As APPEND, after those of all earlier wavefronts of the launch. */
  ORDERED_APPEND;

  /** Those that each lane performs by itself, in their order. */
  public static final List<AtomicOp> OF_LANES =
      Stream.of(values()).filter(op -> !op.isOfWavefront()).toList();

  /** {@return whether the lanes of a wavefront perform it together, without an operand} */
  public boolean isOfWavefront() {
    return this == APPEND || this == CONSUME || this == ORDERED_APPEND;
  }
}
