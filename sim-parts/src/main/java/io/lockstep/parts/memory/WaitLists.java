// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import java.util.Arrays;

/** FIFO queues of the ports blocked by each resource, and of the freed resources. */
final class WaitLists {
  // Value for no port, or no resource.
  static final int NONE = -1;

  private final int[] head; // by resource: first blocked port, or NONE
  private final int[] tail;
  private int[] next = {}; // by port: next port in the queue, or NONE
  private int[] blockedOn = {};

  private final TurnQueue freed; // freed resources for which ports wait

  WaitLists(int resources) {
    head = new int[resources];
    tail = new int[resources];
    Arrays.fill(head, NONE);
    Arrays.fill(tail, NONE);
    freed = new TurnQueue(resources);
  }

  void addPort() {
    int port = next.length;
    next = Arrays.copyOf(next, port + 1);
    blockedOn = Arrays.copyOf(blockedOn, port + 1);
    next[port] = NONE;
    blockedOn[port] = NONE;
  }

  int blockedOn(int port) {
    return blockedOn[port];
  }

  boolean isAwaited(int resource) {
    return head[resource] != NONE;
  }

  /** Blocks a port behind the others that wait for a resource. */
  void block(int port, int resource) {
    blockedOn[port] = resource;
    if (head[resource] == NONE) {
      head[resource] = port;
    } else {
      next[tail[resource]] = port;
    }
    tail[resource] = port;
  }

  /** Blocks a port again that was taken from its queue in vain: before the others. */
  void blockFirst(int port, int resource) {
    blockedOn[port] = resource;
    next[port] = head[resource];
    if (next[port] == NONE) {
      tail[resource] = port;
    }
    head[resource] = port;
  }

  /** Marks a resource as free if any port waits for it. */
  void free(int resource) {
    if (head[resource] != NONE) {
      freed.add(resource);
    }
  }

  int takeFreed() {
    return freed.take();
  }

  /** Unblocks the first port that waits for a resource; returns it, or {@link #NONE}. */
  int take(int resource) {
    int port = head[resource];
    if (port != NONE) {
      head[resource] = next[port];
      next[port] = NONE;
      blockedOn[port] = NONE;
    }
    return port;
  }

  int blocked() {
    int held = 0;
    for (int b : blockedOn) {
      held += b == NONE ? 0 : 1;
    }
    return held;
  }
}
