// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale;

import static io.lockstep.spi.spec.Dimension.CHOICE;

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
import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.terascale.lowering.CodeOption;

public final class TeraScaleSchema {
  private static final FigureTable FIGURES =
      FigureTable.of(TeraScaleSchema.class.getResourceAsStream("figures.txt"));

  private TeraScaleSchema() {}

  public static SpecSchema of(String family, String... isa) {
    SpecSchema.Builder b = SpecSchema.builder(family);
    b.part(ClockSpec.PART);
    b.key("unit.isa", CHOICE, "instruction set, as compilers name it").oneOf(isa);
    unit(b);
    CodeOption.declare(b);
    b.part(DispatchSpec.PART)
        .part(FIGURES.section("dispatch"))
        .part(new PolicySpec(LongestReady.NAME))
        .part(new PlacementSpec(BreadthFirst.NAME));
    caches(b);
    b.part(DramSpec.PART).part(new MappingSpec("dram.", BlockInterleaved.NAME)).part(HostSpec.PART);
    b.part(FIGURES.section("dram"));
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

  private static void unit(SpecSchema.Builder b) {
    b.part(UnitSpec.PART).part(FIGURES.section("unit"));
    UnitSpec.wavefronts(
        b,
        f -> (f.value("unit.in_flight") + f.value("unit.count") - 1) / f.value("unit.count"),
        "unit.in_flight",
        (each, f) -> new long[] {Math.multiplyExact(each, f.value("unit.count"))});
    b.part(IssueSpec.PART).part(FIGURES.section("issue"));
    IssueSpec.interval(
        b,
        f -> f.value("unit.wavefront") / f.value("unit.stream_cores"),
        "unit.stream_cores",
        (clocks, f) -> new long[] {Derived.exactly(f.value("unit.wavefront"), clocks)});
    b.part(FIGURES.section("registers"));
    UnitSpec.registerFile(b, "registers.per_lane", f -> 16 * f.value("unit.wavefront"));
    b.part(LdsSpec.PART).part(FIGURES.section("lds"));
  }

  private static void caches(SpecSchema.Builder b) {
    String block = "dram.interleave";
    b.part(InstructionCacheSpec.PART);
    b.part(FirstLevelSpec.of("l1.", "the L1 of a compute unit", block).written(ReadOnly.NAME))
        .part(
            new L2Spec(
                CacheSpec.of("l2.", "the L2 of a die")
                    .inSlices("dram.channels")
                    .within(block)
                    .written(WriteEvict.NAME)))
        .part(NetworkSpec.PART)
        .part(AtomicsSpec.PART)
        .part(RegionSpec.PART)
        .part(MemorySpec.PART);
    b.part(FIGURES.section("memory"))
        .usually("memory.lanes", f -> f.value("unit.wavefront") / 4)
        .usually("l1.miss_latency", f -> f.value("l1.latency") / 4)
        .usually("l1.return_latency", f -> f.value("l1.latency") / 4)
        .usually("network.request_latency", TeraScaleSchema::network)
        .usually("network.response_latency", TeraScaleSchema::network)
        .usually("network.response_rate", f -> f.value("l1.bandwidth"))
        .usually("memory.instructions", TeraScaleSchema::instructions)
        .usually("memory.backlog", f -> f.value("l1.latency"));
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
}
