// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import java.util.List;

/**
 * The devices and front-ends that are installed, plug-ins included.
 *
 * @param catalogue devices
 * @param frontends readers of kernels
 */
public record Installed(Catalogue catalogue, List<KernelFrontend> frontends) {
  public Installed {
    frontends = List.copyOf(frontends);
  }

  /** Returns a runner that reports neither failures nor notes. */
  public Runner runner() {
    return new Runner(catalogue, frontends);
  }
}
