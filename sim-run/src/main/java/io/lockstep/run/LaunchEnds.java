// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Capabilities;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import java.util.ArrayList;
import java.util.List;

/** Launch ends of a program, known from an earlier execution before any launch is simulated. */
final class LaunchEnds {
  /** Used for a program that is executed while it is simulated. */
  static final LaunchEnds UNKNOWN = new LaunchEnds(List.of());

  private final List<Found> launches;

  private record Found(int kernel, LaunchEnd end) {}

  private LaunchEnds(List<Found> launches) {
    this.launches = launches;
  }

  /** Reads a recorded program, without closing it. */
  static LaunchEnds of(ProgramSource source) {
    List<Found> all = new ArrayList<>();
    ProgramSink.drain(
        source,
        new ProgramSink() {
          private int kernel;

          @Override
          public void step(HostStep step) {
            HostStep.Launch launch = step.asLaunch();
            kernel = launch == null ? kernel : launch.kernel();
          }

          @Override
          public void launchEnd(LaunchEnd end) {
            all.add(new Found(kernel, end));
          }
        });
    return new LaunchEnds(List.copyOf(all));
  }

  /** Refuses a program that needs wider wavefronts than a device has. */
  void check(List<Kernel> kernels, Capabilities device) {
    launches.forEach(l -> CapabilityCheck.executed(kernels.get(l.kernel()), l.end(), device));
  }
}
