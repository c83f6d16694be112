// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

/**
 * Number of divergent branches in {@link Corpus#LOOPS}, computed from the data.
 *
 * @param ofLoops branches at which some lanes leave the kernel or its loop; unavoidable
 * @param all {@code ofLoops} plus branches on even and odd values, which a device may predicate
 */
record Partings(long ofLoops, long all) {
  private static final int ELEMENTS = 300;
  private static final int GROUP = 64;

  static Partings ofCollatz(int wavefront) {
    long leave = 0;
    long sides = 0;
    for (int group = 0; group < ELEMENTS; group += GROUP) {
      for (int from = group; from < group + GROUP; from += wavefront) {
        int lanes = Math.min(wavefront, group + GROUP - from);
        int in = Math.max(0, Math.min(lanes, ELEMENTS - from));
        leave += in > 0 && in < lanes ? 1 : 0;
        long[] values = new long[in];
        for (int lane = 0; lane < in; lane++) {
          values[lane] = from + lane + 1L;
        }
        for (int active = in; active > 0; ) {
          int stay = 0;
          int even = 0;
          for (int lane = 0; lane < in; lane++) {
            stay += values[lane] > 1 ? 1 : 0;
            even += values[lane] > 1 && values[lane] % 2 == 0 ? 1 : 0;
          }
          leave += stay > 0 && stay < active ? 1 : 0;
          sides += even > 0 && even < stay ? 1 : 0;
          for (int lane = 0; lane < in; lane++) {
            long v = values[lane];
            values[lane] = v <= 1 ? 0 : v % 2 == 0 ? v / 2 : 3 * v + 1;
          }
          active = stay;
        }
      }
    }
    return new Partings(leave, leave + sides);
  }
}
