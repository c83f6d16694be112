// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

import io.lockstep.core.queue.EventQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The ports and deliveries of a simulation by number, with their mailboxes and look-ahead. */
final class Ports implements Surroundings.PortMaker {
  private final Partitions partitions;
  private final Components components;
  private final Map<String, Integer> numbers = new HashMap<>(); // never iterated
  private final List<Route> routes = new ArrayList<>(); // routes of ports and deliveries, by number
  private Port[] ports = {}; // null for deliveries
  private Inbox[] inbox = {};
  private Mailbox[] mailboxes = {};
  private long lookAhead = EventQueue.NEVER;

  Ports(Partitions partitions, Components components) {
    this.partitions = partitions;
    this.components = components;
  }

  @Override
  public Port add(
      String name, Surroundings.End from, Surroundings.End to, long latency, int capacity) {
    int id = number(to.component(), name, from.component(), latency);
    Partition sender = partitions.get(from.partition());
    Partition receiver = partitions.get(to.partition());
    boolean crosses = sender != receiver;
    Port.Side receiving = receiver.side(to, crosses ? sender : null);
    Port.Side sending = sender.side(from, crosses ? receiver : null);
    Port port = new Port(id, routes.get(id), capacity, sending, receiving);
    ports[id] = port;
    if (crosses) {
      bounds(latency);
    }
    return port;
  }

  @Override
  public Inbox inbox(Calendar of, EventKind kind) {
    Inbox made = new Inbox(of, kind, inbox.length);
    inbox = Arrays.copyOf(inbox, inbox.length + 1);
    inbox[inbox.length - 1] = made;
    return made;
  }

  @Override
  public Delivery deliver(String name, int senderId, int from, int to, long latency, Inbox into) {
    int id = number(to, name, from, latency);
    Partition sender = partitions.get(senderId);
    Partition receiver = partitions.get(into.kind().partition.id());
    boolean crosses = sender != receiver;
    Mailbox forth = crosses ? sender.mailboxTo(receiver) : null;
    int slot = into.connect(to, Port.source(id));
    if (crosses) {
      bounds(latency);
    }
    return new Delivery(routes.get(id).name(), sender, latency, into, slot, forth);
  }

  private int number(int to, String name, int from, long latency) {
    String full = components.path(to) + "." + name;
    int id = routes.size();
    if (numbers.putIfAbsent(full, id) != null) {
      throw new EngineException("there is a port " + full + " already");
    }
    routes.add(new Route(full, from, to, latency));
    if (id >= ports.length) {
      ports = Arrays.copyOf(ports, Math.max(16, 2 * id));
    }
    return id;
  }

  /** Bounds the look-ahead by a latency between partitions. */
  private void bounds(long latency) {
    lookAhead = Math.min(lookAhead, latency);
    collectMailboxes();
  }

  private void collectMailboxes() {
    List<Mailbox> found = new ArrayList<>();
    for (Partition to : partitions.all()) {
      for (Partition from : partitions.all()) {
        Mailbox mailbox = from.mailboxOrNull(to.id());
        if (mailbox != null) {
          found.add(mailbox);
        }
      }
    }
    mailboxes = found.toArray(new Mailbox[0]);
  }

  List<Port> all() {
    List<Port> all = new ArrayList<>();
    for (Port port : ports) {
      if (port != null) {
        all.add(port);
      }
    }
    return all;
  }

  Route route(int id) {
    return routes.get(id);
  }

  /** Returns the smallest latency between two partitions, or {@link EventQueue#NEVER}. */
  long lookAhead() {
    return lookAhead;
  }

  void drainMailboxes() {
    for (Mailbox mailbox : mailboxes) {
      if (!mailbox.isEmpty()) {
        mailbox.drain(ports, inbox);
      }
    }
  }
}
