package com.example.pair;

import io.lockstep.parts.access.DeclaredRules;
import io.lockstep.parts.cache.CacheSpec;
import io.lockstep.parts.cache.FirstLevelSpec;
import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.parts.cache.policy.WriteEvict;
import io.lockstep.parts.dispatch.DispatchSpec;
import io.lockstep.parts.dram.DramSpec;
import io.lockstep.parts.dram.mapping.BlockInterleaved;
import io.lockstep.parts.dram.mapping.MappingSpec;
import io.lockstep.parts.issue.OldestFirst;
import io.lockstep.parts.issue.PolicySpec;
import io.lockstep.parts.memory.spec.AtomicsSpec;
import io.lockstep.parts.memory.spec.L2Spec;
import io.lockstep.parts.memory.spec.MemorySpec;
import io.lockstep.parts.memory.spec.NetworkSpec;
import io.lockstep.parts.unit.LdsSpec;
import io.lockstep.parts.unit.UnitSpec;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.SpiVersion;
import io.lockstep.spi.host.HostSpec;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecReader;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.spi.stats.IssueScheme;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Supplies a device of multiprocessors with two schedulers, two levels of cache, two channels. */
@SpiVersion(SpiVersion.CURRENT)
public final class PairProvider implements DeviceProvider {
  private static final SpecSchema SCHEMA =
      SpecSchema.builder("pair")
          .part(ClockSpec.PART)
          .part(UnitSpec.PART)
          .without("unit.engines", "unit.groups", "unit.double")
          .key("unit.simds", Dimension.COUNT, "schedulers of a unit")
          .between(1, 4)
          .key(
              "issue.interval", Dimension.CYCLES, "from one instruction of a scheduler to the next")
          .between(1, 16)
          .key(
              "issue.latency", Dimension.CYCLES, "from an instruction to one that needs its result")
          .between(1, 64)
          .part(LdsSpec.PART)
          .without("lds.granule")
          .part(DispatchSpec.PART)
          .without("dispatch.wave_start")
          .part(new PolicySpec(OldestFirst.NAME))
          .part(
              FirstLevelSpec.of("l1.", "a unit's cache", "dram.interleave")
                  .written(WriteEvict.NAME))
          .without("l1.bandwidth", "l1.lookups")
          .part(
              new L2Spec(
                  CacheSpec.of("l2.", "the second-level cache")
                      .inSlices("dram.channels")
                      .within("dram.interleave")
                      .written(WriteBack.NAME)))
          .without("l2.sets", "l2.flush", "l2.fill", "l2.reply_interval")
          .between("l2.misses", 16, 1 << 16)
          .part(NetworkSpec.PART)
          .without("network.request_rate")
          .part(AtomicsSpec.PART)
          .part(MemorySpec.PART)
          .without("memory.request_size", "memory.scratch_base")
          .without("memory.outstanding", "memory.queue", "memory.credits")
          .part(DramSpec.PART)
          .part(new MappingSpec("dram.", BlockInterleaved.NAME))
          .part(HostSpec.PART)
          .build();

  @Override
  public String family() {
    return SCHEMA.family();
  }

  @Override
  public SpecSchema schema() {
    return SCHEMA;
  }

  @Override
  public List<DeviceSpec> catalogue() {
    return List.of(
        SpecReader.resource(
            "pair.yaml", PairProvider.class.getResourceAsStream("pair.yaml"), SCHEMA));
  }

  @Override
  public Optional<IssueScheme> issue() {
    return Optional.of(PairCause.SCHEME);
  }

  /**
   * Two additions form an address, and data is used a cycle after it has come. A unit's bandwidth
   * to the second level is measured with a set of that size: some wavefronts get ahead of others,
   * whose lines a first level would have. What conflicts, the device's own banks say.
   */
  @Override
  public Map<String, Double> declares(DeviceSpec spec) {
    PairBanks banks = new PairBanks(spec.integer("lds.banks"));
    Map<String, Double> declared =
        new TreeMap<>(DeclaredRules.conflicts(banks, spec.integer("unit.wavefront")));
    declared.put("latency.step", 2.0 * spec.value("issue.latency") + 1);
    declared.put("bandwidth.l2.unit.span", (double) spec.value("l2.size"));
    return declared;
  }

  @Override
  public Device device(DeviceSpec spec) {
    return new PairDevice(spec);
  }
}
