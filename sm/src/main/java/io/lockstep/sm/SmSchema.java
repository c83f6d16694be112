// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;
import static io.lockstep.spi.spec.Dimension.FREQUENCY;

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
import io.lockstep.spi.host.HostSpec;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of a device of multiprocessors, in their order; a family adds its own. */
public final class SmSchema {
  private static final long KIB = 1024;
  private static final String INTERLEAVE = L2Spec.INTERLEAVE;

  private SmSchema() {}

  /** Begins a family's schema with clocks and the size of the device. */
  public static SpecSchema.Builder builder(String family) {
    return SpecSchema.builder(family)
        .part(ClockSpec.PART)
        .key("clock.peak", FREQUENCY, "highest clock, which claims of peaks refer to")
        .between(100_000_000L, 10_000_000_000L)
        .part(UnitSpec.PART)
        .without("unit.double") // always present
        .between("unit.wavefront", 32, 32)
        .usually("32", "32", "32");
  }

  /**
   * Declares clusters and registers.
   *
   * @param least fewest registers that a thread may have at most
   */
  public static SpecSchema.Builder registers(SpecSchema.Builder b, int least, int most) {
    return b.key("unit.per_cluster", COUNT, "multiprocessors of a texture cluster")
        .between(1, 16)
        .key("unit.group_z", COUNT, "threads of a block along z at most")
        .between(1, 1024)
        .usually("64", "64", "64")
        .key("registers.size", COUNT, "registers of a multiprocessor")
        .between(1, 1 << 20)
        .key("registers.granule", COUNT, "registers are allocated in such units")
        .between(1, 4096)
        .key("registers.per_item", COUNT, UnitSpec.PER_ITEM_MEANS)
        .between(least, most);
  }

  /** Declares clusters, registers, shared memory and issue. */
  public static void unit(SpecSchema.Builder b) {
    registers(b, 16, 255);
    UnitSpec.registerFile(b, "registers.size", f -> 4);
    b.part(LdsSpec.PART)
        .between("lds.granule", 1, 4096)
        .between("lds.banks", 32, 32)
        .between("lds.latency", 1, 4096);
    issue(b);
  }

  private static void issue(SpecSchema.Builder b) {
    b.part(IssueSpec.PART).part(new PolicySpec(GreedyThenYoungest.NAME));
    b.usually("issue.group", "4", "2", "8");
    fence(b, "group", "threads of its block", "20cycles", "10cycles", "53cycles");
    fence(b, "device", "threads of the device", "186cycles", "100cycles", "700cycles");
    fence(b, "system", "host and other devices", "2900cycles", "1000cycles", "6000cycles");
  }

  private static void fence(
      SpecSchema.Builder b, String scope, String whom, String value, String least, String most) {
    b.key(
            "issue.fence_" + scope,
            CYCLES,
            "a fence for the " + whom + ", beyond the writes that it awaits")
        .between(0, 100_000)
        .usually(value, least, most);
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
        .between("l1.size", KIB, 1 << 20)
        .between("l1.line", 32, 256)
        .powerOfTwo()
        .without("l1.interval") // wavefronts of tags and data determine it
        .part(FirstLevelSpec.of("constant.", "the constant cache of a sub-partition", INTERLEAVE))
        .without("constant.bandwidth")
        .key("constant.instructions", COUNT, "reads under way in it")
        .between(1, 1 << 16)
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
        .key(
            "atomics.message",
            BYTES,
            "Aligned bytes whose words travel in one message; 4: each word alone.")
        .between(4, Message.WORDS_BYTES)
        .powerOfTwo()
        .usually("32B", "4B", "128B")
        .part(MemorySpec.PART)
        .part(DramSpec.PART)
        .part(new MappingSpec("dram.", HashedChannels.NAME))
        .without("dram.response_latency") // derived from dram.load_to_use
        .key("dram.load_to_use", CYCLES, "Dependent load to load from DRAM.")
        .between(100, 1_000_000);
  }

  private static void host(SpecSchema.Builder b) {
    b.part(DispatchSpec.PART)
        .without("dispatch.wave_start") // a warp starts with its block
        .part(new PlacementSpec(BreadthFirst.NAME))
        .part(HostSpec.PART);
    b.key("simulation.clusters", COUNT, "partitions of the simulation that hold SMs")
        .between(1, 64)
        .usually("2", "1", "64");
  }
}
