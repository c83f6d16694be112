// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.spi.spec.Dimension.CHOICE;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;
import static io.lockstep.spi.spec.Dimension.FREQUENCY;

import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.isa.WaitCounter;
import io.lockstep.gcn.issue.GcnMemory;
import io.lockstep.gcn.lowering.Chip;
import io.lockstep.gcn.lowering.GcnOption;
import io.lockstep.lower.Transformation;
import io.lockstep.parts.cache.FirstLevelSpec;
import io.lockstep.parts.cache.InstructionCacheSpec;
import io.lockstep.parts.cache.TranslationSpec;
import io.lockstep.parts.cache.policy.WriteEvict;
import io.lockstep.parts.dispatch.DispatchSpec;
import io.lockstep.parts.dispatch.PlacementSpec;
import io.lockstep.parts.dispatch.RoundRobinDies;
import io.lockstep.parts.dram.DramSpec;
import io.lockstep.parts.dram.mapping.BlockInterleaved;
import io.lockstep.parts.dram.mapping.MappingSpec;
import io.lockstep.parts.dram.mapping.PermutedBanks;
import io.lockstep.parts.issue.OldestFirst;
import io.lockstep.parts.issue.PolicySpec;
import io.lockstep.parts.memory.spec.AtomicsSpec;
import io.lockstep.parts.memory.spec.L2Spec;
import io.lockstep.parts.memory.spec.MemoryCacheSpec;
import io.lockstep.parts.memory.spec.MemorySpec;
import io.lockstep.parts.memory.spec.NetworkSpec;
import io.lockstep.parts.region.RegionSpec;
import io.lockstep.parts.unit.IssueSpec;
import io.lockstep.parts.unit.LdsSpec;
import io.lockstep.parts.unit.UnitSpec;
import io.lockstep.spi.host.HostSpec;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.Derived;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.SpecSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parameters of a family of this line. */
final class GcnSchema {
  private static final long KIB = 1024;
  private static final long GIB = 1L << 30;
  private static final String INTERLEAVE = L2Spec.INTERLEAVE;

  private GcnSchema() {}

  static SpecSchema of(
      String family, Map<String, InstructionSet> isas, Optional<MatrixCores> matrices) {
    SpecSchema.Builder b = SpecSchema.builder(family);
    b.part(ClockSpec.PART).between(ClockSpec.COMPUTE, 100_000_000L, 10_000_000_000L);
    b.key("clock.peak", FREQUENCY, "Engine clock on paper.").between(100_000_000L, 10_000_000_000L);
    unit(b, isas.keySet().toArray(String[]::new));
    issue(b);
    b.part(new PolicySpec(OldestFirst.NAME)).usually(PolicySpec.GROUP, "4", "2", "8");
    code(b);
    matrices.ifPresent(cores -> cores.declare(b));
    caches(b);
    b.part(TranslationSpec.PART).part(InstructionCacheSpec.PART);
    b.part(NetworkSpec.PART).part(AtomicsSpec.PART).part(MemorySpec.PART);
    b.part(RegionSpec.PART);
    addressUnit(b);
    b.key("memory.arguments_base", BYTES, "Where kernel arguments lie.")
        .between(1L << 36, 1L << 46)
        .powerOfTwo();
    b.part(DramSpec.PART).part(new MappingSpec("dram.", PermutedBanks.NAME));
    cycles(b, "dram.load_to_use", "Dependent load to load from DRAM.", 100);
    dispatch(b);
    b.part(new PlacementSpec(RoundRobinDies.NAME));
    b.part(HostSpec.PART);
    memory(b);
    before(b);
    together(b);
    return b.build();
  }

  /** Declares conditions on combinations of parameters. */
  private static void together(SpecSchema.Builder b) {
    String mall = "mall.latency";
    String load = "dram.load_to_use";
    String behind = "at least l2.latency, dram.request_latency and " + GcnMemory.TRANSFERS;
    String[] before = {"l2.latency", "dram.request_latency", GcnMemory.TRANSFERS};
    b.together(
        Constraint.below("l1.latency", "l2.latency"),
        Constraint.above(load, mall),
        Constraint.above(load, "l2.latency").unless(mall),
        Constraint.atLeast(
                "l2.latency",
                "l1.miss_latency",
                "l1.return_latency",
                "network.request_latency",
                "network.response_latency",
                GcnMemory.VISIT,
                GcnMemory.TRANSFERS)
            .saying(
                "at least the clocks before, on and after the network, of a visit and of"
                    + " transfers"),
        Constraint.atLeast(mall, before).saying(behind), // the parameter that behindL2 names
        Constraint.atLeast(load, before).saying(behind).unless(mall),
        Constraint.above("scalar_cache.latency", GcnMemory.VISIT),
        Constraint.atMost(ClockSpec.COMPUTE, "clock.peak"),
        Constraint.multiple("unit.count", "unit.dies"));
  }

