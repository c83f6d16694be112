// SPDX-License-Identifier: Apache-2.0
/** Functional execution of portable kernels, with optional checks. */
module io.lockstep.execute {
  requires transitive io.lockstep.trace;

  exports io.lockstep.execute to
      io.lockstep.cli,
      io.lockstep.program,
      io.lockstep.run,
      io.lockstep.workload;
  exports io.lockstep.execute.check to
      io.lockstep.cli,
      io.lockstep.inspect,
      io.lockstep.run,
      io.lockstep.study,
      io.lockstep.workload;
  exports io.lockstep.execute.fault to
      io.lockstep.advise,
      io.lockstep.cli,
      io.lockstep.program,
      io.lockstep.run,
      io.lockstep.study;
  exports io.lockstep.execute.launch to
      io.lockstep.program,
      io.lockstep.workload;
  exports io.lockstep.execute.memory to
      io.lockstep.inspect,
      io.lockstep.program,
      io.lockstep.run,
      io.lockstep.workload;
  exports io.lockstep.execute.number to
      io.lockstep.workload;
}
