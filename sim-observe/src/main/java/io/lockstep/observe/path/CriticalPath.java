package io.lockstep.observe.path;

import java.util.List;

/**
 * The critical paths of a program's launches: for each launch ticks by resource and by line, which
 * add up to its time.
 *
 * @param tickHertz ticks a second
 * @param kernels those that were launched, in the order of the program
 * @param launches in their order
 */
public record CriticalPath(long tickHertz, List<KernelPath> kernels, List<LaunchPath> launches) {
  /**
   * Copies the lists.
   *
   * @param tickHertz ticks a second
   * @param kernels those that were launched, in the order of the program
   * @param launches in their order
   */
  public CriticalPath {
    kernels = List.copyOf(kernels);
    launches = List.copyOf(launches);
  }

  /**
   * One kernel, all of its launches together.
   *
   * @param index in the program's table
   * @param name of the kernel
   * @param file name of its text as the program has it
   * @param launches how many
   * @param shares of all of them
   */
  public record KernelPath(int index, String name, String file, long launches, PathShares shares) {}

  /**
   * One launch.
   *
   * @param number from 0 on, through the program's measured pass
   * @param kernel index in the program's table
   * @param picos the launch's own time, picoseconds
   * @param shares ticks of its path
   */
  public record LaunchPath(long number, int kernel, long picos, PathShares shares) {}

  /** {@return the shares of all launches together} */
  public PathShares shares() {
    PathShares sum = PathShares.NONE;
    for (KernelPath k : kernels) {
      sum = sum.plus(k.shares());
    }
    return sum;
  }

  /**
   * {@return the kernel of a launch}
   *
   * @param launch one of these
   */
  public KernelPath kernel(LaunchPath launch) {
    return kernels.stream().filter(k -> k.index() == launch.kernel()).findFirst().orElseThrow();
  }
}
