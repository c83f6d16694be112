// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.parts.memory.map.Message;

/** A request at the memory side, unpacked when it is served and when its data is available. */
final class MemoryRequest {
  int client;

  // The two words of the message, which are copied to the table of pending requests.
  long first;

  long second;
  int kind;

  long address;
  int bytes;
  int token;
  int slice;

  // Whether the request may use the cache of its slice.
  boolean cached;

  // Whether the cache holds all bytes of the request.
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

  /** Whether the request is a store ordered with atomic operations; no instruction waits for it. */
  boolean isAtomicStore() {
    return isAtomic() && operations() == Message.operations(1, 0);
  }

  /** Whether the request is an atomic without an effect: a read ordered with atomic operations. */
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

  /** Returns the operations of an atomic: a mask of dwords, or turns and lanes. */
  int operations() {
    return Message.operations(first, second);
  }

  /** Returns the largest number of lanes of an atomic that operate on the same location. */
  int turns() {
    return operations() & 0xFF;
  }

  int lanes() {
    return operations() >>> 8 & 0xFF;
  }
}
