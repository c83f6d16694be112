// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import io.lockstep.core.engine.Simulation;
import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.lowering.PlainCode;
import io.lockstep.device.nvidia.lowering.SassLowering;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.sm.code.SassCode;
import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.PtxBoard;
import io.lockstep.trace.record.Geometry;
import java.util.function.Function;

/** A board whose code has the control bits that a test wants, or those of its lowering. */
final class Board extends PtxBoard {
  private static final int REGISTERS = 32;

  private final DeviceSpec spec;
  private final Function<Kernel, SassCode> lowering;

  Board(PlainCode lowering, String... overrides) {
    this.lowering = lowering::of;
    spec = changed(TestDevices.spec("a100"), overrides);
  }

  /** Creates a board that lowers kernels. */
  Board(String device, String... overrides) {
    spec = changed(TestDevices.spec(device), overrides);
    lowering = new SassLowering(spec)::lower;
  }

  @Override
  protected Machine assemble(Simulation simulation) {
    return TestDevices.assemble(simulation, spec);
  }

  @Override
  protected MachineKernel lower(Kernel kernel, Geometry geometry) {
    return lowering.apply(kernel);
  }

  @Override
  protected Occupancy occupancy(MachineKernel code, Geometry geometry) {
    SmOccupancy rules = new SmOccupancy(spec);
    int bytes = code.kernel().localBytes();
    return Occupancy.of(rules.limits(), rules.needs(geometry.groupSize(), REGISTERS, bytes));
  }
}