  private static void unit(SpecSchema.Builder b, String... isas) {
    b.key("unit.isa", CHOICE, "instruction set, as compilers name it")
        .oneOf(isas)
        .part(UnitSpec.PART)
        .without(
            "unit.groups",
            "unit.double") // as many groups as wavefronts; double precision is always present
        .between("unit.wavefront", 64, 64) // the only width that the model supports
        .usually("64", "64", "64")
        .usually("unit.group_size", "1024", "1024", "1024")
        .key("unit.dies", COUNT, "accelerator dies (XCD, GCD), each with an L2")
        .between(1, 16)
        .key("unit.simds", COUNT, "SIMDs of a compute unit")
        .between(1, 8)
        .key("unit.wave_slots", COUNT, "wavefronts that a SIMD holds")
        .between(1, 16)
        .key("unit.barriers", COUNT, "work-groups of several wavefronts on a unit")
        .between(1, 64);
    UnitSpec.wavefronts(
        b,
        f -> f.value("unit.simds") * f.value("unit.wave_slots"),
        "unit.wave_slots",
        (all, f) -> new long[] {Derived.exactly(all, f.value("unit.simds"))});
    b.key("registers.vector", COUNT, "vector registers of a lane, of a SIMD")
        .between(32, 4096)
        .key("registers.vector_granule", COUNT, "unit of their allocation")
        .between(1, 64)
        .powerOfTwo()
        .key("registers.scalar", COUNT, "scalar registers of a SIMD")
        .between(64, 8192)
        .key("registers.scalar_granule", COUNT, "unit of their allocation")
        .between(1, 128)
        .powerOfTwo()
        .key("registers.per_item", COUNT, UnitSpec.PER_ITEM_MEANS)
        .between(16, 256)
        .usually("256", "256", "256")
        .key("registers.scalar_per_wave", COUNT, "scalar registers of a wavefront")
        .between(16, 128)
        .usually("102", "102", "102")
        .key("registers.vector_reserved", COUNT, "vector ones of no value of a kernel's")
        .between(0, 16)
        .usually("1", "0", "4")
        .key("registers.scalar_reserved", COUNT, "scalar ones of no value of a kernel's")
        .between(0, 64)
        .usually("8", "6", "16");
    UnitSpec.registerFile(
        b, "registers.vector", f -> 4 * f.value("unit.wavefront") * f.value("unit.simds"));
    b.part(LdsSpec.PART)
        .between("lds.size", KIB, 1 << 20)
        .between("lds.granule", 4, 65536)
        .powerOfTwo()
        .between("lds.latency", 8, 1_000_000)
        .key("lds.bank_width", BYTES, "width of a bank")
        .between(4, 8)
        .powerOfTwo()
        .key(
            "lds.lanes_32", COUNT, "lanes of instructions of 32 bits a lane in a pass of the banks")
        .between(4, 64)
        .powerOfTwo()
        .usually("32", "32", "32")
        .key("lds.lanes_64", COUNT, "the same of 64 bits")
        .between(4, 64)
        .powerOfTwo()
        .usually("16", "16", "16")
        .key("lds.lanes_128", COUNT, "the same of 96 and 128 bits")
        .between(4, 64)
        .powerOfTwo()
        .usually("8", "8", "8")
        .key("lds.banks_64", COUNT, "banks for instructions of 64 bits a lane; absent: all")
        .between(1, 64)
        .powerOfTwo()
        .optional()
        .key("lds.banks_128", COUNT, "the same of 96 and 128 bits")
        .between(1, 64)
        .powerOfTwo()
        .optional()
        .key("lds.pairs_128", COUNT, "bits in which both runs of lanes of such a read differ")
        .between(4, 63)
        .optional()
        .key("lds.queue", CYCLES, "bank work that may wait")
        .between(0, 4096)
        .usually("32cycles", "8cycles", "64cycles")
        .key("lds.port_rate", BYTES_PER_CYCLE, "address and data port")
        .between(8_000, 256_000)
        .usually("64B/cycle", "64B/cycle", "64B/cycle")
        .key("lds.port_sharing", COUNT, "SIMDs that share a port")
        .between(1, 8)
        .usually("2", "2", "2")
        .key("lds.turns", COUNT, "pairs of SIMDs that take turns at the banks")
        .between(1, 8)
        .optional();
  }

