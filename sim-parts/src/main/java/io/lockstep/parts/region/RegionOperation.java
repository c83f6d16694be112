// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.region;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;

/** Operations of the region unit. */
public enum RegionOperation {
  /** Lanes load or store words. */
  MOVE,
  /** Lanes operate on words; lanes with the same word take turns. */
  ATOMIC,
  /** The wavefront operates on one word. */
  APPEND,
  /** As {@link #APPEND}, after all earlier wavefronts of the launch. */
  ORDERED_APPEND,
  /** Waits for all wavefronts of the launch. */
  BARRIER;

  private static final RegionOperation[] ALL = values();

  /**
   * {@return the operation of an ordinal}
   *
   * @param ordinal of an operation
   */
  public static RegionOperation of(int ordinal) {
    return ALL[ordinal];
  }

  /**
   * {@return the operation of an instruction of the portable kernel}
   *
   * @param i an access to region memory, or a barrier of the launch
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
