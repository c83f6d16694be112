// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import io.lockstep.core.engine.BatchHandler;
import io.lockstep.core.engine.EventBatch;
import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Inbox;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.wave.ControlTables;
import io.lockstep.spi.spec.Ideals;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The compute units and memory units of one partition, and the event kinds that they share.
 *
 * <p>A partition has at most 64 kinds but many components, so that each kind is created once per
 * partition, and its events identify the part by component. Handlers must therefore keep all state
 * in the part that they receive. Not thread-safe.
 */
public final class Cluster {
  /**
   * Handles an event of a part.
   *
   * @param <T> type of the part
   */
  @FunctionalInterface
  public interface PartHandler<T> {
    /**
     * Handles an event, on the partition's thread.
     *
     * @param part the part registered for the event's component
     * @param tick current tick
     * @param argument argument of the scheduled event
     */
    void onEvent(T part, long tick, int argument);
  }

  private final Partition partition;
  private final Ideals ideals;
  private final Map<String, EventKind> kinds = new HashMap<>(); // never iterated
  private final Map<String, Inbox> inboxes = new HashMap<>(); // by kind; never iterated
  private final ControlTables controlTables = new ControlTables();
  private Object[] parts = new Object[64];

  /**
   * Creates an empty cluster.
   *
   * @param partition owner of the components
   */
  public Cluster(Partition partition) {
    this(partition, Ideals.NONE);
  }

  /**
   * Creates an empty cluster of a device with ideal parts.
   *
   * @param partition owner of the components
   * @param ideals ideal parts of the device
   */
  public Cluster(Partition partition, Ideals ideals) {
    this.partition = partition;
    this.ideals = ideals;
  }

  /** {@return the ideal parts of the device} */
  public Ideals ideals() {
    return ideals;
  }

  /** {@return the control-flow tables of kernels, shared by all units} */
  public ControlTables controlTables() {
    return controlTables;
  }

  /** {@return the partition, which is also the scheduler} */
  public Partition partition() {
    return partition;
  }

  /**
   * Adds a component.
   *
   * @param path path of the component, unique in the simulation
   * @param part object that handles the component's events
   * @return the component's number
   */
  public int component(String path, Object part) {
    int component = partition.component(path);
    if (component >= parts.length) {
      parts = Arrays.copyOf(parts, Math.max(component + 1, 2 * parts.length));
    }
    parts[component] = part;
    return component;
  }

  /**
   * {@return the event kind with a name, created by the first call with its handler}
   *
   * @param name name of the kind, for example {@code alu.issue}
   * @param phase phase of the events within a tick
   * @param handler stateless handler, which receives the part
   * @param <T> type of the part
   */
  public <T> EventKind kind(String name, Phase phase, PartHandler<T> handler) {
    EventKind kind = kinds.get(name);
    return kind != null ? kind : add(name, phase, (tick, batch) -> handle(handler, tick, batch));
  }

  /**
   * {@return the inbox for messages of a kind, shared by all parts and created by the first call}
   *
   * @param kind returned by {@link #kind}
   */
  public Inbox inbox(EventKind kind) {
    return inboxes.computeIfAbsent(kind.name(), name -> partition.inbox(kind));
  }

  private EventKind add(String name, Phase phase, BatchHandler handler) {
    EventKind kind = partition.kind(name, phase, handler);
    kinds.put(name, kind);
    return kind;
  }

  @SuppressWarnings("unchecked") // a component's part has the type that its kinds expect
  private <T> void handle(PartHandler<T> handler, long tick, EventBatch batch) {
    for (int i = 0, n = batch.size(); i < n; i++) {
      handler.onEvent((T) parts[batch.component(i)], tick, batch.argument(i));
    }
  }

  @Override
  public String toString() {
    return "cluster of " + partition;
  }
}
