// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Device;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.PtxBoard;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.List;

/** A board of the Tesla catalogue. */
final class Board extends PtxBoard {
  final Device device;

  Board(String id, String... overrides) {
    TeslaProvider provider = new TeslaProvider();
    DeviceSpec spec =
        provider.catalogue().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
    device = provider.device(changed(spec, overrides));
  }

  /** A board whose code is always there, to measure instructions as loops do on silicon. */
  static Board withCodeAtHand(String id, String... overrides) {
    List<String> all = new ArrayList<>(List.of(overrides));
    all.add("instruction_cache.latency=0cycles");
    return new Board(id, all.toArray(String[]::new));
  }

  @Override
  protected Machine assemble(Simulation simulation) {
    return device.assemble(simulation);
  }

  @Override
  protected MachineKernel lower(Kernel kernel, Geometry geometry) {
    return device.fitted(device.lower(kernel), geometry);
  }

  @Override
  protected Occupancy occupancy(MachineKernel code, Geometry geometry) {
    return device.occupancy(code, geometry, 0);
  }
}
