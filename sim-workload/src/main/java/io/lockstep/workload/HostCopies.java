// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.execute.DeviceMemory;
import io.lockstep.execute.check.CheckedAccess.Kind;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;

/**
 * Tracks which bytes of each buffer the host has as the device has them, so that data that the host
 * reads is downloaded, and data that it wrote is uploaded, once and when needed.
 *
 * <p>There is only one memory; this class just counts transfers. At first the host has all bytes.
 * It loses those that kernels, fills and copies write, and gains those that it reads, downloads,
 * uploads or writes.
 */
final class HostCopies {
  /** A transfer that a host step or a launch requires. */
  record Due(boolean upload, int buffer, long bytes) {}

  private final long[] known; // bytes from a buffer's start that the host has
  private final long[] newFrom; // range of bytes that the device does not have yet
  private final long[] newTo;
  private final boolean[] written; // by kernels, so far
  private final StreamRaces races;
  private final Deque<Due> due = new ArrayDeque<>();

  HostCopies(DeviceMemory memory, StreamRaces races) {
    this.races = races;
    int buffers = memory.buffers();
    known = new long[buffers];
    newFrom = new long[buffers];
    newTo = new long[buffers];
    written = new boolean[buffers];
    for (int b = 0; b < buffers; b++) {
      known[b] = memory.bytes(b);
    }
  }

  /** The next required transfer, or null. */
  Due next() {
    return due.poll();
  }

  boolean isDue() {
    return !due.isEmpty();
  }

  /** Called before the host evaluates a condition, for which it may read buffers. */
  void decide(String where) {
    races.begin(where, "condition");
  }

  /**
   * Called when the host reads bytes {@code from} to {@code to - 1}: downloads those that the host
   * does not have.
   */
  void read(int buffer, long from, long to) {
    if (to <= from) {
      return;
    }
    if (to <= known[buffer]) {
      races.compute(buffer, Kind.READ, from, to);
      return;
    }
    flush(buffer);
    due.add(new Due(false, buffer, to - from));
    has(buffer, from, to);
  }

  /** Called when the host writes bytes {@code from} to {@code to - 1}. */
  void write(int buffer, long from, long to) {
    if (to <= from) {
      return;
    }
    races.compute(buffer, Kind.WRITE, from, to);
    boolean none = newFrom[buffer] == newTo[buffer];
    newFrom[buffer] = none ? from : Math.min(newFrom[buffer], from);
    newTo[buffer] = none ? to : Math.max(newTo[buffer], to);
    has(buffer, from, to);
  }

  private void has(int buffer, long from, long to) {
    if (from <= known[buffer]) {
      known[buffer] = Math.max(known[buffer], to);
    }
  }

  /** Called before the device uses a buffer: uploads what the host wrote. */
  void flush(int buffer) {
    if (newTo[buffer] > newFrom[buffer]) {
      due.add(new Due(true, buffer, newTo[buffer] - newFrom[buffer]));
      newFrom[buffer] = newTo[buffer];
    }
  }

  /** Called when a step of the workload has transferred the first bytes of a buffer. */
  void transferred(int buffer, boolean upload, long bytes) {
    has(buffer, 0, bytes);
    if (upload) {
      newFrom[buffer] = Math.min(newTo[buffer], Math.max(newFrom[buffer], bytes));
    }
  }

  /** Called when the device has written bytes {@code from} to {@code to - 1}. */
  void overwritten(int buffer, long from, long to) {
    known[buffer] = Math.min(known[buffer], from);
    if (from <= newFrom[buffer]) {
      newFrom[buffer] = Math.min(newTo[buffer], Math.max(newFrom[buffer], to));
    }
  }

  /**
   * Called when a launch has ended. The host loses the buffers that the launch wrote, and those
   * passed to it that kernels have written before, because a host program cannot know whether this
   * launch wrote them.
   *
   * @return the buffers that the launch wrote
   */
  BitSet launched(DeviceMemory memory, Collection<Integer> passed) {
    BitSet now = new BitSet();
    for (int b = 0; b < written.length; b++) {
      if (memory.takeWritten(b)) {
        now.set(b);
        written[b] = true;
        known[b] = 0;
      }
    }
    for (int b : passed) {
      if (written[b]) {
        known[b] = 0;
      }
    }
    return now;
  }
}
