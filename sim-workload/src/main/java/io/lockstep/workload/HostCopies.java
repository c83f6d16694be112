package io.lockstep.workload;

import io.lockstep.execute.DeviceMemory;
import io.lockstep.execute.check.CheckedAccess.Kind;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;

/**
 * Which bytes of each buffer the host has as the device has them, so that what the host looks at is
 * downloaded, and what it wrote is uploaded, once and when it is needed.
 *
 * <p>There is one memory; this only counts transfers. The host has everything at first. What
 * kernels, fills and copies write it has no longer; what it reads, downloads, uploads or writes it
 * has. One thread.
 */
final class HostCopies {
  /** A transfer that a host step or a launch asks for. */
  record Due(boolean upload, int buffer, long bytes) {}

  private final long[] known; // bytes from a buffer's start that the host has
  private final long[] newFrom; // bytes that the device does not have yet
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

  /** The next transfer that is due, or null. */
  Due next() {
    return due.poll();
  }

  boolean isDue() {
    return !due.isEmpty();
  }

  /** The host decides how to go on; what it looks at for that is read next. */
  void decide(String where) {
    races.begin(where, "condition");
  }

  /** The host looks at bytes from … to − 1. */
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

  /** The host writes bytes from … to − 1. */
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

  /** The device is about to use a buffer: it must have what the host wrote. */
  void flush(int buffer) {
    if (newTo[buffer] > newFrom[buffer]) {
      due.add(new Due(true, buffer, newTo[buffer] - newFrom[buffer]));
      newFrom[buffer] = newTo[buffer];
    }
  }

  /** A step of the workload brought the first bytes to the device, or from it. */
  void transferred(int buffer, boolean upload, long bytes) {
    has(buffer, 0, bytes);
    if (upload) {
      newFrom[buffer] = Math.min(newTo[buffer], Math.max(newFrom[buffer], bytes));
    }
  }

  /** The device itself wrote bytes from … to − 1. */
  void overwritten(int buffer, long from, long to) {
    known[buffer] = Math.min(known[buffer], from);
    if (from <= newFrom[buffer]) {
      newFrom[buffer] = Math.min(newTo[buffer], Math.max(newFrom[buffer], to));
    }
  }

  /**
   * A launch ended. The host no longer has what it wrote, nor what it was passed and kernels have
   * written before: a host program cannot know whether this launch did.
   *
   * @return the buffers that it wrote
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
