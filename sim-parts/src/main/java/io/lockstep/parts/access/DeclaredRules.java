// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the microbenchmarks {@code local.conflict.N} and {@code coalescing.stride.N} of {@code
 * lockstep check} measure by a device's own rules: 256 work-items read words that lie N words
 * apart. For {@link io.lockstep.spi.DeviceProvider#declares}.
 */
public final class DeclaredRules {
  private static final String CONFLICTS = "local.conflict.";
  private static final String TRANSACTIONS = "coalescing.stride.";

  /** The largest stride of the checks whose strides are powers of two, in words. */
  private static final int WORDS = 32;

  /** The largest stride at which conflicts are counted to find their maximum, in words. */
  private static final int STRIDES = 64;

  private static final int ITEMS = 256;
  private static final int LOADS = 16; // of a round
  private static final int ROW = 128; // bytes from one of them to the next
  private static final int SIZE = 8192; // bytes in which a round's first load stays

  private DeclaredRules() {}

  /**
   * {@return the mean clocks of the check's reads of local memory, N words apart} The keys are
   * {@code local.conflict.N}, of all powers of two to 32, and of the stride to 64 with the most
   * conflicts. Families whose banks are {@code lds.banks} words in turn need not declare them.
   *
   * @param rule the device's banks
   * @param lanes lanes of a wavefront, at most 64
   */
  public static Map<String, Double> conflicts(LocalMemoryRule rule, int lanes) {
    SortedMap<String, Double> declared = new TreeMap<>();
    int worst = 0;
    double most = 0;
    for (int stride = 1; stride <= STRIDES; stride++) {
      double clocks = clocks(rule, lanes, stride);
      if (stride <= WORDS && Integer.bitCount(stride) == 1) {
        declared.put(CONFLICTS + stride, clocks);
      }
      if (clocks > most) {
        most = clocks;
        worst = stride;
      }
    }
    declared.put(CONFLICTS + worst, most);
    return declared;
  }

  /**
   * {@return the transactions of a wavefront whose work-items read words that lie N words apart}
   * The keys are {@code coalescing.stride.N}, of all powers of two to 32. Families whose
   * transactions are lines of {@code l1.line} need not declare them.
   *
   * @param rule the device's coalescing
   * @param lanes lanes of a wavefront, at most 64
   */
  public static Map<String, Double> transactions(CoalescingRule rule, int lanes) {
    SortedMap<String, Double> declared = new TreeMap<>();
    for (int stride = 1; stride <= WORDS; stride *= 2) {
      declared.put(TRANSACTIONS + stride, (double) transactions(rule, lanes, stride));
    }
    return declared;
  }

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
  private static int transactions(CoalescingRule rule, int lanes, int stride) {
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
