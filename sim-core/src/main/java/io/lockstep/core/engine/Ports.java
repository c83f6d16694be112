package io.lockstep.core.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ports of a simulation by their numbers, and what follows from those that lead from one
 * partition to another: the mailboxes, and how far partitions may run apart. Not thread-safe.
 */
final class Ports implements Surroundings.PortMaker {
  private final Partitions partitions;
  private final Components components;
  private final Map<String, Integer> numbers = new HashMap<>(); // looked up only, never walked
  private Port[] ports = {};
  private int count;
  private Mailbox[] mailboxes = {};
  private long lookAhead = EventQueue.NEVER;

  Ports(Partitions partitions, Components components) {
    this.partitions = partitions;
    this.components = components;
  }

  @Override
  public Port add(
      String name,
      int senderId,
      int from,
      int receiverId,
      int to,
      long latency,
      int capacity,
      EventKind work,
      EventKind credit) {
    String full = components.path(to) + "." + name;
    int id = count;
    if (numbers.putIfAbsent(full, id) != null) {
      throw new EngineException("there is a port " + full + " already");
    }
    Partition sender = partitions.get(senderId);
    Partition receiver = partitions.get(receiverId);
    boolean crosses = sender != receiver;
    Port port =
        new Port(
            id,
            full,
            sender,
            from,
            receiver,
            to,
            latency,
            capacity,
            receiver.waker(work, to),
            credit == null ? null : sender.waker(credit, from),
            crosses ? sender.mailboxTo(receiver) : null,
            crosses ? receiver.mailboxTo(sender) : null);
    if (id == ports.length) {
      ports = Arrays.copyOf(ports, Math.max(16, 2 * id));
    }
    ports[id] = port;
    count++;
    if (port.crosses()) {
      lookAhead = Math.min(lookAhead, latency);
      collectMailboxes();
    }
    return port;
  }

  /** All mailboxes, those of one receiver together, in order of the senders. */
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

  int count() {
    return count;
  }

  Port get(int id) {
    return ports[id];
  }

  /**
   * The smallest latency of a port between two partitions, in ticks, or {@link EventQueue#NEVER}.
   */
  long lookAhead() {
    return lookAhead;
  }

  /** Hands out what partitions have sent each other; between windows. */
  void drainMailboxes() {
    for (Mailbox mailbox : mailboxes) {
      if (!mailbox.isEmpty()) {
        mailbox.drain(ports);
      }
    }
  }

  /** Continues a hash with names, latencies and capacities, in order. */
  long hash(long before) {
    long hash = before;
    for (int i = 0; i < count; i++) {
      long port = Fingerprint.ofName(ports[i].name());
      hash = Fingerprint.mix(hash + port + ports[i].latency() * 31 + ports[i].capacity());
    }
    return hash;
  }

  void save(StateWriter out) {
    for (int i = 0; i < count; i++) {
      ports[i].save(out);
    }
  }

  void load(StateReader in) {
    for (int i = 0; i < count; i++) {
      ports[i].load(in);
    }
  }
}
