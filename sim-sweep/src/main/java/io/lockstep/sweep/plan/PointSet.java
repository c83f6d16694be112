// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.study.point.Point;
import java.util.Map;

/**
 * Counts distinct points by 64-bit hashes. In a set of a million points, a collision has a
 * probability of about 1 in 40 million, so the count is suitable for statistics, but not for
 * decisions.
 */
final class PointSet {
  private static final long PRIME = 0x100000001B3L;
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private long[] slots = new long[1 << 10]; // 0 marks a free slot
  private int count;

  /** Adds a hash; returns false if the set contains it. */
  boolean add(long hash) {
    if (count * 2 > slots.length) {
      grow();
    }
    return put(slots, hash == 0 ? 1 : hash);
  }

  private boolean put(long[] into, long hash) {
    int at = (int) (hash * STEP >>> 32) & into.length - 1;
    while (into[at] != 0) {
      if (into[at] == hash) {
        return false;
      }
      at = at + 1 & into.length - 1;
    }
    into[at] = hash;
    count++;
    return true;
  }

  private void grow() {
    long[] larger = new long[slots.length * 2];
    count = 0;
    for (long hash : slots) {
      if (hash != 0) {
        put(larger, hash);
      }
    }
    slots = larger;
  }

  int size() {
    return count;
  }

  /** Hashes the inputs of a point's execution: its workload and parameters. */
  static long program(Point point) {
    return map(text(STEP, point.workload().toString()), point.parameters());
  }

  /** Hashes a point without its index. */
  static long whole(Point point) {
    long hash = text(program(point), point.device());
    return mixed(map(hash, point.settings()) * PRIME + point.phase());
  }

  private static long map(long hash, Map<String, String> map) {
    long result = hash;
    for (Map.Entry<String, String> entry : map.entrySet()) {
      result = text(text(result, entry.getKey()), entry.getValue());
    }
    return mixed(result + map.size());
  }

  private static long text(long hash, String text) {
    long result = hash;
    for (int i = 0; i < text.length(); i++) {
      result = (result ^ text.charAt(i)) * PRIME;
    }
    return mixed(result ^ text.length());
  }

  private static long mixed(long bits) {
    long z = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
