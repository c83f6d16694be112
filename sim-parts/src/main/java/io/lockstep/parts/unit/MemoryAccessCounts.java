// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.parts.state.SavedPart;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.Totals;

/**
 * Counts of the wavefronts' accesses to global memory since the last reset, before coalescing; the
 * memory unit counts transactions. Not thread-safe.
 */
public final class MemoryAccessCounts extends SavedPart {
  /** The statistics, under the names that all families use. */
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
  private final long[] count = state.counters(3);

  /**
   * Creates zero counts.
   *
   * @param unit counts transactions and their bytes
   */
  public MemoryAccessCounts(MemoryUnit unit) {
    this.unit = unit;
  }

  /**
   * Counts an instruction of a wavefront, or one request of it.
   *
   * @param bytes requested by active lanes
   */
  public void request(long bytes) {
    count[REQUESTS]++;
    count[BYTES] += bytes;
  }

  /**
   * Counts bytes moved beyond the transactions' size, for example if memory moves whole sectors.
   *
   * @param bytes additional bytes; may be negative
   */
  public void movesMore(long bytes) {
    count[MORE] += bytes;
  }

  /** {@return memory instructions} */
  public long accesses() {
    return count[REQUESTS];
  }

  /** {@return transactions after coalescing} */
  public long transactions() {
    return unit.transactions();
  }

  /** {@return bytes requested by active lanes} */
  public long bytesRequested() {
    return count[BYTES];
  }

  /** {@return bytes of the transactions} */
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
