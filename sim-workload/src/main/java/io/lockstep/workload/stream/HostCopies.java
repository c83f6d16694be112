// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.stream;

import io.lockstep.execute.check.CheckedAccess.Kind;
import io.lockstep.execute.memory.DeviceMemory;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;

/**
 * Tracks which bytes of each buffer are up to date on the host, so that data is transferred once
 * and only when needed: downloaded when the host reads it, and uploaded when the device uses data
 * that the host wrote.
 *
 * <p>There is only one memory; this class only counts transfers. At first, all bytes are up to date
 * on the host. Kernels, fills and copies invalidate the bytes that they write; the host's reads,
 * writes, downloads and uploads validate bytes.
 */
public final class HostCopies {
  /** A transfer that a host step or a launch requires. */
  public record Due(boolean upload, int buffer, long bytes) {}

  // number of bytes from a buffer's start that are up to date on the host
  private final long[] known;
  // range of bytes that the host wrote and the device does not have yet
  private final long[] newFrom;
  private final long[] newTo;
  private final boolean[] written; // by buffer: whether any kernel has written it so far
  private final StreamRaces races;
  private final Deque<Due> due = new ArrayDeque<>();

  public HostCopies(DeviceMemory memory, StreamRaces races) {
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

  /** Returns the next required transfer, or null. */
  public Due next() {
    return due.poll();
  }

  public boolean isDue() {
    return !due.isEmpty();
  }

  /** Called before the host evaluates a condition, for which it may read buffers. */
  public void decide(String where) {
    races.begin(where, "condition");
  }

  /**
   * Called when the host reads bytes {@code from} to {@code to - 1}. Downloads the bytes unless
   * they are up to date.
   */
  public void read(int buffer, long from, long to) {
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
  public void write(int buffer, long from, long to) {
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

  /** Called before the device uses a buffer. Uploads the bytes that the host wrote. */
  public void flush(int buffer) {
    if (newTo[buffer] > newFrom[buffer]) {
      due.add(new Due(true, buffer, newTo[buffer] - newFrom[buffer]));
      newFrom[buffer] = newTo[buffer];
    }
  }

  /** Called when a step of the workload has transferred the first bytes of a buffer. */
  public void transferred(int buffer, boolean upload, long bytes) {
    has(buffer, 0, bytes);
    if (upload) {
      newFrom[buffer] = Math.min(newTo[buffer], Math.max(newFrom[buffer], bytes));
    }
  }

  /** Called when the device has written bytes {@code from} to {@code to - 1}. */
  public void overwritten(int buffer, long from, long to) {
    known[buffer] = Math.min(known[buffer], from);
    if (from <= newFrom[buffer]) {
      newFrom[buffer] = Math.min(newTo[buffer], Math.max(newFrom[buffer], to));
    }
  }

  /**
   * Called when a launch has ended. Invalidates the host's data of the buffers that the launch
   * wrote. Also invalidates the buffers passed to the launch that earlier kernels have written,
   * because a host program cannot know whether this launch wrote them.
   *
   * @return the buffers that the launch wrote
   */
  public BitSet launched(DeviceMemory memory, Collection<Integer> passed) {
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
