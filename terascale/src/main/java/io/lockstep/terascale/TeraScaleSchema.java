package io.lockstep.terascale;

import io.lockstep.parts.spec.Dimension;
import io.lockstep.parts.spec.SpecSchema;

/** Every figure of a TeraScale specification. Stateless and thread-safe. */
public final class TeraScaleSchema {
  /** A second. */
  private static final long SECOND = 1_000_000_000_000L;

  /** Of a time of the memory's protocol: bookings lie no further ahead than so many of these. */
  private static final long LONGEST_TIMING = 10_000_000;

  private TeraScaleSchema() {}

  /**
   * The schema of a family.
   *
   * @param family its name
   * @param isa names of its instruction sets
   */
  public static SpecSchema of(String family, String... isa) {
    SpecSchema.Builder b = SpecSchema.builder(family);
    compute(b, isa);
    caches(b);
    dram(b);
    host(b);
    return b.build();
  }

  private static void compute(SpecSchema.Builder b, String... isa) {
    b.figure("clock.core", Dimension.FREQUENCY, "engine clock", 1_000_000, 10_000_000_000L)
        .figure(
            "clock.memory",
            Dimension.FREQUENCY,
            "command clock of memory",
            1_000_000,
            10_000_000_000L)
        .choice("compute.isa", "instruction set", isa)
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

  private static void dram(SpecSchema.Builder b) {
    b.figure("dram.capacity", Dimension.BYTES, "device memory", 1 << 20, 1L << 40)
        .powerOfTwo(
            "dram.channels",
            Dimension.COUNT,
            "channels, each with a slice of the second" + " level",
            1,
            64)
        .figure("dram.bus", Dimension.BITS, "data bus of a channel", 8, 512)
        .figure("dram.beats", Dimension.COUNT, "data transfers a command clock", 1, 8)
        .powerOfTwo("dram.burst", Dimension.BYTES, "smallest transfer of a channel", 8, 256)
        .powerOfTwo("dram.interleave", Dimension.BYTES, "before the next channel", 64, 1 << 16)
        .powerOfTwo("dram.banks", Dimension.COUNT, "banks a channel", 1, 64)
        .powerOfTwo("dram.row", Dimension.BYTES, "row of a bank", 256, 1 << 16)
        .figure(
            "dram.latency",
            Dimension.CYCLES,
            "controller and crossbar, both ways, beyond the cache and DRAM itself",
            0,
            10_000)
        .figure("dram.queue", Dimension.COUNT, "requests a channel's controller looks at", 1, 1024)
        .figure("dram.trcd", Dimension.TIME, "activate to column", 0, LONGEST_TIMING)
        .figure("dram.trp", Dimension.TIME, "precharge", 0, LONGEST_TIMING)
        .figure("dram.tras", Dimension.TIME, "activate to precharge", 0, LONGEST_TIMING)
        .figure("dram.tcl", Dimension.TIME, "read latency", 0, LONGEST_TIMING)
        .figure("dram.twl", Dimension.TIME, "write latency", 0, LONGEST_TIMING)
        .figure(
            "dram.trrd", Dimension.TIME, "activate to activate, different banks", 0, LONGEST_TIMING)
        .figure("dram.twtr", Dimension.TIME, "write data to read command", 0, LONGEST_TIMING)
        .figure(
            "dram.trtw", Dimension.TIME, "idle bus between read and write data", 0, LONGEST_TIMING)
        .figure("dram.twr", Dimension.TIME, "write data to precharge", 0, LONGEST_TIMING)
        .figure("dram.trefi", Dimension.TIME, "refresh interval", 0, 1_000_000_000)
        .figure("dram.trfc", Dimension.TIME, "refresh", 0, LONGEST_TIMING);
  }

  private static void host(SpecSchema.Builder b) {
    b.figure(
            "host.launch",
            Dimension.TIME,
            "from the call to the first group, device idle",
            0,
            SECOND)
        .figure("host.back_to_back", Dimension.TIME, "between two queued kernels", 0, SECOND)
        .figure("host.submit", Dimension.TIME, "host time of a launch call", 0, SECOND)
        .figure("host.synchronize", Dimension.TIME, "host time to notice the end", 0, SECOND)
        .figure("host.transfer", Dimension.TIME, "fixed cost of a transfer", 0, SECOND)
        .figure("host.pinned", Dimension.RATE, "page-locked transfers", 1_000_000, 1L << 40)
        .figure("host.pageable", Dimension.RATE, "pageable transfers", 1_000_000, 1L << 40)
        .figure("host.fill", Dimension.RATE, "device memset", 1_000_000, 1L << 42)
        .figure(
            "host.copy",
            Dimension.RATE,
            "device-to-device copy, bytes copied",
            1_000_000,
            1L << 42);
  }
}
