// SPDX-License-Identifier: Apache-2.0
/** Computes points: keys, executed programs, scheduling, stores, threads and worker processes. */
module io.lockstep.study {
  requires transitive io.lockstep.run;
  requires com.fasterxml.jackson.core;
  requires java.management;

  exports io.lockstep.study to
      io.lockstep.advise,
      io.lockstep.cli,
      io.lockstep.explain,
      io.lockstep.judge,
      io.lockstep.sweep,
      io.lockstep.tck;
  exports io.lockstep.study.point to
      io.lockstep.advise,
      io.lockstep.cli,
      io.lockstep.explain,
      io.lockstep.judge,
      io.lockstep.report,
      io.lockstep.sweep;
  exports io.lockstep.study.program to
      io.lockstep.cli,
      io.lockstep.sweep;
  exports io.lockstep.study.store to
      io.lockstep.cli,
      io.lockstep.report,
      io.lockstep.sweep;
  exports io.lockstep.study.stream to
      io.lockstep.cli,
      io.lockstep.fuzz;
  exports io.lockstep.study.work to
      io.lockstep.cli,
      io.lockstep.sweep;
}
