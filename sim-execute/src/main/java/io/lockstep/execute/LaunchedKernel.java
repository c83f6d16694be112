// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.execute.slice.GroupIndependence;
import io.lockstep.execute.state.MachineState;
import io.lockstep.io.InputException;
import io.lockstep.kernel.argument.GridWorkspace;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A kernel with what a launch gives it: geometry, arguments, variables and, if it uses them,
 * textures or a pixel domain.
 */
final class LaunchedKernel {
  final Kernel kernel;
  final Geometry geometry;
  final List<Long> arguments;
  final LaunchResources resources;

  /** Buffer of each of the kernel's variables, -1 if there is none. */
  final int[] variableBuffers;

  /** Whether execution depends on textures or on a pixel domain. */
  final boolean dependsOnResources;

  private final boolean lacksWorkspace;

  /**
   * @throws InputException if the kernel cannot have work-groups of this size
   */
  LaunchedKernel(
      Kernel kernel,
      Geometry geometry,
      List<Long> arguments,
      int[] variableBuffers,
      LaunchResources resources) {
    this.kernel = kernel;
    this.geometry = geometry;
    this.arguments = arguments;
    this.resources = resources;
    this.variableBuffers = variableBuffers.clone();
    dependsOnResources = !resources.textures().isEmpty() || resources.domainWidth() > 0;
    checkGroupSize();
    lacksWorkspace = GridWorkspace.isUsedBy(kernel) && workspace() == 0;
  }

  private void checkGroupSize() {
    List<Integer> wanted = kernel.requiredGroupSize();
    List<Integer> given = List.of(geometry.sizeX(), geometry.sizeY(), geometry.sizeZ());
    if (geometry.groupSize() < 1) {
      throw new InputException(kernel.source(), kernel.name() + ": a work-group of " + given);
    }
    if (!wanted.isEmpty() && !wanted.equals(given)) {
      throw new InputException(
          kernel.source(),
          kernel.name() + " requires work-groups of " + wanted + ", the launch has " + given);
    }
    int most = kernel.bounds().mostItems();
    if (most > 0 && geometry.groupSize() > most) {
      throw new InputException(
          kernel.source(),
          "%s has launch bounds of %s work-items a group, the launch has %s"
              .formatted(kernel.name(), most, geometry.groupSize()));
    }
  }

  /** Returns the pointer to the grid's workspace; each parameter after it has one word. */
  private long workspace() {
    int behind = kernel.parameters().size();
    while (!GridWorkspace.is(kernel.parameters().get(--behind))) {}
    return arguments.get(arguments.size() - (kernel.parameters().size() - behind));
  }

  /** Returns whether this differs from another launch in its arguments and output alone. */
  boolean isAs(LaunchedKernel other) {
    return kernel == other.kernel
        && geometry.equals(other.geometry)
        && Arrays.equals(variableBuffers, other.variableBuffers)
        && !dependsOnResources
        && !other.dependsOnResources
        && resources.last().equals(other.resources.last());
  }

  /** Returns whether the arguments, if they are pointers, point to the same buffers. */
  boolean pointsAs(LaunchedKernel other) {
    return windows(arguments).equals(windows(other.arguments));
  }

  /** Returns the number of the buffer to which each argument points if it is a pointer. */
  private static List<Long> windows(List<Long> words) {
    return words.stream().map(word -> word >>> Address.OFFSET_BITS).toList();
  }

  /**
   * Returns whether paths and addresses of each work-group are independent of what the launch
   * writes and of some buffers.
   *
   * @param others numbers of buffers whose contents may differ
   */
  boolean isIndependent(MachineState state, BitSet others) {
    return !dependsOnResources && GroupIndependence.of(kernel, state, variableBuffers, others);
  }

  /** Returns the numbers of the buffers that the launch may write; empty if they are unknown. */
  Optional<BitSet> writes(MachineState state) {
    return GroupIndependence.writes(kernel, state, variableBuffers);
  }

  /**
   * Returns the message of a trap. A kernel without the grid workspace that it needs traps instead
   * of waiting for the grid.
   */
  String trapped() {
    return "the kernel trapped"
        + (lacksWorkspace
            ? "; it asks for the workspace of a cooperative launch, and this launch is none"
                + " (cooperative: true)"
            : "");
  }
}
