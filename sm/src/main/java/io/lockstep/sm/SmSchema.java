// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.parts.cache.FirstLevelSpec;
import io.lockstep.parts.cache.InstructionCacheSpec;
import io.lockstep.parts.cache.MiddleLevelSpec;
import io.lockstep.parts.cache.TranslationSpec;
import io.lockstep.parts.cache.policy.WriteThrough;
import io.lockstep.parts.dispatch.BreadthFirst;
import io.lockstep.parts.dispatch.DispatchSpec;
import io.lockstep.parts.dispatch.PlacementSpec;
import io.lockstep.parts.dram.DramSpec;
import io.lockstep.parts.dram.mapping.HashedChannels;
import io.lockstep.parts.dram.mapping.MappingSpec;
import io.lockstep.parts.issue.GreedyThenYoungest;
import io.lockstep.parts.issue.PolicySpec;
import io.lockstep.parts.memory.map.Message;
import io.lockstep.parts.memory.spec.AtomicsSpec;
import io.lockstep.parts.memory.spec.L2Spec;
import io.lockstep.parts.memory.spec.MemorySpec;
import io.lockstep.parts.memory.spec.NetworkSpec;
import io.lockstep.parts.memory.spec.PartitionedL2Spec;
import io.lockstep.parts.unit.IssueSpec;
import io.lockstep.parts.unit.LdsSpec;
import io.lockstep.parts.unit.UnitSpec;
import io.lockstep.sm.memory.MemoryHierarchy;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.host.HostSpec;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of a device of multiprocessors, in their order; a family adds its own. */
public final class SmSchema {
  private static final FigureTable FIGURES =
      FigureTable.of(SmSchema.class.getResourceAsStream("figures.txt"));

  private static final String INTERLEAVE = L2Spec.INTERLEAVE;

  private SmSchema() {}

  /** Begins a family's schema with clocks and the size of the device. */
  public static SpecSchema.Builder builder(String family) {
    return SpecSchema.builder(family)
        .part(ClockSpec.PART)
        .part(FIGURES.section("clocks"))
        .part(UnitSpec.PART)
        .part(FIGURES.section("unit"));
  }

  /**
   * Declares clusters and registers.
   *
   * @param least fewest registers that a thread may have at most
   */
  public static SpecSchema.Builder registers(SpecSchema.Builder b, int least, int most) {
    return b.part(FIGURES.section("registers")).between("registers.per_item", least, most);
  }

  /** Declares clusters, registers, shared memory and issue. */
  public static void unit(SpecSchema.Builder b) {
    registers(b, 16, 255);
    UnitSpec.registerFile(b, "registers.size", f -> 4);
    b.part(LdsSpec.PART)
        .part(FIGURES.section("lds"))
        .part(IssueSpec.PART)
        .part(new PolicySpec(GreedyThenYoungest.NAME))
        .part(FIGURES.section("issue"));
  }

  /** Declares parameters of a multiprocessor's pipes, memory units and instruction caches. */
  public static void multiprocessor(SpecSchema.Builder b) {
    b.part(FIGURES.section("multiprocessor"))
        .between("lds.sizes", 1, Long.MAX_VALUE)
        .key("lds.preference")
        .oneOf(SmOccupancy.Preference.names());
  }

  /** Declares caches, memory and the host, and what must hold of figures together. */
  public static void memory(SpecSchema.Builder b) {
    firstLevels(b);
    secondLevel(b);
    host(b);
    b.together(
        Constraint.below("l1.latency", "l2.latency"),
        Constraint.above("dram.load_to_use", "l2.latency"),
        Constraint.of(
            "at least the clocks before, on and after the network, and %s of transfers"
                .formatted(MemoryHierarchy.TRANSFERS),
            v -> v[0] >= v[1] + v[2] + v[3] + v[4] + MemoryHierarchy.TRANSFERS,
            "l2.latency",
            "l1.miss_latency",
            "l1.return_latency",
            "network.request_latency",
            "network.response_latency"),
        Constraint.atMost("l1.sector", "l1.line"),
        holdsALine("l1.misses", "l1."),
        holdsALine("memory.queue", "l1."),
        holdsALine("l2.misses", "l2."),
        Constraint.atLeast("dram.interleave", "l2.line"),
        Constraint.wholeSets("l0.size", "l0.line", "l0.ways"),
        Constraint.atMost(ClockSpec.COMPUTE, "clock.peak"),
        Constraint.multiple(L2Spec.CHANNELS, "l2.partitions"),
        Constraint.multiple("unit.wavefronts", "unit.simds"));
  }

  /** Requires that a figure is at least the number of sectors of a cache's line. */
  private static Constraint holdsALine(String path, String cache) {
    return Constraint.of(
        "at least the sectors of a line",
        v -> v[0] * v[1] >= v[2],
        path,
        cache + "sector",
        cache + "line");
  }

  private static void firstLevels(SpecSchema.Builder b) {
    b.part(
            FirstLevelSpec.of("l1.", "the L1 of a compute unit", INTERLEAVE)
                .written(WriteThrough.NAME))
        .part(FIGURES.section("l1"))
        .part(FirstLevelSpec.of("constant.", "the constant cache of a sub-partition", INTERLEAVE))
        .part(FIGURES.section("constant"))
        .part(
            new MiddleLevelSpec(
                "constant.l2_", "the second constant cache (L1.5)", "constant.line"))
        .part(InstructionCacheSpec.PART)
        .part(TranslationSpec.PART);
  }

  private static void secondLevel(SpecSchema.Builder b) {
    L2Spec.inChannels(b, 256)
        .part(new MappingSpec("l2.", HashedChannels.NAME))
        .part(PartitionedL2Spec.PART)
        .part(NetworkSpec.PART)
        .part(AtomicsSpec.PART)
        .part(FIGURES.section("atomics"))
        .between("atomics.message", 4, Message.WORDS_BYTES)
        .part(MemorySpec.PART)
        .part(DramSpec.PART)
        .part(new MappingSpec("dram.", HashedChannels.NAME))
        .part(FIGURES.section("dram"));
  }

  private static void host(SpecSchema.Builder b) {
    b.part(DispatchSpec.PART)
        .part(FIGURES.section("dispatch"))
        .part(new PlacementSpec(BreadthFirst.NAME))
        .part(HostSpec.PART)
        .part(FIGURES.section("simulation"));
  }
}
