// SPDX-License-Identifier: Apache-2.0
/** Observation of running simulations: timelines, series, lines, critical paths. */
module io.lockstep.observe {
  requires transitive io.lockstep.spi;

  exports io.lockstep.observe;
  exports io.lockstep.observe.activity;
  exports io.lockstep.observe.line;
  exports io.lockstep.observe.path;
}
