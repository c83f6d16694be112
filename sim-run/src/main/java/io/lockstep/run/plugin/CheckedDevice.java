// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.ChannelMap;
import io.lockstep.spi.Device;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.OccupancyRules;
import io.lockstep.spi.host.HostCosts;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks every value that a plug-in's device returns. Thread-safe if the device is. */
public final class CheckedDevice implements Device {
  private static final int WIDEST = 64; // maximum number of lanes of an access

  private final Device device;
  private final DeviceSpec spec;
  private final ModelBoundary boundary;

  /**
   * @throws ModelException if the device has a different specification
   */
  CheckedDevice(Device device, DeviceSpec spec, ModelBoundary boundary) {
    this.device = device;
    this.spec = spec;
    this.boundary = boundary;
    DeviceSpec own = boundary.call(device, "spec", device::spec);
    if (!own.id().equals(spec.id()) || !own.hash().equals(spec.hash())) {
      throw wrong("spec", "returned another specification than it was made for: " + own.id());
    }
  }

  /**
   * {@return the exception to throw for a failed simulation of a device; for a plug-in's device,
   * the message includes the place in the plug-in}
   *
   * @throws Error the original error, if the plug-in is not its cause
   */
  public static RuntimeException fault(Device device, Throwable thrown) {
    if (device instanceof CheckedDevice checked) {
      return checked.boundary.fault(thrown);
    }
    if (thrown instanceof Error e) {
      throw e;
    }
    return (RuntimeException) thrown;
  }

  /** {@return the plug-in's device if the given device is checked, otherwise the given device} */
  public static Device modelOf(Device device) {
    return device instanceof CheckedDevice checked ? checked.device : device;
  }

  @Override
  public DeviceSpec spec() {
    return spec;
  }

  @Override
  public Capabilities capabilities() {
    String method = "capabilities";
    Capabilities c = boundary.call(device, method, device::capabilities);
    within(method, "wavefront", c.wavefront(), 1, WIDEST);
    c.wavefronts().forEach(width -> within(method, "wavefronts", width, 1, WIDEST));
    within(method, "maximumGroupSize", c.maximumGroupSize(), 1, Integer.MAX_VALUE);
    axes(method, "maximumGroup", c.maximumGroup());
    axes(method, "maximumGrid", c.maximumGrid());
    within(method, "localBytesPerGroup", c.localBytesPerGroup(), 0, Integer.MAX_VALUE);
    within(method, "memoryBytes", c.memoryBytes(), 0, Long.MAX_VALUE);
    within(method, "addressBits", c.addressBits(), 1, 64);
    if (c.atomics() == null) {
      throw wrong(method, "returned atomics null");
    }
    for (Map.Entry<?, ? extends Set<?>> e : c.atomics().entrySet()) {
      if (e.getKey() == null || e.getValue() == null) {
        throw wrong(method, "returned atomics " + e.getKey() + " = " + e.getValue());
      }
    }
    return c;
  }

  private void axes(String method, String name, int[] limits) {
    if (limits == null || limits.length != 3) {
      throw wrong(
          method,
          "returned %s%s; expected three numbers"
              .formatted(name, limits == null ? " null" : " of length " + limits.length));
    }
    for (int limit : limits) {
      within(method, name, limit, 1, Integer.MAX_VALUE);
    }
  }

  @Override
  public long clockHertz() {
    return clock("clockHertz", boundary.call(device, "clockHertz", device::clockHertz));
  }

  @Override
  public long tickHertz() {
    return clock("tickHertz", boundary.call(device, "tickHertz", device::tickHertz));
  }

  private long clock(String method, long hertz) {
    if (hertz < 1) {
      throw wrong(method, "returned " + hertz + "; expected at least 1 Hz");
    }
    return hertz;
  }

  @Override
  public Device forKernel(Kernel kernel) {
    String method = "forKernel";
    Device own = boundary.call(device, method, () -> device.forKernel(kernel));
    if (own == device) {
      return this;
    }
    Device checked = new CheckedDevice(own, boundary.call(own, "spec", own::spec), boundary);
    int width = checked.capabilities().wavefront();
    if (!capabilities().wavefronts().contains(width)) {
      throw wrong(
          method,
          "returned a device with wavefronts of %s; expected one of %s"
              .formatted(width, capabilities().wavefronts()));
    }
    return checked;
  }

  @Override
  public MachineKernel lower(Kernel kernel) {
    MachineKernel code = boundary.call(device, "lower", () -> device.lower(kernel));
    boundary.call(code, "kernel", code::kernel);
    return code;
  }

  @Override
  public MachineKernel fitted(MachineKernel code, Geometry geometry) {
    return boundary.call(device, "fitted", () -> device.fitted(code, geometry));
  }

