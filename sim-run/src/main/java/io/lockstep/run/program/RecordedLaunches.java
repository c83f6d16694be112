// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.launch.CapabilityCheck;
import io.lockstep.spi.Capabilities;
import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import java.util.function.Function;

/**
 * The recorded program, before a change is applied: a device that refuses one of its launches also
 * refuses the changed program.
 */
public final class RecordedLaunches extends ForwardingProgramSource {
  private final Function<Kernel, Capabilities> device;

  /**
   * @param device capabilities of the device as it runs a kernel
   */
  public RecordedLaunches(ProgramSource source, Function<Kernel, Capabilities> device) {
    super(source);
    this.device = device;
  }

  @Override
  public ProgramItem next() {
    ProgramItem item = source.next();
    HostStep.Launch launch = item instanceof HostStep step ? step.asLaunch() : null;
    if (launch != null) {
      Kernel kernel = program().kernels().get(launch.kernel());
      Capabilities c = device.apply(kernel);
      if (launch.isOfPixels() || !c.computeKernels()) { // the device chooses its work-groups
        int local = kernel.localBytes() + launch.dynamicLocalBytes();
        CapabilityCheck.kernel(kernel, local, 0, c);
      } else {
        CapabilityCheck.launch(kernel, launch, launch.geometry(), c);
      }
    }
    return item;
  }
}
