// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;
import static io.lockstep.spi.spec.Dimension.FREQUENCY;

import io.lockstep.device.cdna.issue.CdnaMemory;
import io.lockstep.device.cdna.lowering.Chip;
import io.lockstep.device.cdna.lowering.GcnOption;
import io.lockstep.device.cdna.lowering.MatrixUnit;
import io.lockstep.lower.Transformation;
import io.lockstep.parts.cache.CacheSpec;
import io.lockstep.parts.cache.FirstLevelSpec;
import io.lockstep.parts.cache.InstructionCacheSpec;
import io.lockstep.parts.cache.TranslationSpec;
import io.lockstep.parts.cache.WriteBack;
import io.lockstep.parts.cache.WriteEvict;
import io.lockstep.parts.dispatch.DispatchSpec;
import io.lockstep.parts.dispatch.PlacementSpec;
import io.lockstep.parts.dispatch.RoundRobinDies;
import io.lockstep.parts.dram.BlockInterleaved;
import io.lockstep.parts.dram.DramSpec;
import io.lockstep.parts.dram.MappingSpec;
import io.lockstep.parts.dram.PermutedBanks;
import io.lockstep.parts.issue.OldestFirst;
import io.lockstep.parts.issue.PolicySpec;
import io.lockstep.parts.memory.AtomicsSpec;
import io.lockstep.parts.memory.L2Spec;
import io.lockstep.parts.memory.MemoryCacheSpec;
import io.lockstep.parts.memory.MemorySpec;
import io.lockstep.parts.memory.NetworkSpec;
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

final class CdnaSchema {
  private static final long KIB = 1024;
  private static final long GIB = 1L << 30;
  private static final String CHANNELS = "l2.channels";
  private static final String INTERLEAVE = "l2.interleave";

  static final SpecSchema SCHEMA = build();

  private CdnaSchema() {}

