// SPDX-License-Identifier: Apache-2.0
/** Records of a program's execution, independent of any device, and trace files. */
module io.lockstep.trace {
  requires transitive io.lockstep.kernel;

  exports io.lockstep.trace.change;
  exports io.lockstep.trace.change.apply to
      io.lockstep.advise,
      io.lockstep.run;
  exports io.lockstep.trace.record;
  exports io.lockstep.trace.file to
      io.lockstep.advise,
      io.lockstep.cli,
      io.lockstep.inspect,
      io.lockstep.observe,
      io.lockstep.program,
      io.lockstep.run,
      io.lockstep.study;
}
