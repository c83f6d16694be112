// SPDX-License-Identifier: Apache-2.0
/** Compiles OpenCL C and CUDA C++ to PTX with compilers of the machine, and reads the PTX. */
module io.lockstep.frontend.source {
  requires io.lockstep.kernel;

  uses io.lockstep.kernel.frontend.KernelFrontend;

  provides io.lockstep.kernel.frontend.KernelFrontend with
      io.lockstep.frontend.source.SourceFrontend;
  provides io.lockstep.kernel.frontend.ProgramCompiler with
      io.lockstep.frontend.source.HipCompiler;
}