  private static SpecSchema build() {
    SpecSchema.Builder b = SpecSchema.builder("cdna");
    b.part(ClockSpec.PART).limit(ClockSpec.COMPUTE, 100_000_000L, 10_000_000_000L);
    b.figure("clock.peak", FREQUENCY, "Engine clock on paper.", 100_000_000L, 10_000_000_000L);
    unit(b);
    issue(b);
    b.part(new PolicySpec(OldestFirst.NAME)).usually(PolicySpec.GROUP, "4", "2", "8");
    code(b);
    MatrixUnit.declare(b);
    caches(b);
    b.part(TranslationSpec.PART).part(InstructionCacheSpec.PART);
    b.part(NetworkSpec.PART).part(AtomicsSpec.PART).part(MemorySpec.PART);
    b.part(RegionSpec.PART);
    addressUnit(b);
    b.powerOfTwo("memory.arguments_base", BYTES, "Where kernel arguments lie.", 1L << 36, 1L << 46);
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
    String behind = "at least l2.latency, dram.request_latency and " + CdnaMemory.TRANSFERS;
    String[] before = {"l2.latency", "dram.request_latency", CdnaMemory.TRANSFERS};
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
                CdnaMemory.VISIT,
                CdnaMemory.TRANSFERS)
            .saying(
                "at least the clocks before, on and after the network, of a visit and of"
                    + " transfers"),
        Constraint.atLeast(mall, before).saying(behind), // the parameter that behindL2 names
        Constraint.atLeast(load, before).saying(behind).unless(mall),
        Constraint.above("scalar_cache.latency", CdnaMemory.VISIT),
        Constraint.atMost(ClockSpec.COMPUTE, "clock.peak"),
        Constraint.multiple("unit.count", "unit.dies"));
  }

  private static void unit(SpecSchema.Builder b) {
    b.choice("unit.isa", "instruction set, as compilers name it", "gfx908", "gfx90a", "gfx942")
        .part(UnitSpec.PART)
        .without(
            "unit.groups",
            "unit.double") // as many groups as wavefronts; double precision is always present
        .limit("unit.wavefront", 64, 64) // the only width that the model supports
        .usually("unit.wavefront", "64", "64", "64")
        .usually("unit.group_size", "1024", "1024", "1024")
        .figure("unit.dies", COUNT, "accelerator dies (XCD, GCD), each with an L2", 1, 16)
        .figure("unit.simds", COUNT, "SIMDs of a compute unit", 1, 8)
        .figure("unit.wave_slots", COUNT, "wavefronts that a SIMD holds", 1, 16)
        .figure("unit.barriers", COUNT, "work-groups of several wavefronts on a unit", 1, 64);
    UnitSpec.wavefronts(
        b,
        f -> f.value("unit.simds") * f.value("unit.wave_slots"),
        "unit.wave_slots",
        (all, f) -> new long[] {Derived.exactly(all, f.value("unit.simds"))});
    b.figure("registers.vector", COUNT, "vector registers of a lane, of a SIMD", 32, 4096)
        .powerOfTwo("registers.vector_granule", COUNT, "unit of their allocation", 1, 64)
        .figure("registers.scalar", COUNT, "scalar registers of a SIMD", 64, 8192)
        .powerOfTwo("registers.scalar_granule", COUNT, "unit of their allocation", 1, 128)
        .figure("registers.per_item", COUNT, UnitSpec.PER_ITEM_MEANS, 16, 256)
        .usually("registers.per_item", "256", "256", "256")
        .optional(Chip.ACCUMULATION, COUNT, "accumulation registers of a work-item", 0, 256)
        .figure("registers.scalar_per_wave", COUNT, "scalar registers of a wavefront", 16, 128)
        .usually("registers.scalar_per_wave", "102", "102", "102")
        .figure("registers.vector_reserved", COUNT, "vector ones of no value of a kernel's", 0, 16)
        .usually("registers.vector_reserved", "1", "0", "4")
        .figure("registers.scalar_reserved", COUNT, "scalar ones of no value of a kernel's", 0, 64)
        .usually("registers.scalar_reserved", "8", "6", "16");
    UnitSpec.registerFile(
        b, "registers.vector", f -> 4 * f.value("unit.wavefront") * f.value("unit.simds"));
    b.part(LdsSpec.PART)
        .limit("lds.size", KIB, 1 << 20)
        .limitPowerOfTwo("lds.granule", 4, 65536)
        .limit("lds.latency", 8, 1_000_000)
        .powerOfTwo("lds.bank_width", BYTES, "width of a bank", 4, 8)
        .figure("lds.queue", CYCLES, "bank work that may wait", 0, 4096)
        .usually("lds.queue", "32cycles", "8cycles", "64cycles")
        .figure("lds.port_rate", BYTES_PER_CYCLE, "address and data port", 8_000, 256_000)
        .usually("lds.port_rate", "64B/cycle", "64B/cycle", "64B/cycle")
        .figure("lds.port_sharing", COUNT, "SIMDs that share a port", 1, 8)
        .usually("lds.port_sharing", "2", "2", "2")
        .optional("lds.turns", COUNT, "pairs of SIMDs that take turns at the banks", 1, 8);
  }

  private static void issue(SpecSchema.Builder b) {
    b.part(IssueSpec.PART).without("issue.latency"); // issue.interval is also the latency
    for (String path : List.of("interval", "multiply32", "transcendental", "branch_latency")) {
      b.limit("issue." + path, 4, 1_000_000);
    }
    b.limit("issue.barrier_latency", 1, 1_000_000);
    cycles(b, "issue.double", IssueSpec.DOUBLE_MEANS, 4);
    cycles(b, "issue.transcendental64", "clocks of a double-precision reciprocal or root", 4);
    b.figure("issue.vector_waits", COUNT, "vector memory operations that a wavefront counts", 1, 63)
        .usually("issue.vector_waits", "63", "63", "63")
        .figure(
            "issue.local_waits", COUNT, "LDS and scalar operations that a wavefront counts", 1, 15)
        .usually("issue.local_waits", "15", "15", "15");
    b.powerOfTwo(CdnaMemory.VISIT, CYCLES, "between two looks at a SIMD's wavefronts", 1, 8)
        .usually(CdnaMemory.VISIT, "4cycles", "4cycles", "4cycles")
        .figure("issue.run_ahead", CYCLES, "that a unit may be ahead of the clock", 0, 4096)
        .usually("issue.run_ahead", "48cycles", "0cycles", "96cycles");
    cycles(b, "issue.scalar", "clocks of a scalar instruction", 4);
    cycles(b, "issue.branch_not_taken", "from a branch that falls through to the next one", 4);
  }

  private static void code(SpecSchema.Builder b) {
    b.optional(
            Chip.PACKED_SINGLES, COUNT, "single-precision operations of a packed instruction", 1, 2)
        .optional(
            Chip.PACKED_HALVES, COUNT, "half-precision operations of a packed instruction", 1, 2)
        .optional(
            Chip.MERGED_LOADS, COUNT, "dwords of a load of neighbours; 1: loads stay apart", 1, 4)
        .steps(Transformation.steps(GcnOption.class));
  }

  private static void addressUnit(SpecSchema.Builder b) {
    b.powerOfTwo(
            "memory.lanes", COUNT, "lanes of a wavefront whose addresses are taken together", 4, 64)
        .usually("memory.lanes", "16", "16", "16")
        .powerOfTwo("memory.address_width", BYTES, "memory that a pass of it covers", 16, 256)
        .usually("memory.address_width", "64B", "64B", "64B")
        .optionalPowerOfTwo(
            "memory.address_alignment",
            BYTES,
            "multiple at which a pass of it begins; absent: its width",
            4,
            256)
        .figure(CdnaMemory.TRANSFERS, CYCLES, "of latencies, taken by transfers besides", 0, 1000)
        .usually(CdnaMemory.TRANSFERS, "4cycles", "2cycles", "6cycles")
        .optionalPowerOfTwo(
            "memory.page", BYTES, "physical page, scattered; absent: contiguous", 4096, GIB)
        .optional("memory.page_seed", COUNT, "of the places of pages", 0, Integer.MAX_VALUE)
        .optional(
            CdnaMemory.ACKNOWLEDGE,
            CYCLES,
            "of a store beyond l2.latency, and a wavefront's end waits for it",
            0,
            1_000_000);
  }

  private static void dispatch(SpecSchema.Builder b) {
    b.part(DispatchSpec.PART)
        .usually(
            "dispatch.launch_latency", "0cycles", "0cycles", "100cycles") // included in host.launch
        .usually("dispatch.window", "4", "1", "16")
        .usually("dispatch.grid_x", "2147483647", "2147483647", "2147483647")
        .usually("dispatch.grid_y", "65535", "65535", "2147483647")
        .usually("dispatch.grid_z", "65535", "65535", "2147483647")
        .figure("dispatch.wave_interval", CYCLES, "between wavefronts of a group", 1, 1_000_000);
  }

  private static void caches(SpecSchema.Builder b) {
    b.part(
            FirstLevelSpec.of("l1.", "the L1 of a compute unit", INTERLEAVE)
                .written(WriteEvict.NAME))
        .limit("l1.size", KIB, 1 << 20)
        .limitPowerOfTwo("l1.line", 32, 256)
        .limit("l1.latency", 24, 1_000_000)
        .limit("l1.bandwidth", 16_000, 256_000)
        .limit("l1.misses", 4, 4096)
        .optionalPowerOfTwo("l1.lookup_width", BYTES, "lanes that look up a line at once", 4, 1024)
        .optionalPowerOfTwo(
            "l1.banks", COUNT, "banks of 16 bytes that quads conflict in; absent: never", 1, 16)
        .part(FirstLevelSpec.of("scalar_cache.", "a scalar data cache", INTERLEAVE))
        .limit("scalar_cache.size", KIB, 1 << 20)
        .limitPowerOfTwo("scalar_cache.line", 32, 256)
        .limit("scalar_cache.latency", 8, 1_000_000)
        .limit("scalar_cache.misses", 1, 4096)
        .without("scalar_cache.bandwidth")
        .figure("scalar_cache.sharing", COUNT, "Compute units that share one.", 1, 8)
        .figure("scalar_cache.instructions", COUNT, "Loads under way in one.", 1, 1 << 16)
        .figure("scalar_cache.credits", COUNT, "Its requests on the way to the L2.", 1, 4096)
        .part(
            new L2Spec(
                CacheSpec.of("l2.", "the L2 of a die")
                    .inSlices(CHANNELS)
                    .within(INTERLEAVE)
                    .written(WriteBack.NAME)))
        .limit("l2.size", 64 * KIB, GIB)
        .limitPowerOfTwo("l2.line", 32, 256)
        .limit("l2.misses", 8, 4096) // sectors of any line
        .limit("l2.read", 8_000, 1_024_000)
        .limit("l2.write", 8_000, 1_024_000)
        .limit("l2.latency", 100, 1_000_000)
        .figure(CHANNELS, COUNT, "Channels (slices) of a die's L2.", 1, 128)
        .powerOfTwo(INTERLEAVE, BYTES, "Bytes before the next channel.", 128, 65536)
        .part(new MappingSpec("l2.", BlockInterleaved.NAME))
        .part(new MemoryCacheSpec(INTERLEAVE));
  }

  private static void cycles(SpecSchema.Builder b, String path, String what, long low) {
    b.figure(path, CYCLES, what, low, 1_000_000);
  }

  /** Removes and restricts shared memory parameters; declares defaults for older files. */
  private static void memory(SpecSchema.Builder b) {
    b.without("dram.interleave") // l2.interleave applies, since memory is behind the L2 channels
        .without("dram.response_latency") // derived from dram.load_to_use
        .limit("dram.banks", 1, 64)
        .optional("dram.stack_channels", COUNT, "channels of a stack, if it divides all", 1, 128)
        .usuallyBeside("mall.size", "dram.stack_channels", "16", "16", "16")
        .optionalPowerOfTwo("dram.page", BYTES, "before the next stack, at least", 4096, 1 << 21)
        .usuallyBeside("mall.size", "dram.page", "4KiB", "4KiB", "64KiB")
        .usually("dram.request_latency", f -> (f.value(behindL2(f)) - f.value("l2.latency")) / 2)
        .usually("dram.bypasses", "16", "0", "64")
        .usually("dram.drain_from", "75%", "50%", "100%")
        .usually("dram.drain_until", "25%", "0%", "50%");
  }

  /** Returns the path of the parameter for the latency of requests that miss in the L2. */
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
    b.usually("l1.merges", "8", "2", "64")
        .usually("scalar_cache.misses", "32", "8", "64")
        .usually("scalar_cache.merges", "16", "4", "64")
        .usually("scalar_cache.instructions", "512", "64", "1024")
        .usually("scalar_cache.credits", "16", "4", "64")
        .usually("l2.misses", "256", "64", "1024")
        .usually("l2.merges", "8", "2", "64")
        .usuallyBeside("mall.size", "mall.misses", "256", "64", "1024")
        .usuallyBeside("mall.size", "mall.merges", "4", "2", "64")
        .usually("network.request_latency", f -> (f.value("l2.latency") - 4) / 6)
        .usually("network.response_latency", f -> (f.value("l2.latency") - 4) / 6)
        .usually("network.request_rate", "72B/cycle", "64B/cycle", "136B/cycle")
        .usually("network.response_rate", "72B/cycle", "64B/cycle", "136B/cycle")
        .usually("network.header", "8B", "4B", "16B")
        .usually("atomics.interval", "1cycles", "1cycles", "4cycles")
        .usually("memory.instructions", "512", "64", "1024")
        .usually("memory.outstanding", f -> f.value("l1.misses"))
        .usually("memory.queue", "128", "64", "256")
        .usually("memory.credits", "64", "16", "256")
        .usually("memory.backlog", "64cycles", "16cycles", "256cycles")
        .usually("memory.request_size", "4KiB", "256B", "4KiB")
        .usually("memory.base_address", "4GiB", "1GiB", "16GiB")
        .usually("memory.scratch_base", "16384GiB", "8192GiB", "16384GiB")
        .usually("memory.arguments_base", "32768GiB", "32768GiB", "65536GiB");
  }
}
