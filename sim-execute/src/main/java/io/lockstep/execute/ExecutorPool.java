// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

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

  private final long worthwhile;
  // whether a kernel's groups may be executed side by side; never iterated
  private final Map<Kernel, Boolean> independent = new IdentityHashMap<>();

  /** Creates an empty pool. */
  public ExecutorPool() {
    this(ParallelGroups.WORTHWHILE);
  }

  /**
   * @param worthwhile estimated nanoseconds of a launch from which it is executed on several
   *     threads
   */
  ExecutorPool(long worthwhile) {
    this.worthwhile = worthwhile;
  }

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
    LaunchedKernel launched =
        new LaunchedKernel(kernel, geometry, arguments, variableBuffers, resources);
    for (int i = idle.size() - 1; i >= 0; i--) {
      GroupExecutor executor = idle.get(i);
      if (executor.fits(launched, dynamicLocalBytes, memory, options)) {
        remove(i);
        executor.restart(launched);
        return prepared(executor);
      }
    }
    return prepared(new GroupExecutor(launched, dynamicLocalBytes, memory, options));
  }

  /** Lets an executor use several threads if its options and its kernel allow it. */
  private GroupExecutor prepared(GroupExecutor executor) {
    if (executor.options.threads() > 1
        && executor.isReusable()
        && independent.computeIfAbsent(executor.kernel, ParallelGroups::allows)) {
      executor.spread(worthwhile);
    }
    return executor;
  }

  /** Takes back an executor whose launch has ended without an error. */
  public void giveBack(GroupExecutor executor) {
    if (executor.isConflicting()) {
      independent.put(executor.kernel, false);
    }
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
