// SPDX-License-Identifier: Apache-2.0
/**
 * Device-independent analysis of kernels: cards, occupancy, drafts of workloads; and address
 * computations.
 */
module io.lockstep.inspect {
  requires transitive io.lockstep.run;

  exports io.lockstep.inspect.address;
  exports io.lockstep.inspect.card;
  exports io.lockstep.inspect.fit;
  exports io.lockstep.inspect.format;
  exports io.lockstep.inspect.occupancy;
  exports io.lockstep.inspect.skeleton;
}
