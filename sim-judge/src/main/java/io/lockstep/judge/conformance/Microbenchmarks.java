// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.spi.Device;
import java.util.List;

final class Microbenchmarks {
  private Microbenchmarks() {}

  static List<Probe> of(Declared declared, Device device) {
    if (!declared.hasAll("clock.compute", "unit.count")) {
      return List.of(); // neither cycles nor units are known
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
