// SPDX-License-Identifier: Apache-2.0
/**
 * Explains why one device takes longer than another: the ratio of two times as a product of named
 * factors.
 */
module io.lockstep.explain {
  requires transitive io.lockstep.inspect;
  requires transitive io.lockstep.judge;
  requires transitive io.lockstep.run;
  requires transitive io.lockstep.study;
  requires commons.math3;

  exports io.lockstep.explain to
      io.lockstep.advise,
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.explain.figures to
      io.lockstep.advise,
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.explain.sensitivity to
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.explain.calibration to
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.explain.experiment to
      io.lockstep.advise,
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.explain.whatif to
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.explain.uncertainty to
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.explain.ladder to
      io.lockstep.cli,
      io.lockstep.report;
  exports io.lockstep.explain.roof;
}
