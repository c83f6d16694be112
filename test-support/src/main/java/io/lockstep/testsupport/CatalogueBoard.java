// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;

/** A board of any family's catalogue. */
public final class CatalogueBoard extends PtxBoard {
  private final Device device;

  /**
   * @param overrides texts {@code path=value}
   */
  public CatalogueBoard(DeviceProvider provider, String id, String... overrides) {
    DeviceSpec spec =
        provider.catalogue().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
    device = provider.device(changed(spec, overrides));
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
