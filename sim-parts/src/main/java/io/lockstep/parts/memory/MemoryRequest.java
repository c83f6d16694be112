package io.lockstep.parts.memory;

/**
 * A request at the memory side, unpacked from its message: once when it is served, and once more
 * when what it waited for is there. Each of the two has one object, which is filled anew. Not
 * thread-safe.
 */
final class MemoryRequest {
  /** The client that sent it. */
  int client;

  /** Its message, for the table of requests that wait. */
  long first;

  long second;

  /** A kind of {@link Message}. */
  int kind;

  long address;
  int bytes;
  int token;

  /** The slice that serves it. */
  int slice;

  /** Whether it may find its bytes in the cache of its slice. */
  boolean cached;

  /** Whether it finds them there. */
  boolean held;

  /** Takes a message of a client. */
  void unpack(int from, long a, long b) {
    client = from;
    first = a;
    second = b;
    kind = Message.kind(a);
    address = Message.address(a);
    bytes = Message.bytes(b);
    token = Message.token(b);
  }

  boolean isWrite() {
    return kind == Message.WRITE;
  }

  boolean isAtomic() {
    return kind == Message.ATOMIC;
  }

  /** Whether it is a store in order with atomic operations, which nothing waits for. */
  boolean isAtomicStore() {
    return isAtomic() && operations() == Message.operations(1, 0);
  }

  /** Whether it is an atomic that changes nothing: a read in order with atomic operations. */
  boolean isNoOp() {
    return isAtomic() && !namesWords() && operations() == Message.NO_OP;
  }

  /** Whether its client wants an answer. */
  boolean wantsReply() {
    return (Message.flags(first) & Message.REPLY) != 0;
  }

  /** Whether it bypasses the cache of its slice. */
  boolean isUncached() {
    return (Message.flags(first) & Message.UNCACHED) != 0;
  }

  /** Whether the operations of an atomic name dwords. */
  boolean namesWords() {
    return (Message.flags(first) & Message.WORDS) != 0;
  }

  /** An atomic's operations: a bit for each dword that it names, or turns and lanes. */
  int operations() {
    return Message.operations(first, second);
  }

  /** The most lanes of an atomic that operate on one location. */
  int turns() {
    return operations() & 0xFF;
  }

  /** Lanes of an atomic. */
  int lanes() {
    return operations() >>> 8 & 0xFF;
  }
}
