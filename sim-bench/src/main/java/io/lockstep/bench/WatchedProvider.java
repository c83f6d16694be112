package io.lockstep.bench;

import io.lockstep.core.engine.Simulation;
import io.lockstep.core.engine.SinkThread;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.DeviceProvider;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.host.HostCosts;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.trace.record.Geometry;
import java.util.List;

/** Devices of another provider, with sinks attached to their simulations. */
record WatchedProvider(DeviceProvider inner, int sinks) implements DeviceProvider {
  @Override
  public String family() {
    return inner.family();
  }

  @Override
  public SpecSchema schema() {
    return inner.schema();
  }

  @Override
  public List<DeviceSpec> catalogue() {
    return inner.catalogue();
  }

  @Override
  public Device device(DeviceSpec spec) {
    return new Watched(inner.device(spec), sinks);
  }

  private record Watched(Device device, int sinks) implements Device {
    @Override
    public DeviceSpec spec() {
      return device.spec();
    }

    @Override
    public Capabilities capabilities() {
      return device.capabilities();
    }

    @Override
    public long clockHertz() {
      return device.clockHertz();
    }

    @Override
    public MachineKernel lower(Kernel kernel) {
      return device.lower(kernel);
    }

    @Override
    public MachineKernel fitted(MachineKernel code, Geometry geometry) {
      return device.fitted(code, geometry);
    }

    @Override
    public Occupancy occupancy(MachineKernel kernel, Geometry geometry, int dynamicLocalBytes) {
      return device.occupancy(kernel, geometry, dynamicLocalBytes);
    }

    @Override
    public Machine assemble(Simulation simulation) {
      for (int i = 0; i < sinks; i++) {
        simulation.attach(new CountingSink(), i == 2 ? SinkThread.SAME : SinkThread.OWN);
      }
      return device.assemble(simulation);
    }

    @Override
    public long tickHertz() {
      return device.tickHertz();
    }

    @Override
    public HostCosts hostCosts() {
      return device.hostCosts();
    }
  }
}
