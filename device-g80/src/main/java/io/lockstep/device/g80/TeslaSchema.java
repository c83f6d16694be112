// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import io.lockstep.device.g80.code.WarpOption;
import io.lockstep.lower.Transformation;
import io.lockstep.parts.cache.CacheSpec;
import io.lockstep.parts.cache.FirstLevelSpec;
import io.lockstep.parts.cache.InstructionCacheSpec;
import io.lockstep.parts.cache.MiddleLevelSpec;
import io.lockstep.parts.cache.TranslationSpec;
import io.lockstep.parts.dispatch.BreadthFirst;
import io.lockstep.parts.dispatch.DispatchSpec;
import io.lockstep.parts.dispatch.PlacementSpec;
import io.lockstep.parts.dram.DramSpec;
import io.lockstep.parts.dram.mapping.MappingSpec;
import io.lockstep.parts.dram.mapping.RowInterleaved;
import io.lockstep.parts.issue.PolicySpec;
import io.lockstep.parts.issue.RoundRobin;
import io.lockstep.parts.memory.spec.AtomicsSpec;
import io.lockstep.parts.memory.spec.L2Spec;
import io.lockstep.parts.memory.spec.MemorySpec;
import io.lockstep.parts.memory.spec.NetworkSpec;
import io.lockstep.parts.unit.IssueSpec;
import io.lockstep.parts.unit.LdsSpec;
import io.lockstep.parts.unit.UnitSpec;
import io.lockstep.sm.SmSchema;
import io.lockstep.spi.host.HostSpec;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.Derived;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.SpecSchema;
import java.util.List;

final class TeslaSchema {
  static final String FAMILY = "g80";

  private static final long SLOWEST_COPY = 1_000_000;

  /** The rate of a host copy that takes negligible time. */
  private static final long FASTEST_COPY = 1L << 44;

  private TeslaSchema() {}

  static SpecSchema schema() {
    SpecSchema.Builder b = SpecSchema.builder(FAMILY);
    clocks(b);
    multiprocessor(b);
    issue(b);
    compiler(b);
    caches(b);
    memory(b);
    host(b);
    b.together(
        Constraint.multiple("unit.wavefront", "memory.lanes"),
        Constraint.multiple("unit.count", "unit.per_cluster"),
        Constraint.multiple("unit.per_cluster", "texture.sharing"),
        Constraint.atMost("simulation.clusters", "unit.count")
            .saying("at most one for each multiprocessor"));
    return b.build();
  }

  private static void clocks(SpecSchema.Builder b) {
    b.part(ClockSpec.PART)
        .key("clock.texture", Dimension.FREQUENCY, "texture and ROP clock")
        .between(1_000_000, 10_000_000_000L);
  }

  private static void multiprocessor(SpecSchema.Builder b) {
    unit(b);
    lds(b);
  }

  private static void unit(SpecSchema.Builder b) {
    b.part(UnitSpec.PART)
        .without("unit.engines")
        .key("unit.count")
        .between(1, 1024)
        .key("unit.capability", Dimension.CHOICE, "compute capability")
        .oneOf("1.0", "1.1", "1.2", "1.3");
    SmSchema.registers(b, 1, 1024)
        .key("registers.fewest", Dimension.COUNT, "registers of a thread at least")
        .between(1, 16)
        .usually("2", "1", "4")
        .key("registers.warps", Dimension.COUNT, "warps that get registers together")
        .between(1, 32)
        .usually("2", "2", "2");
    UnitSpec.registerFile(b, "registers.size", f -> 4);
  }

  private static void lds(SpecSchema.Builder b) {
    b.part(LdsSpec.PART)
        .key("lds.granule")
        .between(1, 4096)
        .key("lds.banks")
        .between(1, 32)
        .powerOfTwo()
        .key("lds.latency")
        .between(1, 4096)
        .key("lds.header", Dimension.BYTES, "block and grid sizes before the arguments")
        .between(0, 4096)
        .key("lds.parameters", Dimension.BYTES, "arguments of a kernel at most")
        .between(0, 4096)
        .key("lds.pass", Dimension.CYCLES, "clocks of one pass of a half-warp")
        .between(1, 64)
        .key("lds.atomics", Dimension.FLAG, "whether atomics on shared memory exist")
        .key(
            "lds.lock",
            Dimension.CYCLES,
            "issue clocks of one trip of the loop that an atomic"
                + " on shared memory is: lock, operate, unlock, branch")
        .between(1, 4096);
  }

