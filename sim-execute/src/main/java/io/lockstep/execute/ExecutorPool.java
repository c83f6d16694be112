// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.List;

/**
 * Executors for launches. The executor of a launch that has ended is used for a later launch that
 * differs only in its arguments, because preparing a kernel takes longer than executing a small
 * launch. Bounded in number and size. Not thread-safe.
 */
public final class ExecutorPool {
  private static final int MOST = 16;
  private static final long MOST_BYTES = 64L << 20;

  private final List<GroupExecutor> idle = new ArrayList<>(); // the least recently used first
  private long idleBytes;

  /** Creates an empty pool. */
  public ExecutorPool() {}

  /** Returns an executor for a launch, with the parameters of the executor's constructor. */
  public GroupExecutor take(
      Kernel kernel,
      Geometry geometry,
      List<Long> arguments,
      int dynamicLocalBytes,
      DeviceMemory memory,
      int[] variableBuffers,
      ExecutionOptions options,
      LaunchResources resources) {
    for (int i = idle.size() - 1; i >= 0; i--) {
      GroupExecutor executor = idle.get(i);
      if (executor.fits(
          kernel, geometry, dynamicLocalBytes, memory, variableBuffers, options, resources)) {
        remove(i);
        executor.restart(arguments, resources.output());
        return executor;
      }
    }
    return new GroupExecutor(
        kernel,
        geometry,
        arguments,
        dynamicLocalBytes,
        memory,
        variableBuffers,
        options,
        resources);
  }

  /** Takes back an executor whose launch has ended without an error. */
  public void giveBack(GroupExecutor executor) {
    if (!executor.isReusable()) {
      return;
    }
    idle.add(executor);
    idleBytes += executor.bytes();
    while (idle.size() > MOST || idleBytes > MOST_BYTES) {
      remove(0);
    }
  }

  private void remove(int place) {
    idleBytes -= idle.remove(place).bytes();
  }
}
