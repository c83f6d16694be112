// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.code;

/**
 * The control field of an instruction word, by which the compiler guarantees dependences. Where a
 * scoreboard guards them instead, {@code writes} is {@link #ENTRIES} and the entry of the result.
 *
 * @param stall cycles before the warp's next instruction may issue, 0 to 15
 * @param writes counter that is incremented at issue and decremented when the result is written, 0
 *     to 5; {@link #NO_COUNTER} for none
 * @param reads counter that is incremented at issue and decremented when the operands are read
 * @param waits mask of counters that must be 0 before the instruction issues
 * @param yields whether another warp issues in the next cycle
 * @param reuse mask of operand positions whose value stays in the register cache
 */
public record ControlBits(int stall, int writes, int reads, int waits, boolean yields, int reuse) {
  /** Number of counters of a warp. */
  public static final int COUNTERS = 6;

  public static final int NO_COUNTER = 7;

  /** Number of a scoreboard's entry 0, in place of a counter. */
  public static final int ENTRIES = 64;

  /** Largest stall count. */
  public static final int MOST_STALL = 15;

  /** Returns these bits with more counters to wait for. */
  public ControlBits waitingFor(int mask) {
    return new ControlBits(stall, writes, reads, waits | mask, yields, reuse);
  }
}
