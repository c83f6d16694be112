/** Compiles OpenCL C and CUDA C++ to PTX with the compilers of the machine, and reads that. */
module io.lockstep.frontend.source {
  requires io.lockstep.kernel;

  uses io.lockstep.kernel.frontend.KernelFrontend;

  provides io.lockstep.kernel.frontend.KernelFrontend with
      io.lockstep.frontend.source.SourceFrontend;
}
