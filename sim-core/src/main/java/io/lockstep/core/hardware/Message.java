package io.lockstep.core.hardware;

/**
 * How requests and responses of the memory system are packed into a port's two words.
 *
 * <p>First word: address 48 bits, turns 8 bits, flags 4 bits, kind 4 bits. Second word: bytes 16
 * bits, token 24 bits, lanes 8 bits. Turns and lanes of an atomic are handed on as one number.
 *
 * <p>Nothing is checked here, where every message passes: {@link MemoryUnit} holds lines and
 * combined requests to {@link #MAX_BYTES}, tokens to {@link #MAX_TOKENS} when it is made, and
 * addresses and operations where its caller gives them.
 */
final class Message {
  /** A read for a cache: the response carries the address, no token. */
  static final int FILL = 1;

  /** A read whose response carries the token. */
  static final int READ = 2;

  /** A write; acknowledged if {@link #REPLY} is set. */
  static final int WRITE = 3;

  /** An atomic; answered if {@link #REPLY} is set. */
  static final int ATOMIC = 4;

  /** Answered when all earlier writes of the same port are done. */
  static final int FENCE = 5;

  /** Flag: an answer is wanted. */
  static final int REPLY = 1;

  /** Flag: passes the cache of the slice by. */
  static final int UNCACHED = 2;

  /** Bits of an address. */
  static final int ADDRESS_BITS = 48;

  /** Most bytes of one message. */
  static final int MAX_BYTES = 0xFFFF;

  /** The largest power of two of them. */
  static final int MAX_BLOCK = 1 << 15;

  /** Most operations of one atomic message. */
  static final int MAX_OPERATIONS = 0xFF;

  /** Most tokens. */
  static final int MAX_TOKENS = (1 << 24) - 1;

  private static final long ADDRESS = (1L << ADDRESS_BITS) - 1;

  private Message() {}

  static long first(int kind, int flags, int operations, long address) {
    return (long) kind << 60
        | (long) flags << 56
        | (long) (operations & 0xFF) << 48
        | address & ADDRESS;
  }

  /** The longest succession on one place, and the operations altogether. */
  static int operations(int turns, int lanes) {
    return lanes << 8 | turns;
  }

  static long second(int bytes, int token) {
    return (long) token << 16 | bytes;
  }

  static long second(int bytes, int token, int operations) {
    return (long) (operations >>> 8) << 40 | second(bytes, token);
  }

  static int kind(long first) {
    return (int) (first >>> 60);
  }

  static int flags(long first) {
    return (int) (first >>> 56) & 0xF;
  }

  static int operations(long first, long second) {
    return operations(turns(first), lanes(second));
  }

  static int turns(long first) {
    return (int) (first >>> 48) & 0xFF;
  }

  static int lanes(long second) {
    return (int) (second >>> 40) & 0xFF;
  }

  static long address(long first) {
    return first & ADDRESS;
  }

  static int bytes(long second) {
    return (int) second & 0xFFFF;
  }

  static int token(long second) {
    return (int) (second >>> 16) & 0xFFFFFF;
  }
}
