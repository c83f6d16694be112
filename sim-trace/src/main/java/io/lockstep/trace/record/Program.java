package io.lockstep.trace.record;

import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import java.util.SortedMap;

/**
 * What is known of a host program before its first step: kernels, buffers, parameters, timing.
 *
 * @param name the workload's name
 * @param kernels portable kernels
 * @param buffers allocations in order, module-scope variables last
 * @param parameters all parameters of the run, defaults included, as their canonical text
 * @param warmups how often the steps are simulated before the measured pass
 * @param timing what is timed
 */
public record Program(
    String name,
    List<Kernel> kernels,
    List<BufferInfo> buffers,
    SortedMap<String, String> parameters,
    int warmups,
    Timing timing) {
  /** What {@code seconds} and {@code cycles} cover. */
  public enum Timing {
    /** From the start of the first measured step to the end of the last. */
    REGION,
    /** The sum of the kernels' own times. */
    KERNELS
  }

  public Program {
    kernels = List.copyOf(kernels);
    buffers = List.copyOf(buffers);
  }
}
