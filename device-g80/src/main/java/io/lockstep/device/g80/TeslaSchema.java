// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

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
import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.SpecSchema;

final class TeslaSchema {
  static final String FAMILY = "g80";

  private static final FigureTable FIGURES =
      FigureTable.of(TeslaSchema.class.getResourceAsStream("figures.txt"));

  /** The rate of a host copy that takes negligible time. */
  private static final long FASTEST_COPY = 1L << 44;

  private TeslaSchema() {}

  static SpecSchema schema() {
    SpecSchema.Builder b = SpecSchema.builder(FAMILY);
    b.part(ClockSpec.PART);
    b.part(FIGURES.section("clocks"));
    multiprocessor(b);
    b.steps(Transformation.steps(WarpOption.class)).part(FIGURES.section("compiler"));
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

  private static void multiprocessor(SpecSchema.Builder b) {
    b.part(UnitSpec.PART).part(FIGURES.section("unit"));
    SmSchema.registers(b, 1, 1024).part(FIGURES.section("registers"));
    UnitSpec.registerFile(b, "registers.size", f -> 4);
    b.part(LdsSpec.PART).part(FIGURES.section("lds"));
    b.part(IssueSpec.PART).part(FIGURES.section("issue")).part(new PolicySpec(RoundRobin.NAME));
  }

  private static void caches(SpecSchema.Builder b) {
    String block = "dram.interleave";
    b.part(FirstLevelSpec.of("constant.", "the constant cache of a multiprocessor", block));
    b.part(FIGURES.section("constant"))
        .part(
            new MiddleLevelSpec("constant.l2_", "the constant cache of a cluster", "constant.line"))
        .part(
            new MiddleLevelSpec(
                "constant.l3_", "the constant cache of the chip", "constant.l2_line"))
        .part(FirstLevelSpec.of("texture.", "the first-level texture cache", block));
    b.part(FIGURES.section("texture"))
        .usually("texture.sharing", f -> f.value("unit.per_cluster"))
        .part(
            new L2Spec(
                CacheSpec.of("texture.l2_", "the texture cache of a partition").within(block)));
  }

  /** Returns the clocks from a miss in the first-level texture cache to a partition and back. */
  static long ways(Figures f) {
    return f.value("texture.miss_latency")
        + f.value("network.request_latency")
        + f.value("network.response_latency");
  }

  private static void memory(SpecSchema.Builder b) {
    b.part(InstructionCacheSpec.PART).part(TranslationSpec.PART).part(NetworkSpec.PART);
    b.part(FIGURES.section("network")).part(MemorySpec.PART);
    b.part(FIGURES.section("memory"))
        .usually("memory.partition_write", f -> f.value("network.partition_rate"))
        .part(AtomicsSpec.PART);
    b.part(FIGURES.section("atomics"));
    b.part(FIGURES.section("defaults"))
        .usually("texture.l2_latency", TeslaSchema::ways)
        .usually("texture.l2_misses", f -> f.value("texture.misses"))
        .usually("memory.instructions", f -> Math.min(1 << 16, f.value("memory.outstanding")))
        .usually("memory.credits", f -> Math.min(1 << 16, f.value("memory.outstanding")))
        .usually("memory.backlog", TeslaSchema::backlog)
        .part(DramSpec.PART)
        .part(new MappingSpec("dram.", RowInterleaved.NAME));
    b.part(FIGURES.section("dram"));
  }

  /** Returns the ticks in which a partition serves a full queue of 32-byte requests of one unit. */
  private static long backlog(Figures f) {
    long tick = f.value(ClockSpec.COMPUTE);
    long bytes = 32_000 * f.value("memory.queue"); // in thousandths of a byte
    long rate = f.value("network.partition_rate") * Math.min(f.value("clock.texture"), tick);
    return (bytes * tick + rate - 1) / rate;
  }

  private static void host(SpecSchema.Builder b) {
    b.part(DispatchSpec.PART)
        .part(FIGURES.section("dispatch"))
        .part(new PlacementSpec(BreadthFirst.NAME))
        .part(HostSpec.PART);
    b.part(FIGURES.section("host"))
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
