// SPDX-License-Identifier: Apache-2.0
/** Self-contained HTML pages with tables, bars and plots of simulation results. */
module io.lockstep.report {
  requires transitive io.lockstep.advise;
  requires transitive io.lockstep.explain;
  requires transitive io.lockstep.inspect;
  requires transitive io.lockstep.judge;
  requires transitive io.lockstep.run;
  requires transitive io.lockstep.sweep;

  exports io.lockstep.report.address to
      io.lockstep.cli;
  exports io.lockstep.report.compare to
      io.lockstep.cli;
  exports io.lockstep.report.explain to
      io.lockstep.cli;
  exports io.lockstep.report.grade to
      io.lockstep.cli;
  exports io.lockstep.report.occupancy to
      io.lockstep.cli;
  exports io.lockstep.report.page to
      io.lockstep.cli;
  exports io.lockstep.report.sweep to
      io.lockstep.cli;
  exports io.lockstep.report.validation to
      io.lockstep.cli;
}