  private static void issue(SpecSchema.Builder b) {
    b.part(IssueSpec.PART);
    for (String shared :
        List.of(
            "interval",
            "latency",
            "multiply32",
            "transcendental",
            "branch_latency",
            "barrier_latency")) {
      b.key("issue." + shared).between(1, 100_000);
    }
    for (String[] f :
        new String[][] {
          {"multiply24", "clocks of a 24-bit multiply"},
          {"multiply32_latency", "result of a 32-bit multiply to use"},
          {"multiply_add32_latency", "result of a 32-bit multiply-add to use"},
          {"divide_int", "clocks of an integer division"},
          {"divide_int_latency", "its result to use"},
          {"divide_float", "clocks of a single-precision division"},
          {"divide_full", "clocks of one whose divisor may be any number"},
          {"divide_float_latency", "result of a single-precision division to use"},
          {"transcendental_latency", "result of an SFU instruction to use"},
          {"range_step", "clocks of the SFUs for the range of a sine, cosine or exponential"},
          {"range_step_latency", "sine, cosine, exponential with their range step, result to use"},
          {"shared_operand", "clocks of an instruction with an operand in shared memory"},
          {"barrier_interval", "clocks of a barrier instruction"}
        }) {
      b.key("issue." + f[0], Dimension.CYCLES, f[1]).between(1, 100_000);
    }
    b.key(
            "issue.operand_halves",
            Dimension.FLAG,
            "whether a half-warp without active lanes takes no time of shared operands")
        .usually("true", "false", "true");
    b.key("issue.double", Dimension.CYCLES, IssueSpec.DOUBLE_MEANS)
        .between(1, 100_000)
        .optional()
        .key(
            "issue.dual_multiply",
            Dimension.CYCLES,
            "clocks of a multiplication that SFUs take beside another instruction; 0: of none")
        .between(0, 100_000)
        .usually("0cycles", "0cycles", "16cycles")
        .key("issue.double_latency", Dimension.CYCLES, "its result to use")
        .between(1, 100_000)
        .optional()
        .key("issue.divide_double", Dimension.CYCLES, "clocks of a double-precision division")
        .between(1, 100_000)
        .optional()
        .key("issue.divide_double_latency", Dimension.CYCLES, "its result to use")
        .between(1, 100_000)
        .optional()
        .part(new PolicySpec(RoundRobin.NAME));
  }

  private static void compiler(SpecSchema.Builder b) {
    b.steps(Transformation.steps(WarpOption.class))
        .key(
            "compiler.predicated",
            Dimension.COUNT,
            "instructions of a branch's side that are predicated instead, at most; 0 for none")
        .between(0, 64)
        .usually("4", "0", "7")
        .key(
            "compiler.early_loads",
            Dimension.COUNT,
            "loads that stand before the first use of an earlier one, as registers allow; 0: none")
        .between(0, 64)
        .usually("4", "0", "16")
        .key(
            "compiler.limit_unit",
            Dimension.COUNT,
            "a limit of the command line for registers is rounded up to a multiple of it")
        .between(1, 64)
        .usually("4", "1", "4")
        .key(
            "compiler.operand_reach",
            Dimension.COUNT,
            "largest offset of a shared operand from its address register, in words; 0: any")
        .between(0, 4096)
        .usually("31", "0", "4095");
  }

