// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.SplitMix;

/**
 * The hash over executed events.
 *
 * <p>Each event is hashed to 64 bits of (tick, kind's name, component's path, argument's meaning).
 * Hashes are added, so the sum depends neither on the partitions nor on the order of ties.
 */
final class Fingerprint {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final long MIX_1 = 0xBF58476D1CE4E5B9L;
  private static final long MIX_2 = 0x94D049BB133111EBL;
  private static final long FNV_BASIS = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;

  private Fingerprint() {}

  /** FNV-1a over the characters, then mixed. */
  static long ofName(String name) {
    long hash = FNV_BASIS;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * FNV_PRIME;
    }
    return SplitMix.mix(hash);
  }

  static long ofTick(long tick) {
    return SplitMix.mix(tick * GOLDEN + 1);
  }

  static long of(long tickHash, EventKind kind, long[] names, EventBatch batch) {
    long base = kind.hash + tickHash;
    long sum = ofEvent(base, names[batch.component(0)]);
    int n = batch.size();
    if (n > 1) { // most batches have one or two events
      sum += ofEvent(base, names[batch.component(1)]);
      for (int i = 2; i < n; i++) {
        sum += ofEvent(base, names[batch.component(i)]);
      }
    }
    return sum;
  }

  /** Hashes an event without meaning; {@code base} is the sum of the kind's and the tick's hash. */
  static long ofEvent(long base, long name) {
    long h = (base ^ name) * MIX_1;
    return (h ^ (h >>> 32)) * MIX_2;
  }

  static long withMeaning(long tickHash, EventKind kind, long[] names, EventBatch batch) {
    long base = kind.hash + tickHash;
    long sum = 0;
    int n = batch.size();
    for (int i = 0; i < n; i++) {
      int component = batch.component(i);
      sum += ofEvent(base, names[component], kind.meaning.of(component, batch.argument(i)));
    }
    return sum;
  }

  static long ofEvent(long base, long name, long meaning) {
    long h = (base ^ name) * MIX_1;
    h = ((h ^ (h >>> 32)) + meaning * GOLDEN) * MIX_2;
    return SplitMix.mix(h);
  }

  static String text(long hash) {
    String digits = Long.toHexString(hash);
    return "0".repeat(16 - digits.length()) + digits;
  }
}
