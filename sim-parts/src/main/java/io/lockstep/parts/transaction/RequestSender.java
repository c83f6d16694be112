// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import io.lockstep.core.engine.Port;
import io.lockstep.parts.counters.CountingPart;
import io.lockstep.parts.memory.map.Message;
import io.lockstep.parts.rate.Rate;

/**
 * Sends a memory unit's requests in order. Requests wait in a queue for credit, for answers to
 * earlier requests, or for the unit's link, each with the tick from which it may leave. Adjacent
 * waiting requests of one kind are combined up to a limit. Requests leave at whole ticks, and no
 * request uses the link before its predecessor has left.
 */
final class RequestSender extends CountingPart {
  private final Port port;
  private final int capacity;
  private final int outstanding;
  private final int combineBytes;
  private final int headerBytes;
  private final Rate link; // null if not limited
  private final MessageRing queue;
  private InstructionProbe probe = InstructionProbe.NONE;

  private static final int LINK_FREE = 0;
  private static final int LAST_DEPART = 1;
  private static final int UNANSWERED = 2;
  private static final int REQUESTS = 3;
  private static final int BYTES = 4;
  private static final int LINK_BYTES = 5;
  private final long[] at = own.scalars(6, REQUESTS);

  RequestSender(Port port, MemoryUnitConfig config) {
    this.port = port;
    capacity = config.queue();
    outstanding = config.outstanding();
    combineBytes = config.combineBytes();
    headerBytes = config.headerBytes();
    link = config.send().orElse(null);
    queue = new MessageRing();
  }

  /** Returns the latency of a request, which equals that of a credit's return. */
  long latency() {
    return port.latency();
  }

  void observe(InstructionProbe by) {
    probe = by;
  }

  int waiting() {
    return queue.size();
  }

  int room() {
    return capacity - queue.size();
  }

  int unanswered() {
    return (int) at[UNANSWERED];
  }

  boolean isQuiet() {
    return queue.isEmpty() && at[UNANSWERED] == 0;
  }

  /** Adds a request or extends the last one; returns whether a request was added. */
  boolean add(int kind, int flags, int operations, long address, int size, int token, long tick) {
    if (combineBytes > 0 && !queue.isEmpty() && kind != Message.ATOMIC) {
      long first = queue.lastFirst();
      long second = queue.lastSecond();
      long from = Message.address(first);
      if (Message.kind(first) == kind
          && Message.flags(first) == flags
          && Message.token(second) == token
          && from + Message.bytes(second) == address
          && (from ^ address + size - 1) < combineBytes) {
        queue.extendLast(second + size, tick);
        probe.asks(false, tick);
        return false;
      }
    }
    queue.add(
        Message.first(kind, flags, operations, address),
        Message.second(size, token, operations),
        tick);
    probe.asks(true, tick);
    return true;
  }

  void addFence() {
    queue.add(
        Message.first(Message.FENCE, Message.REPLY, 0, 0), Message.second(0, 0), at[LAST_DEPART]);
    probe.asksForEnd(at[LAST_DEPART]);
  }

  void flush(long tick) {
    while (!queue.isEmpty()) {
      long first = queue.first();
      long second = queue.second();
      boolean reply = (Message.flags(first) & Message.REPLY) != 0;
      if (reply && at[UNANSWERED] == outstanding) {
        return;
      }
      if (port.credits() == 0) {
        port.send(0, 0); // requests a wake-up when a credit returns
        return;
      }
      long depart = Math.max(at[LAST_DEPART], Math.max(tick, queue.tick()));
      if (link != null) {
        int kind = Message.kind(first);
        boolean data = kind == Message.WRITE || kind == Message.ATOMIC;
        int bytes = headerBytes + (data ? Message.bytes(second) : 0);
        at[LINK_BYTES] += bytes;
        at[LINK_FREE] = link.reserve(at[LINK_FREE], depart, bytes);
        depart = link.tick(at[LINK_FREE]);
      }
      at[LAST_DEPART] = depart;
      port.send(depart - tick, first, second);
      probe.leaves(depart);
      at[REQUESTS]++;
      at[BYTES] += Message.bytes(second);
      if (reply) {
        at[UNANSWERED]++;
      }
      queue.drop();
    }
  }

  void answered() {
    if (--at[UNANSWERED] < 0) {
      throw new IllegalStateException("an answer without a request");
    }
  }

  long requests() {
    return at[REQUESTS];
  }

  long linkBytes() {
    return at[LINK_BYTES];
  }

  /** Returns the bytes that the sent requests ask for or carry. */
  long bytes() {
    return at[BYTES];
  }
}