  @Override
  public void check(Kernel kernel) {
    boundary.run(device, "check", () -> device.check(kernel));
  }

  @Override
  public Occupancy occupancy(MachineKernel kernel, Geometry geometry, int dynamicLocalBytes) {
    String method = "occupancy";
    Optional<OccupancyRules> rules = occupancyRules();
    Optional<Needs> needs = rules.map(r -> r.needs(kernel, geometry, dynamicLocalBytes));
    Occupancy o =
        boundary.call(device, method, () -> device.occupancy(kernel, geometry, dynamicLocalBytes));
    within(method, "groups", o.groups(), 0, Integer.MAX_VALUE);
    within(method, "wavefronts", o.wavefronts(), 0, Integer.MAX_VALUE);
    within(method, "maximum", o.maximum(), 0, Integer.MAX_VALUE);
    if (o.limit() == null) {
      throw wrong(method, "returned limit null");
    }
    int stated = needs.map(n -> rules.get().limits().fit(n).groups()).orElse(o.groups());
    if (stated != o.groups()) {
      throw wrong(method, "returned groups " + o.groups() + "; its rules allow " + stated);
    }
    return o;
  }

  @Override
  public Optional<OccupancyRules> occupancyRules() {
    String method = "occupancyRules";
    Optional<OccupancyRules> own = boundary.call(device, method, device::occupancyRules);
    return own.map(
        rules -> {
          UnitLimits limits = boundary.call(rules, "limits", rules::limits);
          return new OccupancyRules() {
            @Override
            public UnitLimits limits() {
              return limits;
            }

            @Override
            public Needs needs(MachineKernel kernel, Geometry geometry, int dynamicLocalBytes) {
              return boundary.call(
                  rules, "needs", () -> rules.needs(kernel, geometry, dynamicLocalBytes));
            }
          };
        });
  }

  @Override
  public long operationsPerCycle() {
    long most = boundary.call(device, "operationsPerCycle", device::operationsPerCycle);
    within("operationsPerCycle", "operations", most, 0, Long.MAX_VALUE);
    return most;
  }

  @Override
  public Optional<ChannelMap> channels() {
    Optional<ChannelMap> own = boundary.call(device, "channels", device::channels);
    return own.map(
        map -> {
          int channels = boundary.call(map, "channels", map::channels);
          within("channels", "channels", channels, 1, Integer.MAX_VALUE);
          int blockBytes = boundary.call(map, "blockBytes", map::blockBytes);
          within("channels", "blockBytes", blockBytes, 1, Integer.MAX_VALUE);
          return new ChannelMap() {
            @Override
            public int channels() {
              return channels;
            }

            @Override
            public int channel(long address) {
              int channel = boundary.call(map, "channel", () -> map.channel(address));
              within("channels", "channel", channel, 0, channels - 1);
              return channel;
            }

            @Override
            public int blockBytes() {
              return blockBytes;
            }
          };
        });
  }

  @Override
  public HostCosts hostCosts() {
    String method = "hostCosts";
    HostCosts h = boundary.call(device, method, device::hostCosts);
    within(method, "launchPicos", h.launchPicos(), 0, Long.MAX_VALUE);
    within(method, "backToBackPicos", h.backToBackPicos(), 0, Long.MAX_VALUE);
    within(method, "submitPicos", h.submitPicos(), 0, Long.MAX_VALUE);
    within(method, "synchronizePicos", h.synchronizePicos(), 0, Long.MAX_VALUE);
    within(method, "transferPicos", h.transferPicos(), 0, Long.MAX_VALUE);
    within(method, "pinnedBytesPerSecond", h.pinnedBytesPerSecond(), 1, Long.MAX_VALUE);
    within(method, "pageableBytesPerSecond", h.pageableBytesPerSecond(), 1, Long.MAX_VALUE);
    within(method, "fillBytesPerSecond", h.fillBytesPerSecond(), 1, Long.MAX_VALUE);
    within(method, "copyBytesPerSecond", h.copyBytesPerSecond(), 1, Long.MAX_VALUE);
    return h;
  }

  @Override
  public Machine assemble(Simulation simulation) {
    return new CheckedMachine(
        boundary.call(device, "assemble", () -> device.assemble(simulation)), boundary);
  }

  private void within(String method, String what, long value, long low, long high) {
    if (value < low || value > high) {
      String expected = high >= Integer.MAX_VALUE ? "at least " + low : low + " to " + high;
      throw wrong(method, "returned " + what + " " + value + "; expected " + expected);
    }
  }

  private ModelException wrong(String method, String what) {
    return boundary.wrong(device, method, what);
  }
}
