// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.spi.spec.Dimension.CHOICE;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;
import static io.lockstep.spi.spec.Dimension.FLAG;
import static io.lockstep.spi.spec.Dimension.FREQUENCY;
import static io.lockstep.spi.spec.Dimension.RATE;

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
        .key("clock.texture", FREQUENCY, "texture and ROP clock")
        .between(1_000_000, 10_000_000_000L);
  }

  private static void multiprocessor(SpecSchema.Builder b) {
    unit(b);
    lds(b);
  }

  private static void unit(SpecSchema.Builder b) {
    b.part(UnitSpec.PART)
        .without("unit.engines")
        .between("unit.count", 1, 1024)
        .key("unit.capability", CHOICE, "compute capability")
        .oneOf("1.0", "1.1", "1.2", "1.3");
    SmSchema.registers(b, 1, 1024)
        .key("registers.fewest", COUNT, "registers of a thread at least")
        .between(1, 16)
        .usually("2", "1", "4")
        .key("registers.warps", COUNT, "warps that get registers together")
        .between(1, 32)
        .usually("2", "2", "2");
    UnitSpec.registerFile(b, "registers.size", f -> 4);
  }

  private static void lds(SpecSchema.Builder b) {
    b.part(LdsSpec.PART)
        .between("lds.granule", 1, 4096)
        .between("lds.banks", 1, 32)
        .powerOfTwo()
        .between("lds.latency", 1, 4096)
        .key("lds.header", BYTES, "block and grid sizes before the arguments")
        .between(0, 4096)
        .key("lds.parameters", BYTES, "arguments of a kernel at most")
        .between(0, 4096)
        .key("lds.pass", CYCLES, "clocks of one pass of a half-warp")
        .between(1, 64)
        .key("lds.atomics", FLAG, "whether atomics on shared memory exist")
        .key(
            "lds.lock",
            CYCLES,
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
      b.between("issue." + shared, 1, 100_000);
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
      b.key("issue." + f[0], CYCLES, f[1]).between(1, 100_000);
    }
    b.key(
            "issue.operand_halves",
            FLAG,
            "whether a half-warp without active lanes takes no time of shared operands")
        .usually("true", "false", "true");
    b.key("issue.double", CYCLES, IssueSpec.DOUBLE_MEANS)
        .between(1, 100_000)
        .optional()
        .key(
            "issue.dual_multiply",
            CYCLES,
            "clocks of a multiplication that SFUs take beside another instruction; 0: of none")
        .between(0, 100_000)
        .usually("0cycles", "0cycles", "16cycles")
        .key("issue.double_latency", CYCLES, "its result to use")
        .between(1, 100_000)
        .optional()
        .key("issue.divide_double", CYCLES, "clocks of a double-precision division")
        .between(1, 100_000)
        .optional()
        .key("issue.divide_double_latency", CYCLES, "its result to use")
        .between(1, 100_000)
        .optional()
        .part(new PolicySpec(RoundRobin.NAME));
  }

  private static void compiler(SpecSchema.Builder b) {
    b.steps(Transformation.steps(WarpOption.class))
        .key(
            "compiler.predicated",
            COUNT,
            "instructions of a branch's side that are predicated instead, at most; 0 for none")
        .between(0, 64)
        .usually("4", "0", "7")
        .key(
            "compiler.early_loads",
            COUNT,
            "loads that stand before the first use of an earlier one, as registers allow; 0: none")
        .between(0, 64)
        .usually("4", "0", "16")
        .key(
            "compiler.limit_unit",
            COUNT,
            "a limit of the command line for registers is rounded up to a multiple of it")
        .between(1, 64)
        .usually("4", "1", "4")
        .key(
            "compiler.operand_reach",
            COUNT,
            "largest offset of a shared operand from its address register, in words; 0: any")
        .between(0, 4096)
        .usually("31", "0", "4095");
  }

  private static void caches(SpecSchema.Builder b) {
    String block = "dram.interleave";
    b.part(FirstLevelSpec.of("constant.", "the constant cache of a multiprocessor", block))
        .without("constant.bandwidth")
        .key("constant.instructions", COUNT, "reads under way in it")
        .between(1, 1 << 16)
        .part(
            new MiddleLevelSpec("constant.l2_", "the constant cache of a cluster", "constant.line"))
        .part(
            new MiddleLevelSpec(
                "constant.l3_", "the constant cache of the chip", "constant.l2_line"))
        .part(FirstLevelSpec.of("texture.", "the first-level texture cache", block))
        .without("texture.bandwidth")
        .between("texture.misses", 1, 4096)
        .key("texture.instructions", COUNT, "fetches under way in it")
        .between(1, 1 << 16)
        .key("texture.rate", COUNT, "texels that a cluster addresses in a core clock")
        .between(1, 1024)
        .key(
            "texture.sharing",
            COUNT,
            "multiprocessors of a cluster that share a texture unit and its cache; 1: each has its"
                + " part of the rate and a cache of its own")
        .between(1, 16)
        .usually(f -> f.value("unit.per_cluster"))
        .key("texture.texel_size", BYTES, "texel of one address; larger ones take more")
        .between(1, 16)
        .powerOfTwo()
        .part(
            new L2Spec(
                CacheSpec.of("texture.l2_", "the texture cache of a partition").within(block)))
        .between("texture.l2_size", 256, 1 << 24)
        .between("texture.l2_line", 32, 256)
        .powerOfTwo()
        .between("texture.l2_misses", 1, 4096)
        .usually("texture.l2_latency", TeslaSchema::ways)
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
            BYTES_PER_CYCLE,
            "bytes a core clock between a" + " partition and the crossbar")
        .between(1, 1 << 20)
        .part(MemorySpec.PART)
        .without("memory.request_size") // each transaction is a request
        .key(
            "memory.transaction",
            CYCLES,
            "clocks between transactions that a" + " multiprocessor sends")
        .between(1, 64)
        .key(
            "memory.partition_write",
            BYTES_PER_CYCLE,
            "bytes a core clock that a partition writes, through its raster operators;"
                + " network.partition_rate: they do not limit it")
        .between(1, 1 << 20)
        .usually(f -> f.value("network.partition_rate"))
        .key(
            "memory.masked_writes",
            FLAG,
            "whether a store takes the time of all bytes of its transaction, written or masked")
        .usually("true", "false", "true")
        .key("memory.lanes", COUNT, "lanes of a wavefront whose addresses are taken together")
        .between(4, 32)
        .powerOfTwo()
        .usually("16", "16", "32")
        .part(AtomicsSpec.PART)
        .key("atomics.global", FLAG, "whether 32-bit atomics on global memory exist");
    before(b);
    dram(b);
  }

  /** Declares default values for parameters of the caches and of the path to the caches. */
  private static void before(SpecSchema.Builder b) {
    for (String level : List.of("constant.", "texture.")) {
      b.usually(level + "interval", "1cycles", "1cycles", "4cycles")
          .usually(level + "return_latency", "0cycles", "0cycles", "64cycles")
          .usually(level + "instructions", "32", "8", "64");
    }
    b.usually("constant.miss_latency", "0cycles", "0cycles", "64cycles")
        .usually("constant.misses", "32", "4", "64")
        .usually("constant.merges", "32", "4", "64")
        .usually("texture.merges", "16", "4", "64")
        .usually("texture.texel_size", "8B", "8B", "16B")
        .usually("texture.l2_sector", "32B", "32B", "64B")
        .usually("texture.l2_misses", f -> f.value("texture.misses"))
        .usually("texture.l2_merges", "4", "2", "64")
        .usually("network.header", "0B", "0B", "16B")
        .usually("atomics.lanes", "1", "1", "4")
        .usually("atomics.interval", "1cycles", "1cycles", "4cycles")
        .usually("memory.instructions", f -> Math.min(1 << 16, f.value("memory.outstanding")))
        .usually("memory.credits", f -> Math.min(1 << 16, f.value("memory.outstanding")))
        .usually("memory.backlog", TeslaSchema::backlog)
        .usually("memory.base_address", "0B", "0B", "1MiB")
        .usually("memory.scratch_base", "1024GiB", "1024GiB", "4096GiB");
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
        .between("dram.channels", 1, 64) // memory partitions
        .usually("dram.drain_from", "75%", "50%", "100%")
        .usually("dram.drain_until", "25%", "0%", "50%")
        .usually("dram.request_latency", "0cycles", "0cycles", "40cycles")
        .usually("dram.trefi", "0ns", "0ns", "7800ns")
        .usually("dram.trfc", "0ns", "0ns", "110ns");
  }

  private static void host(SpecSchema.Builder b) {
    b.part(DispatchSpec.PART)
        .without("dispatch.wave_start") // a warp starts with its block
        .between("dispatch.latency", 1, 4096)
        .usually(
            "dispatch.launch_latency", "0cycles", "0cycles", "100cycles") // included in host.launch
        .usually("dispatch.window", "1", "1", "4");
    for (String axis : List.of("x", "y", "z")) { // drivers fold large grids into 65,535^2
      b.usually("dispatch.grid_" + axis, "2147483647", "65535", "2147483647");
    }
    b.key(
            "simulation.clusters",
            COUNT,
            "partitions of the simulation that hold" + " multiprocessors")
        .between(1, 64)
        .part(new PlacementSpec(BreadthFirst.NAME))
        .part(HostSpec.PART)
        .without("host.pageable")
        .key(
            "host.memcpy",
            RATE,
            "the host's copy of a pageable transfer into or out of a page-locked buffer")
        .between(SLOWEST_COPY, FASTEST_COPY)
        .derived(
            Derived.of(
                "host.pageable",
                RATE,
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
