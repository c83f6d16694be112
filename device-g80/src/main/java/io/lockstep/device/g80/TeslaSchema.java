package io.lockstep.device.g80;

import io.lockstep.parts.dispatch.DispatchSpec;
import io.lockstep.parts.dram.DramSpec;
import io.lockstep.parts.host.HostSpec;
import io.lockstep.parts.spec.ClockSpec;
import io.lockstep.parts.spec.Derived;
import io.lockstep.parts.spec.Dimension;
import io.lockstep.parts.spec.SpecSchema;
import io.lockstep.parts.unit.IssueSpec;
import io.lockstep.parts.unit.LdsSpec;
import io.lockstep.parts.unit.UnitSpec;
import java.util.List;

/** The figures of a device of this family, with their meaning. */
final class TeslaSchema {
  static final String FAMILY = "g80";

  private TeslaSchema() {}

  static SpecSchema schema() {
    SpecSchema.Builder b = SpecSchema.builder(FAMILY);
    clocks(b);
    multiprocessor(b);
    issue(b);
    memory(b);
    host(b);
    return b.build();
  }

  private static void clocks(SpecSchema.Builder b) {
    b.part(ClockSpec.PART)
        .figure(
            "clock.texture",
            Dimension.FREQUENCY,
            "texture and ROP clock",
            1_000_000,
            10_000_000_000L);
  }

  private static void multiprocessor(SpecSchema.Builder b) {
    unit(b);
    lds(b);
    b.figure("constant.size", Dimension.BYTES, "constant cache of a multiprocessor", 64, 1 << 20)
        .powerOfTwo("constant.line", Dimension.BYTES, "its line", 16, 1024)
        .figure("constant.ways", Dimension.COUNT, "its associativity", 1, 64)
        .figure("constant.latency", Dimension.CYCLES, "hit to use", 1, 4096)
        .figure(
            "texture.rate",
            Dimension.COUNT,
            "texels that a cluster addresses in a core clock",
            1,
            1024)
        .figure("texture.latency", Dimension.CYCLES, "fetch to use, hit", 1, 4096)
        .figure("texture.miss", Dimension.CYCLES, "fetch to the network, miss", 0, 4096)
        .figure("texture.size", Dimension.BYTES, "first-level texture cache", 64, 1 << 20)
        .powerOfTwo("texture.line", Dimension.BYTES, "its line", 16, 256)
        .figure("texture.ways", Dimension.COUNT, "its associativity", 1, 64)
        .figure("texture.misses", Dimension.COUNT, "its outstanding lines", 1, 4096)
        .figure("texture.l2_size", Dimension.BYTES, "texture cache of a partition", 256, 1 << 24)
        .powerOfTwo("texture.l2_line", Dimension.BYTES, "its line, in sectors of 32 bytes", 32, 256)
        .figure("texture.l2_ways", Dimension.COUNT, "its associativity", 1, 64);
  }

  private static void unit(SpecSchema.Builder b) {
    b.part(UnitSpec.PART)
        .without("unit.engines")
        .limit("unit.count", 1, 1024)
        .choice("unit.capability", "compute capability", "1.0", "1.1", "1.2", "1.3")
        .figure("unit.per_cluster", Dimension.COUNT, "multiprocessors of a texture cluster", 1, 16)
        .figure("unit.group_z", Dimension.COUNT, "threads of a block along z at most", 1, 1024)
        .usually("unit.group_z", "64", "64", "64")
        .figure("registers.size", Dimension.COUNT, "registers of a multiprocessor", 1, 1 << 20)
        .figure("registers.granule", Dimension.COUNT, "blocks are given such units", 1, 4096)
        .figure("registers.per_item", Dimension.COUNT, "registers of a thread at most", 1, 1024)
        .formerly("compute.capability", "unit.capability", "compute.multiprocessors", "unit.count")
        .formerly("compute.per_cluster", "unit.per_cluster", "compute.warp", "unit.wavefront")
        .formerly("compute.warps", "unit.wavefronts", "compute.blocks", "unit.groups")
        .formerly("compute.block_size", "unit.group_size", "double.available", "unit.double")
        .formerly("registers.unit", "registers.granule")
        .formerly("registers.per_thread", "registers.per_item");
    UnitSpec.registerFile(b, "registers.size", f -> 4);
  }

