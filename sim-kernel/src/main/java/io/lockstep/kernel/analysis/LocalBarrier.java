// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;

/**
 * The state of a barrier in local memory (PTX ISA, {@code mbarrier}), 64 bits:
 *
 * <pre>
 * bit 63         the phase, even or odd
 * bits 62 to 43  2^20 minus the arrivals that the phase still waits for
 * bit 42         0
 * bits 41 to 21  the bytes that the phase still waits for, signed
 * bits 20 to 1   2^20 minus the arrivals of the next phase, modulo 2^20
 * bit 0          1
 * </pre>
 *
 * <p>A phase is complete when no arrival and no byte is missing; then the next one begins with all
 * arrivals. The layout of arrivals is what ptxas 13.0 writes for {@code mbarrier.init} on compute
 * capability 9.0, except bit 0, which tells a barrier from memory that was never made one.
 */
public final class LocalBarrier {
  /** Most arrivals of a phase, and most bytes that it waits for, or that came too early. */
  public static final int MOST = (1 << 20) - 1;

  /** Position of the arrivals that a phase still waits for. */
  public static final int PENDING_SHIFT = 43;

  /** Position of the phase. */
  public static final int PHASE_SHIFT = 63;

  private static final int COUNT = 1 << 20;
  private static final int EXPECTED_SHIFT = 1;
  private static final int BYTES_SHIFT = 21;
  private static final int BYTES = (1 << 21) - 1;
  private static final long UNUSED = 1L << 42;
  private static final int DROPS_SHIFT = 32;

  private LocalBarrier() {}

  /**
   * {@return the state of a new barrier}
   *
   * @param count arrivals of each phase, 1 to {@link #MOST}
   */
  public static long of(int count) {
    return of(0, count, 0, count);
  }

  private static long of(long phase, int pending, int bytes, int expected) {
    return phase << PHASE_SHIFT
        | (long) (COUNT - pending & MOST) << PENDING_SHIFT
        | (long) (bytes & BYTES) << BYTES_SHIFT
        | (long) (COUNT - expected & MOST) << EXPECTED_SHIFT
        | 1;
  }

  /**
   * {@return the operand of {@link AtomicOp#BARRIER_ARRIVE}}
   *
   * @param count number of arrivals, 0 to {@link #MOST}
   * @param drops whether as many are missing in all later phases
   */
  public static long arrivals(int count, boolean drops) {
    return drops ? (long) count << DROPS_SHIFT | count : count;
  }

  /**
   * {@return whether 64 bits of memory are a barrier}
   *
   * @param state contents of the memory
   */
  public static boolean isValid(long state) {
    return (state & 1) != 0 && (state & UNUSED) == 0;
  }

  /**
   * {@return the arrivals that a phase still waits for}
   *
   * @param state state of the barrier
   */
  public static int pending(long state) {
    return COUNT - (int) (state >>> PENDING_SHIFT & MOST) & MOST;
  }

  /**
   * {@return the arrivals of the next phase}
   *
   * @param state state of the barrier
   */
  public static int expected(long state) {
    return COUNT - (int) (state >>> EXPECTED_SHIFT & MOST) & MOST;
  }

  /**
   * {@return the bytes that a phase still waits for; negative if some came before they were
   * expected}
   *
   * @param state state of the barrier
   */
  public static int bytes(long state) {
    int shift = Integer.SIZE - 21;
    return (int) (state >>> BYTES_SHIFT) << shift >> shift;
  }

  /**
   * {@return the state when the phase waits for more bytes}
   *
   * @param state state of the barrier
   * @param bytes negative for bytes that have come; the sum is at most {@link #MOST}
   */
  public static long expect(long state, int bytes) {
    return next(
        state >>> PHASE_SHIFT, pending(state), bytes(state) + bytes, expected(state), bytes != 0);
  }

  private static long next(long phase, int pending, int bytes, int expected, boolean changes) {
    return pending == 0 && bytes == 0 && changes
        ? of(phase ^ 1, expected, 0, expected)
        : of(phase, pending, bytes, expected);
  }

  /**
   * {@return the state after arrivals; negative numbers of missing arrivals wrap}
   *
   * @param state state of the barrier
   * @param arrivals as {@link #arrivals} encodes them
   */
  public static long arrive(long state, long arrivals) {
    int pending = pending(state) - (int) arrivals;
    int expected = expected(state) - (int) (arrivals >>> DROPS_SHIFT);
    return next(state >>> PHASE_SHIFT, pending, bytes(state), expected, (int) arrivals > 0);
  }

  /**
   * {@return whether a phase is complete}
   *
   * @param state state of the barrier
   * @param phase an earlier state, of which only the phase counts
   */
  public static boolean isComplete(long state, long phase) {
    return (state ^ phase) < 0;
  }

  /**
   * {@return whether a kernel uses barriers in local memory}
   *
   * @param kernel kernel to examine
   */
  public static boolean areUsedBy(Kernel kernel) {
    return kernel.blocks().stream()
        .flatMap(block -> block.instructions().stream())
        .anyMatch(LocalBarrier::isUsedBy);
  }

  /**
   * {@return whether an instruction is an operation on a barrier}
   *
   * @param i instruction to examine
   */
  public static boolean isUsedBy(Instruction i) {
    return i.op() == Op.ATOMIC && i.atomic().isOfBarrier();
  }
}
