/** Reads AMD IL into portable kernels. */
module io.lockstep.frontend.amdil {
  requires io.lockstep.trace;

  provides io.lockstep.trace.frontend.KernelFrontend with
      io.lockstep.frontend.amdil.AmdIlFrontend;
}
