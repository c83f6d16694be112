// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.CHOICE;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;
import static io.lockstep.spi.spec.Dimension.FLAG;

import io.lockstep.parts.cache.CacheSpec;
import io.lockstep.parts.cache.FirstLevelSpec;
import io.lockstep.parts.cache.InstructionCacheSpec;
import io.lockstep.parts.cache.policy.ReadOnly;
import io.lockstep.parts.cache.policy.WriteEvict;
import io.lockstep.parts.dispatch.BreadthFirst;
import io.lockstep.parts.dispatch.DispatchSpec;
import io.lockstep.parts.dispatch.PlacementSpec;
import io.lockstep.parts.dram.DramSpec;
import io.lockstep.parts.dram.mapping.BlockInterleaved;
import io.lockstep.parts.dram.mapping.MappingSpec;
import io.lockstep.parts.issue.LongestReady;
import io.lockstep.parts.issue.PolicySpec;
import io.lockstep.parts.memory.spec.AtomicsSpec;
import io.lockstep.parts.memory.spec.L2Spec;
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
import io.lockstep.terascale.lowering.CodeOption;
import java.util.List;

public final class TeraScaleSchema {
  private static final String STORE_WHOLE = "memory.store_whole";
  private static final String STORE_SCATTERED = "memory.store_scattered";

  private TeraScaleSchema() {}

  public static SpecSchema of(String family, String... isa) {
    SpecSchema.Builder b = SpecSchema.builder(family);
    b.part(ClockSpec.PART);
    unit(b, isa);
    issue(b);
    registers(b);
    lds(b);
    CodeOption.declare(b);
    dispatch(b);
    b.part(new PolicySpec(LongestReady.NAME));
    b.part(new PlacementSpec(BreadthFirst.NAME));
    caches(b);
    b.part(DramSpec.PART).part(new MappingSpec("dram.", BlockInterleaved.NAME)).part(HostSpec.PART);
    memory(b);
    before(b);
    together(b);
    return b.build();
  }

  /** Declares conditions on combinations of parameters. */
  private static void together(SpecSchema.Builder b) {
    b.together(
        Constraint.multiple("unit.count", "unit.engines"),
        Constraint.multiple("unit.count", "dispatch.engines"),
        Constraint.multiple("unit.wavefront", "unit.stream_cores"),
        Constraint.multiple("unit.wavefront", "memory.lanes"),
        Constraint.of(
            "whole cycles that a bundle issues in",
            v -> v[1] >= v[2] && v[0] % (v[1] / v[2]) == 0,
            v -> v[1] / v[2],
            "issue.latency",
            "unit.wavefront",
            "unit.stream_cores"),
        Constraint.atLeast("unit.in_flight", "unit.count")
            .saying("a wavefront for each compute unit"),
        Constraint.below("registers.clause_temporaries", "registers.per_lane")
            .saying("fewer than registers.per_lane"),
        Constraint.same("l2.line", "l1.line")
            .saying("lines of one size in both levels: this model has no others"),
        Constraint.above("l2.latency", "l1.latency").saying("more than l1.latency"),
        Constraint.atLeast(
                "l2.latency",
                "l1.miss_latency",
                "l1.return_latency",
                "network.request_latency",
                "network.response_latency")
            .saying("at least the cycles before, on and after the network"));
  }

  private static void unit(SpecSchema.Builder b, String... isa) {
    b.key("unit.isa", CHOICE, "instruction set, as compilers name it")
        .oneOf(isa)
        .part(UnitSpec.PART)
        .between("unit.count", 1, 256)
        .between("unit.engines", 1, 8)
        .between("unit.wavefront", 16, 64)
        .powerOfTwo()
        .key("unit.stream_cores", COUNT, "stream cores a compute unit")
        .between(1, 64)
        .powerOfTwo()
        .key("unit.in_flight", COUNT, "wavefronts of the device")
        .between(1, 1 << 16)
        .key("unit.fma", FLAG, "single-precision fused multiply-add");
    UnitSpec.wavefronts(
        b,
        f -> (f.value("unit.in_flight") + f.value("unit.count") - 1) / f.value("unit.count"),
        "unit.in_flight",
        (each, f) -> new long[] {Math.multiplyExact(each, f.value("unit.count"))});
  }

