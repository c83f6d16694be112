package io.lockstep.parts.region;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;

/** What a wavefront asks of the region unit. */
public enum RegionOperation {
  /** Lanes load or store words. */
  MOVE,
  /** Lanes operate on words, in turns where these are the same. */
  ATOMIC,
  /** The wavefront operates on one word. */
  APPEND,
  /** As APPEND, after all earlier wavefronts of the launch. */
  ORDERED_APPEND,
  /** Waits until all wavefronts of the launch have come. */
  BARRIER;

  private static final RegionOperation[] ALL = values();

  /**
   * {@return the operation of an ordinal}
   *
   * @param ordinal of one of them
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
