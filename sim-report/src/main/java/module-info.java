// SPDX-License-Identifier: Apache-2.0
/** Self-contained HTML pages with tables, bars and plots of simulation results. */
module io.lockstep.report {
  requires transitive io.lockstep.advise;
  requires transitive io.lockstep.explain;
  requires transitive io.lockstep.inspect;
  requires transitive io.lockstep.judge;
  requires transitive io.lockstep.run;
  requires transitive io.lockstep.sweep;

  exports io.lockstep.report.address;
  exports io.lockstep.report.compare;
  exports io.lockstep.report.explain;
  exports io.lockstep.report.grade;
  exports io.lockstep.report.occupancy;
  exports io.lockstep.report.page;
  exports io.lockstep.report.sweep;
  exports io.lockstep.report.validation;
}
