// SPDX-License-Identifier: Apache-2.0
/**
 * Device-independent analysis of kernels: cards, occupancy, drafts of workloads; and address
 * computations.
 */
module io.lockstep.inspect {
  requires transitive io.lockstep.run;

  exports io.lockstep.inspect.address to
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.inspect.card;
  exports io.lockstep.inspect.fit to
      io.lockstep.advise,
      io.lockstep.cli;
  exports io.lockstep.inspect.format to
      io.lockstep.cli;
  exports io.lockstep.inspect.occupancy;
  exports io.lockstep.inspect.skeleton to
      io.lockstep.cli;
}
