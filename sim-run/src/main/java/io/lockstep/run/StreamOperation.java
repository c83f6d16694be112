package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.trace.record.HostStep;

/** An operation that the host has submitted, until its place is used again. Not thread-safe. */
final class StreamOperation {
  /** A tick or time that is not known yet. */
  static final long UNKNOWN = -1;

  /** In the order of submission over all streams, from 0. */
  final long number;

  final int stream;
  final HostStep step;

  /** Place among the launches of its pass; of a launch. */
  final long launch;

  /** When the host called, in picoseconds. */
  final long submitted;

  /** The latest end that the host had waited for by then. */
  final long known;

  /** Numbers of the operations that it waits for. */
  private final long[] after;

  /** Whether it waits for everything that was submitted before it. */
  private final boolean afterAll;

  private long begin = UNKNOWN;
  private long start = UNKNOWN;
  private long end = UNKNOWN;

  /**
   * @param call when the host submits it
   * @param after numbers of operations; null if it waits for all before it
   */
  StreamOperation(Call call, int stream, HostStep step, long[] after) {
    number = call.number;
    launch = call.launch;
    submitted = call.at;
    known = call.known;
    this.stream = stream;
    this.step = step;
    this.after = after == null ? new long[0] : after;
    afterAll = after == null;
  }

  /**
   * An operation of a saved run.
   *
   * @param number of the operation
   * @param step that has submitted it
   */
  static StreamOperation load(StateReader in, long number, HostStep step) {
    Call call = new Call(number, in.readLong(), in.readLong(), in.readLong());
    long[] after = in.readBoolean() ? null : in.readLongs();
    StreamOperation o =
        step instanceof HostStep.InStream s
            ? new StreamOperation(call, s.stream(), s.operation(), after)
            : new StreamOperation(call, 0, step, after);
    o.begin = in.readLong();
    o.start = in.readLong();
    o.end = in.readLong();
    return o;
  }

  /** Writes all but its number and its step. */
  void save(StateWriter out) {
    out.writeLong(launch);
    out.writeLong(submitted);
    out.writeLong(known);
    out.writeBoolean(afterAll);
    if (!afterAll) {
      out.writeLongs(after);
    }
    out.writeLong(begin);
    out.writeLong(start);
    out.writeLong(end);
  }

  /**
   * The host's call.
   *
   * @param number in the order of submission
   * @param launch place among the launches of the pass
   * @param at time of the call
   * @param known the latest end that the host has waited for
   */
  record Call(long number, long launch, long at, long known) {}

  boolean isAfterAll() {
    return afterAll;
  }

  long[] after() {
    return after;
  }

  /** Whether it is a transfer between host and device. */
  boolean isTransfer() {
    return step instanceof HostStep.Upload || step instanceof HostStep.Download;
  }

  /**
   * Sets when it starts.
   *
   * @param picos when a kernel or the bus starts, in picoseconds
   * @param fixed time before that which belongs to it, in picoseconds: a transfer's fixed cost
   */
  void starts(long picos, long fixed) {
    start = picos;
    begin = picos - fixed;
  }

  void ends(long picos) {
    end = picos;
  }

  /** Whether its end is known; the simulation need not have come to it. */
  boolean hasEnd() {
    return end != UNKNOWN;
  }

  long start() {
    return start;
  }

  /** When its time begins: that of a transfer with its fixed cost, before {@link #start}. */
  long begin() {
    return begin;
  }

  /** Its time in picoseconds, without waiting. */
  long time() {
    return end - begin;
  }

  long end() {
    return end;
  }
}
