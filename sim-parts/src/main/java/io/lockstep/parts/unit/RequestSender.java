package io.lockstep.parts.unit;

import io.lockstep.core.engine.Port;
import io.lockstep.parts.memory.Message;
import io.lockstep.parts.rate.Rate;
import io.lockstep.parts.state.SavedPart;

/**
 * Sends a memory unit's requests, in order: those that wait for credit, for an answer to an earlier
 * one or for the unit's link stay in a queue, each with the tick from which on it may leave.
 * Neighbouring requests of one kind that wait become one, up to a limit. Requests leave at whole
 * ticks, and none begins on the link before the last one left. Not thread-safe.
 */
final class RequestSender extends SavedPart {
  private final Port port;
  private final int capacity;
  private final int outstanding;
  private final int combineBytes;
  private final int headerBytes;
  private final Rate link; // null where it is not limited
  private final MessageRing queue;
  private InstructionProbe probe = InstructionProbe.NONE;

  private static final int LINK_FREE = 0;
  private static final int LAST_DEPART = 1;
  private static final int UNANSWERED = 2;
  private static final int REQUESTS = 3;
  private static final int BYTES = 4;
  private static final int LINK_BYTES = 5;
  private final long[] at = state.scalars(6, REQUESTS);

  /**
   * @param port to the memory side
   * @param config queue, link, bound on requests without answer
   */
  RequestSender(Port port, MemoryUnitConfig config) {
    this.port = port;
    capacity = config.queue();
    outstanding = config.outstanding();
    combineBytes = config.combineBytes();
    headerBytes = config.headerBytes();
    link = config.send().orElse(null);
    queue = state.keep(new MessageRing());
  }

  /** Ticks from the unit to the memory side, and of credit back. */
  long latency() {
    return port.latency();
  }

  void observe(InstructionProbe by) {
    probe = by;
  }

  /** Requests that wait. */
  int waiting() {
    return queue.size();
  }

  /** How many more may wait. */
  int room() {
    return capacity - queue.size();
  }

  /** Requests that left and have no answer yet. */
  int unanswered() {
    return (int) at[UNANSWERED];
  }

  /** Whether nothing waits, neither here nor for an answer. */
  boolean isQuiet() {
    return queue.isEmpty() && at[UNANSWERED] == 0;
  }

  /** Adds a request, or extends the last one; true if it is a new one. */
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

  /** Adds a question for the end of all writes so far; it leaves behind the last request. */
  void addFence() {
    queue.add(
        Message.first(Message.FENCE, Message.REPLY, 0, 0), Message.second(0, 0), at[LAST_DEPART]);
    probe.asksForEnd(at[LAST_DEPART]);
  }

  /** Sends what may be sent. */
  void flush(long tick) {
    while (!queue.isEmpty()) {
      long first = queue.first();
      long second = queue.second();
      boolean reply = (Message.flags(first) & Message.REPLY) != 0;
      if (reply && at[UNANSWERED] == outstanding) {
        return;
      }
      if (port.credits() == 0) {
        port.send(0, 0); // sleeps until a credit is back
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

  /** An answer has come. */
  void answered() {
    if (--at[UNANSWERED] < 0) {
      throw new IllegalStateException("an answer without a request");
    }
  }

  /** Requests sent. */
  long requests() {
    return at[REQUESTS];
  }

  /** Bytes on the unit's link, headers included; 0 where it is not limited. */
  long linkBytes() {
    return at[LINK_BYTES];
  }

  /** Bytes that the requests sent ask for or bring. */
  long bytes() {
    return at[BYTES];
  }
}