  private static void caches(SpecSchema.Builder b) {
    String block = "dram.interleave";
    b.part(FirstLevelSpec.of("constant.", "the constant cache of a multiprocessor", block))
        .without("constant.bandwidth")
        .key("constant.instructions", Dimension.COUNT, "reads under way in it")
        .between(1, 1 << 16)
        .part(
            new MiddleLevelSpec("constant.l2_", "the constant cache of a cluster", "constant.line"))
        .part(
            new MiddleLevelSpec(
                "constant.l3_", "the constant cache of the chip", "constant.l2_line"))
        .part(FirstLevelSpec.of("texture.", "the first-level texture cache", block))
        .without("texture.bandwidth")
        .key("texture.misses")
        .between(1, 4096)
        .key("texture.instructions", Dimension.COUNT, "fetches under way in it")
        .between(1, 1 << 16)
        .key("texture.rate", Dimension.COUNT, "texels that a cluster addresses in a core clock")
        .between(1, 1024)
        .key(
            "texture.sharing",
            Dimension.COUNT,
            "multiprocessors of a cluster that share a texture unit and its cache; 1: each has its"
                + " part of the rate and a cache of its own")
        .between(1, 16)
        .usually(f -> f.value("unit.per_cluster"))
        .key("texture.texel_size", Dimension.BYTES, "texel of one address; larger ones take more")
        .between(1, 16)
        .powerOfTwo()
        .part(
            new L2Spec(
                CacheSpec.of("texture.l2_", "the texture cache of a partition").within(block)))
        .key("texture.l2_size")
        .between(256, 1 << 24)
        .key("texture.l2_line")
        .between(32, 256)
        .powerOfTwo()
        .key("texture.l2_misses")
        .between(1, 4096)
        .key("texture.l2_latency")
        .usually(TeslaSchema::ways)
        .without("texture.l2_read", "texture.l2_write");
  }

  /** Returns the clocks from a miss in the first-level texture cache to a partition and back. */
  static long ways(Figures f) {
    return f.value("texture.miss_latency")
        + f.value("network.request_latency")
        + f.value("network.response_latency");
  }

  private static void memory(SpecSchema.Builder b) {
    b.part(InstructionCacheSpec.PART).part(TranslationSpec.PART);
    b.part(NetworkSpec.PART)
        .without("network.request_rate") // memory.transaction determines it
        .key(
            "network.partition_rate",
            Dimension.BYTES_PER_CYCLE,
            "bytes a core clock between a" + " partition and the crossbar")
        .between(1, 1 << 20)
        .part(MemorySpec.PART)
        .without("memory.request_size") // each transaction is a request
        .key(
            "memory.transaction",
            Dimension.CYCLES,
            "clocks between transactions that a" + " multiprocessor sends")
        .between(1, 64)
        .key(
            "memory.partition_write",
            Dimension.BYTES_PER_CYCLE,
            "bytes a core clock that a partition writes, through its raster operators;"
                + " network.partition_rate: they do not limit it")
        .between(1, 1 << 20)
        .usually(f -> f.value("network.partition_rate"))
        .key(
            "memory.masked_writes",
            Dimension.FLAG,
            "whether a store takes the time of all bytes of its transaction, written or masked")
        .usually("true", "false", "true")
        .key(
            "memory.lanes",
            Dimension.COUNT,
            "lanes of a wavefront whose addresses are taken together")
        .between(4, 32)
        .powerOfTwo()
        .usually("16", "16", "32")
        .part(AtomicsSpec.PART)
        .key("atomics.global", Dimension.FLAG, "whether 32-bit atomics on global memory exist");
    before(b);
    dram(b);
  }

