// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.code.VliwArchitecture;
import io.lockstep.terascale.program.TeraScaleKernel;
import java.util.Set;

/** Code for the limits of the HD 5870 with chosen options of its compiler. */
final class Targets {
  static final BranchCosts BRANCHES = new BranchCosts(8, 40, 10);

  private Targets() {}

  static CodeTarget of(VliwArchitecture architecture, Set<CodeOption> options) {
    return new CodeTarget(architecture, 256, 62, 124, 124, 4, false, options, false, BRANCHES);
  }

  /** A kernel's code, which keeps every rule of the machine. */
  static TeraScaleKernel lower(
      Kernel kernel, VliwArchitecture architecture, Set<CodeOption> options) {
    TeraScaleKernel code = KernelLowering.lower(kernel, of(architecture, options));
    assertThat(ProgramCheck.problems(code)).isEmpty();
    return code;
  }
}
