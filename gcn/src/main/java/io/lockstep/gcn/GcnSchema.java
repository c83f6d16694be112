// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn;

import static io.lockstep.spi.spec.Dimension.CHOICE;

import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.issue.GcnMemory;
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
import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.SpecSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parameters of a family of this line. */
final class GcnSchema {
  private static final FigureTable FIGURES =
      FigureTable.of(GcnSchema.class.getResourceAsStream("figures.txt"));

  private static final String INTERLEAVE = L2Spec.INTERLEAVE;

  private GcnSchema() {}

  static SpecSchema of(
      String family, Map<String, InstructionSet> isas, Optional<MatrixCores> matrices) {
    SpecSchema.Builder b = SpecSchema.builder(family);
    b.part(ClockSpec.PART).part(FIGURES.section("clocks"));
    unit(b, isas.keySet().toArray(String[]::new));
    matrices.ifPresent(cores -> cores.declare(b));
    caches(b);
    b.part(TranslationSpec.PART).part(InstructionCacheSpec.PART);
    b.part(NetworkSpec.PART).part(AtomicsSpec.PART).part(MemorySpec.PART);
    b.part(RegionSpec.PART);
    b.part(FIGURES.section("memory"))
        .part(DramSpec.PART)
        .part(new MappingSpec("dram.", PermutedBanks.NAME));
    b.part(FIGURES.section("load to use")).part(DispatchSpec.PART);
    b.part(FIGURES.section("dispatch"))
        .part(new PlacementSpec(RoundRobinDies.NAME))
        .part(HostSpec.PART);
    b.part(FIGURES.section("dram"));
    defaults(b);
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
    b.key("unit.isa", CHOICE, "instruction set, as compilers name it").oneOf(isas);
    b.part(UnitSpec.PART).part(FIGURES.section("unit"));
    UnitSpec.wavefronts(
        b,
        f -> f.value("unit.simds") * f.value("unit.wave_slots"),
        "unit.wave_slots",
        (all, f) -> new long[] {Derived.exactly(all, f.value("unit.simds"))});
    UnitSpec.registerFile(
        b, "registers.vector", f -> 4 * f.value("unit.wavefront") * f.value("unit.simds"));
    b.part(LdsSpec.PART).part(FIGURES.section("lds"));
    b.part(IssueSpec.PART).part(FIGURES.section("issue"));
    b.part(new PolicySpec(OldestFirst.NAME)).usually(PolicySpec.GROUP, "4", "2", "8");
    b.part(FIGURES.section("code")).steps(Transformation.steps(GcnOption.class));
  }

  private static void caches(SpecSchema.Builder b) {
    b.part(
        FirstLevelSpec.of("l1.", "the L1 of a compute unit", INTERLEAVE).written(WriteEvict.NAME));
    b.part(FIGURES.section("l1"))
        .part(FirstLevelSpec.of("scalar_cache.", "a scalar data cache", INTERLEAVE));
    b.part(FIGURES.section("scalar cache"));
    L2Spec.inChannels(b, 128)
        .part(FIGURES.section("l2"))
        .part(new MappingSpec("l2.", BlockInterleaved.NAME))
        .part(new MemoryCacheSpec(INTERLEAVE));
  }

  /**
   * Returns the path of the latency parameter of the level directly behind the L2: the MALL if the
   * device has one, otherwise DRAM.
   */
  static String behindL2(Figures f) {
    return f.has("mall.latency") ? "mall.latency" : "dram.load_to_use";
  }

  /** Declares default values for parameters of the caches and of the path to the caches. */
  private static void defaults(SpecSchema.Builder b) {
    for (String level : List.of("l1.", "scalar_cache.")) {
      b.usually(level + "miss_latency", f -> (f.value("l2.latency") - 4) / 5)
          .usually(level + "return_latency", f -> (f.value("l2.latency") - 4) / 5);
    }
    b.part(FIGURES.section("defaults"))
        .usually("network.request_latency", f -> (f.value("l2.latency") - 4) / 6)
        .usually("network.response_latency", f -> (f.value("l2.latency") - 4) / 6)
        .usually("dram.request_latency", f -> (f.value(behindL2(f)) - f.value("l2.latency")) / 2)
        .usually("memory.outstanding", f -> f.value("l1.misses"));
  }
}
