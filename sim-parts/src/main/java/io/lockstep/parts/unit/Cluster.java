package io.lockstep.parts.unit;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Phase;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The compute units and memory units of one partition, and the kinds of event they share.
 *
 * <p>A partition has at most 64 kinds but many components; so a kind is made once a partition, and
 * its events find their part by component. Handlers must therefore keep all state in the part they
 * are given. Not thread-safe.
 */
public final class Cluster {
  /** Handles an event of a part. */
  @FunctionalInterface
  public interface PartHandler<T> {
    /**
     * Runs on the partition's thread.
     *
     * @param part what was registered for the event's component
     * @param tick now
     * @param argument as scheduled
     */
    void onEvent(T part, long tick, int argument);
  }

  private final Partition partition;
  private final Map<String, EventKind> kinds = new HashMap<>(); // looked up only, never walked
  private Object[] parts = new Object[64];

  /**
   * @param partition whose components these are
   */
  public Cluster(Partition partition) {
    this.partition = partition;
  }

  /** The partition, which is the scheduler too. */
  public Partition partition() {
    return partition;
  }

  /**
   * Adds a component.
   *
   * @param path unique in the simulation
   * @param part who handles its events
   * @return its number
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
   * The kind of a name; made at the first call, whose handler stays.
   *
   * @param name for example {@code alu.issue}
   * @param phase when within a tick
   * @param handler stateless: it gets the part
   */
  @SuppressWarnings("unchecked") // a component's part is what its own kinds expect
  public <T> EventKind kind(String name, Phase phase, PartHandler<T> handler) {
    EventKind kind = kinds.get(name);
    if (kind == null) {
      kind =
          partition.kind(
              name,
              phase,
              (tick, batch) -> {
                for (int i = 0, n = batch.size(); i < n; i++) {
                  handler.onEvent((T) parts[batch.component(i)], tick, batch.argument(i));
                }
              });
      kinds.put(name, kind);
    }
    return kind;
  }
}