  private static void lds(SpecSchema.Builder b) {
    b.part(LdsSpec.PART)
        .limit("lds.granule", 1, 4096)
        .limitPowerOfTwo("lds.banks", 1, 32)
        .limit("lds.latency", 1, 4096)
        .figure("lds.header", Dimension.BYTES, "block and grid sizes before the arguments", 0, 4096)
        .figure("lds.parameters", Dimension.BYTES, "arguments of a kernel at most", 0, 4096)
        .figure("lds.pass", Dimension.CYCLES, "clocks of one pass of a half-warp", 1, 64)
        .flag("lds.atomics", "whether atomics on shared memory exist")
        .figure(
            "lds.lock",
            Dimension.CYCLES,
            "issue clocks of one trip of the loop that an atomic"
                + " on shared memory is: lock, operate, unlock, branch",
            1,
            4096)
        .formerly("shared.unit", "lds.granule");
    for (String same :
        List.of("size", "header", "parameters", "banks", "pass", "latency", "atomics", "lock")) {
      b.formerly("shared." + same, "lds." + same);
    }
  }

  private static void issue(SpecSchema.Builder b) {
    b.part(IssueSpec.PART)
        .formerly("issue.sfu", "issue.transcendental")
        .formerly("issue.sfu_latency", "issue.transcendental_latency")
        .formerly("issue.barrier", "issue.barrier_interval");
    for (String shared :
        List.of(
            "interval",
            "latency",
            "multiply32",
            "transcendental",
            "branch_latency",
            "barrier_latency")) {
      b.limit("issue." + shared, 1, 100_000);
    }
    for (String[] f :
        new String[][] {
          {"multiply24", "clocks of a 24-bit multiply"},
          {"multiply32_latency", "result of a 32-bit multiply to use"},
          {"multiply_add32_latency", "result of a 32-bit multiply-add to use"},
          {"divide_int", "clocks of an integer division"},
          {"divide_int_latency", "its result to use"},
          {"divide_float", "clocks of a single-precision division"},
          {"divide_float_latency", "its result to use"},
          {"transcendental_latency", "result of an SFU instruction to use"},
          {"range_step_latency", "sine, cosine, exponential with their range step, result to use"},
          {"mad_shared", "clocks of a multiply-add with an operand in shared memory"},
          {"barrier_interval", "clocks of a barrier instruction"}
        }) {
      b.figure("issue." + f[0], Dimension.CYCLES, f[1], 1, 100_000);
    }
    b.optional("issue.double", Dimension.CYCLES, IssueSpec.DOUBLE_MEANS, 1, 100_000)
        .optional("issue.double_latency", Dimension.CYCLES, "its result to use", 1, 100_000)
        .optional(
            "issue.divide_double",
            Dimension.CYCLES,
            "clocks of a double-precision division",
            1,
            100_000)
        .optional("issue.divide_double_latency", Dimension.CYCLES, "its result to use", 1, 100_000)
        .choice("issue.policy", "which ready warp issues", "round_robin", "oldest");
  }

