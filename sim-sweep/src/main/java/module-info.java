/** Sweeps: many simulations, planned from a file, run by workers that may die, kept for good. */
module io.lockstep.sweep {
  requires transitive io.lockstep.run;
  requires commons.math3;

  exports io.lockstep.sweep.point;
  exports io.lockstep.sweep.search.algorithm;
  exports io.lockstep.sweep.store;
}
