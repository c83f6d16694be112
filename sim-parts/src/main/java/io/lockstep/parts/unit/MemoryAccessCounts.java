package io.lockstep.parts.unit;

import io.lockstep.parts.stats.StatisticSet;
import io.lockstep.parts.stats.Totals;

/** What a family's path to global memory counts since the last reset. */
public interface MemoryAccessCounts {
  /** Its statistics, under the names that all families use. */
  StatisticSet<MemoryAccessCounts> STATISTICS =
      StatisticSet.<MemoryAccessCounts>of("path to memory")
          .count(
              "memory.requests",
              "Memory instructions of wavefronts (or their parts).",
              MemoryAccessCounts::accesses)
          .count(
              "memory.transactions",
              "Transactions after coalescing.",
              MemoryAccessCounts::transactions)
          .counter("gld_32b .. gst_128b")
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
          .build();

  /** Of the sums over a device. */
  StatisticSet<Totals> OF_SUMS =
      StatisticSet.<Totals>of("path to memory")
          .ratio(
              "memory.transactions_per_request",
              "memory.transactions / memory.requests.",
              sum -> sum.get("memory.transactions"),
              sum -> sum.get("memory.requests"))
          .build();

  /** {@return memory instructions} */
  long accesses();

  /** {@return transactions after coalescing} */
  long transactions();

  /** {@return bytes that active lanes asked for} */
  long bytesRequested();

  /** {@return bytes of the transactions} */
  long bytesMoved();
}
