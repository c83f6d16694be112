// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.launch.CapabilityCheck;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.PixelDomain;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.ProgramSink;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Collects the launch ends of a program, which are then known before it is simulated. */
public final class LaunchEnds implements ProgramSink {
  private final List<HostStep.Launch> launches = new ArrayList<>();
  private final List<LaunchEnd> ends = new ArrayList<>(); // by launch

  @Override
  public void step(HostStep step) {
    if (step.asLaunch() != null) {
      launches.add(step.asLaunch());
    }
  }

  @Override
  public void launchEnd(LaunchEnd end) {
    ends.add(end);
  }

  /**
   * Refuses a program that needs wider wavefronts than a device has. What a launch up to there
   * needs and the device lacks is the first reason.
   *
   * @param device capabilities of the device as it runs a kernel
   */
  public void check(List<Kernel> kernels, Function<Kernel, Capabilities> device) {
    for (int i = 0; i < ends.size(); i++) {
      try {
        Kernel kernel = kernels.get(launches.get(i).kernel());
        CapabilityCheck.executed(kernel, ends.get(i), device.apply(kernel));
      } catch (RefusalException e) {
        for (HostStep.Launch before : launches.subList(0, i + 1)) {
          Kernel kernel = kernels.get(before.kernel());
          Capabilities can = device.apply(kernel);
          Geometry geometry =
              PixelDomain.of(before, can).map(PixelDomain::geometry).orElse(before.geometry());
          CapabilityCheck.launch(kernel, before, geometry, can);
        }
        throw e;
      }
    }
  }
}