  private static void issue(SpecSchema.Builder b) {
    b.part(IssueSpec.PART).without("issue.latency"); // issue.interval is also the latency
    for (String path : List.of("interval", "multiply32", "transcendental", "branch_latency")) {
      b.between("issue." + path, 4, 1_000_000);
    }
    b.between("issue.barrier_latency", 1, 1_000_000);
    cycles(b, "issue.double", IssueSpec.DOUBLE_MEANS, 4);
    cycles(b, "issue.transcendental64", "clocks of a double-precision reciprocal or root", 4);
    b.key(WaitCounter.VECTOR, COUNT, "vector memory operations that a wavefront counts")
        .between(1, 63)
        .usually("63", "63", "63")
        .key(WaitCounter.LOCAL, COUNT, "LDS and scalar operations that a wavefront counts")
        .between(1, 15)
        .usually("15", "15", "15");
    b.key(GcnMemory.VISIT, CYCLES, "between two looks at a SIMD's wavefronts")
        .between(1, 8)
        .powerOfTwo()
        .usually("4cycles", "4cycles", "4cycles")
        .key("issue.run_ahead", CYCLES, "that a unit may be ahead of the clock")
        .between(0, 4096)
        .usually("48cycles", "0cycles", "96cycles");
    cycles(b, "issue.scalar", "clocks of a scalar instruction", 4);
    cycles(b, "issue.branch_not_taken", "from a branch that falls through to the next one", 4);
  }

  private static void code(SpecSchema.Builder b) {
    b.key(Chip.PACKED_SINGLES, COUNT, "single-precision operations of a packed instruction")
        .between(1, 2)
        .optional()
        .key(Chip.PACKED_HALVES, COUNT, "half-precision operations of a packed instruction")
        .between(1, 2)
        .optional()
        .key(
            Chip.MERGED_LOADS, COUNT, "dwords of a load or store of neighbours; 1: they stay apart")
        .between(1, 4)
        .optional()
        .steps(Transformation.steps(GcnOption.class));
  }

  private static void addressUnit(SpecSchema.Builder b) {
    b.key("memory.lanes", COUNT, "lanes of a wavefront whose addresses are taken together")
        .between(4, 64)
        .powerOfTwo()
        .usually("16", "16", "16")
        .key("memory.address_width", BYTES, "memory that a pass of it covers")
        .between(16, 256)
        .powerOfTwo()
        .usually("64B", "64B", "64B")
        .key(
            "memory.address_alignment",
            BYTES,
            "multiple at which a pass of it begins; absent: its width")
        .between(4, 256)
        .powerOfTwo()
        .optional()
        .key(GcnMemory.TRANSFERS, CYCLES, "of latencies, taken by transfers besides")
        .between(0, 1000)
        .usually("4cycles", "2cycles", "6cycles")
        .key("memory.page", BYTES, "physical page, scattered; absent: contiguous")
        .between(4096, GIB)
        .powerOfTwo()
        .optional()
        .key("memory.page_seed", COUNT, "of the places of pages")
        .between(0, Integer.MAX_VALUE)
        .optional()
        .key(
            GcnMemory.ACKNOWLEDGE,
            CYCLES,
            "of a store beyond l2.latency, and a wavefront's end waits for it")
        .between(0, 1_000_000)
        .optional();
  }

  private static void dispatch(SpecSchema.Builder b) {
    b.part(DispatchSpec.PART)
        .usually(
            "dispatch.launch_latency", "0cycles", "0cycles", "100cycles") // included in host.launch
        .usually("dispatch.window", "4", "1", "16")
        .usually("dispatch.grid_x", "2147483647", "2147483647", "2147483647")
        .usually("dispatch.grid_y", "65535", "65535", "2147483647")
        .usually("dispatch.grid_z", "65535", "65535", "2147483647")
        .key("dispatch.wave_interval", CYCLES, "between wavefronts of a group")
        .between(1, 1_000_000);
  }

  private static void caches(SpecSchema.Builder b) {
    b.part(
            FirstLevelSpec.of("l1.", "the L1 of a compute unit", INTERLEAVE)
                .written(WriteEvict.NAME))
        .between("l1.size", KIB, 1 << 20)
        .between("l1.line", 32, 256)
        .powerOfTwo()
        .between("l1.latency", 24, 1_000_000)
        .between("l1.bandwidth", 16_000, 256_000)
        .between("l1.misses", 4, 4096)
        .key("l1.lookup_width", BYTES, "lanes that look up a line at once")
        .between(4, 1024)
        .powerOfTwo()
        .optional()
        .key("l1.banks", COUNT, "banks of 16 bytes that quads conflict in; absent: never")
        .between(1, 16)
        .powerOfTwo()
        .optional()
        .part(FirstLevelSpec.of("scalar_cache.", "a scalar data cache", INTERLEAVE))
        .between("scalar_cache.size", KIB, 1 << 20)
        .between("scalar_cache.line", 32, 256)
        .powerOfTwo()
        .between("scalar_cache.latency", 8, 1_000_000)
        .between("scalar_cache.misses", 1, 4096)
        .without("scalar_cache.bandwidth")
        .key("scalar_cache.sharing", COUNT, "Compute units that share one.")
        .between(1, 8)
        .key("scalar_cache.instructions", COUNT, "Loads under way in one.")
        .between(1, 1 << 16)
        .key("scalar_cache.credits", COUNT, "Its requests on the way to the L2.")
        .between(1, 4096);
    L2Spec.inChannels(b, 128)
        .between("l2.misses", 8, 4096) // sectors of any line
        .between("l2.read", 8_000, 1_024_000)
        .between("l2.write", 8_000, 1_024_000)
        .between("l2.latency", 100, 1_000_000)
        .part(new MappingSpec("l2.", BlockInterleaved.NAME))
        .part(new MemoryCacheSpec(INTERLEAVE));
  }

