// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.ExecutorPool;
import io.lockstep.execute.GroupExecutor;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.workload.launch.LaunchDependences;
import io.lockstep.workload.step.Argument;
import io.lockstep.workload.step.Step;
import io.lockstep.workload.stream.HostCopies;
import io.lockstep.workload.stream.StreamRaces;
import java.util.List;
import java.util.Optional;

/**
 * Executes the work-groups of one launch after another, and knows which of them, or which of their
 * values, may be left out.
 */
final class LaunchedGroups {
  private final BoundWorkload bound;
  private final DeviceState device;
  private final ExecutionOptions options;
  private final StreamRaces races;
  private final ExecutorPool executors = new ExecutorPool();
  private volatile GroupExecutor executing; // null between launches
  private long next;
  private long end; // number of work-groups of the running launch
  // numbers of the buffers passed to the running launch
  private List<Integer> reachable = List.of();
  // numbers of the reachable buffers that are textures or images
  private List<Integer> viewed = List.of();
  private boolean leavesOut; // whether work-groups may be left out
  private boolean observed = true; // whether contents of buffers are used
  private boolean unread; // whether no launch needs the results of any
  private boolean skippable; // whether those of the running launch may be left out
  private long workItemInstructions;

  LaunchedGroups(
      BoundWorkload bound, DeviceState device, ExecutionOptions options, StreamRaces races) {
    this.bound = bound;
    this.device = device;
    this.options = options;
    this.races = races;
  }

  /** Lets groups be left out of launches whose results nothing reads. */
  void leaveOut() {
    leavesOut = true;
  }

  /**
   * Lets values be left out of launches whose results nothing reads.
   *
   * @param all whether no launch needs the results of any
   */
  void unobserved(boolean all) {
    observed = false;
    unread = all;
  }

  /** Begins a launch, {@code written} as the workload has it. */
  void begin(
      Step.Launch written,
      KernelLibrary.Entry entry,
      Geometry geometry,
      List<Long> arguments,
      int dynamicLocalBytes,
      LaunchResources resources) {
    boolean isUnread = unread || !observed && UnreadResults.isOf(bound, written);
    GroupExecutor executor =
        executors.take(
            entry.kernel(),
            geometry,
            arguments,
            dynamicLocalBytes,
            device.memory(),
            device.variableBuffers(entry.file(), entry.kernel()),
            isUnread ? options.withoutValues() : options,
            resources);
    next = 0;
    end = geometry.groups();
    executing = executor;
    skippable = leavesOut && isUnread && (unread || executor.isIndependent());
    reachable = device.passed(written, argument -> true);
    viewed = device.passed(written, Argument::isView);
    clearWritten();
  }

  /**
   * Clears the marks of written buffers, because writes by the host before a launch are not writes
   * by the kernel.
   */
  private void clearWritten() {
    DeviceMemory memory = device.memory();
    for (int b = 0; b < memory.buffers(); b++) {
      memory.takeWritten(b);
    }
  }

  boolean usesAtomicValues() {
    return executing.usesAtomicValues();
  }

  boolean hasNext() {
    return next < end;
  }

  WorkGroupRecord next() {
    return executing.execute(next++);
  }

  /** Leaves out groups; returns whether that is allowed. */
  boolean skip(long count) {
    if (executing == null || !skippable) {
      return false;
    }
    next += count;
    return true;
  }

  /** Executes a group out of turn; empty if that is not allowed. */
  Optional<WorkGroupRecord> find(long id) {
    return executing == null || !skippable ? Optional.empty() : Optional.of(executing.execute(id));
  }

  /** Adds the launch to dependences instead of executing its groups. */
  void passOver(LaunchDependences dependences, Kernel kernel, List<Long> arguments) {
    dependences.add(kernel, arguments, executing);
    next = end;
  }

  /** Ends the launch; {@code declared} is what is known if its groups were executed elsewhere. */
  LaunchEnd finish(LaunchEnd declared, KernelLibrary.Entry entry, HostCopies copies) {
    GroupExecutor executor = executing;
    if (executor == null) {
      return declared;
    }
    workItemInstructions += executor.workItemInstructions();
    executor.report(entry.racesAllowed(), entry.source(), entry.allAtBarriers());
    executing = null;
    executors.giveBack(executor);
    races.launch(
        executor.extents(), reachable, viewed, copies.launched(device.memory(), reachable));
    return new LaunchEnd(
        Math.max(declared.minimumWidth(), executor.minimumWidth()),
        declared.flags() | (executor.hasRaces() ? HostStep.Launch.RACES_FOUND : 0));
  }

  /** Returns the instructions of all launches so far, summed over work-items. */
  long workItemInstructions() {
    return workItemInstructions;
  }

  /** Returns a description of a work-group that takes long; empty if there is none. Thread-safe. */
  String longGroup() {
    GroupExecutor now = executing;
    return now == null ? "" : now.longGroup();
  }
}
