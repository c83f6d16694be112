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
}
