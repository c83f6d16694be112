// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import io.lockstep.study.point.Point;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Checks that all points with the same workload and parameters were simulated from the same trace.
 * Only a limited number of programs is remembered, the most recent ones. Thread-safe.
 */
public final class TraceAgreement {
  private static final int MOST = 100_000;

  private final Map<Long, Long> traces =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > MOST;
        }
      };

  public TraceAgreement() {}

  /**
   * Returns the leading 64 bits of a hash; 0 if it is empty.
   *
   * @param sha256 hexadecimal digits, or empty
   */
  public static long digits(String sha256) {
    return sha256.length() < 16 ? 0 : Long.parseUnsignedLong(sha256.substring(0, 16), 16);
  }

  /**
   * Returns whether the trace of a point is equal to the trace of earlier points of its program.
   *
   * @param trace leading bits of the trace's hash
   */
  public synchronized boolean holds(Point point, long trace) {
    if (trace == 0) {
      return true; // nothing was executed
    }
    Long first = traces.putIfAbsent(program(point), trace);
    return first == null || first == trace;
  }

  /** Returns a 64-bit hash (FNV-1a), which suffices to distinguish the programs of a sweep. */
  private static long program(Point point) {
    long hash = 0xCBF29CE484222325L;
    String text = point.workload() + "\0" + point.parameters();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
    }
    return hash;
  }
}