  private static void issue(SpecSchema.Builder b) {
    b.part(IssueSpec.PART)
        .without("issue.multiply32", "issue.transcendental") // both follow from the bundle's slots
        .between("issue.latency", 1, 64)
        .between("issue.branch_latency", 0, 1000)
        .between("issue.barrier_latency", 0, 1000)
        .key("issue.clause_switch", CYCLES, "from the end of a clause to the wavefront's next one")
        .between(0, 1000);
    IssueSpec.interval(
        b,
        f -> f.value("unit.wavefront") / f.value("unit.stream_cores"),
        "unit.stream_cores",
        (clocks, f) -> new long[] {Derived.exactly(f.value("unit.wavefront"), clocks)});
  }

  private static void registers(SpecSchema.Builder b) {
    b.key("registers.per_lane", COUNT, "128-bit registers a lane slot")
        .between(16, 4096)
        .key("registers.clause_temporaries", COUNT, "of those, kept for clause temporaries")
        .between(0, 64)
        .key(
            "registers.indexed",
            BYTES,
            "private arrays up to this size are indexed registers, larger ones scratch memory")
        .between(0, 4096)
        .key("registers.per_item", COUNT, UnitSpec.PER_ITEM_MEANS)
        .between(64, 128)
        .usually("128", "128", "128") // includes the clause temporaries
        .key("stack.entries", COUNT, "control-flow stack entries a shader engine")
        .between(1, 1 << 16);
    UnitSpec.registerFile(b, "registers.per_lane", f -> 16 * f.value("unit.wavefront"));
  }

  private static void lds(SpecSchema.Builder b) {
    b.part(LdsSpec.PART)
        .without("lds.granule", "lds.latency") // included in the time of the clause
        .key("lds.baseline", CYCLES, "clocks of a local operation that its own bundle hides")
        .between(0, 64)
        .key(
            "lds.output_queue",
            COUNT,
            "words that wait in the output queue of a work-item's local reads")
        .between(4, 16)
        .usually("4", "4", "16") // no source gives the depth; assumed: one vector of four words
        .key(
            "lds.emulate",
            CHOICE,
            "where OpenCL's local memory lies on R700, whose own only owners write")
        .oneOf("none", "global")
        .optional()
        .key("fetch.addresses", COUNT, "lane addresses a cycle and compute unit")
        .between(1, 64);
  }

  private static void dispatch(SpecSchema.Builder b) {
    b.part(DispatchSpec.PART)
        .between("dispatch.wave_start", 0, 10_000)
        .usually("dispatch.latency", "1cycles", "1cycles", "100cycles")
        .usually(
            "dispatch.launch_latency", "1cycles", "0cycles", "100cycles") // included in host.launch
        .usually("dispatch.window", "1", "1", "4");
    b.key(
            "dispatch.engines",
            COUNT,
            "dispatch processors: each gives groups to its share of the units at group_interval")
        .between(1, 8)
        .optional();
    b.key(
            "dispatch.mode",
            CHOICE,
            "how kernels for work-groups run: dispatched, or as pixel shaders with memory export")
        .oneOf("compute", "pixel")
        .optional()
        .key(
            "export.interval",
            CYCLES,
            "a vector of four words of a wavefront of pixels on the export bus")
        .between(1, 1000)
        .optional();
    for (String axis : List.of("x", "y", "z")) {
      b.usually("dispatch.grid_" + axis, "16777216", "65535", "16777216");
    }
  }

