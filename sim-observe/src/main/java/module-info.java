// SPDX-License-Identifier: Apache-2.0
/** Observation of running simulations: timelines, series, lines, critical paths. */
module io.lockstep.observe {
  requires transitive io.lockstep.spi;

  exports io.lockstep.observe to
      io.lockstep.cli,
      io.lockstep.judge,
      io.lockstep.run,
      io.lockstep.study,
      io.lockstep.sweep,
      io.lockstep.tck;
  exports io.lockstep.observe.activity to
      io.lockstep.explain,
      io.lockstep.report,
      io.lockstep.run;
  exports io.lockstep.observe.line;
  exports io.lockstep.observe.path to
      io.lockstep.cli,
      io.lockstep.explain,
      io.lockstep.report,
      io.lockstep.run;
}
