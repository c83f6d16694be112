// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import io.lockstep.core.queue.Event;
import io.lockstep.core.queue.EventQueue;

/**
 * The execution of a partition's events: window by window, tick by tick, in slices of one kind.
 * Each event passes once through the dispatch ring and enters the fingerprint. Not thread-safe,
 * except for {@link #take} and {@link #finished()}.
 */
abstract class EventLoop extends Calendar implements Owner {
  /** Maximum number of passes of one tick. */
  static final int MAX_PASSES = 64;

  private static final int IDLE = -1;

  private static final int OUTSIDE = EventQueue.OUTSIDE;

  final Surroundings surroundings;
  final Components components; // cached, as it is read for every event
  final int id;
  final String name;
  final Kinds kinds = new Kinds(this);
  final EventKind[] kindOf = kinds.byNumber(); // cached, as it is read for every slice
  EventQueue queue;
  boolean open = true;
  long now;
  int source = OUTSIDE;
  long events;
  long fingerprint;
  long retired;
  long repeated; // one bit per kind: whether it ran after the first pass of a tick
  private final DispatchRing ring;
  private final EventBatch batch;
  private final int largestSlice;
  private final Sequence armed = new Sequence(0); // window for which threads may take the partition
  private final Sequence finished = new Sequence(0); // last completed window
  private int phase = IDLE;
  private long tickHash;
  private long cost; // moving average over windows with events, in nanoseconds
  private Throwable failure;

  EventLoop(Surroundings surroundings, int id, String name, EventQueue queue, int ringSize) {
    this.surroundings = surroundings;
    this.components = surroundings.components();
    this.id = id;
    this.name = name;
    this.queue = queue;
    this.ring = new DispatchRing(ringSize);
    this.batch = ring.newView();
    this.largestSlice = surroundings.shuffles() ? 1 : ringSize;
  }

  @Override
  void schedule(long tick, EventKind kind, long event, int from) {
    if (tick > now) {
      queue.add(tick, kind.index, event, from);
    } else if (tick == now) {
      if (phase == IDLE) {
        queue.add(tick, kind.index, event, from);
      } else {
        queue.addNow(kind.index, event, from, kind.rank <= phase);
      }
    } else {
      String path = components.path(Event.component(event));
      throw new EngineException(kind + " for " + path + " at tick " + tick + ", before " + now);
    }
  }

  @Override
  String path(int component) {
    return components.path(component);
  }

  @Override
  int source() {
    return source;
  }

  @Override
  boolean isOpen() {
    return open;
  }

  void open(boolean allowed) {
    open = allowed;
  }

  void advanceTo(long tick) {
    now = Math.max(now, tick);
  }

  long nextTick() {
    return queue.nextTick();
  }

  /** Executes all events before {@code stop} as a window; stores exceptions in {@link #failure}. */
  void runWindow(long stop, long window, boolean timed) {
    long from = timed ? System.nanoTime() : 0;
    open = true;
    try {
      if (ring.isMarked()) {
        needRoom(1);
        ring.mark(window);
      }
      runTo(stop);
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    open = false;
    if (timed) {
      // Bounded, to limit the effect of an interruption by the operating system.
      cost += (Math.min(System.nanoTime() - from, 4 * cost + 1_000) - cost) / 4;
    }
    finished.set(window); // ordered write: waiting threads are notified after a full fence
  }

  private void runTo(long stop) {
    long tick;
    while ((tick = queue.nextTick()) < stop) {
      now = tick;
      execute(tick);
    }
  }

  /** Offers the partition for a window to the first thread that takes it. */
  void arm(long window) {
    armed.set(window);
  }

  boolean isArmed(long window) {
    return armed.get() == window;
  }

  /** Takes the partition for a window; returns true for one thread only. */
  boolean take(long window) {
    return armed.get() == window && armed.compareAndSet(window, -window);
  }

  long finished() {
    return finished.get();
  }

  void skip(long window) {
    finished.set(window);
  }

  Throwable failure() {
    return failure;
  }

  /**
   * Returns the approximate duration of a window in nanoseconds, for the decision to use threads.
   */
  long cost() {
    return cost;
  }

  private void execute(long tick) {
    queue.open(tick);
    tickHash = Fingerprint.ofTick(tick);
    int pass = 0;
    do {
      int index;
      while ((index = queue.nextKind()) >= 0) {
        EventKind kind = kindOf[index];
        phase = kind.rank;
        if (pass > 0) {
          repeated |= 1L << index;
          if (pass >= MAX_PASSES) {
            tooManyPasses(kind);
          }
        }
        int left = queue.remaining();
        while (left > 0) {
          int n = Math.min(left, largestSlice);
          slice(tick, kind, n);
          left -= n;
        }
      }
      pass++;
    } while (queue.nextPass());
    phase = IDLE;
    source = OUTSIDE;
  }

  private void slice(long tick, EventKind kind, int n) {
    needRoom(n);
    long high = ring.publish(queue, tick, n);
    EventBatch slice = batch.over(ring.slot(high - n + 1), n);
    long[] names = components.names();
    fingerprint +=
        kind.meaning == null
            ? Fingerprint.of(tickHash, kind, names, slice)
            : Fingerprint.withMeaning(tickHash, kind, names, slice);
    if (kind.meaning != null && ring.hasSinks()) {
      ring.keepMeanings(kind, slice, high - n + 1);
    }
    source = slice.component(0); // used only to permute ties, when slices have one event
    try {
      kind.handler.onBatch(tick, slice);
    } catch (EngineException e) {
      throw e; // the message already names the problem and the place
    } catch (RuntimeException e) {
      String what = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      String path = components.path(slice.lastComponent());
      throw new EngineException(path + ": " + what + " (" + kind + " at tick " + tick + ")", e);
    }
    events += n;
    ring.executed(high);
  }

  private void needRoom(int count) {
    if (ring.hasSinks() && !ring.hasRoom(count)) {
      surroundings.sinks().makeRoom(id, count);
    }
  }

  private void tooManyPasses(EventKind kind) {
    long[] first = new long[1];
    queue.take(first, 0, 1);
    throw new EngineException(
        "%s for %s opens more than %s passes of tick %s"
            .formatted(kind, components.path(Event.component(first[0])), MAX_PASSES, now));
  }

  DispatchRing ring() {
    return ring;
  }

  EventKind[] kinds() {
    return kindOf;
  }

  void recordCauses(boolean wanted) {
    CausalQueue causes = causes();
    if (wanted && causes == null) {
      queue = new CausalQueue(queue, this);
    } else if (!wanted && causes != null) {
      queue = causes.queue();
    }
  }

  /** Returns the recorder of causes; null if they are not recorded. */
  CausalQueue causes() {
    return queue instanceof CausalQueue causes ? causes : null;
  }

  @Override
  boolean isExecuting() {
    return phase != IDLE;
  }

  @Override
  int handled() {
    return batch.last();
  }

  String describe(long event) {
    return kindOf[Event.kind(event)] + " at " + components.path(Event.component(event));
  }

  void poll() {
    ring.poll(kindOf);
  }

  @Override
  long events() {
    return events;
  }

  long fingerprint() {
    return fingerprint;
  }

  @Override
  long retired() {
    return retired;
  }
}
