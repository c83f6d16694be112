// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Capabilities;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.ProgramSink;
import java.util.ArrayList;
import java.util.List;

/** Collects the launch ends of a program, which are then known before it is simulated. */
final class LaunchEnds implements ProgramSink {
  private final List<Found> launches = new ArrayList<>();
  private int kernel; // of the current launch

  private record Found(int kernel, LaunchEnd end) {}

  @Override
  public void step(HostStep step) {
    HostStep.Launch launch = step.asLaunch();
    kernel = launch == null ? kernel : launch.kernel();
  }

  @Override
  public void launchEnd(LaunchEnd end) {
    launches.add(new Found(kernel, end));
  }

  /** Refuses a program that needs wider wavefronts than a device has. */
  void check(List<Kernel> kernels, Capabilities device) {
    launches.forEach(l -> CapabilityCheck.executed(kernels.get(l.kernel()), l.end(), device));
  }
}
