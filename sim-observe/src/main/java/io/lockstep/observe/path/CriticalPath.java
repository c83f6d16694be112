// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.path;

import java.util.List;

/** The critical paths of a program's launches: ticks by resource and line add up to their time. */
public record CriticalPath(long tickHertz, List<KernelPath> kernels, List<LaunchPath> launches) {
  public CriticalPath {
    kernels = List.copyOf(kernels);
    launches = List.copyOf(launches);
  }

  /** One kernel, all of its launches together. */
  public record KernelPath(int index, String name, String file, long launches, PathShares shares) {}

  /** One launch of the program's measured pass, with its duration. */
  public record LaunchPath(long number, int kernel, long picos, PathShares shares) {}

  public PathShares shares() {
    PathShares sum = PathShares.NONE;
    for (KernelPath k : kernels) {
      sum = sum.plus(k.shares());
    }
    return sum;
  }

  public KernelPath kernel(LaunchPath launch) {
    return kernels.stream().filter(k -> k.index() == launch.kernel()).findFirst().orElseThrow();
  }
}
