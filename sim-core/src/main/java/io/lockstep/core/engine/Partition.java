// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Event;
import io.lockstep.core.queue.EventQueue;
import io.lockstep.core.queue.Phase;
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
public final class Partition extends EventLoop implements Scheduler, Owner {
  /** Maximum number of passes of one tick. */
  public static final int MAX_PASSES = EventLoop.MAX_PASSES;

  /** Maximum number of kinds of a partition's model. */
  public static final int MAX_KINDS = Event.MAX_KINDS;

  private final Wakers wakers = new Wakers(this);
  private Mailbox[] mailboxes = {};

  Partition(Surroundings surroundings, int id, String name, EventQueue queue, int ringSize) {
    super(surroundings, id, name, queue, ringSize);
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

  @Override
  public String toString() {
    return name;
  }
}
