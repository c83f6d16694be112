// SPDX-License-Identifier: Apache-2.0
/** The workload language: a host program as data, bound to parameters and executed. */
module io.lockstep.workload {
  requires transitive io.lockstep.execute;

  exports io.lockstep.workload to
      io.lockstep.advise,
      io.lockstep.cli,
      io.lockstep.inspect,
      io.lockstep.judge,
      io.lockstep.run,
      io.lockstep.study,
      io.lockstep.sweep;
  exports io.lockstep.workload.element to
      io.lockstep.inspect,
      io.lockstep.program,
      io.lockstep.run;
  exports io.lockstep.workload.expression to
      io.lockstep.run,
      io.lockstep.study,
      io.lockstep.sweep;
  exports io.lockstep.workload.launch to
      io.lockstep.cli,
      io.lockstep.inspect,
      io.lockstep.program,
      io.lockstep.run;
  exports io.lockstep.workload.reader to
      io.lockstep.cli;
  exports io.lockstep.workload.step to
      io.lockstep.program,
      io.lockstep.run,
      io.lockstep.study;

  uses io.lockstep.kernel.frontend.KernelFrontend;
}
