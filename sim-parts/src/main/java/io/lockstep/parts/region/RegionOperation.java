// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.region;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;

/** Operations of the region unit. */
public enum RegionOperation {
  /** Loads or stores of words by lanes. */
  MOVE,
  /** Atomic operations of lanes on words; lanes that access the same word are serialized. */
  ATOMIC,
  /** One operation of the whole wavefront on one word. */
  APPEND,
  /** As {@link #APPEND}, but performed after those of all earlier wavefronts of the launch. */
  ORDERED_APPEND,
  /** A barrier for all wavefronts of the launch. */
  BARRIER;

  private static final RegionOperation[] ALL = values();

  /**
   * {@return the operation with a given ordinal}
   *
   * @param ordinal ordinal of an operation
   */
  public static RegionOperation of(int ordinal) {
    return ALL[ordinal];
  }

  /**
   * {@return the operation that an instruction of the portable kernel performs}
   *
   * @param i an access to region memory, or a launch-wide barrier
   */
  public static RegionOperation of(Instruction i) {
    if (i.op() == Op.BARRIER) {
      return BARRIER;
    }
    if (i.op() != Op.ATOMIC) {
      return MOVE;
    }
    return i.atomic() == AtomicOp.ORDERED_APPEND
        ? ORDERED_APPEND
        : i.atomic().isOfWavefront() ? APPEND : ATOMIC;
  }
}
