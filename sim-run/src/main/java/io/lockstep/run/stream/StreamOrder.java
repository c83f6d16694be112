// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.stream;

import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramStreams;

/**
 * Dependencies between the operations of a program. Operations of an in-order stream run one after
 * the other; operations of an out-of-order stream are ordered by events alone. Events also order
 * operations of different streams. An operation of the default stream waits for all operations
 * submitted before it, and all operations submitted later wait for it (CUDA's legacy default
 * stream).
 *
 * <p>At most {@link #MOST} operations are kept. When all places are taken, another operation can be
 * submitted only after the oldest has ended and the host's clock has reached that end.
 */
public final class StreamOrder {
  /** Maximum number of submitted operations that have not ended, as in a driver's queue. */
  public static final int MOST = 1024;

  private static final int NONE = -1;

  private final ProgramStreams streams;
  private final StreamOperation[] ring = new StreamOperation[MOST];
  private final OperationSet[] last; // by stream: operations that all its later operations wait for
  // by stream: additional operations that only its next operation waits for
  private final OperationSet[] once;
  // by event: operations that it marks; null before the event is recorded
  private final OperationSet[] events;
  private final long[] newest; // number of the newest operation, by stream
  private long lastOfDefault = NONE;
  private long next;
  private long launches; // of the pass

  public StreamOrder(ProgramStreams streams) {
    this.streams = streams;
    int n = 1 + streams.streams().size();
    last = new OperationSet[n];
    once = new OperationSet[n];
    newest = new long[n];
    for (int s = 0; s < n; s++) {
      last[s] = new OperationSet();
      once[s] = new OperationSet();
      newest[s] = NONE;
    }
    events = new OperationSet[streams.events().size()];
  }

  /** Returns an operation, or null if its place was reused because it has ended. */
  public StreamOperation get(long number) {
    StreamOperation found = ring[(int) (number % MOST)];
    return found != null && found.number == number ? found : null;
  }

  /** Returns the operation whose place the next operation reuses, or null. */
  public StreamOperation oldest() {
    return ring[(int) (next % MOST)];
  }

  private boolean isInOrder(int stream) {
    return stream == 0 || streams.streams().get(stream - 1).inOrder();
  }

  private boolean isOver(long number, long host) {
    StreamOperation o = get(number);
    return o == null || o.hasEnd() && o.end() <= host;
  }

  /**
   * Submits an operation.
   *
   * @param at time of the host's call, in picoseconds
   * @param known latest end that the host had waited for before the call, in picoseconds
   */
  public StreamOperation submit(int stream, HostStep step, long at, long known) {
    long[] after = null;
    long from = Math.max(0, lastOfDefault);
    if (stream == 0) {
      lastOfDefault = next;
    } else {
      OperationSet before = new OperationSet();
      before.addAll(last[stream]);
      before.addAll(once[stream]);
      if (lastOfDefault != NONE) {
        before.add(lastOfDefault);
      }
      before.drop(n -> isOver(n, at));
      after = before.toArray();
      once[stream].clear();
      if (isInOrder(stream)) {
        last[stream].clear();
        last[stream].add(next);
      }
    }
    newest[stream] = next;
    long launch = step instanceof HostStep.Launch ? launches++ : -1;
    StreamOperation o = new StreamOperation(next, launch, at, known, stream, step, after, from);
    ring[(int) (next++ % MOST)] = o;
    return o;
  }

  /**
   * Records an event that marks all operations of a stream so far, or its newest operation alone.
   */
  public void record(HostStep.RecordEvent step, long host) {
    OperationSet marked = new OperationSet();
    if (step.all()) {
      marked.addAll(ofStream(step.stream(), step.stream() == 0, host));
    } else if (newest[step.stream()] != NONE) {
      marked.add(newest[step.stream()]);
    }
    events[step.event()] = marked;
  }

  /** Makes all later operations of a stream, or only the next one, wait for an event. */
  public void await(HostStep.WaitEvent step, long host) {
    OperationSet marked = events[step.event()];
    if (marked == null || step.stream() == 0) {
      return; // the default stream waits for all earlier operations anyway
    }
    OperationSet waiting = step.all() ? last[step.stream()] : once[step.stream()];
    waiting.drop(n -> isOver(n, host));
    waiting.addAll(marked);
    waiting.drop(n -> isOver(n, host));
  }

  /** Returns the operations that the host waits for when it synchronises with a stream. */
  public OperationSet stream(int stream, long host) {
    return ofStream(stream, false, host);
  }

  /** Returns the operations that the host waits for when it synchronises with an event. */
  public OperationSet event(int event) {
    return events[event] == null ? new OperationSet() : events[event];
  }

  private OperationSet ofStream(int stream, boolean everything, long host) {
    OperationSet found = new OperationSet();
    if (lastOfDefault != NONE) {
      found.add(lastOfDefault);
    }
    if (everything || !isInOrder(stream)) {
      for (long n = first(); n < next; n++) {
        StreamOperation o = get(n);
        if (o != null && (everything || o.stream == stream)) {
          found.add(n);
        }
      }
    }
    found.addAll(last[stream]);
    found.drop(n -> isOver(n, host));
    return found;
  }

  /**
   * Returns whether all operations before a number have known ends.
   *
   * @param from number of an earlier operation of the default stream, which ends after all
   *     operations before it; 0 for none
   */
  private boolean areOverBefore(long number, long from) {
    for (long n = Math.max(from, number - MOST); n < number; n++) {
      StreamOperation o = get(n);
      if (o != null && !o.hasEnd()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether all submitted operations have known ends. */
  public boolean isQuiet() {
    return areOverBefore(next, Math.max(0, lastOfDefault));
  }

  /** Returns whether all operations that the given operation waits for have known ends. */
  public boolean isReady(StreamOperation o) {
    if (o.isAfterAll()) {
      return areOverBefore(o.number, o.from());
    }
    return areOver(o.after());
  }

  public boolean areOver(long[] numbers) {
    for (long n : numbers) {
      StreamOperation before = get(n);
      if (before != null && !before.hasEnd()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the latest end of the given operations, or 0. */
  public long latestEnd(long[] numbers) {
    long latest = 0;
    for (long n : numbers) {
      StreamOperation before = get(n);
      latest = before == null ? latest : Math.max(latest, before.end());
    }
    return latest;
  }

  /** Returns the latest end of the operations that a ready operation waits for, or 0. */
  public long latestEndBefore(StreamOperation o) {
    if (!o.isAfterAll()) {
      return latestEnd(o.after());
    }
    long latest = 0;
    for (long n = Math.max(o.from(), o.number - MOST); n < o.number; n++) {
      StreamOperation before = get(n);
      latest = before == null ? latest : Math.max(latest, before.end());
    }
    return latest;
  }

  /** Returns the number of the oldest operation that is kept. */
  private long first() {
    return Math.max(0, next - MOST);
  }
}
