// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.element;

/** The 64-bit FNV-1a hash over bytes (Fowler, Noll, Vo; draft-eastlake-fnv). Not thread-safe. */
public final class Fnv1a64 {
  private static final long PRIME = 0x100000001B3L;

  private long hash = 0xCBF29CE484222325L;

  public Fnv1a64() {}

  /** Adds the first {@code length} bytes of an array. */
  public void add(byte[] bytes, int length) {
    long h = hash;
    for (int i = 0; i < length; i++) {
      h = (h ^ bytes[i] & 0xFF) * PRIME;
    }
    hash = h;
  }

  /** {@return the hash of all bytes added so far} */
  public long value() {
    return hash;
  }

  /** {@return a hash in the syntax of workload files} */
  public static String text(long hash) {
    return String.format("0x%016x", hash);
  }
}
