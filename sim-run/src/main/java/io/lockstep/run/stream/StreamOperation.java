// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.stream;

import io.lockstep.trace.record.HostStep;

/** An operation that the host has submitted, kept until {@link StreamOrder} reuses its place. */
public final class StreamOperation {
  /** An unknown tick or time. */
  public static final long UNKNOWN = -1;

  /** Position in the order of submission over all streams, from 0. */
  public final long number;

  public final int stream;
  public final HostStep step;

  /** Index among the launches of the pass; -1 for other operations. */
  public final long launch;

  /** Time of the host's call, in picoseconds. */
  public final long submitted;

  /** Latest end that the host had waited for before the call, in picoseconds. */
  public final long known;

  /** Numbers of the operations that must end before this one starts. */
  private final long[] after;

  /** Whether this operation waits for all operations submitted before it. */
  private final boolean afterAll;

  /** Number of the default stream's operation before this one; 0 if none or not known. */
  private final long from;

  private long begin = UNKNOWN;
  private long start = UNKNOWN;
  private long end = UNKNOWN;

  /**
   * @param after numbers of the operations to wait for; null for all earlier operations
   */
  public StreamOperation(
      long number,
      long launch,
      long submitted,
      long known,
      int stream,
      HostStep step,
      long[] after,
      long from) {
    this.number = number;
    this.launch = launch;
    this.submitted = submitted;
    this.known = known;
    this.stream = stream;
    this.step = step;
    this.after = after == null ? new long[0] : after;
    afterAll = after == null;
    this.from = from;
  }

  public boolean isAfterAll() {
    return afterAll;
  }

  public long from() {
    return from;
  }

  public long[] after() {
    return after;
  }

  public boolean isTransfer() {
    return step instanceof HostStep.Upload || step instanceof HostStep.Download;
  }

  /** Returns whether a transfer's host memory is page-locked. */
  public static boolean isPinned(HostStep step) {
    return step instanceof HostStep.Upload u
        ? u.pinned()
        : step instanceof HostStep.Download d && d.pinned();
  }

  /**
   * @param picos time at which the kernel or the bus transfer starts, in picoseconds
   * @param fixed duration of a transfer's fixed cost before the start, in picoseconds
   */
  public void starts(long picos, long fixed) {
    start = picos;
    begin = picos - fixed;
  }

  public void ends(long picos) {
    end = picos;
  }

  /** Returns whether the end is known, possibly before the simulation reaches it. */
  public boolean hasEnd() {
    return end != UNKNOWN;
  }

  public long start() {
    return start;
  }

  /** Returns the start including a transfer's fixed cost, which precedes {@link #start}. */
  public long begin() {
    return begin;
  }

  /** Returns the duration in picoseconds, excluding waits before the operation begins. */
  public long time() {
    return end - begin;
  }

  public long end() {
    return end;
  }
}
