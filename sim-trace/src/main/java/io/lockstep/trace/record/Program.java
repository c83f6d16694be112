// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.record;

import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import java.util.SortedMap;

/**
 * The static part of a host program: kernels, buffers, parameters, timing.
 *
 * @param name the workload's name
 * @param kernels portable kernels
 * @param buffers allocations in order, module-scope variables last
 * @param parameters all parameters of the run, defaults included, as canonical text
 * @param warmups number of passes before the measured one
 * @param timing the measured time
 * @param streams streams besides the default stream, and their events
 */
public record Program(
    String name,
    List<Kernel> kernels,
    List<BufferInfo> buffers,
    SortedMap<String, String> parameters,
    int warmups,
    Timing timing,
    ProgramStreams streams) {
  /** The time that {@code seconds} and {@code cycles} cover. */
  public enum Timing {
    /** From the start of the first measured step to the end of the last. */
    REGION,
    /** The sum of the kernels' own times. */
    KERNELS
  }

  /**
   * Makes unmodifiable copies.
   *
   * @param name the workload's name
   * @param kernels portable kernels
   * @param buffers allocations in order, module-scope variables last
   * @param parameters all parameters of the run as canonical text
   * @param warmups number of passes before the measured one
   * @param timing the measured time
   * @param streams streams besides the default stream, and their events
   */
  public Program {
    kernels = List.copyOf(kernels);
    buffers = List.copyOf(buffers);
  }

  /**
   * Creates a program with only the default stream.
   *
   * @param name the workload's name
   * @param kernels portable kernels
   * @param buffers allocations in order, module-scope variables last
   * @param parameters all parameters of the run as canonical text
   * @param warmups number of passes before the measured one
   * @param timing the measured time
   */
  public Program(
      String name,
      List<Kernel> kernels,
      List<BufferInfo> buffers,
      SortedMap<String, String> parameters,
      int warmups,
      Timing timing) {
    this(name, kernels, buffers, parameters, warmups, timing, ProgramStreams.NONE);
  }
}
