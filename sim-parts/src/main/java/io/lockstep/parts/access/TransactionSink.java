package io.lockstep.parts.access;

/** Receives the transactions that a coalescing rule makes of an access. */
@FunctionalInterface
public interface TransactionSink {
  /**
   * One transaction.
   *
   * @param address first byte, aligned to its size or to the device's smallest unit
   * @param bytes bytes moved
   */
  void transaction(long address, int bytes);

  /**
   * A transaction that will follow, so that what it will ask for can be read ahead; nothing else
   * happens.
   *
   * @param address its first byte
   */
  default void announce(long address) {}
}
