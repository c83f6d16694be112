package io.lockstep.parts.unit;

import io.lockstep.parts.stats.StatisticSet;

/** What a family's local memory counts since the last reset. */
public interface LocalMemoryCounts {
  /** Its statistics, under the names that all families use. */
  StatisticSet<LocalMemoryCounts> STATISTICS =
      StatisticSet.<LocalMemoryCounts>of("local memory")
          .count(
              "lds.accesses", "Local-memory operations of wavefronts.", LocalMemoryCounts::accesses)
          .counter("SQ_INSTS_LDS")
          .count(
              "lds.cycles",
              "cycles",
              "Cycles the banks of local memory were busy.",
              LocalMemoryCounts::busyCycles)
          .count(
              "lds.conflict_cycles",
              "cycles",
              "Cycles of local memory beyond the conflict-free ones.",
              LocalMemoryCounts::conflictCycles)
          .counter("SQ_LDS_BANK_CONFLICT, warp_serialize")
          .build();

  /** {@return operations of wavefronts} */
  long accesses();

  /** {@return cycles that banks were busy} */
  long busyCycles();

  /** {@return cycles of these beyond what the operations would have taken without conflicts} */
  long conflictCycles();
}
