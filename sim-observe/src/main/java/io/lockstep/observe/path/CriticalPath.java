package io.lockstep.observe.path;

import java.util.List;

/**
 * The critical paths of a program's launches: for each launch ticks by resource and by line, which
 * add up to its time.
 *
 * @param tickHertz ticks a second
 * @param kernels launched kernels, in the order of the program
 * @param launches in order
 */
public record CriticalPath(long tickHertz, List<KernelPath> kernels, List<LaunchPath> launches) {
  public CriticalPath {
    kernels = List.copyOf(kernels);
    launches = List.copyOf(launches);
  }

  /**
   * One kernel, all of its launches together.
   *
   * @param index in the program's table
   * @param file name of the kernel's text as the program has it
   * @param launches number of launches
   */
  public record KernelPath(int index, String name, String file, long launches, PathShares shares) {}

  /**
   * One launch.
   *
   * @param number from 0, through the program's measured pass
   * @param kernel index in the program's table
   * @param picos duration of the launch, picoseconds
   */
  public record LaunchPath(long number, int kernel, long picos, PathShares shares) {}

  /** Returns the shares of all launches together. */
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
