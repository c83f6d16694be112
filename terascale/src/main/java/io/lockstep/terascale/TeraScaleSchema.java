package io.lockstep.terascale;

import io.lockstep.parts.dispatch.BreadthFirst;
import io.lockstep.parts.dispatch.PlacementSpec;
import io.lockstep.parts.dram.DramSpec;
import io.lockstep.parts.host.HostSpec;
import io.lockstep.parts.issue.IssueSpec;
import io.lockstep.parts.issue.LongestReady;
import io.lockstep.parts.spec.ClockSpec;
import io.lockstep.parts.spec.Derived;
import io.lockstep.parts.spec.Dimension;
import io.lockstep.parts.spec.SpecSchema;
import java.util.List;

/** Every figure of a TeraScale specification. Stateless and thread-safe. */
public final class TeraScaleSchema {
  private TeraScaleSchema() {}

  /**
   * The schema of a family.
   *
   * @param family its name
   * @param isa names of its instruction sets
   */
  public static SpecSchema of(String family, String... isa) {
    SpecSchema.Builder b = SpecSchema.builder(family);
    b.part(ClockSpec.PART);
    compute(b, isa);
    b.part(new IssueSpec(LongestReady.NAME));
    b.part(new PlacementSpec(BreadthFirst.NAME));
    caches(b);
    b.part(DramSpec.PART).part(HostSpec.PART);
    memory(b);
    return b.build();
  }

  private static void compute(SpecSchema.Builder b, String... isa) {
    b.choice("compute.isa", "instruction set", isa)
        .figure("compute.units", Dimension.COUNT, "compute units (SIMD engines)", 1, 256)
        .figure("compute.engines", Dimension.COUNT, "shader engines", 1, 8)
        .powerOfTwo("compute.stream_cores", Dimension.COUNT, "stream cores a compute unit", 1, 64)
        .powerOfTwo("compute.wavefront", Dimension.COUNT, "work-items of a wavefront", 16, 64)
        .figure(
            "compute.alu_latency",
            Dimension.CYCLES,
            "from a bundle to the next of the same wavefront",
            1,
            64)
        .figure(
            "compute.clause_switch",
            Dimension.CYCLES,
            "from the end of a clause to the wavefront's next one",
            0,
            1000)
        .figure(
            "compute.control_flow",
            Dimension.CYCLES,
            "a jump, loop or pop of the control-flow program",
            0,
            1000)
        .figure(
            "compute.barrier",
            Dimension.CYCLES,
            "from the last arrival at a barrier to the release",
            0,
            1000)
        .figure(
            "compute.wavefronts_in_flight", Dimension.COUNT, "wavefronts of the device", 1, 1 << 16)
        .figure("compute.groups_per_unit", Dimension.COUNT, "work-groups of a compute unit", 1, 64)
        .figure("compute.group_size", Dimension.COUNT, "work-items of a group at most", 1, 1024)
        .flag("compute.fma", "single-precision fused multiply-add")
        .flag("compute.double", "double precision")
        .figure("registers.per_lane", Dimension.COUNT, "128-bit registers a lane slot", 16, 4096)
        .figure(
            "registers.clause_temporaries",
            Dimension.COUNT,
            "of those, kept for clause temporaries",
            0,
            64)
        .figure(
            "registers.indexed",
            Dimension.BYTES,
            "private arrays up to this size are indexed registers, larger ones scratch memory",
            0,
            4096)
        .figure(
            "stack.entries",
            Dimension.COUNT,
            "control-flow stack entries a shader engine",
            1,
            1 << 16)
        .figure("lds.size", Dimension.BYTES, "local memory a compute unit", 0, 1 << 20)
        .powerOfTwo("lds.banks", Dimension.COUNT, "banks of 4 bytes", 1, 64)
        .figure(
            "lds.baseline",
            Dimension.CYCLES,
            "clocks of a local operation that its own bundle hides",
            0,
            64)
        .optionalChoice(
            "lds.emulate",
            "where OpenCL's local memory lies on R700, whose own only owners write",
            "none",
            "global")
        .figure(
            "fetch.addresses", Dimension.COUNT, "lane addresses a cycle and compute unit", 1, 64)
        .figure(
            "dispatch.interval",
            Dimension.CYCLES,
            "between two work-groups of the dispatcher",
            1,
            10_000)
        .figure(
            "dispatch.wavefront",
            Dimension.CYCLES,
            "to set up one wavefront's registers in its compute unit",
            0,
            10_000);
  }

  private static void caches(SpecSchema.Builder b) {
    b.figure("l1.size", Dimension.BYTES, "texture cache a compute unit", 1 << 10, 1 << 20)
        .powerOfTwo("l1.line", Dimension.BYTES, "line", 16, 256)
        .figure("l1.ways", Dimension.COUNT, "associativity", 1, 127)
        .figure("l1.latency", Dimension.CYCLES, "from an address to data, hit", 1, 10_000)
        .figure("l1.misses", Dimension.COUNT, "lines outstanding", 4, 1 << 16)
        .figure("l1.bandwidth", Dimension.BYTES_PER_CYCLE, "data a compute unit", 1000, 1 << 20)
        .figure("l2.size", Dimension.BYTES, "all slices", 1 << 10, 1 << 26)
        .powerOfTwo("l2.line", Dimension.BYTES, "line", 16, 256)
        .figure("l2.ways", Dimension.COUNT, "associativity", 1, 127)
        .figure(
            "l2.latency",
            Dimension.CYCLES,
            "from an address to data, hit in the second level",
            1,
            10_000)
        .figure("l2.misses", Dimension.COUNT, "lines outstanding a slice", 1, 1 << 16)
        .figure("l2.bandwidth", Dimension.BYTES_PER_CYCLE, "data a slice", 1000, 1 << 20)
        .figure(
            "stores.outstanding",
            Dimension.COUNT,
            "write requests under way a compute unit",
            1,
            1 << 16)
        .figure(
            "stores.bandwidth",
            Dimension.BYTES_PER_CYCLE,
            "written data a compute unit",
            1000,
            1 << 20)
        .figure(
            "complete_path.interval",
            Dimension.CYCLES,
            "between two dwords of the cached write path or two atomics of a slice",
            1,
            1000)
        .figure(
            "atomics.same_address",
            Dimension.CYCLES,
            "between two atomics on one address",
            1,
            10_000);
  }

  /** What this family narrows, guesses for files of before, and called otherwise. */
  private static void memory(SpecSchema.Builder b) {
    b.limitPowerOfTwo("dram.channels", 1, 64) // each with a slice of the second level
        .limitPowerOfTwo("dram.banks", 1, 64)
        .limit("dram.interleave", 64, 1 << 16)
        .usually("dram.bypasses", "32", "8", "64")
        .usually("dram.drain_from", "50%", "25%", "75%")
        .usually("dram.drain_until", "12.5%", "0%", "25%")
        .usually("dram.response_latency", "0ns", "0ns", "40ns")
        .formerly(
            "clock.core", ClockSpec.COMPUTE,
            "clock.memory", "dram.clock",
            "dram.latency", "dram.request_latency")
        .derived(
            Derived.formerly(
                "dram.bus",
                Dimension.BITS,
                List.of("dram.width"),
                (bits, f) -> new long[] {Derived.exactly(bits, 8)}))
        .derived(
            Derived.formerly(
                "dram.queue",
                Dimension.COUNT,
                List.of("dram.read_queue", "dram.write_queue", "dram.bypasses"),
                (q, f) -> new long[] {q, 2 * q, q}));
  }
}
