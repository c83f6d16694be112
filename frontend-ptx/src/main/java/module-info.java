// SPDX-License-Identifier: Apache-2.0
/** Reads NVIDIA PTX into portable kernels. */
module io.lockstep.frontend.ptx {
  requires io.lockstep.kernel;

  provides io.lockstep.kernel.frontend.KernelFrontend with
      io.lockstep.frontend.ptx.PtxFrontend;
}
