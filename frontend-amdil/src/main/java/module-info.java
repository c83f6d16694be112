// SPDX-License-Identifier: Apache-2.0
/** Reads AMD IL into portable kernels. */
module io.lockstep.frontend.amdil {
  requires io.lockstep.kernel;

  provides io.lockstep.kernel.frontend.KernelFrontend with
      io.lockstep.frontend.amdil.AmdIlFrontend;
}
