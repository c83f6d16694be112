/** Reads NVIDIA PTX into portable kernels. */
module io.lockstep.frontend.ptx {
  requires io.lockstep.trace;

  provides io.lockstep.trace.frontend.KernelFrontend with
      io.lockstep.frontend.ptx.PtxFrontend;
}
