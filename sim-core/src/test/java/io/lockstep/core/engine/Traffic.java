// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.Phase;
import io.lockstep.core.queue.SplitMix;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * A toy that keeps the port rule: nodes drain their ports in port order and pass messages on.
 *
 * <p>Each node has three ports out, to its next, third and seventh neighbour. A message says how
 * many hops it has left; where it goes next depends on its payload and on the node's state, so that
 * any change of order shows in the results.
 */
final class Traffic {
  private static final int[] DISTANCE = {1, 3, 7};
  final Simulation simulation;
  final Node[] nodes;
  private final int perVisit;

  Traffic(Simulation simulation, int count, int cut, int capacity, int perVisit) {
    this.simulation = simulation;
    this.perVisit = perVisit;
    nodes = new Node[count];
    Partition[] parts = new Partition[cut];
    for (int i = 0; i < cut; i++) {
      parts[i] = simulation.partition("part" + i);
    }
    EventKind[] work = new EventKind[cut];
    for (int i = 0; i < cut; i++) {
      work[i] = parts[i].kind("work", Phase.WORK, (tick, node, argument) -> nodes[node].work(tick));
    }
    for (int i = 0; i < count; i++) {
      int part = i * cut / count;
      int id = parts[part].component("node[" + i + "]");
      nodes[id] = new Node(parts[part], work[part], id);
    }
    for (int i = 0; i < count; i++) {
      for (int d = 0; d < DISTANCE.length; d++) {
        Node to = nodes[(i + DISTANCE[d]) % count];
        Port port =
            to.partition.port(
                "from" + i + "_" + d,
                i,
                to.id,
                3 + (i + 2 * d) % 5,
                capacity,
                to.work,
                nodes[i].work);
        nodes[i].out.add(port);
        to.in.add(port);
      }
    }
  }

  /** Gives every node some messages to send at staggered times. */
  Traffic start(int messages, int hops, long seed) {
    long random = seed;
    for (Node node : nodes) {
      for (int m = 0; m < messages; m++) {
        random = SplitMix.mix(random + 77);
        node.outbox.add(new long[] {random, hops});
      }
      node.partition.at((random >>> 8) % 40, node.work, node.id, 0);
    }
    return this;
  }

  /** Everything that could differ: state, time and counts of each node. */
  List<String> results() {
    List<String> lines = new ArrayList<>();
    for (Node node : nodes) {
      lines.add(node.state + " " + node.last + " " + node.seen + " " + node.ended);
    }
    return lines;
  }

  long ended() {
    long sum = 0;
    for (Node node : nodes) {
      sum += node.ended;
    }
    return sum;
  }

  final class Node {
    final Partition partition;
    final EventKind work;
    final int id;
    final Waker waker;
    final List<Port> in = new ArrayList<>();
    final List<Port> out = new ArrayList<>();
    final ArrayDeque<long[]> outbox = new ArrayDeque<>();
    long state;
    long last;
    int seen;
    int ended;

    Node(Partition partition, EventKind work, int id) {
      this.partition = partition;
      this.work = work;
      this.id = id;
      this.waker = partition.waker(work, id);
    }

    void work(long tick) {
      int budget = perVisit;
      boolean more = false;
      for (int p = 0; p < in.size(); p++) {
        Port port = in.get(p);
        while (!port.isEmpty() && budget-- > 0) {
          take(tick, p, port.headA(), port.headB());
          port.pop();
        }
        more |= !port.isEmpty();
      }
      while (!outbox.isEmpty()) {
        long[] message = outbox.peek();
        Port to = out.get((int) Long.remainderUnsigned(message[0], 3));
        if (!to.send((message[0] >>> 40) % 4, message[0], message[1])) {
          break;
        }
        outbox.remove();
      }
      if (more) {
        waker.after(1);
      }
    }

    private void take(long tick, int port, long payload, long hops) {
      state = SplitMix.mix(state + payload + 31 * tick + port);
      last = tick;
      seen++;
      partition.retired(1);
      if (hops > 0) {
        outbox.add(new long[] {SplitMix.mix(payload + state), hops - 1});
      } else {
        ended++;
      }
    }
  }
}
