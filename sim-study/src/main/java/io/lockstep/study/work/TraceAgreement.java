package io.lockstep.study.work;

import io.lockstep.study.point.Point;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Checks that points of one workload and parameters were simulated from one trace. Remembers the
 * most recent programs. Thread-safe.
 */
public final class TraceAgreement {
  private static final int MOST = 100_000;

  private final Map<Long, Long> traces =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > MOST;
        }
      };

  /** Knows no program yet. */
  public TraceAgreement() {}

  /**
   * {@return the first digits of a trace's identity or a key; 0 if there is none}
   *
   * @param sha256 hexadecimal digits, or empty
   */
  public static long digits(String sha256) {
    return sha256.length() < 16 ? 0 : Long.parseUnsignedLong(sha256.substring(0, 16), 16);
  }

  /**
   * {@return whether a point's trace is that of the points before}
   *
   * @param point that was simulated
   * @param trace its trace's first digits
   */
  public synchronized boolean holds(Point point, long trace) {
    if (trace == 0) {
      return true; // nothing was executed
    }
    Long first = traces.putIfAbsent(program(point), trace);
    return first == null || first == trace;
  }

  /** A hash of 64 bits, which suffices to distinguish programs of a sweep. */
  private static long program(Point point) {
    long hash = 0xCBF29CE484222325L;
    String text = point.workload() + "\0" + point.parameters();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
    }
    return hash;
  }
}
