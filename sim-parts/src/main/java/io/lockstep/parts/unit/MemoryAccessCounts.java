package io.lockstep.parts.unit;

import io.lockstep.parts.state.SavedPart;
import io.lockstep.parts.stats.StatisticSet;
import io.lockstep.parts.stats.Totals;

/**
 * What wavefronts have asked of a unit's path to global memory since the last reset; what it came
 * to the memory unit counts. Not thread-safe.
 */
public final class MemoryAccessCounts extends SavedPart {
  /** Its statistics, under the names that all families use. */
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
   * @param unit counts transactions and their bytes
   */
  public MemoryAccessCounts(MemoryUnit unit) {
    this.unit = unit;
  }

  /**
   * Counts an instruction of a wavefront, or the part of it that a request is.
   *
   * @param bytes that active lanes ask for
   */
  public void request(long bytes) {
    count[REQUESTS]++;
    count[BYTES] += bytes;
  }

  /**
   * Counts bytes that a transaction moves beyond those that it was given with, as where the memory
   * moves no less than a sector.
   *
   * @param bytes how many more; fewer where negative
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

  /** {@return bytes that active lanes asked for} */
  public long bytesRequested() {
    return count[BYTES];
  }

  /** {@return bytes of the transactions} */
  public long bytesMoved() {
    return unit.bytesMoved() + count[MORE];
  }

  /**
   * Adds the statistics as they stand.
   *
   * @param totals take them
   */
  public void addTo(Totals totals) {
    STATISTICS.write(this, totals);
  }
}
