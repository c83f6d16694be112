// SPDX-License-Identifier: Apache-2.0
/** The workload language: a host program as data, bound to parameters and executed. */
module io.lockstep.workload {
  requires transitive io.lockstep.execute;

  exports io.lockstep.workload;

  uses io.lockstep.kernel.frontend.KernelFrontend;
}
