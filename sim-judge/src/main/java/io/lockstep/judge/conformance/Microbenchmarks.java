package io.lockstep.judge.conformance;

import io.lockstep.spi.Device;
import java.util.List;

/** The microbenchmarks that a device's figures call for. What does not apply is absent. */
final class Microbenchmarks {
  private Microbenchmarks() {}

  static List<Probe> of(Declared declared, Device device) {
    if (!declared.hasAll("clock.compute", "unit.count")) {
      return List.of(); // nothing can be said in cycles, or of a unit
    }
    Probes probes = new Probes(declared, device.capabilities());
    new RateProbes(probes).add();
    new MatrixProbes(probes).add();
    new LatencyProbes(probes).add();
    new BandwidthProbes(probes).add();
    new LocalProbes(probes).add();
    new OccupancyProbes(probes, device).add();
    new HostProbes(probes).add();
    return probes.made();
  }
}
