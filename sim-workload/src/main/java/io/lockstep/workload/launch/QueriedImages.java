// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.kernel.argument.ImageQuery;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.workload.step.Argument;
import io.lockstep.workload.step.Step;
import java.util.List;

/** Checks the arguments for images whose properties a kernel queries. */
public final class QueriedImages {
  private QueriedImages() {}

  /** Checks that an argument is an image if the kernel queries it. */
  public static void check(Step.Launch launch, Kernel kernel) {
    List<Parameter> written = ImageQuery.written(kernel);
    for (Parameter asked : kernel.parameters()) {
      if (ImageQuery.of(asked).isPresent()) {
        int position = HiddenArguments.position(written, asked);
        Argument argument = launch.arguments().get(position);
        if (!(argument instanceof Argument.Image)) {
          throw argument.wrong(
              ("parameter %s of '%s' is an image: pass {image: {buffer: .., width: ..,"
                      + " height: ..}}")
                  .formatted(position, kernel.name()));
        }
      }
    }
  }
}
