// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.analysis.Uniformity;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.ReconvergencePoints;
import io.lockstep.kernel.ir.Special;
import io.lockstep.lower.control.BlockLayout;
import io.lockstep.lower.control.DirectBranches;
import io.lockstep.lower.control.JoinPoints;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.function.ToLongFunction;

/** Facts of a kernel that hold for each selection of its instructions. Not thread-safe. */
final class KernelFacts {
  final RegisterFacts registers;
  final Ranges ranges;
  final BlockLayout layout;
  final Uniformity uniformity;
  final DirectBranches branches;
  final JoinPoints joins;
  final ReconvergencePoints points;
  final boolean polls;

  /** Finds the facts; {@code most} bounds the values of special registers. */
  KernelFacts(Kernel kernel, ToLongFunction<Special> most) {
    registers = new RegisterFacts(kernel);
    ranges = new Ranges(registers, most, true);
    layout = new BlockLayout(registers, true);
    uniformity = new Uniformity(kernel, Uniformity.Among.WAVEFRONT);
    branches = new DirectBranches(kernel, layout, true);
    joins = new JoinPoints(registers, branches, uniformity, true);
    points = new ReconvergencePoints(kernel.blocks());
    polls = !PollLoops.of(kernel).isEmpty();
  }
}
