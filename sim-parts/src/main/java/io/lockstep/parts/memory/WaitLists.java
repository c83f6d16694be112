package io.lockstep.parts.memory;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import java.util.Arrays;

/**
 * Ports that a resource holds back: a queue for each resource, a port in at most one of them; and
 * the resources that have become free, in the order they did. Allocates nothing while it works. Not
 * thread-safe.
 */
final class WaitLists implements Stateful {
  /** No port, or no resource. */
  static final int NONE = -1;

  private final int[] head; // by resource
  private final int[] tail;
  private int[] next = {}; // by port
  private int[] blockedOn = {};

  private final TurnQueue freed; // while ports waited for them

  WaitLists(int resources) {
    head = new int[resources];
    tail = new int[resources];
    Arrays.fill(head, NONE);
    Arrays.fill(tail, NONE);
    freed = new TurnQueue(resources);
  }

  /** Adds the next port. */
  void addPort() {
    int port = next.length;
    next = Arrays.copyOf(next, port + 1);
    blockedOn = Arrays.copyOf(blockedOn, port + 1);
    next[port] = NONE;
    blockedOn[port] = NONE;
  }

  /** The resource that holds a port back, or {@link #NONE}. */
  int blockedOn(int port) {
    return blockedOn[port];
  }

  /** Holds a port back, behind those that wait for the resource already. */
  void block(int port, int resource) {
    blockedOn[port] = resource;
    if (head[resource] == NONE) {
      head[resource] = port;
    } else {
      next[tail[resource]] = port;
    }
    tail[resource] = port;
  }

  /** A resource may serve again; no effect if nothing waits. */
  void free(int resource) {
    if (head[resource] != NONE) {
      freed.add(resource);
    }
  }

  /** Takes the resource that has been free longest, or {@link #NONE}. */
  int takeFreed() {
    return freed.take();
  }

  /** The last port that waits for a resource, or {@link #NONE}. */
  int last(int resource) {
    return tail[resource];
  }

  /** Empties a resource's queue and answers its first port: {@link #letGo} walks it. */
  int take(int resource) {
    int port = head[resource];
    head[resource] = NONE;
    tail[resource] = NONE;
    return port;
  }

  /** A port of a taken queue waits no more; answers the one behind it, or {@link #NONE}. */
  int letGo(int port) {
    int behind = next[port];
    next[port] = NONE;
    blockedOn[port] = NONE;
    return behind;
  }

  /** Puts the rest of a taken queue behind the resource's last port. */
  void putBack(int resource, int first, int last) {
    next[tail[resource]] = first;
    tail[resource] = last;
  }

  /** The first port that waits for a resource goes behind the others. */
  void rotate(int resource) {
    int first = head[resource];
    if (first != tail[resource]) {
      head[resource] = next[first];
      next[tail[resource]] = first;
      tail[resource] = first;
      next[first] = NONE;
    }
  }

  /** Ports that wait. */
  int blocked() {
    int held = 0;
    for (int b : blockedOn) {
      held += b == NONE ? 0 : 1;
    }
    return held;
  }

  @Override
  public void save(StateWriter out) {
    out.writeInts(blockedOn);
    out.writeInts(next);
    out.writeInts(head);
    out.writeInts(tail);
  }

  @Override
  public void load(StateReader in) {
    in.readInto(blockedOn);
    in.readInto(next);
    in.readInto(head);
    in.readInto(tail);
  }
}
