// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.PixelDomain;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.ProgramSink;
import java.util.ArrayList;
import java.util.List;

/** Collects the launch ends of a program, which are then known before it is simulated. */
final class LaunchEnds implements ProgramSink {
  private final List<Found> launches = new ArrayList<>();
  private HostStep.Launch launch; // the current one

  private record Found(HostStep.Launch launch, LaunchEnd end) {}

  @Override
  public void step(HostStep step) {
    HostStep.Launch begun = step.asLaunch();
    launch = begun == null ? launch : begun;
  }

  @Override
  public void launchEnd(LaunchEnd end) {
    launches.add(new Found(launch, end));
  }

  /**
   * Refuses a program that needs wider wavefronts than a device has. What a launch up to there
   * needs and the device lacks is the first reason.
   */
  void check(List<Kernel> kernels, Capabilities device) {
    for (int i = 0; i < launches.size(); i++) {
      Found found = launches.get(i);
      try {
        CapabilityCheck.executed(kernels.get(found.launch.kernel()), found.end, device);
      } catch (RefusalException e) {
        for (Found before : launches.subList(0, i + 1)) {
          Geometry geometry =
              PixelDomain.of(before.launch, device)
                  .map(PixelDomain::geometry)
                  .orElse(before.launch.geometry());
          Kernel kernel = kernels.get(before.launch.kernel());
          CapabilityCheck.launch(kernel, before.launch, geometry, device);
        }
        throw e;
      }
    }
  }
}