  private static void cycles(SpecSchema.Builder b, String path, String what, long low) {
    b.key(path, CYCLES, what).between(low, 1_000_000);
  }

  /** Removes and restricts shared memory parameters; declares defaults for older files. */
  private static void memory(SpecSchema.Builder b) {
    b.without("dram.interleave") // l2.interleave applies, since memory is behind the L2 channels
        .without("dram.response_latency") // derived from dram.load_to_use
        .between("dram.banks", 1, 64)
        .key("dram.stack_channels", COUNT, "channels of a stack, if it divides all")
        .between(1, 128)
        .optional()
        .usually("16", "16", "16")
        .beside("mall.size")
        .key("dram.page", BYTES, "before the next stack, at least")
        .between(4096, 1 << 21)
        .powerOfTwo()
        .optional()
        .usually("4KiB", "4KiB", "64KiB")
        .beside("mall.size")
        .usually("dram.request_latency", f -> (f.value(behindL2(f)) - f.value("l2.latency")) / 2)
        .usually("dram.bypasses", "16", "0", "64")
        .usually("dram.drain_from", "75%", "50%", "100%")
        .usually("dram.drain_until", "25%", "0%", "50%");
  }

  /**
   * Returns the path of the latency parameter of the level directly behind the L2: the MALL if the
   * device has one, otherwise DRAM.
   */
  static String behindL2(Figures f) {
    return f.has("mall.latency") ? "mall.latency" : "dram.load_to_use";
  }

  /** Declares default values for parameters of the caches and of the path to the caches. */
  private static void before(SpecSchema.Builder b) {
    for (String level : List.of("l1.", "scalar_cache.")) {
      b.usually(level + "miss_latency", f -> (f.value("l2.latency") - 4) / 5)
          .usually(level + "return_latency", f -> (f.value("l2.latency") - 4) / 5)
          .usually(level + "interval", "1cycles", "1cycles", "2cycles");
    }
    String[][] rest = {
      {"l1.merges", "8", "2", "64"},
      {"scalar_cache.misses", "32", "8", "64"},
      {"scalar_cache.merges", "16", "4", "64"},
      {"scalar_cache.instructions", "512", "64", "1024"},
      {"scalar_cache.credits", "16", "4", "64"},
      {"l2.misses", "256", "64", "1024"},
      {"l2.merges", "8", "2", "64"},
      {"network.request_rate", "72B/cycle", "64B/cycle", "136B/cycle"},
      {"network.response_rate", "72B/cycle", "64B/cycle", "136B/cycle"},
      {"network.header", "8B", "4B", "16B"},
      {"atomics.interval", "1cycles", "1cycles", "4cycles"},
      {"memory.instructions", "512", "64", "1024"},
      {"memory.queue", "128", "64", "256"},
      {"memory.credits", "64", "16", "256"},
      {"memory.backlog", "64cycles", "16cycles", "256cycles"},
      {"memory.request_size", "4KiB", "256B", "4KiB"},
      {"memory.base_address", "4GiB", "1GiB", "16GiB"},
      {"memory.scratch_base", "16384GiB", "8192GiB", "16384GiB"},
      {"memory.arguments_base", "32768GiB", "32768GiB", "65536GiB"},
    };
    for (String[] row : rest) {
      b.key(row[0]).usually(row[1], row[2], row[3]);
    }
    b.usually("mall.misses", "256", "64", "1024")
        .beside("mall.size")
        .usually("mall.merges", "4", "2", "64")
        .beside("mall.size")
        .usually("network.request_latency", f -> (f.value("l2.latency") - 4) / 6)
        .usually("network.response_latency", f -> (f.value("l2.latency") - 4) / 6)
        .usually("memory.outstanding", f -> f.value("l1.misses"));
  }
}
