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

  exports io.lockstep.explain;
  exports io.lockstep.explain.figures;
  exports io.lockstep.explain.game;
  exports io.lockstep.explain.sensitivity;
  exports io.lockstep.explain.calibration;
  exports io.lockstep.explain.trial;
  exports io.lockstep.explain.whatif;
  exports io.lockstep.explain.uncertainty;
  exports io.lockstep.explain.ladder;
  exports io.lockstep.explain.roof;
}
