// SPDX-License-Identifier: Apache-2.0
/** Runs unmodified programs: executes their kernels and records traces. */
module io.lockstep.program {
  requires transitive io.lockstep.workload;
  requires jdk.net;

  exports io.lockstep.program to
      io.lockstep.cli;

  uses io.lockstep.kernel.frontend.KernelFrontend;
  uses io.lockstep.kernel.frontend.ProgramCompiler;
}
