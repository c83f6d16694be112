/** Functional execution of portable kernels, and the checks of it. */
module io.lockstep.execute {
  requires transitive io.lockstep.trace;

  exports io.lockstep.execute;
  exports io.lockstep.execute.check;
}
