// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

/** A request at the memory side, unpacked when it is served and when its data is available. */
final class MemoryRequest {
  int client;

  // The message, for the table of pending requests.
  long first;

  long second;
  int kind;

  long address;
  int bytes;
  int token;
  int slice;

  // Whether it may use the cache of its slice.
  boolean cached;

  // Whether the cache holds all its bytes.
  boolean held;

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

  /** Whether it is a store that is ordered with atomic operations; nothing waits for it. */
  boolean isAtomicStore() {
    return isAtomic() && operations() == Message.operations(1, 0);
  }

  /** Whether it is an atomic that changes nothing: a read in order with atomic operations. */
  boolean isNoOp() {
    return isAtomic() && !namesWords() && operations() == Message.NO_OP;
  }

  boolean wantsReply() {
    return (Message.flags(first) & Message.REPLY) != 0;
  }

  boolean isUncached() {
    return (Message.flags(first) & Message.UNCACHED) != 0;
  }

  boolean namesWords() {
    return (Message.flags(first) & Message.WORDS) != 0;
  }

  /** Returns an atomic's operations: a mask of dwords, or turns and lanes. */
  int operations() {
    return Message.operations(first, second);
  }

  /** Returns the maximum number of lanes of an atomic that operate on one location. */
  int turns() {
    return operations() & 0xFF;
  }

  int lanes() {
    return operations() >>> 8 & 0xFF;
  }
}
