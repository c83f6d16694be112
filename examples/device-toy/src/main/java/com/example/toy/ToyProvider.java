package com.example.toy;

import io.lockstep.parts.stats.IssueScheme;
import java.util.Optional;
import io.lockstep.parts.spec.ClockSpec;
import io.lockstep.parts.device.Device;
import io.lockstep.parts.device.DeviceProvider;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.spec.Dimension;
import io.lockstep.parts.host.HostSpec;
import io.lockstep.parts.spec.SpecReader;
import io.lockstep.parts.spec.SpecSchema;
import io.lockstep.parts.dram.DramSpec;
import java.util.List;

/** Supplies the toy: its figures' names, its one specification, its model. */
public final class ToyProvider implements DeviceProvider {
  private static final SpecSchema SCHEMA =
      SpecSchema.builder("toy")
          .part(ClockSpec.PART)
          .figure("units", Dimension.COUNT, "compute units", 1, 1024)
          .figure("wavefront", Dimension.COUNT, "lanes of a wavefront", 1, 64)
          .figure("wavefronts", Dimension.COUNT, "wavefronts of a compute unit", 1, 64)
          .figure("local_memory", Dimension.BYTES, "local memory of a compute unit", 0, 1 << 20)
          .figure("latency", Dimension.CYCLES, "to memory, and back again", 1, 100_000)
          .part(DramSpec.PART)
          .without("dram.interleave")
          .limit("dram.channels", 1, 1)
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
    return List.of(SpecReader.resource("toy.yaml", ToyProvider.class.getResourceAsStream("toy.yaml"), SCHEMA));
  }

  @Override
  public Optional<IssueScheme> issue() {
    return Optional.of(ToyCause.SCHEME);
  }

  @Override
  public Device device(DeviceSpec spec) {
    return new ToyDevice(spec);
  }
}
