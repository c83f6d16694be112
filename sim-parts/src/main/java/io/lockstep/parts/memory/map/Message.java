// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.map;

/**
 * The encoding of memory requests and responses in a port's two words.
 *
 * <p>First word: address 48 bits, operations 8 bits, flags 4 bits, kind 4 bits. Second word: bytes
 * 16 bits, token 24 bits, operations 24 bits. The 32 bits of an atomic's operations are turns and
 * lanes on one location or, with {@link #WORDS}, a mask of dwords from the address on.
 *
 * <p>Nothing is checked here, on the hot path: {@code MemoryUnit} limits lines and combined
 * requests to {@link #MAX_BYTES} and tokens to {@link #MAX_TOKENS} when it is created, and checks
 * addresses and operations when they are passed to it.
 */
public final class Message {
  /** A read for a cache; the response carries the address instead of a token. */
  public static final int FILL = 1;

  /** A read whose response carries the token. */
  public static final int READ = 2;

  /** A write; acknowledged if {@link #REPLY} is set. */
  public static final int WRITE = 3;

  /** An atomic; answered if {@link #REPLY} is set. */
  public static final int ATOMIC = 4;

  /** A fence; answered when all earlier writes of the same port are done. */
  public static final int FENCE = 5;

  /** Flag: an answer is requested. */
  public static final int REPLY = 1;

  /** Flag: bypasses the cache of the slice. */
  public static final int UNCACHED = 2;

  /** Flag: an atomic's operations are a mask of dwords. */
  public static final int WORDS = 4;

  /** Operations of an atomic without an effect: one turn of a word. */
  public static final int NO_OP = 1 << 16 | 1;

  /** Maximum number of bytes that a mask of dwords spans. */
  public static final int WORDS_BYTES = 32 * 4;

  /** Number of bits of an address. */
  public static final int ADDRESS_BITS = 48;

  /** Maximum number of bytes of one message. */
  public static final int MAX_BYTES = 0xFFFF;

  /** The largest power of two not above {@link #MAX_BYTES}. */
  public static final int MAX_BLOCK = 1 << 15;

  /** Maximum number of operations of one atomic message on one location. */
  public static final int MAX_OPERATIONS = 0xFF;

  /** Largest token. */
  public static final int MAX_TOKENS = (1 << 24) - 1;

  private static final long ADDRESS = (1L << ADDRESS_BITS) - 1;

  private static final int NUMBER_BITS = 40; // bits of a request's number within its client

  private Message() {}

  /**
   * {@return the number that identifies a client's request or instruction on a timeline}
   *
   * @param client number of the client at the memory side
   * @param count sequence number within the client
   */
  public static long number(int client, long count) {
    return (long) client << NUMBER_BITS | count;
  }

  /**
   * {@return the first word of a message}
   *
   * @param kind kind of the message, a constant of this class
   * @param flags 4 bits: {@link #REPLY}, {@link #UNCACHED}, {@link #WORDS}
   * @param operations operations of an atomic; only the lower 8 bits are stored in this word
   * @param address below 2 to the power of {@value #ADDRESS_BITS}
   */
  public static long first(int kind, int flags, int operations, long address) {
    return (long) kind << 60
        | (long) flags << 56
        | (long) (operations & 0xFF) << 48
        | address & ADDRESS;
  }

  /**
   * {@return the encoding of turns and lanes of an atomic}
   *
   * @param turns most lanes that operate on one location, up to {@value #MAX_OPERATIONS}
   * @param lanes total number of operations, up to {@value #MAX_OPERATIONS}
   */
  public static int operations(int turns, int lanes) {
    return lanes << 8 | turns;
  }

  /**
   * {@return the second word of a message without operations}
   *
   * @param bytes below 2 to the power of 16
   * @param token up to {@value #MAX_TOKENS}
   */
  public static long second(int bytes, int token) {
    return (long) token << 16 | bytes;
  }

  /**
   * {@return the second word of a message}
   *
   * @param bytes below 2 to the power of 16
   * @param token up to {@value #MAX_TOKENS}
   * @param operations operations of an atomic; only the upper 24 bits are stored in this word
   */
  public static long second(int bytes, int token, int operations) {
    return (long) (operations >>> 8) << 40 | second(bytes, token);
  }

  /**
   * {@return the kind of a message, a constant of this class}
   *
   * @param first first word of the message
   */
  public static int kind(long first) {
    return (int) (first >>> 60);
  }

  /**
   * {@return the 4 flag bits of a message}
   *
   * @param first first word of the message
   */
  public static int flags(long first) {
    return (int) (first >>> 56) & 0xF;
  }

  /**
   * {@return the operations of an atomic}
   *
   * @param first first word of the message
   * @param second second word of the message
   */
  public static int operations(long first, long second) {
    return (int) (second >>> 40) << 8 | (int) (first >>> 48) & 0xFF;
  }

  /**
   * {@return the device address of a message}
   *
   * @param first first word of the message
   */
  public static long address(long first) {
    return first & ADDRESS;
  }

  /**
   * {@return the number of bytes that a message requests or sends}
   *
   * @param second second word of the message
   */
  public static int bytes(long second) {
    return (int) second & 0xFFFF;
  }

  /**
   * {@return the token of a message, which identifies the waiting instruction}
   *
   * @param second second word of the message
   */
  public static int token(long second) {
    return (int) (second >>> 16) & 0xFFFFFF;
  }
}
