// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

/** Receives the transactions that a coalescing rule emits. */
@FunctionalInterface
public interface TransactionSink {
  /**
   * Receives one transaction.
   *
   * @param address first byte, aligned to its size or to the device's smallest unit
   * @param bytes bytes moved
   */
  void transaction(long address, int bytes);
}
