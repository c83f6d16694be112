// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.board;

import java.util.Arrays;

/**
 * Writes of work-groups that warm caches, held back because groups that are resident together read
 * before any of them writes: a group's writes are passed on when as many later groups have read as
 * are resident. Not thread-safe.
 */
final class LateWrites {
  /** Receives writes. */
  interface Sink {
    void writes(int unit, long address, long bytes);
  }

  private static final long END = -1; // in bytes: here a group ends

  private final Sink sink;
  private final int most;
  private int[] unit = new int[256]; // a ring buffer, as address and bytes are
  private long[] address = new long[256];
  private long[] bytes = new long[256];
  private int first;
  private int count;
  private long groups;

  /**
   * @param most largest number of writes and ends of groups to hold; the oldest give way
   */
  LateWrites(Sink sink, int most) {
    this.sink = sink;
    this.most = most;
  }

  void add(int ofUnit, long at, long more) {
    if (count == most) {
      passFirst();
    }
    if (count == bytes.length) {
      grow();
    }
    int i = first + count & bytes.length - 1;
    unit[i] = ofUnit;
    address[i] = at;
    bytes[i] = more;
    count++;
  }

  private void grow() {
    int half = bytes.length;
    unit = Arrays.copyOf(unit, 2 * half);
    address = Arrays.copyOf(address, 2 * half);
    bytes = Arrays.copyOf(bytes, 2 * half);
    System.arraycopy(unit, 0, unit, half, first);
    System.arraycopy(address, 0, address, half, first);
    System.arraycopy(bytes, 0, bytes, half, first);
  }

  /**
   * Ends a group, and passes on the writes of those that are no longer resident.
   *
   * @param resident groups that are resident together
   */
  void ends(long resident) {
    add(0, 0, END);
    groups++;
    passUntil(resident);
  }

  /** Passes on all writes. */
  void pass() {
    passUntil(0);
  }

  private void passUntil(long resident) {
    while (groups > resident) {
      passFirst();
    }
  }

  private void passFirst() {
    if (bytes[first] == END) {
      groups--;
    } else {
      sink.writes(unit[first], address[first], bytes[first]);
    }
    first = first + 1 & bytes.length - 1;
    count--;
  }
}
