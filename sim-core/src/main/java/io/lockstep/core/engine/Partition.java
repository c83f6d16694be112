// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import com.lmax.disruptor.Sequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A part of a simulation with its own calendar and dispatch ring.
 *
 * <p>The device's specification determines which components form a partition. Components of
 * different partitions communicate only through ports and deliveries; a partition's handlers may
 * schedule only for its own components. Not thread-safe.
 */
public final class Partition extends Calendar implements Scheduler, Owner {
  /** Maximum number of passes of one tick. */
  public static final int MAX_PASSES = 64;

  /** Maximum number of kinds of a partition's model. */
  public static final int MAX_KINDS = Event.MAX_KINDS;

  private static final int OUTSIDE = EventQueue.OUTSIDE;

  private static final int IDLE = -1;

  private final Surroundings surroundings;
  private final Components components; // cached, as it is read for every event
  private final int id;
  private final String name;
  private EventQueue queue;
  private final DispatchRing ring;
  private final EventBatch batch;
  private final int largestSlice;
  private final Kinds kinds = new Kinds(this);
  private final EventKind[] kindOf = kinds.byNumber(); // cached, as it is read for every slice
  private final Sequence armed = new Sequence(0); // window for which threads may take the partition
  private final Sequence finished = new Sequence(0); // last completed window
  private final Wakers wakers = new Wakers(this);
  private Mailbox[] mailboxes = {};

  private boolean open = true;
  private long now;
  private int phase = IDLE;
  private int source = OUTSIDE;
  private long events;
  private long fingerprint;
  private long tickHash;
  private long retired;
  private long repeated; // one bit per kind: whether it ran after the first pass of a tick
  private long cost; // moving average over windows with events, in nanoseconds
  private Throwable failure;