  private static void memory(SpecSchema.Builder b) {
    b.figure("memory.request_latency", Dimension.CYCLES, "multiprocessor to partition", 1, 4096)
        .figure("memory.response_latency", Dimension.CYCLES, "partition to multiprocessor", 1, 4096)
        .figure(
            "memory.transaction",
            Dimension.CYCLES,
            "clocks between transactions that a" + " multiprocessor sends",
            1,
            64)
        .figure(
            "memory.response_rate",
            Dimension.BYTES_PER_CYCLE,
            "bytes a clock into a" + " multiprocessor",
            1,
            1 << 20)
        .figure(
            "memory.partition_rate",
            Dimension.BYTES_PER_CYCLE,
            "bytes a core clock between a" + " partition and the crossbar",
            1,
            1 << 20)
        .figure(
            "memory.outstanding",
            Dimension.COUNT,
            "transactions of a multiprocessor under way",
            1,
            4096)
        .figure("memory.queue", Dimension.COUNT, "requests that a partition queues", 1, 4096)
        .figure(
            "memory.atomic",
            Dimension.CYCLES,
            "clocks of an atomic on one word at its" + " partition",
            1,
            4096)
        .flag("memory.atomics", "whether 32-bit atomics on global memory exist");
    dram(b);
  }

  /** What this family narrows, guesses for files of before, and called otherwise. */
  private static void dram(SpecSchema.Builder b) {
    b.part(DramSpec.PART)
        .limit("dram.channels", 1, 64) // memory partitions
        .usually("dram.drain_from", "75%", "50%", "100%")
        .usually("dram.drain_until", "25%", "0%", "50%")
        .usually("dram.request_latency", "0cycles", "0cycles", "40cycles")
        .usually("dram.trefi", "0ns", "0ns", "7800ns")
        .usually("dram.trfc", "0ns", "0ns", "110ns")
        .formerly("clock.core", "clock.texture", "clock.shader", ClockSpec.COMPUTE)
        .formerly("clock.memory", "dram.clock", "dram.transfers", "dram.beats")
        .formerly("memory.size", "dram.capacity", "memory.partitions", "dram.channels")
        .formerly("memory.interleave", "dram.interleave", "dram.extra", "dram.response_latency")
        .formerly("dram.cl", "dram.tcl", "dram.wl", "dram.twl")
        .formerly("dram.tcdlr", "dram.twtr", "dram.turnaround", "dram.trtw");
  }

  private static void host(SpecSchema.Builder b) {
    b.part(DispatchSpec.PART)
        .without("dispatch.wave_start") // a warp is there with its block
        .limit("dispatch.latency", 1, 4096)
        .usually("dispatch.launch_latency", "0cycles", "0cycles", "100cycles") // in host.launch
        .usually("dispatch.window", "1", "1", "4")
        .derived(
            Derived.formerly(
                "dispatch.interval",
                Dimension.TIME,
                List.of("dispatch.group_interval"),
                (picos, f) -> new long[] {thousandths(picos, f.value(ClockSpec.COMPUTE))}));
    for (String axis : List.of("x", "y", "z")) { // drivers fold wide and deep ranges into 65,535^2
      b.usually("dispatch.grid_" + axis, "2147483647", "65535", "2147483647");
    }
    b.figure(
            "simulation.clusters",
            Dimension.COUNT,
            "partitions of the simulation that hold" + " multiprocessors",
            1,
            64)
        .part(HostSpec.PART)
        .formerly("launch.first", "host.launch", "launch.back_to_back", "host.back_to_back")
        .formerly("launch.submit", "host.submit", "launch.synchronize", "host.synchronize")
        .formerly("transfer.latency", "host.transfer", "transfer.pinned", "host.pinned")
        .formerly("transfer.pageable", "host.pageable")
        .derived(
            Derived.formerly(
                "transfer.efficiency",
                Dimension.RATIO,
                List.of("host.fill", "host.copy"),
                (share, f) -> {
                  long reached = Math.multiplyExact(DramSpec.bandwidth(f) / 1_000_000, share);
                  return new long[] {reached, reached / 2}; // a copy reads and writes
                }));
  }

  private static long thousandths(long picos, long clock) {
    return Math.max(1, Math.multiplyExact(picos, clock / 1000) / 1_000_000);
  }
}
