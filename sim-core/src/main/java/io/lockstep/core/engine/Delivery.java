// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

/**
 * A one-way channel between two components whose receiver takes every message in its arrival tick.
 * Messages have two longs and a latency; there is no flow control.
 *
 * <p>Intended for responses: the requester reserves room for each response, so no back-pressure is
 * needed. A receiver that may leave messages waiting needs a {@link Port}. The receiver's side is
 * an {@link Inbox}, which many deliveries share.
 *
 * <p>Used by handlers of the sender's partition. Not thread-safe.
 */
public final class Delivery {
  private final String name;
  private final Calendar sender;
  private final long latency;
  private final Inbox inbox;
  private final int slot;
  private final Mailbox forth; // null within a partition

  Delivery(String name, Calendar sender, long latency, Inbox inbox, int slot, Mailbox forth) {
    this.name = name;
    this.sender = sender;
    this.latency = latency;
    this.inbox = inbox;
    this.slot = slot;
    this.forth = forth;
  }

  /** {@return path of the receiving component, a dot, and the delivery's name} */
  public String name() {
    return name;
  }

  /** {@return ticks from sending to arrival; at least one} */
  public long latency() {
    return latency;
  }

  /**
   * Sends a message with an additional delay; messages may then overtake each other.
   *
   * @param extraDelay ticks, not negative
   * @param a first word of the message
   * @param b second word
   */
  public void send(long extraDelay, long a, long b) {
    if (!sender.isOpen() || extraDelay < 0) {
      throw new EngineException(
          "delivery %s: %s"
              .formatted(name, extraDelay < 0 ? "negative delay" : "sent by another partition"));
    }
    long tick = sender.now() + latency + extraDelay;
    if (forth == null) {
      inbox.put(slot, tick, a, b);
    } else {
      forth.delivery(inbox.id(), slot, tick, a, b);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
