// SPDX-License-Identifier: Apache-2.0
/**
 * Sweeps: many simulations, planned from a file, computed by workers that may die, and stored
 * durably.
 */
module io.lockstep.sweep {
  requires transitive io.lockstep.run;
  requires transitive io.lockstep.study;
  requires com.fasterxml.jackson.core;
  requires java.management;
  requires java.sql;
  requires org.xerial.sqlitejdbc;

  exports io.lockstep.sweep.file;
  exports io.lockstep.sweep.look;
  exports io.lockstep.sweep.plan;
  exports io.lockstep.sweep.point;
  exports io.lockstep.sweep.slurm;
  exports io.lockstep.sweep.store;
  exports io.lockstep.sweep.work;
  exports io.lockstep.sweep.store.index;
}