  private static void caches(SpecSchema.Builder b) {
    String block = "dram.interleave";
    b.part(InstructionCacheSpec.PART);
    b.part(FirstLevelSpec.of("l1.", "the L1 of a compute unit", block).written(ReadOnly.NAME))
        .between("l1.size", 1 << 10, 1 << 20)
        .between("l1.misses", 4, 1 << 16)
        .without("l1.interval") // determined by l1.bandwidth
        .part(
            new L2Spec(
                CacheSpec.of("l2.", "the L2 of a die")
                    .inSlices("dram.channels")
                    .within(block)
                    .written(WriteEvict.NAME)))
        .between("l2.size", 1 << 10, 1 << 26)
        .without("l2.sector") // only whole lines are transferred
        .part(NetworkSpec.PART)
        .part(AtomicsSpec.PART)
        .part(RegionSpec.PART)
        .part(MemorySpec.PART)
        .without("memory.scratch_base") // scratch memory follows the buffers
        .key("memory.lanes", COUNT, "lanes of a wavefront whose addresses are taken together")
        .between(1, 64)
        .powerOfTwo()
        .usually(f -> f.value("unit.wavefront") / 4)
        .key(
            "memory.uncached_reads",
            BYTES,
            "piece that reads of what a kernel may write move, without caches")
        .between(32, 256)
        .powerOfTwo()
        .optional()
        .key(STORE_WHOLE, CYCLES, "of the store port for neighbouring words of memory.lanes lanes")
        .between(1, 64)
        .optional()
        .key(STORE_SCATTERED, CYCLES, "the same for words that lie apart")
        .between(1, 64)
        .optional()
        .key(
            "texture.texel_size",
            BYTES,
            "texel that is filtered in one pass; larger ones take more")
        .between(1, 16)
        .powerOfTwo()
        .usually("4B", "4B", "8B")
        .key("memory.scratch_size", BYTES, "address room of a work-item's scratch memory")
        .between(1 << 10, 1 << 20)
        .powerOfTwo();
  }

  /** Declares default values for parameters of the caches and of the path to the caches. */
  private static void before(SpecSchema.Builder b) {
    b.usually("l1.merges", "4", "2", "64")
        .usually("l1.miss_latency", f -> f.value("l1.latency") / 4)
        .usually("l1.return_latency", f -> f.value("l1.latency") / 4)
        .usually("l2.merges", "4", "2", "64")
        .usually("network.request_latency", TeraScaleSchema::network)
        .usually("network.response_latency", TeraScaleSchema::network)
        .usually("network.response_rate", f -> f.value("l1.bandwidth"))
        .usually("network.header", "8B", "4B", "16B")
        .usually("atomics.lanes", "1", "1", "4")
        .usually("memory.instructions", TeraScaleSchema::instructions)
        .usually("memory.backlog", f -> f.value("l1.latency"))
        .usually("memory.request_size", "4KiB", "256B", "4KiB")
        .usually("memory.base_address", "1MiB", "0B", "16MiB")
        .usually("memory.scratch_size", "64KiB", "16KiB", "1024KiB");
  }

  /** Returns the default size: sixteen per wavefront of a compute unit, plus write credits. */
  private static long instructions(Figures f) {
    long units = f.value("unit.count");
    return 16 * ((f.value("unit.in_flight") + units - 1) / units) + f.value("memory.credits");
  }

  /**
   * Returns the default network latency per direction: a quarter of the latency added by the L2.
   */
  private static long network(Figures f) {
    return Math.max(1, (f.value("l2.latency") - f.value("l1.latency")) / 4);
  }

  private static void memory(SpecSchema.Builder b) {
    b.between("dram.channels", 1, 64)
        .powerOfTwo() // each channel has a slice of the L2
        .between("dram.banks", 1, 64)
        .powerOfTwo()
        .between("dram.interleave", 64, 1 << 16)
        .usually("dram.bypasses", "32", "8", "64")
        .usually("dram.drain_from", "50%", "25%", "75%")
        .usually("dram.drain_until", "12.5%", "0%", "25%")
        .usually("dram.response_latency", "0ns", "0ns", "40ns");
  }
}
