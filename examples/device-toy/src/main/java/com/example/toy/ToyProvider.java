package com.example.toy;

import io.lockstep.parts.dispatch.DispatchSpec;
import io.lockstep.parts.dram.DramSpec;
import io.lockstep.parts.issue.LongestReady;
import io.lockstep.parts.issue.PolicySpec;
import io.lockstep.parts.memory.spec.AtomicsSpec;
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

/** Supplies the toy: its figures' names, its one specification, its model. */
@SpiVersion(SpiVersion.CURRENT)
public final class ToyProvider implements DeviceProvider {
  private static final SpecSchema SCHEMA =
      SpecSchema.builder("toy")
          .part(ClockSpec.PART)
          .part(UnitSpec.PART)
          .without("unit.engines", "unit.groups", "unit.double")
          .part(LdsSpec.PART)
          .without("lds.granule", "lds.banks", "lds.latency") // no conflict, no wait
          .part(DispatchSpec.PART)
          .without("dispatch.wave_start")
          .part(new PolicySpec(LongestReady.NAME))
          .part(NetworkSpec.PART)
          .without("network.request_rate") // as much as it likes
          .part(AtomicsSpec.PART)
          .part(MemorySpec.PART)
          .without("memory.request_size", "memory.scratch_base") // neither is modelled
          .key("l2.read", Dimension.BYTES_PER_CYCLE, "read from memory's channel")
          .between(1000, 1 << 20)
          .key("l2.write", Dimension.BYTES_PER_CYCLE, "written to it")
          .between(1000, 1 << 20)
          .part(DramSpec.PART)
          .without("dram.interleave")
          .between("dram.channels", 1, 1)
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
        SpecReader.resource("toy.yaml", ToyProvider.class.getResourceAsStream("toy.yaml"), SCHEMA));
  }

  @Override
  public Optional<IssueScheme> issue() {
    return Optional.of(ToyCause.SCHEME);
  }

  /** From a load to one that needs its data, beside latencies that figures state: cycles. */
  @Override
  public Map<String, Double> declares(DeviceSpec spec) {
    double bus = spec.value("dram.width") * spec.value("dram.beats"); // bytes a memory clock
    double clocks = (double) spec.value(ClockSpec.COMPUTE) / spec.value("dram.clock");
    double link = spec.value("network.response_rate") / 1000.0;
    return Map.of(
        "latency.step",
        4 // two operations make the address, one loads, and what waits is woken a cycle later
            + ToyLines.LINE / bus * clocks
            + (ToyLines.LINE + spec.value("network.header")) / link);
  }

  @Override
  public Device device(DeviceSpec spec) {
    return new ToyDevice(spec);
  }
}
