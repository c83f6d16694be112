// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.stream;

import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.workload.step.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Determines which operations of a program have ended when another operation starts, from the order
 * of streams, events, the default stream and the host's waits.
 *
 * <p>Only the last {@value #WINDOW} operations are tracked. The host waits for the oldest of this
 * number of operations before it submits another, so earlier operations have ended.
 */
final class StreamClock {
  /** Maximum number of operations in flight. */
  static final int WINDOW = 1024;

  private static final int WORDS = WINDOW / Long.SIZE;

  private final ProgramStreams streams;
  private final List<long[]> sets = new ArrayList<>(); // all sets of operations
  // by operation: itself and all operations that end before it starts
  private final long[][] before = sets(WINDOW);
  // by stream: its operations and the operations that they wait for
  private final long[][] submitted;
  private final long[][] last; // by stream: its last operation and the operations before it
  // by stream: operations that all later operations of an out-of-order stream wait for
  private final long[][] later;
  // by stream: additional operations that only its next operation waits for
  private final long[][] next;
  private final long[][] events;
  private final long[] host = set(); // operations that the host has waited for
  // operations that all streams wait for because of the default stream
  private final long[] everywhere = set();
  private long operations;

  StreamClock(ProgramStreams streams) {
    this.streams = streams;
    int count = streams.streams().size() + 1;
    submitted = sets(count);
    last = sets(count);
    later = sets(count);
    next = sets(count);
    events = sets(streams.events().size());
  }

  private long[] set() {
    long[] set = new long[WORDS];
    sets.add(set);
    return set;
  }

  private long[][] sets(int count) {
    long[][] many = new long[count][];
    for (int i = 0; i < count; i++) {
      many[i] = set();
    }
    return many;
  }

  private static void add(long[] to, long[] set) {
    for (int i = 0; i < WORDS; i++) {
      to[i] |= set[i];
    }
  }

  private boolean isInOrder(int stream) {
    return stream == 0 || streams.streams().get(stream - 1).inOrder();
  }

  /** Submits an operation to a stream; returns its number, from 0. */
  long submit(int stream) {
    int slot = (int) (operations % WINDOW);
    int word = slot / Long.SIZE;
    long bit = 1L << slot % Long.SIZE;
    for (long[] set : sets) {
      set[word] &= ~bit; // the previous operation in this slot has ended
    }
    long[] own = before[slot];
    Arrays.fill(own, 0);
    add(own, host);
    add(own, everywhere);
    if (stream == 0) {
      for (long[] all : submitted) {
        add(own, all);
      }
    } else if (isInOrder(stream)) {
      add(own, submitted[stream]);
    } else {
      add(own, later[stream]);
      add(own, next[stream]);
      Arrays.fill(next[stream], 0);
    }
    own[word] |= bit;
    add(submitted[stream], own);
    System.arraycopy(own, 0, last[stream], 0, WORDS);
    if (stream == 0) {
      add(everywhere, own);
    }
    return operations++;
  }

  /** Makes the host wait for the last operation of the default stream. */
  void blockHost() {
    add(host, last[0]);
  }

  void record(Step.RecordEvent step) {
    long[] event = events[step.event()];
    System.arraycopy(host, 0, event, 0, WORDS);
    add(event, everywhere);
    if (step.stream() == 0) {
      for (long[] all : submitted) {
        add(event, all);
      }
    } else {
      add(event, (step.all() ? submitted : last)[step.stream()]);
    }
  }

  void await(Step.WaitEvent step) {
    long[] event = events[step.event()];
    int stream = step.stream();
    if (!step.all()) {
      add(next[stream], event);
      return;
    }
    add(submitted[stream], event);
    add(later[stream], event);
  }

  /** Makes the host wait for all operations. */
  void synchronize() {
    for (long[] all : submitted) {
      add(host, all);
    }
  }

  void synchronize(Step.SynchronizeStream step) {
    add(host, submitted[step.stream()]);
  }

  void synchronize(Step.SynchronizeEvent step) {
    add(host, events[step.event()]);
  }

  /** Returns whether an operation is outside the window and has therefore ended. */
  boolean isOver(long operation) {
    return operation < operations - WINDOW;
  }

  /** Returns whether an operation has ended when a later operation starts. */
  boolean precedes(long operation, long later) {
    return isOver(operation) || has(before[(int) (later % WINDOW)], operation);
  }

  /** Returns whether the host has waited for an operation. */
  boolean precedesHost(long operation) {
    return isOver(operation) || has(host, operation);
  }

  private static boolean has(long[] set, long operation) {
    int slot = (int) (operation % WINDOW);
    return (set[slot / Long.SIZE] >>> slot & 1) != 0;
  }
}
