// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import io.lockstep.parts.counters.CountingPart;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.Totals;

/**
 * Counts the accesses of wavefronts to global memory before coalescing since the last reset; the
 * memory unit counts the transactions. Not thread-safe.
 */
public final class MemoryAccessCounts extends CountingPart {
  /** The statistics of memory accesses, under the names that all families use. */
  public static final StatisticSet<MemoryAccessCounts> STATISTICS =
      StatisticSet.<MemoryAccessCounts>of("path to memory")
          .count(
              "memory.requests",
              "Memory instructions of wavefronts (or their parts).",
              MemoryAccessCounts::accesses)
          .count(
              "memory.transactions",
              "Transactions after coalescing.",
              MemoryAccessCounts::transactions)
          .count(
              "memory.bytes_requested",
              "B",
              "Bytes that active lanes asked for.",
              MemoryAccessCounts::bytesRequested)
          .count(
              "memory.bytes_moved",
              "B",
              "Bytes of the transactions.",
              MemoryAccessCounts::bytesMoved)
          .ratio(
              "memory.transactions_per_request",
              "Transactions that a request comes to.",
              "memory.transactions",
              "memory.requests")
          .build();

  private static final int REQUESTS = 0;
  private static final int BYTES = 1;
  private static final int MORE = 2;

  private final MemoryUnit unit;
  private final long[] count = own.counters(3);

  /**
   * Creates zero counts.
   *
   * @param unit memory unit that counts the transactions and their bytes
   */
  public MemoryAccessCounts(MemoryUnit unit) {
    this.unit = unit;
  }

  /**
   * Counts a memory instruction of a wavefront, or one of its requests.
   *
   * @param bytes number of bytes requested by active lanes
   */
  public void request(long bytes) {
    count[REQUESTS]++;
    count[BYTES] += bytes;
  }

  /**
   * Counts bytes moved in addition, for example if memory moves whole sectors.
   *
   * @param bytes number of additional bytes; may be negative
   */
  public void movesMore(long bytes) {
    count[MORE] += bytes;
  }

  /** {@return the number of memory instructions or requests} */
  public long accesses() {
    return count[REQUESTS];
  }

  /** {@return the number of transactions after coalescing} */
  public long transactions() {
    return unit.transactions();
  }

  /** {@return the number of bytes requested by active lanes} */
  public long bytesRequested() {
    return count[BYTES];
  }

  /** {@return the number of bytes moved by transactions} */
  public long bytesMoved() {
    return unit.bytesMoved() + count[MORE];
  }

  /**
   * Adds the current statistics.
   *
   * @param totals receives the counts
   */
  public void addTo(Totals totals) {
    STATISTICS.write(this, totals);
  }
}
