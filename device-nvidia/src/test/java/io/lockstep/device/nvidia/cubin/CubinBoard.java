// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.core.engine.Simulation;
import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.sm.code.SassCode;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.PtxBoard;
import io.lockstep.trace.record.Geometry;
import java.io.IOException;
import java.io.InputStream;

/** An A100 that runs the code of a cubin. */
final class CubinBoard extends PtxBoard {
  private final DeviceSpec spec = changed(TestDevices.spec("a100"));
  private final SassCode code;

  CubinBoard(SassCode code) {
    this.code = code;
  }

  /** Returns a file beside the tests. */
  static byte[] resource(String name) {
    try (InputStream in = CubinBoard.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected Machine assemble(Simulation simulation) {
    return TestDevices.assemble(simulation, spec);
  }

  @Override
  protected MachineKernel lower(Kernel of, Geometry geometry) {
    return code;
  }

  @Override
  protected Occupancy occupancy(MachineKernel of, Geometry geometry) {
    SmOccupancy rules = new SmOccupancy(spec);
    return Occupancy.of(
        rules.limits(),
        rules.needs(geometry.groupSize(), of.registers(), code.kernel().localBytes()));
  }
}
