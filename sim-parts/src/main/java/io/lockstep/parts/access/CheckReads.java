// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

/**
 * The accesses of the microbenchmarks {@code local.conflict.N} and {@code coalescing.stride.N} of
 * {@code lockstep check}: 256 work-items read words that lie N words apart.
 */
final class CheckReads {
  static final String CONFLICTS = "local.conflict.";
  static final String TRANSACTIONS = "coalescing.stride.";

  /** Largest power of two that checks have as a stride. */
  static final int WORDS = 32;

  /** Largest stride among which the one with the most conflicts is sought. */
  static final int STRIDES = 64;

  private static final int ITEMS = 256;
  private static final int LOADS = 16; // of a round
  private static final int ROW = 128; // bytes from one of them to the next
  private static final int SIZE = 8192; // bytes in which a round's first load stays

  private CheckReads() {}

  private static void words(Access access, int lanes, int from, long apart, long first) {
    access.setScattered(-1L >>> Long.SIZE - lanes, lanes, Integer.BYTES);
    for (int lane = 0; lane < lanes; lane++) {
      access.addresses()[lane] = ((from + lane) * apart & SIZE - 1) + first;
    }
  }

  /** Returns the mean clocks of a wavefront's read of local memory. */
  static double clocks(LocalMemoryRule rule, int lanes, int stride) {
    Access access = new Access();
    long clocks = 0;
    int reads = 0;
    for (int from = 0; from + lanes <= ITEMS; from += lanes) {
      for (int load = 0; load < LOADS; load++, reads++) {
        words(access, lanes, from, (long) stride * Integer.BYTES, (long) load * ROW);
        clocks += rule.clocks(access, LocalMemoryRule.Operation.LOAD);
      }
    }
    return (double) clocks / reads;
  }

  /** Returns the transactions of a wavefront's read of global memory. */
  static int transactions(CoalescingRule rule, int lanes, int stride) {
    Access access = new Access();
    words(access, lanes, 0, (long) stride * Integer.BYTES, 0);
    int[] count = {0};
    int each = Math.min(lanes, rule.lanesPerRequest());
    for (int from = 0; from < lanes; from += each) {
      access.window(from, Math.min(each, lanes - from));
      rule.coalesce(access, (address, bytes) -> count[0]++);
      access.widen(lanes);
    }
    return count[0];
  }
}