  /** Declares default values for parameters of the caches and of the path to the caches. */
  private static void before(SpecSchema.Builder b) {
    for (String level : List.of("constant.", "texture.")) {
      b.key(level + "interval")
          .usually("1cycles", "1cycles", "4cycles")
          .key(level + "return_latency")
          .usually("0cycles", "0cycles", "64cycles")
          .key(level + "instructions")
          .usually("32", "8", "64");
    }
    b.key("constant.miss_latency")
        .usually("0cycles", "0cycles", "64cycles")
        .key("constant.misses")
        .usually("32", "4", "64")
        .key("constant.merges")
        .usually("32", "4", "64")
        .key("texture.merges")
        .usually("16", "4", "64")
        .key("texture.texel_size")
        .usually("8B", "8B", "16B")
        .key("texture.l2_sector")
        .usually("32B", "32B", "64B")
        .key("texture.l2_misses")
        .usually(f -> f.value("texture.misses"))
        .key("texture.l2_merges")
        .usually("4", "2", "64")
        .key("network.header")
        .usually("0B", "0B", "16B")
        .key("atomics.lanes")
        .usually("1", "1", "4")
        .key("atomics.interval")
        .usually("1cycles", "1cycles", "4cycles")
        .key("memory.instructions")
        .usually(f -> Math.min(1 << 16, f.value("memory.outstanding")))
        .key("memory.credits")
        .usually(f -> Math.min(1 << 16, f.value("memory.outstanding")))
        .key("memory.backlog")
        .usually(TeslaSchema::backlog)
        .key("memory.base_address")
        .usually("0B", "0B", "1MiB")
        .key("memory.scratch_base")
        .usually("1024GiB", "1024GiB", "4096GiB");
  }

  /** Returns the ticks in which a partition serves a full queue of 32-byte requests of one unit. */
  private static long backlog(Figures f) {
    long tick = f.value(ClockSpec.COMPUTE);
    long bytes = 32_000 * f.value("memory.queue"); // in thousandths of a byte
    long rate = f.value("network.partition_rate") * Math.min(f.value("clock.texture"), tick);
    return (bytes * tick + rate - 1) / rate;
  }

  private static void dram(SpecSchema.Builder b) {
    b.part(DramSpec.PART)
        .part(new MappingSpec("dram.", RowInterleaved.NAME))
        .key("dram.channels")
        .between(1, 64) // memory partitions
        .key("dram.drain_from")
        .usually("75%", "50%", "100%")
        .key("dram.drain_until")
        .usually("25%", "0%", "50%")
        .key("dram.request_latency")
        .usually("0cycles", "0cycles", "40cycles")
        .key("dram.trefi")
        .usually("0ns", "0ns", "7800ns")
        .key("dram.trfc")
        .usually("0ns", "0ns", "110ns");
  }

  private static void host(SpecSchema.Builder b) {
    b.part(DispatchSpec.PART)
        .without("dispatch.wave_start") // a warp starts with its block
        .key("dispatch.latency")
        .between(1, 4096)
        .key("dispatch.launch_latency")
        .usually("0cycles", "0cycles", "100cycles") // included in host.launch
        .key("dispatch.window")
        .usually("1", "1", "4");
    for (String axis : List.of("x", "y", "z")) { // drivers fold large grids into 65,535^2
      b.key("dispatch.grid_" + axis).usually("2147483647", "65535", "2147483647");
    }
    b.key(
            "simulation.clusters",
            Dimension.COUNT,
            "partitions of the simulation that hold" + " multiprocessors")
        .between(1, 64)
        .part(new PlacementSpec(BreadthFirst.NAME))
        .part(HostSpec.PART)
        .without("host.pageable")
        .key(
            "host.memcpy",
            Dimension.RATE,
            "the host's copy of a pageable transfer into or out of a page-locked buffer")
        .between(SLOWEST_COPY, FASTEST_COPY)
        .derived(
            Derived.of(
                "host.pageable",
                Dimension.RATE,
                "pageable transfers",
                f -> oneAfterTheOther(f.value("host.memcpy"), f.value("host.pinned")),
                "host.memcpy",
                TeslaSchema::copyOf));
  }

  /** Returns the rate of transfers that pass through two stages sequentially. */
  static long oneAfterTheOther(long first, long second) {
    return Math.round(1 / (1.0 / first + 1.0 / second));
  }

  /** Returns the host copy rate that yields a pageable rate, at most {@link #FASTEST_COPY}. */
  private static long[] copyOf(long pageable, Figures f) {
    long pinned = f.value("host.pinned");
    double each = 1.0 / pageable - 1.0 / pinned;
    return new long[] {each <= 1.0 / FASTEST_COPY ? FASTEST_COPY : Math.round(1 / each)};
  }
}