  Partition(Surroundings surroundings, int id, String name, EventQueue queue, int ringSize) {
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
  public String name() {
    return name;
  }

  @Override
  public int id() {
    return id;
  }

  /** {@return the simulation} */
  public Assembly simulation() {
    return surroundings.assembly();
  }

  /**
   * Adds a component.
   *
   * @param path hierarchical name, for example {@code cu[3].lds}, unique in the simulation
   * @return its number, dense from 0 over the whole simulation in order of creation
   */
  public int component(String path) {
    return components.add(path, id);
  }

  /**
   * Adds a kind whose argument is not part of the fingerprint.
   *
   * @param name for diagnosis and fingerprint, for example {@code lds.return}
   * @param phase phase within a tick
   * @param handler executes the events
   * @return the kind
   */
  public EventKind kind(String name, Phase phase, EventHandler handler) {
    return add(name, phase, each(handler), null);
  }

  /**
   * Adds a kind whose argument's meaning is part of the fingerprint.
   *
   * @param name for diagnosis and fingerprint
   * @param phase phase within a tick
   * @param handler executes the events
   * @param meaning maps the argument for the fingerprint
   * @return the kind
   */
  public EventKind kind(String name, Phase phase, EventHandler handler, ArgumentMeaning meaning) {
    return add(name, phase, each(handler), meaning);
  }

  /**
   * Adds a kind handled in batches, whose argument is not part of the fingerprint.
   *
   * @param name for diagnosis and fingerprint
   * @param phase phase within a tick
   * @param handler executes the events in batches
   * @return the kind
   */
  public EventKind kind(String name, Phase phase, BatchHandler handler) {
    return add(name, phase, handler, null);
  }

  /**
   * Adds a kind handled in batches, whose argument's meaning is part of the fingerprint.
   *
   * @param name for diagnosis and fingerprint
   * @param phase phase within a tick
   * @param handler executes the events in batches
   * @param meaning maps the argument for the fingerprint
   * @return the kind
   */
  public EventKind kind(String name, Phase phase, BatchHandler handler, ArgumentMeaning meaning) {
    return add(name, phase, handler, meaning);
  }

  private EventKind add(
      String kindName, Phase phase, BatchHandler handler, ArgumentMeaning meaning) {
    EventKind kind = kinds.add(kindName, phase, handler, meaning);
    queue.kind(kind.index, phase);
    return kind;
  }

  private static BatchHandler each(EventHandler handler) {
    return (tick, batch) -> {
      int n = batch.size();
      for (int i = 0; i < n; i++) {
        handler.onEvent(tick, batch.component(i), batch.argument(i));
      }
    };
  }

  /**
   * Adds a port that ends at a component of this partition.
   *
   * @param name unique among the receiver's ports
   * @param fromComponent the sender, of any partition
   * @param toComponent the receiver
   * @param latency ticks, at least one
   * @param capacity maximum number of messages in flight or waiting, at least one
   * @param work the receiver's kind (phase work or account) that is woken when messages arrive
   * @param credit the sender's kind (not of phase arrive) that is woken when credit returns to a
   *     blocked sender; null for none
   * @return the port, for both sides
   */
  public Port port(
      String name,
      int fromComponent,
      int toComponent,
      long latency,
      int capacity,
      EventKind work,
      EventKind credit) {
    if (components.owner(toComponent) != id || work.partition != this) {
      throw new EngineException(
          "port " + name + ": receiver and work kind must belong to partition " + this.name);
    }
    int senderId = components.owner(fromComponent);
    if (senderId < 0 || credit != null && credit.partition.id() != senderId) {
      throw new EngineException("port " + name + ": sender and credit kind do not belong together");
    }
    if (latency < 1 || capacity < 1) {
      throw new EngineException(
          "port " + name + ": latency " + latency + " and capacity " + capacity + " must be ≥ 1");
    }
    return surroundings
        .ports()
        .add(
            name,
            new Surroundings.End(senderId, fromComponent, credit),
            new Surroundings.End(id, toComponent, work),
            latency,
            capacity);
  }

  /** Returns this partition's side of a port; the peer is null if both sides are here. */
  Port.Side side(Surroundings.End end, Partition peer) {
    return new Port.Side(
        this,
        end.kind() == null ? null : waker(end.kind(), end.component()),
        peer == null ? null : mailboxTo(peer));
  }

  /**
   * Adds an inbox for messages that a kind's handler takes in the tick in which they arrive.
   *
   * @param kind a kind of this partition, of phase work or account, used only for this inbox
   * @return the inbox, to be passed to {@link #delivery}
   */
  public Inbox inbox(EventKind kind) {
    if (kind.partition != this || kind.phase() == Phase.ARRIVE) {
      throw new EngineException(
          "inbox of " + kind + ": a kind of partition " + name + " is needed");
    }
    return surroundings.ports().inbox(this, kind);
  }

  /**
   * Adds a delivery to a component of this partition.
   *
   * @param name unique among the receiver's ports and deliveries
   * @param fromComponent the sender, of any partition
   * @param toComponent the receiver
   * @param latency ticks, at least one
   * @param inbox of this partition; it has one delivery to each component
   * @return the delivery, for the sender
   */
  public Delivery delivery(
      String name, int fromComponent, int toComponent, long latency, Inbox inbox) {
    int senderId = components.owner(fromComponent);
    if (components.owner(toComponent) != id || inbox.kind().partition != this || senderId < 0) {
      throw new EngineException(
          "delivery " + name + ": receiver and inbox must belong to partition " + this.name);
    }
    if (latency < 1) {
      throw new EngineException("delivery " + name + ": latency " + latency + " must be ≥ 1");
    }
    return surroundings.ports().deliver(name, senderId, fromComponent, toComponent, latency, inbox);
  }

  /**
   * {@return the waker that wakes a component with a kind at most once per tick; ports with the
   * same component and kind share it}
   *
   * @param kind a kind of this partition, not of phase arrive
   * @param component a component of this partition
   */
  public Waker waker(EventKind kind, int component) {
    if (kind.partition != this || components.owner(component) != id) {
      refuse(kind, component);
    }
    if (kind.phase() == Phase.ARRIVE) {
      throw new EngineException(
          kind + " for " + components.path(component) + ": what is woken is of a later phase");
    }
    return wakers.of(kind, component);
  }

  /**
   * Counts completed work, for example an instruction; see {@link
   * Simulation.Builder#progressTimeout}.
   *
   * @param count amount of work, not negative
   */
  public void retired(long count) {
    retired += count;
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public void at(long tick, EventKind kind, int component, int argument) {
    if (kind.partition != this || !open || components.owner(component) != id) {
      refuse(kind, component);
    }
    schedule(tick, kind, Event.of(kind.index, component, argument), source);
  }

  @Override
  public void after(long delay, EventKind kind, int component, int argument) {
    at(now + delay, kind, component, argument);
  }

  private void refuse(EventKind kind, int component) {
    String event = kind + " for " + components.path(component);
    throw new EngineException(
        kind.partition != this
            ? event + ": the kind belongs to partition " + kind.partition.name() + ", not " + name
            : open
                ? event + ": the component does not belong to partition " + name
                : event + ": scheduled in partition " + name + " by a handler of another one");
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

  Mailbox mailboxTo(Partition other) {
    int need = other.id + 1;
    if (mailboxes.length < need) {
      mailboxes = Arrays.copyOf(mailboxes, need);
    }
    if (mailboxes[other.id] == null) {
      mailboxes[other.id] = new Mailbox();
    }
    return mailboxes[other.id];
  }

  Mailbox mailboxOrNull(int other) {
    return other < mailboxes.length ? mailboxes[other] : null;
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

  /**
   * {@return the kinds with an event after the first pass of a tick, in the order in which they
   * were added, except {@link EventKind#repeatable repeatable} ones} Such an event was scheduled in
   * that tick, by a handler of the same phase or of a later one.
   */
  public List<EventKind> repeated() {
    List<EventKind> all = new ArrayList<>();
    for (long left = repeated; left != 0; left &= left - 1) {
      EventKind kind = kindOf[Long.numberOfTrailingZeros(left)];
      if (!kind.isRepeatable()) {
        all.add(kind);
      }
    }
    return all;
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

  void save(StateWriter out) {
    out.begin("partition " + name);
    kinds.save(out);
    out.writeLong(now);
    out.writeLong(events);
    out.writeLong(fingerprint);
    out.writeLong(retired);
    out.writeLong(queue.size());
    queue.forEach(
        (tick, kind, event, from) -> {
          out.writeLong(tick);
          out.writeLong(event);
          out.writeInt(from);
        });
    wakers.save(out);
    out.writeInt(mailboxes.length);
    for (Mailbox mailbox : mailboxes) {
      out.writeBoolean(mailbox != null);
      if (mailbox != null) {
        mailbox.save(out);
      }
    }
  }

  void load(StateReader in) {
    in.begin("partition " + name);
    kinds.load(in);
    now = in.readLong();
    events = in.readLong();
    fingerprint = in.readLong();
    retired = in.readLong();
    queue.clear();
    for (long left = in.readLong(); left > 0; left--) {
      long tick = in.readLong();
      long event = in.readLong();
      queue.add(tick, Event.kind(event), event, in.readInt());
    }
    wakers.load(in);
    in.expect("number of mailboxes", mailboxes.length, in.readInt());
    for (Mailbox mailbox : mailboxes) {
      in.expect("mailbox", mailbox != null, in.readBoolean());
      if (mailbox != null) {
        mailbox.load(in);
      }
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
