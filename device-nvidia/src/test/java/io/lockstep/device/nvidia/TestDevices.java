// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia;

import io.lockstep.core.engine.Simulation;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.spi.Machine;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecReader;
import java.util.List;

/** The devices of the catalogue, for tests of packages that cannot see the schema. */
public final class TestDevices {
  private static final List<String> COMPLETE =
      List.of("v100", "t4", "a100", "rtx3080", "rtx4090", "h100_sxm", "rtx5090");

  private TestDevices() {}

  /** Returns the device with a complete file of a compute capability. */
  public static DeviceSpec of(Capability capability) {
    return spec(COMPLETE.get(capability.ordinal()));
  }

  /** Assembles the machine of a device. */
  public static Machine assemble(Simulation simulation, DeviceSpec spec) {
    return new NvidiaDevice(spec).assemble(simulation);
  }

  public static DeviceSpec spec(String id) {
    String name = id + ".yaml";
    return SpecReader.resource(
        name, TestDevices.class.getResourceAsStream(name), NvidiaSchema.schema());
  }
}
