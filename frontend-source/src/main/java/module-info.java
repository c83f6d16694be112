/** Compiles OpenCL C and CUDA C++ to PTX with the compilers of the machine, and reads that. */
module io.lockstep.frontend.source {
  requires io.lockstep.trace;

  uses io.lockstep.trace.frontend.KernelFrontend;

  provides io.lockstep.trace.frontend.KernelFrontend with
      io.lockstep.frontend.source.SourceFrontend;
}
