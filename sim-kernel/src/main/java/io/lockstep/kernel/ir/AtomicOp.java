// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import io.lockstep.kernel.analysis.LocalBarrier;
import java.util.List;
import java.util.stream.Stream;

/** Read-modify-write operations: the variants of ATOMIC and REDUCE. */
public enum AtomicOp implements Variant {
  /** new = old + operand, wrapping. */
  ADD,
  /** new = old - operand, wrapping. */
  SUB,
  /** The smaller value, by the instruction's signedness. */
  MIN,
  /** The larger value, by the instruction's signedness. */
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
   * new = old + number of active lanes of the wavefront, which all receive the same old value. Has
   * no operand and exists in region memory only, as do CONSUME and ORDERED_APPEND.
   */
  APPEND,
  /** new = old - number of active lanes of the wavefront, which all receive the same old value. */
  CONSUME,
  /** As APPEND, executed in the order of the launch's wavefronts. */
  ORDERED_APPEND,
  /**
   * Makes 64 bits of local memory a barrier ({@link LocalBarrier}) for as many arrivals a phase as
   * the operand says. Has no result. This and the following operations exist on I64 in local memory
   * only.
   */
  BARRIER_INIT,
  /** Ends the use of a barrier. Has no result. */
  BARRIER_INVALIDATE,
  /** Arrivals at a barrier, as {@link LocalBarrier#arrivals} encodes them. */
  BARRIER_ARRIVE,
  /** As BARRIER_ARRIVE, once the work-item's asynchronous copies before it are done. */
  BARRIER_ARRIVE_COPIED,
  /**
   * Leaves the barrier as it is; the result is 1 if the phase of an earlier state (the operand) is
   * complete, else 0. Control may wait there for a time that the executor chooses.
   */
  BARRIER_TEST,
  /** The phase of a barrier waits for as many bytes more as the operand says. Has no result. */
  BARRIER_EXPECT,
  /**
   * As many bytes as the operand says have come, once the work-item's asynchronous copies before it
   * are done. Has no result.
   */
  BARRIER_COMPLETE_COPIED;

  /** The operations that each lane performs separately. */
  public static final List<AtomicOp> OF_LANES =
      Stream.of(values()).filter(op -> !op.isOfWavefront() && !op.isOfBarrier()).toList();

  /** The operations on barriers in local memory. */
  public static final List<AtomicOp> OF_BARRIERS =
      Stream.of(values()).filter(AtomicOp::isOfBarrier).toList();

  /** {@return whether a wavefront's lanes perform the operation together, without an operand} */
  public boolean isOfWavefront() {
    return this == APPEND || this == CONSUME || this == ORDERED_APPEND;
  }

  /** {@return whether the operation is one on a barrier in local memory} */
  public boolean isOfBarrier() {
    return compareTo(BARRIER_INIT) >= 0;
  }
}
